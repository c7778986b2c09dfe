import { type AllCacheStats, cacheStats, pruneCache } from "../../app/cache.ts";
import { homeFolder } from "./asked-change.ts";
import { writeAll } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";
import { shown } from "./wording.ts";

export async function cacheStatsCommand(around: Surroundings, options: { json?: true }): Promise<void> {
  const stats = await cacheStats(homeFolder(around));
  const words = [
    `${stats.folder}: ${counted(stats, "graph")}.\n`,
    `${stats.records.file}: ${counted(stats.records, "record")}.\n`,
    `${stats.snapshots.folder}: ${counted(stats.snapshots, "snapshot folder")}.\n`,
    "Reviews and marks are kept elsewhere.\n",
  ];
  await say(around, stats, options.json ? [json(stats)] : words);
}

export async function cachePruneCommand(
  around: Surroundings,
  options: { all?: true; json?: true },
): Promise<void> {
  const removed = await pruneCache(homeFolder(around), { all: options.all === true, now: new Date() });
  const words = [
    `Removed ${counted(removed, "graph")} from ${removed.folder}.\n`,
    `Removed ${counted(removed.records, "record")} from ${removed.records.file}.\n`,
    `Removed ${counted(removed.snapshots, "snapshot folder")} from ${removed.snapshots.folder}.\n`,
  ];
  await say(around, removed, options.json ? [json(removed)] : words);
}

async function say(around: Surroundings, stats: AllCacheStats, pieces: readonly string[]): Promise<void> {
  for (const problem of stats.problems) around.stderr.write(`${shown(problem)}\n`);
  await writeAll(around.stdout, pieces);
}

function counted({ entries, bytes }: { entries: number; bytes: number }, what: string): string {
  const size =
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return `${entries} ${what}${entries === 1 ? "" : "s"}, ${size}`;
}

function json({ problems: _, ...stats }: AllCacheStats): string {
  return `${JSON.stringify(stats)}\n`;
}
