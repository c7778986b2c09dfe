// Runs the command line as one file, with what V8 kept of compiling it: starting is most of a short command.
// The kept code was made by the same build. V8 refuses what another version or another processor made, and
// then compiles the file as it would any other.
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");

exports.keptCodeOf = (file) => `${file}.code`;

/** @returns {Script} of the bundle `file`, compiled again only where nothing kept can be used */
exports.compile = (file) => {
  const kept = exports.keptCodeOf(file);
  // It is ASCII, which is read faster as what it is. The names that stand for what a module has: the bundle uses them.
  const names = "exports, require, module, __filename, __dirname, bundleUrl";
  return new Script(`(function (${names}) {${readFileSync(file, "latin1")}\n})`, {
    filename: file,
    cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
  });
};

exports.run = (script, file) => {
  const module = { exports: {} };
  const start = script.runInThisContext();
  start(module.exports, createRequire(file), module, file, dirname(file), pathToFileURL(file).href);
};
