// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are programs, not templates
import { describe, expect, it } from "vitest";
import { statusesOf } from "./reach-statuses.ts";

/** Whether `used` counts as reached; what is not sure does. */
async function isReached(file: string, text: string): Promise<boolean> {
  const head = file.endsWith(".py")
    ? "def used(*a): pass\ndef other(*a): pass\n"
    : "function used() {} function other() {}\n";
  const found = await statusesOf({ [file]: head + text }, [`${file}//used`]);
  const status = found[`${file}//used`];
  expect(["found", "uncertain", "not-found"]).toContain(status);
  return status !== "not-found";
}

describe("a function that runs in a way of its own is not denied", () => {
  it.each([
    // Keys that are written in several ways.
    "const t = { 0x10: used, 1: other }; const f = t[16]; f();",
    "const t = [other, used]; t[0](); t[0x1]();",
    "const t = [other, used]; t[0](); t[1.0]();",
    "const t = [other, used]; t[0](); t[1n]();",
    "const t = [other, used]; t[0](); t[01]();",
    "const t = { 1_0: used, 1: other }; t[10]();",
    "const t = [other, used]; const { 0x1: f } = t; f();",
    'const t = { a: other, b: used }; const f = t["\\x62"]; f();',
    'const t = { a: other, "\\u{62}": used }; const f = t.b; f();',
    "const t = { a: other, bb: used }; const f = t.b\\u0062; f();",
    "let t = other; t = used; \\u0074();",
    // A key that only sounds like a symbol.
    'function f(kB) { const t = { a: other, b: used }; t.a(); const g = t[kB]; g(); } f("b");',
    'function f(kB) { const t = { a: other }; t.a(); t[kB] = used; const g = t.b; g(); } f("b");',
    // A name that is worked out where the member is written.
    "class A { [used()]() {} }",
    "class A { get [used()]() { return 1; } }",
    "const o = { [used()]() {} };",
    // Methods of lists by other words.
    'const t = [other, used]; t[0](); t["pop"]()();',
    "const t = [other, used]; t[0](); const f = t.at.bind(t); f(1)();",
    // What a constructor gives instead of its value.
    "const t = { a: other, b: used }; t.a(); new (class { constructor() { return t; } })().b();",
    "const t = { a: other, b: used }; t.a(); function A() { return t; } new A().b();",
    // Static members that the language calls.
    "class D { static [Symbol.hasInstance]() { used(); } } 1 instanceof D;",
    'class D { static toString() { used(); return ""; } } `${D}`;',
    "class D { static valueOf() { used(); return 1; } } +D;",
    // Names that are declared twice.
    "function f(v = used) { var v; v(); } f();",
    "var v = used; function v() { other(); } v();",
    "var v = other; { function v() { used(); } } v();",
    "function f() { { function v() { used(); } } var v; v(); } f();",
  ])("%s", async (text) => {
    expect(await isReached("main.js", text)).toBe(true);
  });

  it.each([
    "t = {'a': other, 'b': used}\nt['a']()\nt.__getitem__('b')()",
    "t = {'a': other, 'b': used}\nt['a']()\nf = t.get\nf('b')()",
    "t = [other, used]\nt[0]()\nlist(map(t.__getitem__, [1]))[0]()",
    "def f(): return used\nf.__call__()()",
    "def f(x=used): pass\nf.__defaults__[0]()",
    "class A:\n  def __init_subclass__(cls): used()\nclass B(A): pass",
    "class A:\n  def __init_subclass__(cls, x=None): x()\nclass B(A, x=used): pass",
    "def f() -> used(): pass",
    "def f(x: used() = 1): pass",
    "def f(x: 'int' = 1, y: used() = 2): pass",
    "def note(f): f()\ndef f(x: note(used)): pass",
    "from typing import Annotated\ndef note(f): return f()\ndef f(x: Annotated[int, note(used)]): pass",
    "from typing import Annotated\ndef f(x: Annotated[int, used]): pass\nf.__annotations__['x'].__metadata__[0]()",
    "def f(x: (lambda: used())): pass\nf.__annotations__['x']()",
  ])("%s", async (text) => {
    expect(await isReached("main.py", text)).toBe(true);
  });
});
