// Writes the golden files of test/graph-reach/golden anew: `npx tsx scripts/record-goldens.ts`. It refuses a
// stage whose files changed while no version that they rest on did: bump the one that owns the changed rule first.
// `--unreleased` is for versions that no one has used yet: their files may still change.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  folder,
  hashOf,
  makeGoldens,
  recordedVersions,
  stages,
  versionsUpTo,
} from "../test/graph-reach/golden/goldens.ts";

const made = await makeGoldens();
const before = existsSync(join(folder, "versions.json")) ? recordedVersions() : undefined;
const refused = stages.filter(({ id }) => {
  const isChanged = before !== undefined && before[id].hash !== hashOf(made[id]);
  return isChanged && before[id].versions.join() === versionsUpTo(id).join();
});
const [first] = refused;
if (first !== undefined && !process.argv.includes("--unreleased")) {
  console.error(
    `The ${first.id} files changed and no version did: bump ${first.constant} in ${first.file}, or that of an earlier stage.`,
  );
  process.exit(1);
}
for (const { id } of stages) {
  for (const [name, text] of made[id]) writeFileSync(join(folder, name), text);
}
const recorded = stages.map(({ id }) => {
  const versions = versionsUpTo(id).join(", ");
  return `  "${id}": { "versions": [${versions}], "hash": "${hashOf(made[id])}" }`;
});
writeFileSync(join(folder, "versions.json"), `{\n${recorded.join(",\n")}\n}\n`);
console.error(`Recorded ${stages.map(({ id, version }) => `${id} ${version}`).join(", ")}.`);
process.exit(0);
