// Prints the changed files of a change with their hunks and what is low-signal about them.
//   node examples/diff.mjs DIR CHANGE        after `npm run build`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffChange, readChange } from "headwater/diff";

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
try {
  const { files } = await diffChange(found, signal);
  for (const file of files) {
    console.log(`${file.status} ${file.path}${file.noise === undefined ? "" : ` (${file.noise})`}`);
    for (const hunk of file.hunks)
      console.log(`  ${hunk.id} ${hunk.hash.slice(0, 8)} line ${hunk.newStart} ${hunk.section}`);
  }
} finally {
  found.repository.close();
  rmSync(homeDir, { recursive: true, force: true });
}
