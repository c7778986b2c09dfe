// `npm run check`: format and lint, types, unused code, and who imports whom. Runs all and names what failed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { install, root } from "./prepare.mjs";

install();
const bin = (name, file) => join(root, "node_modules", name, file);
const steps = [
  ["lint", [bin("@biomejs/biome", "bin/biome"), "ci", "--error-on-warnings", "."]],
  ["types", [bin("typescript7", "bin/tsc"), "--noEmit", "-p", "."]],
  ["page types", [bin("typescript7", "bin/tsc"), "--noEmit", "-p", "web"], "web/tsconfig.json"],
  ["unused code", [bin("knip", "bin/knip.js"), "--no-progress"]],
  ["layers", [join(root, "scripts", "check-layers.mjs")]],
];
const failed = [];
for (const [name, args, needs] of steps) {
  if (needs !== undefined && !existsSync(join(root, needs))) continue;
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (result.status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exit(1);
}
