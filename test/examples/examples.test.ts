import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemo } from "../../scripts/demo.mjs";
import { root } from "../structure/sources.ts";

let repository: string;
beforeAll(() => {
  repository = makeDemo();
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

function run(example: string, ...args: string[]): string {
  return execFileSync(process.execPath, [`examples/${example}`, ...args], { cwd: root, encoding: "utf8" });
}

test("diff.mjs lists files with their hunks", () => {
  const printed = run("diff.mjs", repository, "main..topic");
  expect(printed).toContain("modified package-lock.json (lockfile)");
  expect(printed).toMatch(/modified web\/price\.ts\n {2}h\d+ [0-9a-f]{8} line \d+/);
});

test("index.mjs lists what a file declares and calls", () => {
  const printed = run("index.mjs", "examples/index.mjs");
  expect(printed).toContain("constant examples/index.mjs//reader");
  expect(printed).toMatch(/line \d+ calls createSourceReader/);
});

test("review.mjs prints the walk", () => {
  const printed = run("review.mjs", repository, "main..topic");
  expect(printed).toContain("c1 core: Item.");
  expect(printed).toContain("downstream: checkout().");
});

test("graph.mjs prints roots and edges with what made them", () => {
  const printed = run("graph.mjs", repository);
  expect(printed).toMatch(/^(?:main|manifest|framework|test|fallback) \S+ \(.+\)$/m);
  expect(printed).toMatch(/^\S+ -> \S+ \[direct, line \d+: call\]$/m);
});

test("reach.mjs answers for each target, and ends with 2 where the question is wrong", () => {
  const printed = run("reach.mjs", repository, "web/price.ts:total", "no//such");
  expect(printed).toMatch(/^web\/price\.ts\/\/total: (?:found|uncertain|not-found)$/m);
  expect(printed).toContain("no//such: no-such-target");
  const from = run(
    "reach.mjs",
    repository,
    "web/price.ts:withTax",
    "--source",
    "web/price.ts:total",
    "--sources-only",
  );
  expect(from).toContain("web/price.ts//withTax: found");
  for (const wrong of [["--sources-only"], ["--source", "web/price.ts:nothing"]]) {
    expect(() => run("reach.mjs", repository, "no//such", ...wrong)).toThrow(
      expect.objectContaining({ status: 2 }),
    );
  }
});
