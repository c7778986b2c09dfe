import { describe, expect, it } from "vitest";
import { statusesOf } from "./reach-statuses.ts";

const js = ["function used() {}", "function unused() {}"];
const py = ["def used(): pass", "def unused(): pass"];

/** The answers for `used` and `unused`; what is not sure counts as reached. */
async function answers(text: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  // Only JavaScript ends its statements here.
  const isPython = !text.includes(";");
  const file = isPython ? "main.py" : "main.js";
  const found = await statusesOf({ [file]: [...(isPython ? py : js), text].join("\n"), ...more }, [
    `${file}//used`,
    `${file}//unused`,
  ]);
  return Object.values(found).join(" ").replaceAll("uncertain", "found");
}

describe("a variable that is set again before anything reads it", () => {
  it.each([
    "let v = unused; v = used; v();",
    "let v = used; v(); v = unused;",
    "let v = used; const w = v; v = unused; w();",
    "let v = used, w = unused; [v, w] = [w, v]; w();",
    "{ let v = unused; { v = used; } v(); }",
    "let v = unused; v = used; for (const x of [1]) v();",
    "function f() { let v = unused; v = used; v(); } f();",
    "const f = async () => { let v = unused; await 0; v = used; v(); }; f();",
    "v = unused\nv = used\nv()",
    "v = used\nw = v\nv = unused\nw()",
    "v, w = used, unused\nv, w = w, v\nw()",
    "v = unused\nv = used\nfor x in [1]: v()",
    "def f():\n  v = unused\n  v = used\n  v()\nf()",
    "v = unused\nv = used\n@v\ndef f(): pass",
  ])("gives what it was set to last: %s", async (text) => {
    expect(await answers(text)).toBe("found not-found");
  });

  it.each([
    "let v = unused; if (c) v = used; v();",
    "let v = unused; c && (v = used); v();",
    "let v = unused; v ||= used; v();",
    "let v = unused; for (let i = 0; i < 2; i++) { v(); v = used; }",
    "let v = unused; while (c()) { v = used; } v();",
    "let v = unused; try { c(); v = used; } catch {} v();",
    "let v = unused; try { v = used; } finally { v(); v = unused; } v();",
    "let v = unused; out: { if (c) break out; v = used; } v(); used();",
    "let v = unused; switch (c) { case 1: v = used; } v(); used();",
    "let v = unused; const f = () => v(); f(); v = used; f();",
    "let v = unused; class A { x = v(); } new A(); v = used; new A();",
    "let v = unused; v(v = used); v();",
    "let v = unused; f(); v = used; f(); function f() { v(); }",
    "v = unused; for (var v of [used]) v(); used(); f(); function f() { v(); }",
    "function f(v) { arguments[0] = unused; v(); v = used; v(); } f(used);",
    "let v = unused; eval('v()'); v = used; v();",
    "let v = unused; [v = unused] = []; v(); v = used; v();",
    "var v = unused; v = used; v(); var v = unused; v();",
    "function* f() { let v = unused; yield v; v = used; v(); } for (const x of f()) x();",
    "v = unused\nif c: v = used\nv()",
    "v = unused\nfor v in []: pass\nv()\nused()",
    "v = unused\nfor i in range(2):\n  v()\n  v = used",
    "v = unused\ntry:\n  c()\n  v = used\nexcept Exception: pass\nv()",
    "v = unused\ndef f(): v()\nf()\nv = used\nf()",
    "v = unused\nf = lambda: v()\nf()\nv = used\nf()",
    "v = used\ndef f():\n  global v\n  v = unused\nv = used\nf()\nv()",
    "v = unused\n[v() for x in [1]]\nv = used\nv()",
    "v = unused\nclass A: v()\nv = used\nv()",
    "v = unused\nprint(globals()['v']())\nv = used\nv()",
    "v = unused\nexec('v()')\nv = used\nv()",
    "v = unused\nv()\ndel v\nv = used\nv()",
    "v = unused\nwith c() as v: pass\nv()\nused()\nunused()",
    "v = unused\n(v := used) if c else 0\nv()",
    "def f(v=unused):\n  v()\n  v = used\n  v()\nf()",
  ])("may give more where order does not tell: %s", async (text) => {
    expect(await answers(text)).toBe("found found");
  });

  it("has no known value where another file reads or sets it", async () => {
    const reader = { "other.py": "import main\ndef run(): main.v()\n" };
    expect(await answers("v = unused\nimport other\nother.run()\nv = used\nv()", reader)).toBe("found found");
    const writer = { "other.py": "import main\ndef run(): main.v = main.unused\n" };
    expect(await answers("v = used\nv = used\nimport other\nother.run()\nv()", writer)).toBe("found found");
  });
});
