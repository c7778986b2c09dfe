import { describe, expect, it } from "vitest";
import { statusesOf } from "./reach-statuses.ts";

/** The answers for the functions `used` and `not` of a program whose file is run. */
async function answers(file: string, lines: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const isPython = file.endsWith(".py");
  const made = isPython
    ? ["def used(): pass", "def unused(): pass"]
    : ["function used() {}", "function unused() {}"];
  const files = { [file]: [...made, ...lines].join("\n"), ...more };
  const found = await statusesOf(files, [`${file}//used`, `${file}//unused`]);
  return `${found[`${file}//used`]} ${found[`${file}//unused`]}`;
}

const js = (...lines: string[]) => answers("main.js", lines);
const py = (...lines: string[]) => answers("main.py", lines);

describe("a function that is named as a value", () => {
  it("is not reached where it lies in a table at a place that is not read", async () => {
    expect(await js("const t = [used, unused];", "t[0]();")).toBe("found not-found");
    expect(await js("const t = [[used], unused];", "t[0][0]();")).toBe("found not-found");
    expect(await js("const t = { a: used, b: unused };", "t.a();")).toBe("found not-found");
    expect(await py("t = [used, unused]", "t[0]()")).toBe("found not-found");
    expect(await py("t = {'a': used, 'b': unused}", "t['a']()")).toBe("found not-found");
    expect(await py("t = {'a': used, 'b': unused}", "t.get('a')()")).toBe("found not-found");
  });

  it("is not reached where a slice with written bounds leaves it out", async () => {
    expect(await js("const t = [unused, used];", "t.slice(1, 2)[0]();")).toBe("found not-found");
    expect(await js("const t = [used, unused];", "for (const f of t.slice(0, 1)) f();")).toBe(
      "found not-found",
    );
    for (const use of [
      "t.slice(0, 2)[1]();",
      "t.slice(1, 2)[0]();",
      "t.slice(-2, -1)[0](); t[1]();",
      "t.slice(0x1, 2)[0]();",
      "t.slice(...[1, 2])[0]();",
      "t.slice(1)[0]();",
      "t.slice()[1]();",
      "t.slice('1', 2)[0]();",
      "t.slice(0, 2).slice(1, 2)[0]();",
      "t.shift(); t.slice(0, 1)[0]();",
      "t.reverse(); t.slice(0, 1)[0]();",
      "const [, f] = t.slice(0, 2); f();",
      "((a, b) => b())(...t.slice(0, 2));",
      "t.slice(0, 2).forEach((f) => f());",
      "t.slice(0, 2).pop()();",
      "[...t, ...t].slice(3, 4)[0]();",
      "const o = { slice: () => [unused] }; o.slice(5, 6)[0]();",
      "let n = 0; n = 1; t.slice(n, 2)[0]();",
    ]) {
      const answer = await js("const t = [used, unused];", "t[0]();", use);
      expect(`${use} ${answer.replaceAll("uncertain", "found")}`).toBe(`${use} found found`);
    }
  });

  it("is not reached where a parameter gets it that is not called", async () => {
    expect(await js("function run(f, g) { f(); }", "run(used, unused);")).toBe("found not-found");
    expect(await py("def run(f, g=None): f()", "run(used, g=unused)")).toBe("found not-found");
  });

  it("is reached by any key, loop or copy of its table", async () => {
    for (const use of [
      "for (const f of t) f();",
      "t.forEach((f) => f());",
      "const [, f] = t; f();",
      "const u = [...t]; u[1]();",
      "const u = t; u[1]();",
      "t.reverse(); t[0]();",
      "t.shift(); t[0]();",
      "t.slice(1)[0]();",
      "t.concat([])[1]();",
      "((...all) => all[1]())(...t);",
    ]) {
      expect(
        `${use} ${(await js("const t = [used, unused];", "t[0]();", use)).replace("uncertain", "found")}`,
      ).toBe(`${use} found found`);
    }
    for (const use of [
      "for f in t: f()",
      "[f() for f in t]",
      "_, f = t\nf()",
      "u = t\nu[1]()",
      "t.reverse()\nt[0]()",
      "t.sort()\nt[0]()",
      "t[-1]()",
      "t[1:][0]()",
      "(t + [])[1]()",
      "(t * 2)[1]()",
      "list(map(lambda f: f(), t))",
      "del t[0]\nt[0]()",
      "t.pop()()",
    ]) {
      expect(`${use} ${(await py("t = [used, unused]", "t[0]()", use)).replace("uncertain", "found")}`).toBe(
        `${use} found found`,
      );
    }
  });

  it("stays reached where nobody knows who gets it", async () => {
    for (const use of [
      "outside(t);",
      "export { t };",
      "export default t;",
      "globalThis.t = t;",
      "eval('t.b()');",
      "const p = new Proxy(t, {}); p.b();",
      "const k = Object.keys(t)[1]; Object.getOwnPropertyDescriptor(t, k).value();",
      "t.a = function () { this.b(); }; t.a();",
      "t.a = function () { const self = this; self.b(); }; t.a();",
      "(function () { arguments[0].b(); })(t);",
      "(function () { this.b(); }).call(t);",
      "throw t;",
      "class A { x = t; run() { this.x.b(); } } new A().run();",
      "t.toString = unused; t + 1;",
      "t.then = unused; await t;",
      "const u = { __proto__: t }; u.b();",
      "const u = Object.create(t); u.b();",
      "const { ...rest } = t; rest.b();",
      "with (t) { b(); }",
    ]) {
      const answer = await js("const t = { a: used, b: unused };", use, "t.a();");
      expect(`${use} ${answer.replaceAll("uncertain", "found")}`).toBe(`${use} found found`);
    }
  });

  it("stays reached where a Python file's names are open to who is not read", async () => {
    const lines = ["t = {'a': used, 'b': unused}", "t['a']()"];
    expect(await py(...lines)).toBe("found not-found");
    expect(await py("import django", ...lines)).toBe("found found");
    expect(await py("import importlib", ...lines)).toBe("found found");
    expect(await py("__getattr__ = unused", "used()")).toBe("found found");
    for (const use of [
      "outside(t)",
      "print(globals())",
      "eval('t')",

      "setattr(used, 'x', t)",
      "outside(lambda: t)",
    ]) {
      const answer = await py(...lines, use);
      expect(`${use} ${answer.replaceAll("uncertain", "found")}`).toBe(`${use} found found`);
    }
    const more = { "pyproject.toml": "[project]\nname = 'x'\n" };
    expect(await answers("main.py", lines, more)).toBe("found found");
    const other = { "other.py": "import main\ndef run(): main.t['b']()\n" };
    expect(await answers("main.py", [...lines, "import other", "other.run()"], other)).toBe("found found");
    const module = { "other.py": "import main\nimport outside\noutside(main)\n" };
    expect(await answers("main.py", [...lines, "import other"], module)).toBe("found found");
  });

  it("stays reached where a script beside it may name what holds it", async () => {
    const lines = ["var t = { a: used, b: unused };", "t.a();"];
    expect(await answers("main.js", lines, { "other.js": "t.b();" })).toBe("found found");
    expect(await answers("main.js", lines, { "other.js": "window.t.b();" })).toBe("found found");
    expect(await answers("main.js", lines, { "other.js": "u.b();" })).toBe("found not-found");
  });

  it("stays reached where what gives it is called by who is not read", async () => {
    expect(await js("outside(() => unused);", "used();")).toBe("found found");
    expect(await js("const make = () => unused;", "outside(make);", "used();")).toBe("found found");
    expect(await js("export function make() { return unused; }", "make();", "used();")).toBe("found found");
    expect(await js("class A { make() { return unused; } }", "new A().make();", "used();")).toBe(
      "found found",
    );
    expect(await js("const make = () => unused;", "make()();", "used();")).toBe("found found");
    expect(await js("const make = () => unused;", "const f = make();", "used();")).toBe("found not-found");
  });
});
