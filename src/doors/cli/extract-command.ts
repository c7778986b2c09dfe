import { resolve } from "node:path";
import { extractGraph, writeOut } from "../../app/extract.ts";
import { openChange } from "../../app/session-source.ts";
import { askedChange } from "./asked-change.ts";
import type { ExtractOptions } from "./options.ts";
import { writeAll } from "./output.ts";
import { progressLine } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";

export async function extractCommand(
  around: Surroundings,
  change: string | undefined,
  options: ExtractOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = progressLine(around.stderr, () => performance.now());
  const opened = await openChange(
    askedChange(around, change, options, (step) => progress.show(step)),
    signal,
  );
  try {
    const pieces = await extractGraph(opened, (step) => progress.show(step), signal);
    progress.clear();
    if (options.out === undefined) {
      await writeAll(around.stdout, pieces);
      return;
    }
    const path = resolve(around.folder, options.out);
    await writeOut(path, pieces);
    around.stderr.write(`Wrote ${path}.\n`);
  } finally {
    progress.clear();
    opened.close();
  }
}
