import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

/** More modules than re-exports are followed one after the other. */
const far = 70;
/** Enough where nothing that is imported is given on. */
const few = 16;

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}

/** A file of each module, which brings in all names of all others and has something of its own. */
function mutual(
  count: number,
  pathOf: (at: number) => string,
  line: (other: number) => string,
  own: (at: number) => string,
): [string, string][] {
  return upTo(count).map((at) => {
    const lines = upTo(count)
      .filter((other) => other !== at)
      .map(line);
    return [pathOf(at), `${lines.join("\n")}\n${own(at)}\n`];
  });
}

/** What the start of each program calls: of modules near the first, of the middle and of the last. */
const called = [1, 5, 35, far - 1];
const calledOfFew = called.map((at) => Math.min(at, few - 1));
const calls = called.map((at) => `f${at}();`);

interface Circle {
  readonly files: readonly (readonly [string, string])[];
  readonly start: string;
  readonly expected: readonly string[];
}

const circles: Readonly<Record<string, Circle>> = {
  "`export *` of TypeScript": {
    files: [
      ...mutual(
        far,
        (at) => `m${at}.ts`,
        (other) => `export * from "./m${other}";`,
        (at) => `export function f${at}() {}`,
      ),
      [
        "main.ts",
        `import { ${called.map((at) => `f${at}`).join(", ")} } from "./m0";\n${calls.join("\n")}\n`,
      ],
    ],
    start: "main.ts",
    expected: called.map((at) => `m${at}.ts//f${at}`),
  },
  "`import *` of Python": {
    files: [
      ["p/__init__.py", ""],
      ...mutual(
        far,
        (at) => `p/m${at}.py`,
        (other) => `from .m${other} import *`,
        (at) => `def f${at}(): pass`,
      ),
      ["main.py", `from p.m0 import *\n${calls.join("\n")}\n`],
    ],
    start: "main.py",
    expected: called.map((at) => `p/m${at}.py//f${at}`),
  },
  "dot imports of Go": {
    // What a package imports it does not give on.
    files: [
      ["go.mod", "module m\n"],
      ...mutual(
        few,
        (at) => `m${at}/a.go`,
        (other) => `import . "m/m${other}"`,
        (at) => `package m${at}\nfunc F${at}() { ${calledOfFew.map((other) => `F${other}()`).join("; ")} }`,
      ).map(([path, text]): [string, string] => {
        const clause = /package \w+\n/u.exec(text)?.[0] ?? "";
        return [path, clause + text.replace(clause, "")];
      }),
    ],
    start: "m0/a.go//F0",
    expected: calledOfFew.map((at) => `m${at}/a.go//F${at}`),
  },
  "on-demand imports of Java": {
    files: mutual(
      few,
      (at) => `m${at}/C${at}.java`,
      (other) => `import m${other}.*;\nimport static m${other}.C${other}.*;`,
      (at) =>
        `public class C${at} { public static void f${at}() { ${calledOfFew.map((other) => `f${other}();`).join(" ")} } }`,
    ).map(([path, text]): [string, string] => [path, `package ${path.split("/")[0]};\n${text}`]),
    start: "m0/C0.java//C0//f0",
    expected: calledOfFew.map((at) => `m${at}/C${at}.java//C${at}//f${at}`),
  },
  "globs of Rust": {
    files: [
      ["Cargo.toml", '[package]\nname = "m"\nversion = "0.1.0"\n'],
      ...mutual(
        far,
        (at) => `src/m${at}.rs`,
        (other) => `pub(crate) use crate::m${other}::*;`,
        (at) =>
          `pub fn f${at}() {}\npub struct S${at};\nimpl S${at} { pub fn go() {} }\npub use E${at}::*;\npub enum E${at} { V${at} }\nimpl E${at} { pub fn turn(&self) {} }\npub use self::f${at} as named${at};`,
      ),
      [
        "src/main.rs",
        `${upTo(far)
          .map((at) => `mod m${at};`)
          .join(
            "\n",
          )}\nuse m0::*;\nfn main() { ${calls.join(" ")} m0::S5::go(); m0::m35::S35::go(); named9(); m3::E7::V7.turn(); }\n`,
      ],
    ],
    start: "src/main.rs//main",
    expected: [
      ...called.map((at) => `src/m${at}.rs//f${at}`),
      "src/m5.rs//S5//go",
      "src/m9.rs//f9",
      "src/m7.rs//E7//turn",
    ],
  },
};

describe("modules that bring in all names of each other, in a circle", () => {
  for (const [name, { files, start, expected }] of Object.entries(circles)) {
    it(name, async () => {
      const project = new Map(files);
      const graph = linkProject(await readProject(project), project);
      const reached = edgeLines(graph)
        .filter((line) => line.startsWith(`${start} -> `))
        .map((line) => line.slice(start.length + 4).split(" [")[0]);
      expect(reached).toEqual(expect.arrayContaining([...expected]));
      // A name that is near by some way is not cut because another way to it is long.
      expect(graph.truncations).toEqual([]);
    });
  }
});
