import { describe, expect, it } from "vitest";
import { declared, exported, imported, readText, uses } from "./records.ts";

describe("imports", () => {
  it("of ES modules bind their names", async () => {
    const file = await readText(
      "a.ts",
      `import one, { two as deux, type Three, default as four } from "./m";
import * as ns from "ns";
import type Five from "five";
import "effect";
import six = require("six");
import data from "./d.json" with { type: "json" };
`,
    );
    expect(imported(file)).toEqual([
      "default one <- default of ./m",
      "named deux <- two of ./m",
      "type named Three <- Three of ./m",
      "default four <- default of ./m",
      "namespace ns <- * of ns",
      "type default Five <- default of five",
      "effect - <- * of effect",
      "namespace six <- * of six",
      "default data <- default of ./d.json",
    ]);
  });

  it("by require and import() bind what their value is given to", async () => {
    const file = await readText(
      "a.js",
      `const { read, write: save, ["x"]: x } = require("./io");
const { low, high: upper = 1 } = require("./range");
const tools = require("./tools"), part = require("lib").part;
async function f() {
  const { decode } = await import("./codec");
  import("./send").then((m) => m.send(decode));
  (await import("./page")).draw();
  require("./late").go();
  const promise = import("./never");
  promise.then();
}
`,
    );
    expect(imported(file)).toEqual([
      "dynamic - <- * of ./io",
      "named low <- low of ./range",
      "named upper <- high of ./range",
      "namespace tools <- * of ./tools",
      "named part <- part of lib",
      "named decode <- decode of ./codec",
      "dynamic - <- * of ./send",
      "namespace m <- * of ./send",
      "dynamic - <- * of ./page",
      "dynamic - <- * of ./late",
      "dynamic - <- * of ./never",
    ]);
    expect(uses(file, "send", "draw", "go", "decode", "then")).toEqual([
      "6:?.().then call -> unbound",
      "6:m.send call -> ./send",
      "6:decode read -> ./codec",
      "7:import.draw call -> ./page",
      "8:require.go call -> ./late",
      "10:promise.then call -> 9:promise",
    ]);
  });

  it("that are exported at once are exports too", async () => {
    const file = await readText("a.ts", 'export const { a, b: c } = await import("./m");\n');
    expect(file.exports.map((one) => [one.name, file.imports[one.import]?.imported])).toEqual([
      ["a", "a"],
      ["c", "b"],
    ]);
  });

  it("in types are only types", async () => {
    const file = await readText("a.ts", 'let a: import("./m").N;\ntype B = typeof import("./n");\n');
    expect(imported(file)).toEqual(["type dynamic - <- * of ./m", "type dynamic - <- * of ./n"]);
    expect(uses(file)).toEqual(["1:import.N type -> ./m"]);
  });
});

describe("exports", () => {
  it("of ES modules, and what they take from others", async () => {
    const file = await readText(
      "a.ts",
      `export const a = 1, { b } = o;
export default function named() {}
function c() {}
export { c as d, type E };
export { default as f, g } from "./m";
export * from "./star";
export * as ns from "./ns";
export type * from "./types";
export type { T } from "./t";
namespace Inner { export const notOfTheFile = 1; }
`,
    );
    expect(exported(file)).toEqual([
      "a = a @1",
      "b = b @1",
      "default = named @2",
      "d = c @3",
      "type E = E",
      "f = default from ./m",
      "g = g from ./m",
      "* = * from ./star",
      "ns = * from ./ns",
      "type * = * from ./types",
      "type T = T from ./t",
    ]);
    expect(file.problems).toEqual([]);
  });

  it.each([
    ["export default class { m() {} }", ["module class default", "member method default.m"]],
    ["export default () => 1;", ["module function default"]],
    ["export default { fetch() {} };", ["module constant default", "member method default.fetch"]],
    ["export default make();", ["module constant default"]],
  ])("a default without a name is called default: %s", async (text, declarations) => {
    const file = await readText("a.ts", text);
    expect(declared(file)).toEqual(declarations);
    expect(exported(file)).toEqual(["default = default @1"]);
  });

  it("of CommonJS are names of the file", async () => {
    const file = await readText(
      "a.js",
      `exports.one = function () {};
module.exports.two = (s) => s;
exports.three = exports.four = function () {};
exports.local = local;
exports.part = require("./p").part;
exports.all = require("./all");
exports.later = void 0;
function local() {}
`,
    );
    expect(declared(file, "module")).toEqual([
      "module function one",
      "module function two",
      "module function three",
      "module function local",
    ]);
    expect(exported(file)).toEqual([
      "one = one @1",
      "two = two @2",
      "three = three @3",
      "four = four @3",
      "local = local @8",
      "part = part from ./p",
      "all = * from ./all",
      "default = * from ./a.js",
    ]);
    expect(uses(file, "exports", "module")).toEqual([]);
  });

  it("of an object are its members", async () => {
    const file = await readText(
      "a.js",
      `function trim() {}
module.exports = { trim, cut: trim, list(req) {}, make: () => 1, size: 3, ...require("./more"), io: require("./io") };
`,
    );
    expect(exported(file)).toEqual([
      "trim = trim @1",
      "cut = trim @1",
      "list = list @2",
      "make = make @2",
      "size = size @2",
      "* = * from ./more",
      "io = * from ./io",
      "default = * from ./a.js",
    ]);
    expect(file.declarations.find((one) => one.name === "trim")?.isExported).toBe(true);
  });

  it.each([
    [
      "module.exports = function decode() {};\nmodule.exports.sync = () => 1;",
      ["default = * @1", "export= = * @1", "sync = sync @2"],
    ],
    ["module.exports = class { m() {} };", ["default = default @1", "export= = default @1"]],
    ["module.exports = Store;\nclass Store {}", ["default = Store @2", "export= = Store @2"]],
    ["exports = module.exports = app;\nfunction app() {}", ["default = app @2", "export= = app @2"]],
    [
      "const keys = { a: 1 };\nmodule.exports = keys;",
      ["default = keys @1", "export= = keys @1", "a = * @1"],
    ],
    [
      "function f() {}\nf.help = () => 1;\nmodule.exports = f;",
      ["default = f @1", "export= = f @1", "help = * @2"],
    ],
    ['const m = require("./m");\nmodule.exports = m;', ["default = m", "export= = m", "* = * from ./m"]],
    [
      'module.exports = require("./m");',
      ["* = * from ./m", "default = default from ./m", "export= = export= from ./m"],
    ],
    [
      "const app = (exports = module.exports = {});\napp.get = () => 1;",
      ["get = get @2", "default = * from ./a.js"],
    ],
  ])("of a whole value: %s", async (text, exports) => {
    expect(exported(await readText("a.js", text))).toEqual(exports);
  });

  it("do not count where exports or module is the file's own", async () => {
    const file = await readText(
      "a.js",
      "function f(exports, module) { exports.x = 1; module.exports = 2; }\n",
    );
    expect(exported(file)).toEqual([]);
  });
});
