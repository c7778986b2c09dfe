import { resolve } from "node:path";
import { explainEdges } from "../../app/explain-edges.ts";
import { writeOut } from "../../app/extract.ts";
import { graphJson } from "../../app/graph-json.ts";
import { writeAll } from "./output.ts";
import { type GraphCommandOptions, readGraphOf } from "./project-options.ts";
import type { Surroundings } from "./surroundings.ts";

/** Prints the project graph, or why one definition leads to another. */
export async function graphCommand(
  around: Surroundings,
  options: GraphCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const graph = await readGraphOf(around, options, signal);
  if (options.explain !== undefined) {
    const [from = "", to = ""] = options.explain;
    const explained = explainEdges(graph, from, to);
    const text = options.json ? `${JSON.stringify(explained.json)}\n` : explained.text;
    await writeAll(around.stdout, [text]);
    return;
  }
  if (options.out === undefined) {
    await writeAll(around.stdout, graphJson(graph));
    return;
  }
  const path = resolve(around.folder, options.out);
  await writeOut(path, graphJson(graph));
  around.stderr.write(`Wrote ${path}.\n`);
}
