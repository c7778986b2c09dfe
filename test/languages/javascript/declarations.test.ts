import { describe, expect, it } from "vitest";
import { declarationKey } from "../../../src/engine/index/index.ts";
import { assigned, declared, readText } from "./records.ts";

describe("declarations of TypeScript", () => {
  it("are of the module, members or local", async () => {
    const file = await readText(
      "a.ts",
      `export class Store<T> extends Base implements Closer {
  static #secret = 1;
  name?: string;
  byId = (id: string) => id;
  constructor(private readonly service: Service, plain: number) { super(); const inner = plain; }
  get size(): number { return 1; }
  ["literal"]() {}
  [Symbol.iterator]() {}
}
interface Reader extends a.Source { read(s: string): Text; mode: Mode }
enum Colour { Red, Green = Red }
type Pair = { left: string; right(): void };
namespace Deep.Er { export const z = 1; function hidden() {} }
const [one, { two, ...three }] = make(), four = () => 4;
var five;
if (five) { var hoisted = 1; let blocked = 2; }
`,
    );
    expect(declared(file)).toEqual([
      "module class Store",
      "local type-parameter Store.T",
      "member field Store.#secret",
      "member field Store.name",
      "member method Store.byId",
      "local parameter byId.id",
      "member constructor Store.constructor",
      "local parameter constructor.service",
      "member field Store.service",
      "local parameter constructor.plain",
      "local constant constructor.inner",
      "member method Store.size",
      "member method Store.literal",
      "member method Store.[Symbol.iterator]",
      "module interface Reader",
      "member method Reader.read",
      "local parameter read.s",
      "member field Reader.mode",
      "module enum Colour",
      "member enum-member Colour.Red",
      "member enum-member Colour.Green",
      "module type Pair",
      "member field Pair.left",
      "member method Pair.right",
      "module namespace Deep",
      "module namespace Deep.Er",
      "module constant Er.z",
      "module function Er.hidden",
      "module constant one",
      "module constant two",
      "module constant three",
      "module function four",
      "module variable five",
      "local variable hoisted",
      "local variable blocked",
    ]);
    const store = file.declarations[0];
    expect(store?.bases.map((base) => base.name)).toEqual(["Base", "Closer"]);
    const hidden = file.declarations.filter((one) => one.level === "member" && !one.isExported);
    expect(hidden.map((one) => one.name)).toEqual(["#secret", "service"]);
    expect(file.declarations.find((one) => one.name === "read")?.results[0]?.name).toBe("Text");
    expect(file.declarations.find((one) => one.name === "mode")?.type?.name).toBe("Mode");
  });

  it("have a path from the file on, as a key has", async () => {
    const file = await readText(
      "a.ts",
      `namespace N { export class C { m() { function inner() {} } } }
const page = { draw: function () {}, nested: { deep() {} } };
`,
    );
    const keys = file.declarations.map((_, index) => declarationKey(file, index));
    expect(keys).toContain("a.ts//N//C//m//inner");
    expect(keys).toContain("a.ts//page//draw");
    expect(keys).toContain("a.ts//page//nested//deep");
  });

  it("reach from the decorators and the export to the end", async () => {
    const file = await readText(
      "a.ts",
      `@first
@second()
export class C {
  @third
  method() {
    return 1;
  }
}
export const text =
  1;
const a = 1,
  b = 2;
`,
    );
    const span = (name: string) => {
      const found = file.declarations.find((one) => one.name === name);
      return [found?.startLine, found?.line, found?.endLine];
    };
    expect(span("C")).toEqual([0, 2, 7]);
    expect(span("method")).toEqual([3, 4, 6]);
    expect(span("text")).toEqual([8, 8, 9]);
    expect(span("b")).toEqual([11, 11, 11]);
  });

  it("say whether other files can name them", async () => {
    const file = await readText(
      "a.ts",
      `export function one() {}
function two() {}
const three = 1;
class Four {}
function five() {}
export { two, three as renamed };
export default Four;
`,
    );
    const open = file.declarations.filter((one) => one.isExported).map((one) => one.name);
    expect(open).toEqual(["one", "two", "three", "Four"]);
  });

  it("of overloads share their name, and only the last has a body", async () => {
    const file = await readText(
      "a.ts",
      "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: unknown) {}\nf(1);\n",
    );
    const overloads = file.declarations.filter((one) => one.name === "f");
    expect(overloads.map((one) => one.isAbstract)).toEqual([true, true, false]);
    expect(file.references.at(-1)?.declaration).toBe(file.declarations.indexOf(overloads[2] as never));
  });
});

describe("declarations of JavaScript", () => {
  it("are made by assignment too", async () => {
    const file = await readText(
      "a.js",
      `function Store(name) {
  this.name = name;
  this.fetch = (key) => key;
  if (name) this.name = 1;
}
Store.prototype.drop = function () { this.later = 1; };
Object.assign(Store.prototype, { warm() {} });
Unknown.prototype.far = function () {};
Store.create = function () {};
class Tree { leaf; constructor() { this.leaf = 1; this.root = 2; } }
const anything = {};
anything.data = 1;
`,
    );
    expect(declared(file, "member")).toEqual([
      "member field Store.name",
      "member method Store.fetch",
      "member method Store.drop",
      "member field Store.later",
      "member method Store.warm",
      "member method Unknown.far",
      "member method Store.create",
      "member field Tree.leaf",
      "member constructor Tree.constructor",
      "member field Tree.root",
    ]);
  });

  it("of a mixin name the call and its arguments as bases", async () => {
    const file = await readText("a.js", "class D extends mix(E, lib.F) {}\n");
    expect(file.declarations[0]?.bases.map((base) => [...base.through, base.name].join("."))).toEqual([
      "mix.()",
      "E",
      "lib.F",
    ]);
  });

  it("leave anonymous functions to the function around them", async () => {
    const file = await readText("a.js", "function f() { run(function () { const x = go(() => y); }); }\n");
    const around = file.references.map((one) => file.declarations[one.within]?.name);
    expect(around).toEqual(["f", "f", "f"]);
  });
});

describe("assignments", () => {
  it("say what a name may hold", async () => {
    const file = await readText(
      "a.ts",
      `const a = b.c, d = make(), e = new Box(), f = () => 1, g = { h: a }, i = [1], j = 1;
const k = a ? one : two ?? three;
const { l, m: { n = 2 } } = lib.part;
const [p, q] = pair();
function r(s = a) {}
this.t = await load();
d ||= other;
let u = (v as Any)!;
`,
    );
    expect(assigned(file)).toEqual([
      "a = name b.c",
      "d = call make",
      "e = call Box",
      "f = function",
      "g = object",
      "h = name a",
      "i = list",
      "j = other",
      "k = name one",
      "k = name two",
      "k = name three",
      "l = name lib.part.l",
      "n = name lib.part.m.n",
      "n = other",
      "p = call pair",
      "q = call pair #1",
      "s = name a",
      "this.t = call load",
      "d = name other",
      "u = name v",
    ]);
  });
});
