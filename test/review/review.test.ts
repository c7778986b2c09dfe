import { describe, expect, it } from "vitest";
import { reviewTexts, told } from "./real-source.ts";

const auth = {
  before: "export function verify(token: string): boolean {\n  return token.length > 0;\n}\n",
  after: "export function verify(token: string, now: number): boolean {\n  return token.length > now;\n}\n",
};
const login = {
  before:
    'import { verify } from "./auth";\n\nexport function login(token: string) {\n  return verify(token);\n}\n',
  after:
    'import { verify } from "./auth";\n\nexport function login(token: string) {\n  return verify(token, 1);\n}\n',
};
const admin =
  'import { verify } from "./auth";\n\nexport function admin(token: string) {\n  return verify(token);\n}\n';
const namesake =
  "function verify(token: string) {\n  return token;\n}\n\nexport function other() {\n  return verify('x');\n}\n";

describe("a change is read from its source, downstream", () => {
  it("the changed function, its changed user, its unchanged user, and no namesake", async () => {
    const shared = { "src/admin.ts": admin, "src/namesake.ts": namesake };
    const { graph, calls } = await reviewTexts(
      { ...shared, "src/auth.ts": auth.before, "src/login.ts": login.before },
      { ...shared, "src/auth.ts": auth.after, "src/login.ts": login.after },
    );
    expect(told(graph)).toEqual([
      "c1 core verify(): It changed here: 2 lines added, 2 removed. 1 changed unit and 1 unchanged place use it.",
      "c1 downstream-changed login(): login() calls verify() on the changed line 4.",
      "c1 downstream admin(): admin() calls verify() on line 4, which did not change.",
    ]);
    expect(graph.cores[0]?.hook).toBe("Does admin() in admin.ts still hold with the new verify()?");
    expect(graph.edges.map((edge) => [edge.from, edge.to, edge.label])).toEqual([
      ["p1", "p2", "uses verify"],
      ["p1", "p3", "uses verify"],
    ]);
    expect(graph.nodes.find((node) => node.kind === "context")).toMatchObject({
      id: "ctx:src/admin.ts:4",
      symbol: "admin",
      snippet: { startLine: 1, lines: admin.trimEnd().split("\n") },
    });
    expect(calls.filter((call) => call === "listTree")).toHaveLength(1);
    expect(calls.filter((call) => call === "grepNames")).toHaveLength(1);
  });

  it("what is removed is a unit of its name, and who still uses it is at high risk", async () => {
    const both = `${auth.before}\nexport function drop(token: string) {\n  return token;\n}\n`;
    const user = 'import { drop } from "./auth";\n\nexport function old() {\n  return drop("x");\n}\n';
    const { graph } = await reviewTexts(
      { "src/auth.ts": both, "src/old.ts": user },
      { "src/auth.ts": auth.before, "src/old.ts": user },
    );
    expect(told(graph)).toEqual([
      "c1 core drop(): It was removed here: 4 lines. 1 unchanged place uses it.",
      "c1 downstream old(): old() still calls drop(), which is gone, on line 4.",
    ]);
    expect(graph.placements[1]?.risk).toBe("high");
    expect(graph.cores[0]?.hook).toBe("drop() is gone: what becomes of old()?");
  });

  it("a deleted file's symbols are removed ones", async () => {
    const { graph } = await reviewTexts(
      { "src/auth.ts": auth.before, "src/admin.ts": admin },
      { "src/admin.ts": admin },
    );
    expect(told(graph)).toEqual([
      "c1 core verify(): It was removed here: 3 lines. 1 unchanged place uses it.",
      "c1 downstream admin(): admin() still calls verify(), which is gone, on line 4.",
    ]);
  });

  it("an import goes with the unit that uses it", async () => {
    const before = "export function a() {\n  return 1;\n}\n\nexport function b() {\n  return 2;\n}\n";
    const after =
      'import { verify } from "./auth";\n\nexport function a() {\n  return 1;\n}\n\nexport function b() {\n  return verify("x");\n}\n';
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before, "ab.ts": before },
      { "auth.ts": auth.before, "ab.ts": after },
    );
    expect(graph.nodes.filter((node) => node.kind === "change")).toMatchObject([
      { symbol: "b", hunks: ["h1", "h2"] },
    ]);
    expect(told(graph)).toContain("c1 upstream verify(): b() calls it on the changed line 8.");
  });

  it("and so do the brackets around a list of imports", async () => {
    const text = (imports: string, body: string) =>
      `package a\n\n${imports}\n\n// A is kept.\nvar A = 1\n\nfunc Go() {\n\t${body}\n}\n`;
    const { graph } = await reviewTexts(
      { "a.go": text('import "os"', "os.Exit(1)") },
      { "a.go": text('import (\n\t"fmt"\n\t"os"\n)', "fmt.Println(os.Args)") },
    );
    expect(graph.nodes).toMatchObject([{ symbol: "Go", hunks: ["h1", "h2"] }]);
  });

  it("a field names no unit; a changed method is known by its class", async () => {
    const text = (field: string, body: string) =>
      `export class Store {\n  size = ${field};\n\n  load(key: string) {\n    return ${body};\n  }\n}\n`;
    const { graph } = await reviewTexts({ "s.ts": text("1", "key") }, { "s.ts": text("2", "key + 1") });
    expect(graph.nodes.map((node) => node.id)).toEqual(["chg:s.ts#Store", "chg:s.ts#Store.load"]);
  });

  it("where only a comment changed, nothing downstream is asked to be read", async () => {
    const text = (remark: string) => auth.before.replace("  return", `  // ${remark}\n  return`);
    const { graph } = await reviewTexts(
      { "auth.ts": text("old"), "admin.ts": admin },
      { "auth.ts": text("new"), "admin.ts": admin },
    );
    expect(told(graph)).toEqual(["c1 core verify(): It changed here: 1 line added, 1 removed."]);
    expect(graph.cores[0]?.hook).toBe("Only comments changed at verify(): are they true?");
  });

  it("documents are named after the file and come last", async () => {
    const { graph } = await reviewTexts(
      { "a.md": "verify\n", "z.ts": "" },
      { "a.md": "verify this\n", "z.ts": auth.before },
    );
    expect(graph.cores.map((core) => core.title)).toEqual(["verify() in z.ts", "a.md"]);
  });

  it("a language that nothing reads is read by its words, and says so", async () => {
    const { graph } = await reviewTexts(
      { "run.sh": "build() {\n  echo old\n}\n", "all.sh": "build\n", "notes.md": "build\n" },
      { "run.sh": "build() {\n  echo new\n}\n", "all.sh": "build\n", "notes.md": "build\n" },
    );
    expect(graph.nodes.map((node) => [node.id, node.byText])).toEqual([["chg:run.sh#run.sh", true]]);
    const { graph: named } = await reviewTexts(
      { "run.sh": "", "all.sh": "build\n", "notes.md": "build\n" },
      { "run.sh": "build() {\n  echo new\n}\n", "all.sh": "build\n", "notes.md": "build\n" },
    );
    expect(told(named)).toEqual([
      "c1 core build: It changed here: 3 lines added, 0 removed. 1 unchanged place uses it.",
      "c1 downstream all.sh: all.sh uses build on line 1, which did not change (by its words alone).",
    ]);
  });

  it("names say where they are declared, or the package, or nothing", async () => {
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before, "a.ts": "" },
      {
        "auth.ts": auth.before,
        "a.ts": 'import { z } from "zod";\nimport { verify } from "./auth";\nverify(z, unknown.name);\n',
      },
    );
    expect(graph.definitions).toEqual([
      {
        path: "a.ts",
        names: [
          { name: "verify", line: 3, column: 1, to: { path: "auth.ts", line: 1, endLine: 3 } },
          { name: "z", line: 3, column: 8, ext: "zod" },
          { name: "unknown", line: 3, column: 11 },
          { name: "name", line: 3, column: 19 },
        ],
      },
    ]);
  });
});

