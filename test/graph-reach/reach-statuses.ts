import { reach, sourceByKey, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

/** What is answered for each key, from the top level of the first file alone. */
export async function statusesOf(
  files: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<Record<string, string>> {
  const texts = new Map(Object.entries(files));
  const graph = linkProject(await readProject(texts), texts);
  const results = reach(graph, {
    targets: keys.map((key) => targetByKey(key)),
    sources: [sourceByKey(Object.keys(files)[0] as string)],
    sourceMode: "sources-only",
  });
  return Object.fromEntries(results.map((result, at) => [keys[at] as string, result.status]));
}
