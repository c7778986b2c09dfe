// What `npm start` and `npm test` share: install and build when that is due, and say so.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const minimumNode = 20;

/** Ends with a clear line when this Node is too old to run anything here. */
export function requireNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= minimumNode) return;
  console.error(`Headwater needs Node ${minimumNode} or later; this is ${process.versions.node}.`);
  process.exit(3);
}

/** Runs a command with this terminal; ends the process with its exit code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error !== undefined) {
    console.error(`${command} could not be started: ${result.error.message}`);
    process.exit(3);
  }
  if (result.status !== 0) process.exit(result.status ?? 3);
}

/** `npm ci` when nothing is installed or the lock file changed since. */
export function install() {
  const stamp = join(root, "node_modules", ".headwater-lock");
  const wanted = hashOf([join(root, "package-lock.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing the packages that Headwater is built with (first use only) …");
  // npm's own output goes to standard error: standard output is for data.
  run("npm", ["ci", "--no-audit", "--no-fund"], {
    stdio: ["inherit", 2, 2],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, wanted);
}

/** Builds dist/ when a source changed since it was built. */
export function build() {
  const stamp = join(root, "dist", ".sources");
  const wanted = hashOf([
    ...filesBelow(join(root, "src")),
    ...filesBelow(join(root, "web")),
    join(root, "package.json"),
    join(root, "package-lock.json"),
    join(root, "scripts", "build.mjs"),
    join(root, "scripts", "bundle.mjs"),
    join(root, "bin", "compiled.cjs"),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Building Headwater …");
  run(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: ["inherit", 2, 2] });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const found = [];
  for (const name of readdirSync(folder).sort()) {
    if (name === "node_modules" || name === "dist") continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) found.push(...filesBelow(path));
    else found.push(path);
  }
  return found;
}
