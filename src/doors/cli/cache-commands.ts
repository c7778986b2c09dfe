import { type CacheStats, cacheStats, pruneCache } from "../../app/cache.ts";
import { homeFolder } from "./asked-change.ts";
import { writeAll } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";

export async function cacheStatsCommand(around: Surroundings, options: { json?: true }): Promise<void> {
  const stats = await cacheStats(homeFolder(around));
  around.stdout.write(
    options.json
      ? json(stats)
      : `${stats.folder}: ${counted(stats)}. Reviews and marks are kept elsewhere.\n`,
  );
}

export async function cachePruneCommand(
  around: Surroundings,
  options: { all?: true; json?: true },
): Promise<void> {
  const removed = await pruneCache(homeFolder(around), { all: options.all === true, now: new Date() });
  const words = `Removed ${counted(removed)} from ${removed.folder}.\n`;
  await writeAll(around.stdout, [options.json ? json(removed) : words]);
}

function counted({ entries, bytes }: CacheStats): string {
  const size =
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return `${entries} ${entries === 1 ? "graph" : "graphs"}, ${size}`;
}

function json(stats: CacheStats): string {
  return `${JSON.stringify(stats)}\n`;
}
