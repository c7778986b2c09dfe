import { describe, expect, it } from "vitest";
import { reach, sourcesByKey, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

const started = 'const yaml = require("yaml");\nfunction go() { yaml.load(); }\ngo();\n';
const processes =
  'const { fork, spawn, execSync } = require("child_process");\nconst path = require("path");\n';
const threads = 'import { Worker } from "node:worker_threads";\nimport path from "node:path";\n';

/** A program that starts a file as a process or worker of its own, and what is said of what that file runs. */
const programs: Readonly<Record<string, readonly [string, string]>> = {
  fork: [`${processes}fork("./w.js");\n`, "found"],
  "fork of a joined path": [`${processes}fork(path.join(__dirname, "w.js"));\n`, "found"],
  "fork of a member": ['const cp = require("node:child_process");\ncp.fork("w.js");\n', "found"],
  "fork of what is not known": [`${processes}fork(process.argv[2]);\n`, "uncertain"],
  "spawn of node": [`${processes}spawn("node", ["--enable-source-maps", "w.js"]);\n`, "found"],
  "spawn of this node": [`${processes}spawn(process.execPath, [require.resolve("./w.js")]);\n`, "found"],
  "a line of a shell": [`${processes}execSync("node w.js --all");\n`, "found"],
  "a worker": [`${threads}new Worker("./w.js");\n`, "found"],
  "a worker beside the file": [`${threads}new Worker(new URL("./w.js", import.meta.url));\n`, "found"],
  "a worker of the browser": ['new Worker(new URL("w.js", import.meta.url), { type: "module" });\n', "found"],
  "a worker that is not known": [`${threads}new Worker(path.join(process.cwd(), name));\n`, "uncertain"],
  "text that is run": ['const vm = require("vm");\nvm.runInThisContext(read());\n', "uncertain"],
  "another program": [`${processes}spawn("git", ["status"]);\n`, "not-found"],
  "a fork of something else": ['import { effects } from "effects";\neffects.fork("w.js");\n', "not-found"],
};

describe("files that a JavaScript program starts", () => {
  for (const [name, [program, answer]] of Object.entries(programs)) {
    it(name, async () => {
      const files = new Map([
        ["main.js", program],
        ["w.js", started],
      ]);
      const graph = linkProject(await readProject(files), files);
      const [result] = reach(graph, {
        targets: [targetByKey("yaml//load")],
        sources: sourcesByKey(["main.js"]),
        sourceMode: "sources-only",
      });
      expect(result?.status).toBe(answer);
    });
  }
});
