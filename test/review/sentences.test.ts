import { describe, expect, it } from "vitest";
import { reviewTexts, told } from "./real-source.ts";

const fn = (name: string, body = "return 1;") => `export function ${name}() {\n  ${body}\n}\n`;

describe("each sentence names who does what", () => {
  it("the function that uses it, not the one that the unit is named after", async () => {
    const { graph } = await reviewTexts(
      { "a.ts": fn("verify"), "b.ts": "" },
      {
        "a.ts": fn("verify", "return 2;"),
        "b.ts": `import { verify } from "./a";\n\n${fn("large", "log();\n  log();\n  log();")}\n${fn("small", "return verify();")}`,
      },
    );
    expect(told(graph)).toEqual([
      "c1 core verify(): It changed here: 1 line added, 1 removed. 1 changed unit uses it.",
      "c1 downstream-changed large() and small(): small() calls verify() on the changed line 10.",
    ]);
  });

  it("the lines that are counted are of the same function and the same symbol", async () => {
    const user = `import { one, two } from "./a";\n\n${fn("use", "one();\n  two();\n  two();\n  one();")}`;
    const { graph } = await reviewTexts(
      { "a.ts": `${fn("one")}${fn("two")}` },
      { "a.ts": `${fn("one", "return 2;")}${fn("two", "return 2;")}`, "b.ts": user },
    );
    expect(told(graph)).toContain(
      "c1 downstream-changed use(): use() calls one() on the changed line 4, and on 1 more.",
    );
  });

  it("all unchanged places are counted, also those that are not shown", async () => {
    const many = Array.from({ length: 40 }, (_, at) => fn(`user${at}`, `return verify(${at});`)).join("\n");
    const users = `import { verify } from "./a";\n${many}`;
    const { graph } = await reviewTexts(
      { "a.ts": fn("verify"), "b.ts": users, "c.ts": users },
      { "a.ts": fn("verify", "return 2;"), "b.ts": users, "c.ts": users },
    );
    expect(told(graph)[0]).toBe(
      "c1 core verify(): It changed here: 1 line added, 1 removed. 80 unchanged places in 2 files use it.",
    );
    expect(graph.placements.filter((one) => one.band === "downstream")).toHaveLength(4);
    expect(graph.limits).toMatchObject([{ name: "uses-per-file", count: 76 }]);
  });

  it("an unchanged line of a function that uses the symbol on a changed one is no place of its own", async () => {
    const user = (last: string) =>
      `import { verify } from "./a";\n\nexport function use() {\n  verify();\n  log();\n  ${last}\n}\n`;
    const { graph } = await reviewTexts(
      { "a.ts": fn("verify"), "b.ts": user("log();") },
      { "a.ts": fn("verify", "return 2;"), "b.ts": user("verify();") },
    );
    expect(told(graph)).toEqual([
      "c1 core verify(): It changed here: 1 line added, 1 removed. 1 changed unit uses it.",
      "c1 downstream-changed use(): use() calls verify() on the changed line 6.",
    ]);
  });

  it("a constructor concerns those who make a value", async () => {
    const text = (value: number) => `class Store:\n    def __init__(self):\n        self.size = ${value}\n`;
    const users =
      "from store import Store\n\ndef make():\n    return Store()\n\ndef check(value):\n    return isinstance(value, Store)\n";
    const { graph } = await reviewTexts(
      { "store.py": text(1), "users.py": users },
      { "store.py": text(2), "users.py": users },
    );
    expect(told(graph)).toEqual([
      "c1 core Store.__init__(): It changed here: 1 line added, 1 removed. 1 unchanged place uses it.",
      "c1 downstream make(): make() makes Store on line 4, which did not change.",
    ]);
  });

  it("another name that the symbol has there is told", async () => {
    const user = `import { verify as check } from "./a";\n\n${fn("use", "return check();")}`;
    const { graph } = await reviewTexts(
      { "a.ts": fn("verify"), "b.ts": user },
      { "a.ts": fn("verify", "return 2;"), "b.ts": user },
    );
    expect(told(graph)).toContain(
      "c1 downstream use(): use() calls verify() (as check) on line 4, which did not change.",
    );
  });

  it("the members of a type that are written apart from it do not use it, but where they make one", async () => {
    const text = (field: string) =>
      `pub struct Layer {\n    ${field}: u32,\n}\n\nimpl Layer {\n    pub fn new() -> Self {\n        Self { size: 1 }\n    }\n\n    pub fn same(&self, other: &Layer) -> bool {\n        true\n    }\n}\n\npub fn outer(layer: Layer) {}\n`;
    const { graph } = await reviewTexts({ "a.rs": text("size") }, { "a.rs": text("width") });
    expect(told(graph).slice(1)).toEqual([
      "c1 downstream Layer.new(): Layer.new() makes Layer on line 7, which did not change.",
      "c1 downstream outer(): outer() names Layer on line 15, which did not change.",
    ]);
  });

  it("a module is taken in as a whole", async () => {
    const { graph } = await reviewTexts(
      { "src/lib.rs": "pub mod kept;\n", "src/kept.rs": "" },
      {
        "src/lib.rs": "pub mod fresh;\npub mod kept;\n",
        "src/kept.rs": "",
        "src/fresh.rs": "pub fn run() {\n}\n",
      },
    );
    expect(told(graph)).toContain(
      "c1 downstream-changed src/lib.rs: src/lib.rs imports src/fresh.rs on the changed line 1.",
    );
  });

  it("neither self nor the class before a method is what a change relies on", async () => {
    const check = "class Check:\n    @staticmethod\n    def not_none(value): ...\n";
    const user = (body: string) =>
      `from check import Check\n\nclass User:\n    def go(self):\n        ${body}\n`;
    const { graph } = await reviewTexts(
      { "check.py": check, "user.py": user("pass") },
      { "check.py": check, "user.py": user("Check.not_none(self)") },
    );
    const places = graph.placements.filter((one) => one.band === "upstream");
    expect(places.map((one) => one.title)).toEqual(["Check.not_none()"]);
  });

  it("what changed in its comments alone comes after the tests", async () => {
    const text = (remark: string) => `// ${remark}\n${fn("kept")}`;
    const { graph } = await reviewTexts(
      { "a.ts": text("a"), "a.test.ts": fn("check") },
      { "a.ts": text("b"), "a.test.ts": fn("check", "return 2;"), "b.md": "b\n" },
    );
    expect(graph.cores.map((core) => core.title)).toEqual(["check() in a.test.ts", "kept() in a.ts", "b.md"]);
  });

  it("what is new and used by nobody is asked for its purpose; a type, who notices", async () => {
    const { graph } = await reviewTexts(
      { "a.ts": "", "b.ts": "export interface Token {\n  a: string;\n}\n" },
      { "a.ts": fn("fresh"), "b.ts": "export interface Token {\n  a: string;\n  b: string;\n}\n" },
    );
    expect(graph.cores.map((core) => core.hook)).toEqual([
      "fresh() is new, and no use of it was found: what is it for?",
      "Who notices that Token changed?",
    ]);
  });

  it("blank lines are not called comments", async () => {
    const { graph } = await reviewTexts(
      { "a.ts": "export function a() {\n  one();\n  two();\n}\n" },
      { "a.ts": "export function a() {\n  one();\n\n  two();\n}\n" },
    );
    expect(graph.cores.map((core) => core.hook)).toEqual(["Only blank lines changed at a(): is that meant?"]);
  });
});

