import { describe, expect, it } from "vitest";
import { findUnits, type ReviewGraph } from "../../src/engine/review/review.ts";
import { makeDiff, makeHunk, makeRecord } from "./fixtures.ts";
import { reviewTexts, told } from "./real-source.ts";

const symbols = (graph: ReviewGraph) =>
  graph.nodes.flatMap((node) => (node.kind === "change" ? [node.symbol] : []));
const titles = (graph: ReviewGraph) => graph.cores.map((core) => core.title);
const hooks = (graph: ReviewGraph) => graph.cores.map((core) => core.hook);

describe("a unit is named after something declared", () => {
  it("not after a property that is set on a local", async () => {
    const text = (value: string) =>
      `export function handle() {\n  const c = { req: 1 };\n  c.req = () => {\n    return ${value};\n  };\n  return c;\n}\n`;
    const { graph } = await reviewTexts({ "a.ts": text("1") }, { "a.ts": text("2") });
    expect(symbols(graph)).toEqual(["handle"]);
  });

  it("nor after a property of an object that a function holds", async () => {
    const text = (value: string) =>
      `export function handle() {\n  const c = {\n    req: {\n      url: ${value},\n    },\n  };\n  return c;\n}\n`;
    const { graph } = await reviewTexts({ "a.ts": text("1") }, { "a.ts": text("2") });
    expect(symbols(graph)).toEqual(["handle"]);
  });

  it("a comment belongs to what it stands before, also among methods", async () => {
    const text = (one: string, two: string) =>
      `import { z } from "z";\n\n// ${one}\n//\n// and more\nexport function first() {\n  return z;\n}\n\nexport class Store {\n  load() {\n    return 1;\n  }\n\n  /**\n   * ${two}\n   */\n  save() {\n    return 2;\n  }\n}\n`;
    const { graph } = await reviewTexts({ "a.ts": text("a", "b") }, { "a.ts": text("c", "d") });
    expect(symbols(graph)).toEqual(["Store.save", "first"]);
    expect(hooks(graph)).toEqual([
      "Only comments changed at first(): are they true?",
      "Only comments changed at Store.save(): are they true?",
    ]);
  });

  it("a comment with code between stays where it is", async () => {
    const text = (remark: string) => `// ${remark}\nstart();\n\nexport function first() {\n  return 1;\n}\n`;
    const { graph } = await reviewTexts({ "a.ts": text("a") }, { "a.ts": text("b") });
    expect(symbols(graph)).toEqual(["a.ts"]);
  });

  it("the head of an impl belongs to its type", async () => {
    const text = (bound: string) =>
      `pub struct Layer<S> {\n    inner: S,\n}\n\nimpl<S> Service for Layer<S>\nwhere\n    S: ${bound},\n{\n    fn call(&self) -> u32 {\n        1\n    }\n}\n`;
    const { graph } = await reviewTexts({ "a.rs": text("Clone") }, { "a.rs": text("Copy") });
    expect(symbols(graph)).toEqual(["Layer"]);
  });

  it("what others can name comes before what helps it, and the title tells of both", async () => {
    const helper =
      "function same(a: object, b: object) {\n  const x = a;\n  const y = b;\n  return x === y;\n}\n";
    const memo = "export function memo(f: () => object) {\n  return same(f(), f());\n}\n";
    const user =
      'import { memo } from "./memo";\n\nexport function page() {\n  return memo(() => ({}));\n}\n';
    const { graph } = await reviewTexts(
      { "memo.ts": "" },
      { "memo.ts": `${helper}\n${memo}`, "page.ts": user },
    );
    expect(titles(graph)).toEqual(["memo() and same() in memo.ts"]);
    expect(hooks(graph)).toEqual(["Does page() use the new memo() rightly?"]);
    expect(told(graph)[0]).toBe(
      "c1 core memo() and same(): It is new here: 9 lines. 1 changed unit uses it.",
    );
  });

  it("two places of one name in a core say their lines", async () => {
    const text = (value: number) => `export function rate() {\n  return ${value};\n}\n`;
    const use = (lines: number) => `rate();\n${"\n".repeat(lines)}`;
    const files = (value: number) => ({
      "rate.ts": text(value),
      "use.ts": `import { rate } from "./rate";\n${use(60)}${use(0)}`,
    });
    const { graph } = await reviewTexts(files(1), files(2));
    const downstream = graph.placements.filter((one) => one.band === "downstream");
    expect(downstream.map((one) => one.title)).toEqual(["use.ts, line 2", "use.ts, line 63"]);
  });

  it("cores of one name say where they are", async () => {
    const text = (value: number) => `export function run() {\n  return ${value};\n}\n`;
    const { graph } = await reviewTexts(
      { "src/a/index.ts": text(1), "lib/a/index.ts": text(1), "main.ts": text(1) },
      { "src/a/index.ts": text(2), "lib/a/index.ts": text(2), "main.ts": text(2) },
    );
    expect(titles(graph)).toEqual(["run() in lib/a/index.ts", "run() in main.ts", "run() in src/a/index.ts"]);
  });

  it("a constructor with the name of its type is called once", async () => {
    const text = (value: number) =>
      `class Gson {\n  int x;\n\n  Gson() {\n    x = ${value};\n    x = x + 1;\n  }\n}\n`;
    const { graph } = await reviewTexts({ "Gson.java": text(1) }, { "Gson.java": text(2) });
    expect(titles(graph)).toEqual(["Gson()"]);
  });
});

