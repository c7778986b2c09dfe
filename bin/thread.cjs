// What a thread that reads files runs: its part of a build in one file, with what V8 kept of compiling it.
const { join } = require("node:path");
const { compile, run } = require("./compiled.cjs");

const bundle = join(__dirname, "..", "dist", "headwater-thread.cjs");
run(compile(bundle), bundle);
