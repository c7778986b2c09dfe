import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

async function link(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files));
  return linkProject(await readProject(texts), texts);
}

/** The edges that values made, without their lines. */
async function followed(files: Readonly<Record<string, string>>, from: string): Promise<string[]> {
  const found = edgeLines(await link(files)).filter(
    (line) => line.startsWith(`${from} -> `) && !/\[(?:reference|import|direct)/u.test(line),
  );
  return [...new Set(found.map((line) => line.replace(/^.* -> | \d+$/gu, "")))];
}

/** "line reason" of what is unresolved in a caller. */
async function unresolved(files: Readonly<Record<string, string>>, from: string): Promise<string[]> {
  const graph = await link(files);
  return graph.unresolved
    .filter((one) => graph.nodes[one.caller]?.key === from)
    .map((one) => `${one.line + 1} ${one.reason} ${one.text}`);
}

describe("values are followed", () => {
  it("out of calls, also of calls that give calls", async () => {
    const text = "def a(): pass\ndef b(): return a\ndef c(): return b\nc()()()\n";
    expect(await followed({ "m.py": text }, "m.py")).toEqual([
      "m.py//a [assignment: what a call returned]",
      "m.py//b [assignment: what a call returned]",
    ]);
  });

  it("into parameters by position, by name, and out of what is spread", async () => {
    const text = [
      "def a(): pass",
      "def b(): pass",
      "def c(): pass",
      "def run(f, g, h=None):",
      "    f()",
      "    g()",
      "    h()",
      "run(a, h=c, *[b])",
    ].join("\n");
    const graph = await link({ "m.py": text });
    const calls = edgeLines(graph).filter((line) => line.startsWith("m.py//run -> "));
    expect(calls).toEqual([
      "m.py//run -> m.py//a [assignment: argument] 5",
      "m.py//run -> m.py//b [assignment: argument] 6",
      "m.py//run -> m.py//c [assignment: argument] 7",
    ]);
  });

  it("through tables, by the constant key or any", async () => {
    const text = [
      "function a() {}",
      "function b() {}",
      "const t = {};",
      't["x"] = a;',
      't["y"] = b;',
      't["x"]();',
      "export function any(k) { t[k](); }",
    ].join("\n");
    expect(await followed({ "m.js": text }, "m.js")).toEqual([
      "m.js//a [assignment: member of a value that was followed]",
    ]);
    expect(await followed({ "m.js": text }, "m.js//any")).toEqual([
      "m.js//a [assignment: element of a value]",
      "m.js//b [assignment: element of a value]",
    ]);
  });

  it("through members of instances that are handed on, with what derives from their class", async () => {
    const text = [
      "class A:",
      "    def m(self): pass",
      "    def enter(self): use(self)",
      "class B(A):",
      "    def m(self): pass",
      "class C:",
      "    def m(self): pass",
      "def use(o): o.m()",
      "A().enter()",
    ].join("\n");
    const found = await followed({ "m.py": text }, "m.py//use");
    expect(found.filter((line) => line.includes("followed"))).toEqual([
      "m.py//A//m [member: member of a value that was followed]",
      "m.py//B//m [member: member of a value that was followed]",
    ]);
  });

  it("across files, closures and decorators", async () => {
    const files = {
      "deco.py": "def deco(f):\n    def inner():\n        f()\n    return inner\n",
      "m.py": "from deco import deco\n@deco\ndef go(): pass\ngo()\n",
    };
    expect(await followed(files, "m.py")).toContain(
      "deco.py//deco//inner [assignment: value of a name that was followed]",
    );
    expect(await followed(files, "deco.py//deco//inner")).toEqual(["m.py//go [assignment: argument]"]);
  });

  it("to symbols outside", async () => {
    const text = "import yaml\ndef run(f): f()\nrun(yaml.load)\n";
    expect(await followed({ "m.py": text }, "m.py//run")).toEqual([
      "yaml//load [assignment: outside the project]",
    ]);
  });
});

describe("a call through a value", () => {
  it("is resolved where every value that can arrive is known", async () => {
    const text = "function a() {}\nfunction run(f) { f(); }\nrun(a);\n";
    expect(await unresolved({ "m.js": text }, "m.js//run")).toEqual([]);
  });

  it("stays unresolved where others can call what has the parameter", async () => {
    const text = "function a() {}\nexport function run(f) { f(); }\nrun(a);\n";
    expect(await unresolved({ "m.js": text }, "m.js//run")).toEqual(["2 unknown-receiver f"]);
  });

  it("stays unresolved where what has the parameter is given to code outside", async () => {
    const text = 'import { on } from "bus";\nfunction a() {}\nfunction run(f) { f(); }\nrun(a);\non(run);\n';
    expect(await unresolved({ "m.js": text }, "m.js//run")).toEqual(["3 unknown-receiver f"]);
  });

  it("stays unresolved where something from outside can arrive too", async () => {
    const text = [
      'import { pick } from "bus";',
      "function a() {}",
      "function run(f) { f(); }",
      "run(a);",
      "run(pick());",
    ].join("\n");
    expect(await unresolved({ "m.js": text }, "m.js//run")).toEqual(["3 unknown-receiver f"]);
  });

  it("stays unresolved where a table gets something that is not told", async () => {
    const text = [
      'import { pick } from "bus";',
      "function a() {}",
      "const t = { x: a };",
      "t.x = pick();",
      "const f = t.x;",
      "f();",
    ].join("\n");
    expect(await unresolved({ "m.js": text }, "m.js")).toContainEqual("6 unknown-receiver f");
  });
});

describe("a function that others can come by may get other arguments", () => {
  const start = "function a() {}\nfunction run(f) { f(); }\nrun(a);\n";
  const ways: Readonly<Record<string, string>> = {
    "a property of a global object": "globalThis.run = run;",
    "a bound one": "const h = run.bind(null);\nglobalThis.x = h;",
    "module.exports": "module.exports = { run };",
    "a list of exports": "export { run };",
    "a timer": "setTimeout(() => run(process.x), 1);",
    "a method of a list": "[globalThis.x].forEach(run);",
    "what is spread": "const xs = globalThis.list;\nrun(...xs);",
    "what is thrown": "const g = run;\nthrow g;",
  };
  for (const [name, way] of Object.entries(ways)) {
    it(name, async () => {
      expect(await unresolved({ "m.js": `${start}${way}\n` }, "m.js//run")).toEqual(["2 unknown-receiver f"]);
    });
  }
});

describe("limits", () => {
  it("a place where too many values meet is said to be one", async () => {
    const count = 200;
    const names = Array.from({ length: count }, (_, at) => `f${at}`);
    const text = [
      ...names.map((name) => `function ${name}() {}`),
      "function pick(f) { return f; }",
      "function keep(f) { const kept = f; return () => kept; }",
      ...names.map((name) => `keep(${name})()();`),
    ].join("\n");
    const graph = await link({ "m.js": text });
    const limits = graph.unresolved.filter((one) => one.reason === "limit");
    expect(limits).toHaveLength(count);
    expect(limits[0]?.scope).toEqual({ kind: "values" });
  });

  it("cycles of values end", async () => {
    const text =
      "def a(x):\n    b(x)\n    return a(x)\ndef b(y):\n    return a(y)\nt = {}\nt['t'] = t\nt['f'] = a\na(b)(t)\n";
    const graph = await link({ "m.py": text });
    expect(graph.truncations).toEqual([]);
  });
});
