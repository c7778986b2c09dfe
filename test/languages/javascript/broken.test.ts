import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { declared, readText, uses } from "./records.ts";

const sample = `import a, { b as c } from "./m";
export default class K<T> extends mix(a, c.d) implements I<T> {
  static { this.x = 1; }
  constructor(private readonly s: Svc, { p, q: [r] = [] }: Opt = {}) { super(s); }
  @dec() get v(): typeof a.b { return this.#w?.[\`\${r}\`]!; }
}
const { one, two: { three } = four } = await import("./late"), [five] = require("six").seven;
module.exports = { one, two() { return <X.Y z={one}>text</X.Y>; } };
type M<U> = { [K in keyof U]: U[K] extends infer V ? V : import("./t").W };
label: for (const i of list) { switch (i) { case 1: var deep = function named() { named(); }; } }
`;

describe("code that does not parse", () => {
  it.each(["a.ts", "a.tsx", "a.js"])("gives a record whatever is cut out of it: %s", async (path) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(sample.length), fc.nat(60), async (start, length) => {
        const text = sample.slice(0, start) + sample.slice(start + length);
        const file = await readText(path, text);
        const lines = text.split("\n");
        for (const one of file.references) {
          expect(lines[one.line]?.slice(one.column, one.column + one.name.length)).toBe(one.name);
          expect(one.within).toBeLessThan(file.declarations.length);
        }
        for (const [index, one] of file.declarations.entries()) expect(one.parent).toBeLessThan(index);
        for (const one of file.assignments) expect(one.reference).toBeLessThan(file.references.length);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it("is read around the break, which is a problem of the file", async () => {
    const file = await readText(
      "a.tsx",
      `export function Wide(props) {
  return (
    <div>
      {props.show && (
        <span>{format("a")}</span>
        <span>{format("b")}</span>
      )}
    </div>
  );
}
`,
    );
    expect(file.problems.length).toBeGreaterThan(0);
    expect(uses(file, "format").length).toBeGreaterThan(0);
  });

  it("holds its parameters to itself", async () => {
    const file = await readText("a.js", "function broken(inner) {\n  inner;\n");
    expect(uses(file, "inner")).toEqual(["2:inner read -> 1:inner"]);
  });

  it("is empty when the text is", async () => {
    const file = await readText("a.ts", "");
    expect([file.declarations, file.references, file.problems]).toEqual([[], [], []]);
  });
});

describe("good code that the grammar does not get", () => {
  it("as call signatures without semicolons is read whole", async () => {
    const file = await readText(
      "a.ts",
      `interface Get {
  (name: string): string[]
  // with a type
  <T>(key: Key<T>): Box<T>
  /** and
   * with two */
  <
    A,
    B extends A
  >(key: Key<A>): B
}
export const after = 1;
`,
    );
    expect(file.problems).toEqual([]);
    expect(uses(file, "T", "A", "B")).toEqual([
      "4:T type -> 4:T",
      "4:T type -> 4:T",
      "9:A type -> 8:A",
      "10:A type -> 8:A",
      "10:B type -> 9:B",
    ]);
    expect(declared(file, "module")).toEqual(["module interface Get", "module constant after"]);
  });

  it("as variance, using and type-only stars is no problem of the file", async () => {
    const file = await readText(
      "a.ts",
      `interface Both<in out T, /* wide */ out U extends T = never> { t: T; u: U }
async function f() { await using handle = open(); handle.close(); }
export type * from "./types";
let big: bigint;
`,
    );
    expect(file.problems).toEqual([]);
    expect(uses(file, "T", "U", "close", "bigint")).toEqual([
      "1:T type -> 1:T",
      "1:T type -> 1:T",
      "1:U type -> 1:U",
      "2:handle.close call -> 2:handle",
    ]);
  });
});
