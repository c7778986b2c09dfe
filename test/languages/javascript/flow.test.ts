import { describe, expect, it } from "vitest";
import { flowText } from "../flow-text.ts";
import { readText } from "./records.ts";

const flowOf = async (text: string, path = "a.js"): Promise<string[]> => flowText(await readText(path, text));

describe("where JavaScript values go", () => {
  it("notes calls of what has no name", async () => {
    expect(await flowOf("f()(g); o.m().n(g); t[0](); t[k](g); (a || b)(); new (h())(g); f?.(g)")).toEqual([
      "1: f()(g)",
      "1: f()",
      "1: o.m().n(g)",
      "1: o.m()",
      '1: t["0"] or t["[]"]()',
      "1: t[](g)",
      "1: a or b()",
      "1: new h()(g)",
      "1: h()",
      "1: f(g)",
    ]);
  });

  it("reads a key that is a constant of the file", async () => {
    expect(await flowOf("const k = 'a', n = 1; o[k](); o[n](); function f(k) { o[k]() }")).toEqual([
      '1: o["a"]()',
      '1: o["1"] or o["[]"]()',
      "1: o[]()",
      "f(k)",
    ]);
  });

  it("notes what is given: spread, a template, a component's attributes", async () => {
    expect(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is read.
      await flowOf("f(1, g, ...h); tag`a${g}b${1}`; <Row on={g} {...more}>{h}</Row>; <a onClick={g}/>"),
    ).toEqual([
      '1: f(_, g, *{...h, h["[]"]})',
      "1: tag(_, g)",
      "1: Row({on: g, ...more, children: h})",
      "1: ~({onClick: g})",
    ]);
  });

  it("notes functions with their parameters and what they give", async () => {
    expect(
      await flowOf(`function f(a, { b, c: [d] }, e = g, ...rest) { return a }
const arrow = (x) => x, block = async (x) => { return await x }
function* many() { yield f; yield* arrow }
run(function () { return () => f })`),
    ).toEqual([
      "4: run(fn:4)",
      "f(a, {}, e, *rest) gives a",
      "arrow(x) gives x",
      "block(x) gives x",
      "many() gives {[]: f} | arrow",
      "fn:4() gives fn:4",
      "fn:4() gives f",
      "name@f.e = g",
      "name@f.b = f#1.b",
      'name@f.d = f#1.c["0"] or f#1.c["[]"]',
    ]);
  });

  it("notes what tables hold; what is declared as a member stands for itself", async () => {
    expect(
      await flowOf("const o = { a: f, m() {}, n: () => 1, ...p, [k]: g, 'q r': f }; run([f, , g, ...h, f])"),
    ).toEqual([
      "1: run({0: f, 2: g, []: h[], []: f})",
      "o.m()",
      "o.n()",
      "name@o = {a: name@o.a, m: name@o.m, n: name@o.n, ...p, g, q r: name@o.q r}",
      // A member holds what is set as that member of the object, too.
      "name@o.a = name@o.a",
      "name@o.q r = name@o.q r",
    ]);
  });

  it("takes patterns apart", async () => {
    expect(
      await flowOf(
        "const [a, { b = f, ...c }, ...d] = v(); [x.y, z] = [z, x.y]; for (const { e } of v()) e(); try {} catch (g) { g() }",
      ),
    ).toEqual([
      "1: v()",
      "1: v().[Symbol.iterator]()",
      "1: v().[Symbol.iterator]().next()",
      "1: v()",
      'name@a = v()["0"] or v()["[]"]',
      'name@b = v()["1"] or v()["[]"].b',
      "name@b = f",
      'name@c = v()["1"] or v()["[]"]',
      "name@d = {[]: v()[]}",
      'x.y = {0: z, 1: x.y}["0"] or {0: z, 1: x.y}["[]"]',
      'z = {0: z, 1: x.y}["1"] or {0: z, 1: x.y}["[]"]',
      "name@e = v()[].e",
      "name@e = v().[Symbol.iterator]()[].e",
      "name@e = v().[Symbol.iterator]().next().value.e",
      "name@g = ~",
    ]);
  });

  it("knows what `this` is", async () => {
    expect(
      await flowOf(`class C { static s = run(this); static t() { run(this) } m() { run(() => this) } static { run(this) } }
const o = { m() { run(this) } }
function f() { run(this) }
function F() { this.x = 1 }
F.prototype.m = function () { run(this) }`),
    ).toEqual(
      expect.arrayContaining([
        "1: run(name@C)",
        "1: run(fn:1)",
        "fn:1() gives a C",
        "2: run(name@o)",
        "3: run(~)",
        "5: run(a F)",
      ]),
    );
  });

  it("notes what names and members get that is no name", async () => {
    expect(
      await flowOf(
        "let a = () => 1; a = b ? c : () => 2; o.x = function () {}; o[k] = f; o.y ??= f; exports.z = [f]",
      ),
    ).toEqual(
      expect.arrayContaining(["a = c or fn:1", "o.x = fn:1", "o[] = f", "o.y = f", "name@z = {0: f}"]),
    );
  });

  it("knows what functions of the language do with functions and tables", async () => {
    expect(
      await flowOf(`f.call(x, a); f.apply(x, l); const b = f.bind(x), c = f.bind(x, 1);
list.map(f)[0](); p.then(f).then(g); Array.from(x, f); setTimeout(f, 1, g); list.push(f);
const m = new Map(); m.set("k", f); m.get("k")(); const s = list.slice(1);`),
    ).toEqual(
      expect.arrayContaining([
        "1: f(a)",
        '1: f(*{...l, l["[]"]})',
        "name@b = f",
        "name@c = f or ~",
        "2: f(list[], _, list)",
        "2: f(p)",
        "2: f(x[])",
        "2: f(g)",
        'list["[]"] = f',
        'm["[]k"] = f',
        "name@s = list.slice() or {[]: list[]}",
      ]),
    );
  });

  it("knows how objects are put together", async () => {
    expect(
      await flowOf(`const o = Object.assign({}, p, { a: f }); Object.assign(C.prototype, { b: f, g });
Object.defineProperty(o, "d", { value: f }); const q = Object.freeze({ a: f }); run({ 1: f, "1": g });`),
    ).toEqual(
      expect.arrayContaining([
        "name@o = {} or {...{}, ...p, ...{a: f}}",
        "C.prototype.b = f",
        "C.prototype.g = g",
        "o.d = {value: f}.value",
        "2: run({1: g})",
      ]),
    );
  });

  it("notes modules that stand where a value is used, and decorators", async () => {
    expect(
      await flowOf('require("./a")(f); run(require("./b")); @dec @other(1) class A { @m() n() {} }'),
    ).toEqual(
      expect.arrayContaining([
        "1: require(f)",
        "1: run(require)",
        "1: dec(name@A)",
        "1: other()(name@A)",
        "1: m()(A.n)",
      ]),
    );
  });

  it("tells symbols from names and from keys that are not known", async () => {
    expect(
      await flowOf(
        'const s = Symbol("x"); o[s] = f; o[s](g); o[kDone] = f; o[key] = f; run({ [kDone]: f, [key]: g })',
      ),
    ).toEqual(
      expect.arrayContaining([
        '1: o["[s]"](g)',
        "1: run({[kDone]: f, g})",
        'o["[s]"] = f',
        'o["[kDone]"] = f',
        "o[] = f",
      ]),
    );
  });

  it("reads each call of a long chain once, so that the reading ends", async () => {
    const chain = await readText("a.js", `list${".flat().filter(f).concat(g).then(h)".repeat(400)}();`);
    const nested = await readText(
      "a.js",
      `${"Object.assign(".repeat(300)}a${", b)".repeat(300)}; ${"[".repeat(300)}f${"]".repeat(300)}`,
    );
    expect(new Set(chain.problems.map((problem) => problem.kind))).toEqual(new Set(["too-deep"]));
    expect(nested.problems).toEqual([]);
  });
});