describe("changed code that is not used is still read together", () => {
  const body = "const a = read();\n  const b = a.length;\n  log(a, b);\n  return a + b;";

  it("what was moved with what it became", async () => {
    const { graph } = await reviewTexts(
      { "old.ts": `${fn("stays")}\n${fn("parse", body)}`, "new.ts": fn("other") },
      { "old.ts": fn("stays"), "new.ts": `${fn("other")}\n${fn("parse", body)}` },
    );
    expect(told(graph)).toEqual([
      "c1 upstream-changed parse(): parse() stands in new.ts now, on line 5, most of it the same.",
      "c1 core parse(): It is new here: 7 lines.",
    ]);
    expect(graph.cores[0]?.hook).toBe("parse() stood in old.ts before: is it still the same?");
    expect(graph.edges).toMatchObject([{ from: "p1", to: "p2", label: "moved parse" }]);
  });

  it("but not what only has the same name", async () => {
    const { graph } = await reviewTexts(
      { "old.ts": `${fn("stays")}\n${fn("parse", body)}`, "new.ts": fn("other") },
      {
        "old.ts": fn("stays"),
        "new.ts": `${fn("other")}\n${fn("parse", "return [];\n  // none\n  // of it")}`,
      },
    );
    expect(graph.edges).toEqual([]);
  });

  it("what is re-exported with who re-exports it", async () => {
    const { graph } = await reviewTexts(
      { "all.ts": 'export * from "./other";\n', "other.ts": "" },
      {
        "all.ts": 'export * from "./other";\nexport * from "./fresh";\n',
        "other.ts": "",
        "fresh.ts": fn("fresh"),
      },
    );
    expect(told(graph)).toEqual([
      "c1 core fresh(): It is new here: 3 lines. 1 changed unit uses it.",
      "c1 downstream-changed all.ts: all.ts exports fresh() on the changed line 2.",
    ]);
  });

  it("a list of exports uses nothing, and is tied to what it exports", async () => {
    const text = (value: number, list: string) =>
      `function load() {\n  return ${value};\n}\n\nfunction save() {\n  return 1;\n}\n\nmodule.exports = { ${list} };\n`;
    const { graph: unlisted } = await reviewTexts(
      { "a.js": text(1, "load, save") },
      { "a.js": text(2, "load, save") },
    );
    expect(told(unlisted)).toEqual(["c1 core load(): It changed here: 1 line added, 1 removed."]);
    const { graph } = await reviewTexts({ "a.js": text(1, "save") }, { "a.js": text(2, "save, load") });
    expect(told(graph)).toContain("c1 downstream-changed a.js: a.js exports load() on the changed line 9.");
  });

  it("an import ties a file that uses it on unchanged lines alone", async () => {
    const user = (from: string) => `from ${from} import parse\n\ndef run():\n    return parse()\n`;
    const def = "def parse():\n    return 1\n";
    const { graph } = await reviewTexts(
      { "old.py": def, "user.py": user("old") },
      { "new.py": `${def}\nX = 1\n`, "user.py": user("new") },
    );
    expect(told(graph)).toContain(
      "c1 downstream-changed user.py: user.py imports parse() on the changed line 1.",
    );
  });
});