describe("a test is named by what it says of itself", () => {
  const suite = (...tests: string[]) => `describe("add", () => {\n${tests.join("")}});\n`;
  const test = (title: string, body = "check();") =>
    `  it("${title}", () => {\n    ${body}\n    check();\n    check();\n    check();\n  });\n`;

  it("those that a hunk adds", async () => {
    const { graph } = await reviewTexts(
      { "add.test.ts": suite(test("adds")) },
      { "add.test.ts": suite(test("adds"), test("keeps 0"), test("throws")) },
    );
    expect(titles(graph)).toEqual(["“keeps 0” and “throws”"]);
    expect(hooks(graph)).toEqual(["What does “keeps 0” check now that was not checked before?"]);
  });

  it("the one that a change stands in, where the hunk or its heading shows it", () => {
    const symbolOf = (section: string, ...lines: string[]) => {
      const hunk = { ...makeHunk("h1", 1, 1, lines), section };
      const index = () => makeRecord("add.test.ts", {});
      const files = [makeDiff("add.test.ts", [hunk])];
      return findUnits({ files, index, oldIndex: index, isTestPath: () => true }).units[0]?.symbol;
    };
    const inside = ['   it("keeps 0", () => {', "     start();", "-    old();", "+    fresh();"];
    const after = ['   it("keeps 0", () => {', "   });", "-  old();", "+  fresh();"];
    expect(symbolOf("", ...inside)).toBe("keeps 0");
    expect(symbolOf('describe("add", () => {', ...after)).toBe("add");
    expect(symbolOf("", ...after)).toBe("add.test.ts");
    const several = [
      ' test("one", () => {',
      "-  a();",
      "+  b();",
      " });",
      ' test("two", () => {',
      "-  a();",
      "-  a();",
      "-  a();",
      " });",
    ];
    expect(symbolOf("", "-use(1);", "+use(2);", ...several)).toBe("two");
    expect(symbolOf("", "+rgtest!(r1, |dir| {", "+});")).toBe("r1");
  });

  it("those that it removes", async () => {
    const { graph } = await reviewTexts(
      { "add.test.ts": suite(test("adds"), test("keeps 0")) },
      { "add.test.ts": suite(test("adds")) },
    );
    expect(told(graph)).toEqual(["c1 core “keeps 0”: It was removed here: 6 lines."]);
    expect(hooks(graph)).toEqual(["What did “keeps 0” check that is not checked any more?"]);
  });

  it("tests in a module of their own come after the code that they test", async () => {
    const text = (value: number) =>
      `#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(), ${value});\n    }\n}\n\nfn add() -> u32 {\n    ${value}\n}\n`;
    const { graph } = await reviewTexts({ "a.rs": text(1) }, { "a.rs": text(2) });
    expect(told(graph)).toEqual([
      "c1 core add(): It changed here: 1 line added, 1 removed. 1 changed unit uses it.",
      "c1 downstream-changed tests.adds(): tests.adds() calls add() on the changed line 5.",
    ]);
    expect(hooks(graph)).toEqual(["Only tests use add(): do they check what it promises?"]);
  });
});
