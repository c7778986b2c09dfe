// Says of each target whether code that runs reaches it.
//   node examples/reach.mjs DIR TARGET... [--source S]... [--sources-only]      after `npm run build`
// It ends with 2 where the question is wrong: an unknown source, or --sources-only without one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { linkProject, readProject } from "headwater/graph";
import { allLanguages, openProject } from "headwater/index";
import { reach, resultText, sourcesByKey, targetsByKey } from "headwater/reach";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { source: { type: "string", multiple: true, default: [] }, "sources-only": { type: "boolean" } },
});
const [folder = ".", ...targets] = positionals;
const signal = new AbortController().signal;
const homeDir = mkdtempSync(join(tmpdir(), "headwater-example-"));
const options = { folder, homeDir, environment: process.env, languages: allLanguages };
const { files } = await openProject(options, signal);
try {
  const graph = await linkProject(await readProject({ files }, signal), signal);
  const results = reach(graph, {
    targets: targetsByKey(targets),
    sources: sourcesByKey(values.source),
    sourceMode: values["sources-only"] ? "sources-only" : "sources-and-roots",
  });
  for (const result of results) console.log(resultText(result));
} catch (error) {
  if (!["UnknownSourceError", "BadQueryError", "BadTargetError"].includes(error.name)) throw error;
  console.error(error.message);
  process.exitCode = 2;
} finally {
  files.close();
  rmSync(homeDir, { recursive: true, force: true });
}
