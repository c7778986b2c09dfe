#!/usr/bin/env node
// The command line, as it was built. `npm run build` makes dist/.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const major = Number(process.versions.node.split(".")[0]);
const bundle = fileURLToPath(new URL("../dist/headwater.cjs", import.meta.url));
if (major < 20) {
  console.error(`headwater: Node ${process.versions.node} is too old. Install Node 20 or later.`);
  process.exitCode = 3;
} else if (!existsSync(bundle)) {
  const folder = fileURLToPath(new URL("..", import.meta.url));
  console.error(`headwater: It is not built yet. Run \`npm ci && npm run build\` in ${folder}.`);
  process.exitCode = 3;
} else {
  const { compile, run } = (await import("./compiled.cjs")).default;
  run(compile(bundle), bundle);
}
