import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "../../graph-reach/case-project.ts";

/** "caller -> callee" of the calls that the graph holds, for small programs of one file. */
async function callsOf(text: string): Promise<string[]> {
  const files = new Map([["a.js", text]]);
  const graph = linkProject(await readProject(files), files);
  const calls = edgeLines(graph).flatMap((line) => {
    const found = /^(\S+) -> (\S+) \[(direct|member|assignment|cha):/u.exec(line);
    return found === null ? [] : [`${short(found[1])} -> ${short(found[2])}`];
  });
  return [...new Set(calls)].filter((call) => !call.includes("globalThis"));
}

const short = (key: string | undefined): string => (key ?? "").replace(/^a\.js\/?\/?/u, "") || "top";

describe("what JavaScript code calls", () => {
  it("follows results, arguments, tables and closures", async () => {
    expect(
      await callsOf(`
function f() {} function g() {} function h() {}
const give = () => f; give()();
function run(x) { x() } run(g);
const table = { a: h }; const key = "a"; table[key]();
function wrap(x) { return function inner() { x() } } wrap(f)();`),
    ).toEqual(
      expect.arrayContaining(["top -> f", "run -> g", "top -> h", "top -> wrap//inner", "wrap//inner -> f"]),
    );
  });

  it("follows what functions of the language call", async () => {
    expect(
      await callsOf(`
function a() {} function b() {} function c() {} function d(x) { return x } function e() {} function f() {}
[1].map(a); setTimeout(b); [c].forEach((one) => one()); Promise.resolve(e).then((x) => x());
d.call(null, f)(); new Map([["k", 1]]); const m = new Map(); m.set("k", a); m.get("k")();`),
    ).toEqual(
      expect.arrayContaining(["top -> a", "top -> b", "top -> c", "top -> d", "top -> e", "top -> f"]),
    );
  });

  it("takes elements of a list for no members of it", async () => {
    const calls = await callsOf(`
function f() {} function g() {}
const list = [f]; list.push(g); list.join(); list.at(0)();
class Holder { constructor() { this.items = [] } add(x) { this.items.push(x) } }
const holder = new Holder(); holder.add(g); holder.items.includes(1);`);
    expect(calls).toEqual(expect.arrayContaining(["top -> f", "top -> g", "top -> Holder//add"]));
    expect(calls.filter((call) => call.endsWith("-> f"))).toHaveLength(1);
  });

  it("loops over values with an iterator of their own", async () => {
    expect(
      await callsOf(`
function f() {} function g() {}
class Own { *[Symbol.iterator]() { yield f } }
for (const one of new Own()) one();
function* many() { yield g } for (const one of many()) one();`),
    ).toEqual(
      expect.arrayContaining(["top -> Own//[Symbol.iterator]", "top -> f", "top -> many", "top -> g"]),
    );
  });

  it("knows members of constructor functions, prototypes and mixins", async () => {
    expect(
      await callsOf(`
function F() { this.on = f } function f() {}
F.prototype.m = function () { this.on() };
function G() { F.call(this) } G.prototype = Object.create(F.prototype); new G().m();
const Mixed = (Base) => class extends Base { mixed() {} };
class D extends Mixed(Object) {} new D().mixed();
const shared = { shared() {} }; class E {} Object.assign(E.prototype, shared); new E().shared();
function H() {} inherits(H, F); new H().m();`),
    ).toEqual(
      expect.arrayContaining(["top -> F//m", "F//m -> f", "top -> Mixed//mixed", "top -> shared//shared"]),
    );
  });

  it("calls a module where it is required", async () => {
    const files = new Map([
      [
        "a.js",
        'require("./b")(f); function f() {} const cp = require("child_process"); run(cp); function run(m) { m.exec() }',
      ],
      ["b.js", "module.exports = function start(f) { f() };"],
    ]);
    const lines = edgeLines(linkProject(await readProject(files), files)).join("\n");
    expect(lines).toContain("a.js -> b.js//start [direct");
    expect(lines).toContain("b.js//start -> a.js//f [assignment");
    expect(lines).toContain("a.js//run -> child_process//exec [assignment");
  });

  it("goes by what is set through another name", async () => {
    expect(
      await callsOf(`
function f() {} function g() {}
const hooks = { done: f }; function set(h) { h.done = g } set(hooks); hooks.done();`),
    ).toEqual(expect.arrayContaining(["top -> f", "top -> g"]));
  });
});
