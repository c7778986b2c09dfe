// A small project of each language, for what V8 keeps of a build to hold the code of all of them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./prepare.mjs";

const projects = join(root, "test", "graph-reach", "golden");

/** @returns {string} a new folder with them */
export function makeSamples() {
  const folder = mkdtempSync(join(tmpdir(), "headwater-samples-"));
  for (const name of readdirSync(projects).filter((one) => one.endsWith(".txtar"))) {
    const [, ...parts] = readFileSync(join(projects, name), "utf8").split(/^-- (.+) --\n/mu);
    for (let at = 0; at < parts.length; at += 2) {
      const file = join(folder, name.replace(".txtar", ""), parts[at]);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, parts[at + 1]);
    }
  }
  return folder;
}
