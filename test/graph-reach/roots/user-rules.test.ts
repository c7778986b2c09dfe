import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readRules } from "../../../src/app/read-rules.ts";
import type { RootRule } from "../../../src/engine/graph/graph.ts";
import { UserError } from "../../../src/kit/errors.ts";
import { linkProject, readProject } from "../case-project.ts";

const folder = mkdtempSync(join(tmpdir(), "headwater-rules-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function rulesOf(text: string | Uint8Array): Promise<readonly RootRule[]> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "rules.yaml");
  writeFileSync(path, text);
  return readRules(path);
}

/** The roots that rules of the user give, a line each. */
async function rootsWith(text: string): Promise<string[]> {
  const files = new Map(
    Object.entries({
      "main.go": "package main\nfunc main() {}\nfunc Spare() {}\nfunc Other() {}\n",
      "main_test.go": "package main\nfunc TestA() {}\n",
      "app.py": "import jobs\n@jobs.job\ndef run(): pass\nqueue.on('x', run2)\ndef run2(): pass\n",
    }),
  );
  const graph = linkProject(await readProject(files), files, { rules: await rulesOf(text) });
  return graph.roots
    .filter((root) => !root.rule.includes(", its "))
    .map((root) => `${root.kind} ${graph.nodes[root.node]?.key} ${root.rule}`);
}

describe("rules of the user", () => {
  it("are added to those that are built in", async () => {
    const roots = await rootsWith(
      "rules:\n- { id: spare, kind: framework, match: { by: name, level: module, names: [S*] } }\n" +
        "- { id: jobs, kind: main, packages: [jobs], match: { by: decorator, names: [job] } }\n" +
        "- { id: queue, kind: main, match: { by: argument, calls: ['^on$'] } }\n",
    );
    expect(roots).toContain("main main.go//main go-main");
    expect(roots).toContain("framework main.go//Spare spare");
    expect(roots).toContain("main app.py//run jobs");
    expect(roots).toContain("main app.py//run2 queue");
  });

  it("take the place of one with the same id, which may so be switched off", async () => {
    const roots = await rootsWith(
      "rules:\n- { id: go-main, kind: main, match: { by: name, level: module, names: [Other] } }\n" +
        "- { id: go-test, kind: test, match: { by: name, level: module, names: ['-'] } }\n",
    );
    expect(roots.filter((root) => root.includes(".go"))).toEqual([
      "main main.go//Other go-main",
      "test main_test.go test file",
    ]);
  });

  it("in a file that is wrong are refused, with the place", async () => {
    const one = (more: string) => `rules:\n- { id: a, kind: main, match: ${more} }\n`;
    const wrong: readonly (string | Uint8Array)[] = [
      "",
      "rules: 7\n",
      "[]",
      "rules:\n- 7\n",
      "rules:\n- { id: '', kind: main, match: { by: script } }\n",
      one("{ by: magic }"),
      one("{ by: name, level: module, names: [] }"),
      one("{ by: name, level: module, names: ['^('] }"),
      one("{ by: path, path: '(' }"),
      one("{ by: script, extra: 1 }"),
      "rules: &a [*a]\n",
      `rules: ${"[".repeat(5000)}`,
      Uint8Array.from([0, 255, 254]),
      `#${" ".repeat(1024 * 1024)}`,
      "more: 1\nrules: []\n",
    ];
    const answers: string[] = [];
    for (const text of wrong) {
      const error = await rulesOf(text).catch((caught: unknown) => caught);
      answers.push(
        error instanceof UserError ? `${error.code}` : `not refused: ${String(error).slice(0, 60)}`,
      );
    }
    expect(answers).toEqual(wrong.map(() => "bad-rules"));
    const folderGiven = await readRules(tmpdir()).catch((caught: unknown) => caught);
    expect(folderGiven instanceof UserError && folderGiven.code).toBe("bad-rules");
  });
});