describe("limits and broken input are said", () => {
  it("a file that is too large to be read is not searched either, and is counted", async () => {
    const data = `verify ${"x".repeat(2_000)}\n`;
    const { graph } = await reviewTexts(
      { "src/auth.ts": auth.before, "data.ts": data, "notes.py": "verify\n" },
      { "src/auth.ts": auth.after, "data.ts": data, "notes.py": "verify\n" },
      { limits: { fileBytes: 1_000 } },
    );
    expect(graph.limits).toContainEqual({
      name: "searched-file",
      limit: 1_000,
      count: 1,
      detail: "1 files over 1000 bytes were not searched for uses",
    });
    expect(graph.nodes.some((node) => node.path === "data.ts")).toBe(false);
    expect(graph.problems).toEqual([]);
  });

  const users = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `u${String(index).padStart(3, "0")}.ts`,
        'import { verify } from "./auth";\nexport function user() {\n  return verify("x");\n}\n',
      ]),
    );

  it("at most ten places of a symbol, the others counted", async () => {
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before, ...users(14) },
      { "auth.ts": auth.after, ...users(14) },
    );
    expect(graph.placements.filter((one) => one.band === "downstream")).toHaveLength(6);
    expect(graph.limits).toEqual([
      {
        name: "uses-per-symbol",
        limit: 10,
        count: 4,
        detail: "4 further uses of a changed symbol are not shown",
      },
    ]);
  });

  it("no place of a symbol that is used everywhere", async () => {
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before, ...users(121) },
      { "auth.ts": auth.after, ...users(121) },
    );
    expect(graph.placements.filter((one) => one.band === "downstream")).toHaveLength(0);
    expect(graph.limits).toMatchObject([{ name: "uses-of-a-common-symbol", limit: 120, count: 121 }]);
  });

  it("files that are not read for a limit are counted", async () => {
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before, ...users(8) },
      { "auth.ts": auth.after, ...users(8) },
      { limits: { files: 4 } },
    );
    expect(graph.limits).toMatchObject([{ name: "files-read", limit: 4, count: 5 }]);
  });

  it("a changed file that does not parse keeps what did, and is a problem", async () => {
    const broken = `${auth.after}\nexport function (((\n`;
    const { graph } = await reviewTexts({ "auth.ts": auth.before }, { "auth.ts": broken });
    expect(graph.problems).toMatchObject([{ path: "auth.ts", kind: "syntax-error" }]);
    expect(graph.nodes.map((node) => node.id)).toContain("chg:auth.ts#verify");
  });

  it("a changed file over the size limit is read as text, and is a problem", async () => {
    const { graph } = await reviewTexts(
      { "auth.ts": auth.before },
      { "auth.ts": auth.after },
      { limits: { fileBytes: 10 } },
    );
    expect(graph.problems).toMatchObject([{ path: "auth.ts", kind: "too-large" }]);
    expect(graph.nodes).toMatchObject([{ symbol: "verify", symbolKind: "text", byText: true }]);
  });

  it("a file whose new side alone is too large is named by its new words", async () => {
    const after = `${auth.after}export function added(token: string) {\n  return token;\n}\n`;
    const fileBytes = auth.before.length + 10;
    const { graph } = await reviewTexts(
      { "a.ts": auth.before },
      { "a.ts": after },
      { limits: { fileBytes } },
    );
    expect(graph.nodes.every((node) => node.byText)).toBe(true);
    expect(graph.problems).toMatchObject([{ path: "a.ts", kind: "too-large" }]);
  });

  it("an empty change is an empty review", async () => {
    const { graph } = await reviewTexts({ "a.ts": "" }, { "a.ts": "" });
    expect([graph.cores, graph.walk, graph.nodes]).toEqual([[], [], []]);
  });

  it("an aborted review stops", async () => {
    const controller = new AbortController();
    controller.abort(new Error("stopped"));
    const files = { "auth.ts": auth.before };
    const changed = { "auth.ts": auth.after };
    await expect(reviewTexts(files, changed, { signal: controller.signal })).rejects.toThrow("stopped");
  });
});
