import { describe, expect, it } from "vitest";
import { readText, uses } from "./records.ts";

describe("uses of names", () => {
  it("of a type with two dots after `as` and `satisfies` are of the type, not of the value", async () => {
    const file = await readText(
      "a.ts",
      `import * as z from "z";
x as z.core.Foo;
x satisfies z.core.Foo;
(x as any as z.a.b.Foo).Foo;
`,
    );
    expect(uses(file, "Foo")).toEqual([
      "2:z.core.Foo type -> z",
      "3:z.core.Foo type -> z",
      "4:z.a.b.Foo type -> z",
      "4:x.Foo read -> unbound",
    ]);
  });

  it("are none in comments, strings, keys, labels, imports and export lists", async () => {
    const file = await readText(
      "a.ts",
      `import { gone } from "gone"; // gone
export { gone };
/* gone */ const s = "gone" + 'gone' + \`gone\`;
const o = { gone: 1, "gone": 2, gone() {} };
gone: for (;;) break gone;
class C { gone = 1; gone2() {} }
`,
    );
    expect(uses(file, "gone")).toEqual([]);
  });

  it("say what they are reached through", async () => {
    const file = await readText(
      "a.ts",
      `a.b.c;
a.b().c;
a?.b?.[0]!.c;
(a as B).c;
(await a).c;
new a.B().c;
a["b"].c();
(0, a.b)();
this.#c;
(a || b).c;
tag\`\${a}\`.c;
`,
    );
    expect(uses(file, "c", "#c").map((use) => use.split(" ->")[0])).toEqual([
      "1:a.b.c read",
      "2:a.b.().c read",
      "3:a.b.[].c read",
      "4:a.c read",
      "5:a.c read",
      "6:a.B.().c read",
      "7:a.b.c call",
      "9:this.#c read",
      "10:?.c read",
      "11:tag.().c read",
    ]);
    expect(uses(file, "b")).toContain("8:a.b call -> unbound");
    expect(uses(file, "tag")).toEqual(["11:tag call -> unbound"]);
  });

  it("have a role", async () => {
    const file = await readText(
      "a.ts",
      `class A extends B.C<T> implements I, n.J { @dec @made(1) m() {} }
f(x, ...y);
new K(1, 2);
w = v; w++; w += 1; [w] = v; ({ w } = v); ({ z: w } = v);
let t: typeof q.r, u: n.T<S>;
function g(p): p is P {}
super.m(); super(1);
`,
    );
    expect(file.references.map((one) => `${[...one.through, one.name].join(".")} ${one.role}`)).toEqual([
      "B read",
      "B.C base",
      "T type",
      "I base",
      "n type",
      "n.J base",
      "dec decorator",
      "made call",
      "f call",
      "x read",
      "y read",
      "K new",
      "w write",
      "v read",
      "w write",
      "w write",
      "w write",
      "v read",
      "w write",
      "v read",
      "w write",
      "v read",
      "q type",
      "q.r type",
      "n type",
      "n.T type",
      "S type",
      "p type",
      "P type",
      "super.m call",
      "super call",
    ]);
    const counts = file.references.filter((one) => one.argumentCount >= 0);
    expect(counts.map((one) => [one.name, one.argumentCount])).toEqual([
      ["made", 1],
      ["f", 2],
      ["K", 2],
      ["m", 0],
      ["super", 1],
    ]);
  });

  it("in JSX are components, expressions and no attributes", async () => {
    const file = await readText(
      "a.tsx",
      `const v = <Card title="x" {...rest}>
  text Card
  <Kit.Badge on={press}>{label}</Kit.Badge>
  <section Card="no"><x-card /><this.part /></section>
</Card>;
`,
    );
    expect(uses(file).map((use) => use.split(" ->")[0])).toEqual([
      "1:Card call",
      "1:rest read",
      "3:Kit read",
      "3:Kit.Badge call",
      "3:press read",
      "3:label read",
      "4:this.part call",
    ]);
    expect(file.multilineStrings).toEqual([{ startLine: 0, endLine: 2 }]);
  });

  it("of a very long chain stay as cheap as their number", async () => {
    const file = await readText("a.ts", `z${".a()".repeat(400)};\n`);
    expect(file.references.length).toBe(401);
    expect(Math.max(...file.references.map((one) => one.through.length))).toBeLessThan(70);
    expect(file.references.at(-1)?.through[0]).toBe("?");
  });
});

