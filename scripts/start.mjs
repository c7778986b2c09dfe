// `npm start`: installs and builds on first use, then opens a review: of what follows `--`, or where that names
// nothing, of this repository's own latest change. Where this folder is no git repository, of a demo that it makes.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeDemo } from "./demo.mjs";
import { build, install, requireNode, root } from "./prepare.mjs";
import { saysWhat } from "./start-words.mjs";

requireNode();
install();
build();
const given = process.argv.slice(2);
const args = saysWhat(given) ? given : [...given, ...whatToReview()];
const child = spawn(process.execPath, [join(root, "bin", "headwater.js"), ...args], { stdio: "inherit" });
// It tidies up when it is stopped, and this process must not be gone before. Ctrl-C reaches both.
process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("close", (status) => process.exit(status ?? 3));

function whatToReview() {
  const git = (...args) => spawnSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const inside = git("rev-parse", "--show-cdup");
  if (inside.error !== undefined) {
    console.error("git was not found. Install git 2.36 or later and make sure that it is on PATH.");
    process.exit(3);
  }
  // An empty answer: this very folder is the top of a repository, and not a folder below another one.
  const isRepository = inside.status === 0 && inside.stdout.trim() === "";
  if (isRepository && git("rev-parse", "--verify", "--quiet", "HEAD^{commit}").status === 0) {
    console.error("Reviewing the latest change of this repository.");
    return ["--repo", root, "HEAD"];
  }
  const demo = makeDemo();
  console.error(`This folder is no git repository: reviewing a demo repository made in ${demo}.`);
  return ["--repo", demo, "main..topic"];
}
