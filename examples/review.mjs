// Prints the walk of a change: its cores, and why each page is where it is.
//   node examples/review.mjs DIR CHANGE      after `npm run build`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffChange, readChange, reviewFiles } from "headwater/diff";
import { allLanguages, createSourceReader } from "headwater/index";
import { buildReview } from "headwater/review";

const [repoDir = ".", change = "HEAD"] = process.argv.slice(2);
const signal = new AbortController().signal;
const homeDir = mkdtempSync(join(tmpdir(), "headwater-example-"));
const options = {
  repoDir,
  change,
  includeUntracked: false,
  findCopies: false,
  homeDir,
  environment: process.env,
};
const found = await readChange(options, signal);
const sourceReader = createSourceReader({ languages: allLanguages, workerCount: 0 });
try {
  const diff = await diffChange(found, signal);
  const files = await reviewFiles(found, diff, signal);
  const graph = await buildReview(found, files, { sourceReader, generatorVersion: "example" }, signal);
  const placements = new Map(graph.placements.map((placement) => [placement.id, placement]));
  for (const id of graph.walk) {
    const placement = placements.get(id);
    console.log(`${placement.core} ${placement.band}: ${placement.title}. ${placement.why}`);
  }
} finally {
  await sourceReader.close();
  found.repository.close();
  rmSync(homeDir, { recursive: true, force: true });
}
