// Prints where the code of a project starts, and its call graph: an edge a line, with what made it.
//   node examples/graph.mjs DIR              after `npm run build`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkProject, readProject, writtenGraph } from "headwater/graph";
import { allLanguages, openProject } from "headwater/index";

const [folder = "."] = process.argv.slice(2);
const signal = new AbortController().signal;
const homeDir = mkdtempSync(join(tmpdir(), "headwater-example-"));
const options = { folder, homeDir, environment: process.env, languages: allLanguages };
const { files } = await openProject(options, signal);
try {
  const project = await readProject({ files }, signal);
  const { roots, edges, unresolved } = writtenGraph(await linkProject(project, signal));
  for (const { key, kind, rule } of roots) console.log(`${kind} ${key} (${rule})`);
  for (const { from, to, kind, site, rule } of edges) {
    console.log(`${from} -> ${to} [${kind}${site === undefined ? "" : `, line ${site.line}`}: ${rule}]`);
  }
  for (const { caller, reason, text } of unresolved)
    console.log(`${caller} does not tell: ${text} (${reason})`);
} finally {
  files.close();
  rmSync(homeDir, { recursive: true, force: true });
}