describe("the scopes that bind them", () => {
  it("hoist var and functions, and keep let and const in their block", async () => {
    const file = await readText(
      "a.js",
      `var x = 0;
function f() {
  x;
  { let x = 1; x; }
  if (x) { var x = 2; }
  g(); function g() {}
}
for (let i = 0; i < 1; i++) i;
i;
try {} catch ({ message }) { message; }
message;
switch (x) { case 1: let c = 1; c; }
c;
`,
    );
    expect(uses(file, "x", "g", "i", "message", "c").map((use) => use.replace(/ \w+ ->/, ""))).toEqual([
      "3:x 5:x",
      "4:x 4:x",
      "5:x 5:x",
      "6:g 6:g",
      "8:i 8:i",
      "8:i 8:i",
      "8:i 8:i",
      "9:i unbound",
      "10:message 10:message",
      "11:message unbound",
      "12:x 1:x",
      "12:c 12:c",
      "13:c unbound",
    ]);
  });

  it("take a var that comes again for the same variable", async () => {
    const file = await readText(
      "a.js",
      "function f(a) { var a = one(); for (var i of a) {} for (var i of b) i; }\n",
    );
    const bound = file.references.map((one) => file.declarations[one.declaration]?.kind ?? "unbound");
    expect(bound).toEqual(["unbound", "parameter", "unbound", "variable"]);
    expect(file.assignments.map((one) => file.declarations[one.declaration]?.kind)).toEqual(["parameter"]);
  });

  it("let a parameter's default see the parameters and not the body", async () => {
    const file = await readText("a.js", "const b = 1;\nfunction f(a, c = a + b) { var b = 2; return b; }\n");
    expect(uses(file, "a", "b")).toEqual(["2:a read -> 2:a", "2:b read -> 1:b", "2:b read -> 2:b"]);
    expect(file.references.map((one) => file.declarations[one.declaration]?.kind)).toEqual([
      "parameter",
      "constant",
      "variable",
    ]);
  });

  it("keep the name of a function or class expression inside it", async () => {
    const file = await readText(
      "a.js",
      "const f = function inner() { inner(); };\ninner();\nconst C = class Own { m() { Own; } };\nOwn;\n",
    );
    expect(uses(file, "inner", "Own").map((use) => use.split("-> ")[1])).toEqual([
      "1:f",
      "unbound",
      "3:C",
      "unbound",
    ]);
  });

  it("take a function that has two names for one function", async () => {
    const file = await readText(
      "a.js",
      "var app = exports = module.exports = {};\napp.use = function use(fn) { return use; };\napp.all = { get: function get() { get(); } };\n",
    );
    const names = file.declarations.map(({ name }) => name);
    expect(names.filter((name) => name === "use" || name === "get")).toEqual(["use", "get"]);
    expect(uses(file, "get")).toEqual(["3:get call -> 3:get"]);
  });

  it("let a var in a function be another than the function's own name", async () => {
    const file = await readText("a.js", "f(function range() {\n  range();\n  var range = 1;\n});\n");
    expect(uses(file, "range")).toEqual(["1:range read -> 1:range", "2:range call -> 3:range"]);
  });

  it("tell types from values of one name", async () => {
    const file = await readText(
      "a.ts",
      `interface Box { a: 1 }
const Box = () => 1;
let t: Box = Box();
import * as checks from "./checks";
function f(checks: checks.One) { return checks; }
function g<T>(T: T) { return T; }
`,
    );
    expect(uses(file, "Box", "checks", "T")).toEqual([
      "3:Box type -> 1:Box",
      "3:Box call -> 2:Box",
      "5:checks type -> ./checks",
      "5:checks read -> 5:checks",
      "6:T type -> 6:T",
      "6:T read -> 6:T",
    ]);
    const [asType, asValue] = file.references.filter((one) => one.name === "T");
    expect(file.declarations[asType?.declaration ?? -1]?.kind).toBe("type-parameter");
    expect(file.declarations[asValue?.declaration ?? -1]?.kind).toBe("parameter");
  });

  it("end type parameters where they end", async () => {
    const file = await readText(
      "a.ts",
      `type A<T> = T extends (x: infer U) => infer R ? [U, R] : never;
type B = { [K in keyof T]: K };
interface C { m<V>(v: V): V; n: V }
`,
    );
    expect(uses(file, "T", "U", "R", "K", "V").map((use) => use.replace(" type ->", ""))).toEqual([
      "1:T 1:T",
      "1:U 1:U",
      "1:R 1:R",
      "2:T unbound",
      "2:K 2:K",
      "3:V 3:V",
      "3:V 3:V",
      "3:V unbound",
    ]);
  });
});

describe("what is decided at run time", () => {
  it("is flagged with what is known of it", async () => {
    const file = await readText(
      "a.js",
      `eval(x); new Function("a"); setTimeout("go()", 1); setTimeout(go, 1);
o[k](); o["known"](); o[\`on\${k}\`](); import("./pages/" + k); require(\`./lang/\${k}\`); Reflect.get(o, k);
function f(eval) { eval(1); }
`,
    );
    expect(file.flags.map((one) => [one.kind, one.name, one.prefix])).toEqual([
      ["eval", "eval", undefined],
      ["eval", "new Function", undefined],
      ["eval", "setTimeout", undefined],
      ["computed-member", "[]", undefined],
      ["computed-member", "[]", "on"],
      ["computed-import", "import", "./pages/"],
      ["computed-import", "require", "./lang/"],
      ["reflection", "Reflect.get", undefined],
    ]);
    expect(uses(file, "known")).toEqual(["2:o.known call -> unbound"]);
  });
});
