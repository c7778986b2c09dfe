// `npm start`: installs and builds on first use, then opens a review: of this repository's own latest
// change, or of what follows `--`. Where this folder is no git repository, of a demo that it makes.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeDemo } from "./demo.mjs";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
install();
build();
const given = process.argv.slice(2);
const args = given.length > 0 ? given : whatToReview();
const child = spawnSync(process.execPath, [join(root, "bin", "headwater.js"), ...args], { stdio: "inherit" });
process.exit(child.status ?? 3);

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
