import { expect, test } from "vitest";
import { findUnits } from "../../src/engine/review/review.ts";
import { makeDeclaration, makeRecord } from "./fixtures.ts";

test("a file of 200,000 changed declarations gives its units", () => {
  const count = 200_000;
  const path = "big.toy";
  const declarations = Array.from({ length: count }, (_, at) =>
    makeDeclaration({ name: `name${at}`, line: at, startLine: at, endLine: at + 1 }),
  );
  const lines = declarations.map((one, at) => ({ kind: "+" as const, new: at + 1, text: `${one.name} = 1` }));
  const hunk = {
    id: "h1",
    hash: "1",
    changeHash: "1",
    oldStart: 0,
    oldLines: 0,
    newStart: 1,
    newLines: count,
    section: "",
    lines,
  };
  const record = makeRecord(path, { declarations, lineCount: count });
  const file = { path, status: "added" as const, binary: false, hunks: [hunk] };
  const found = findUnits({
    files: [file],
    index: (at) => (at === path ? record : undefined),
    oldIndex: () => undefined,
    isTestPath: () => false,
  });
  expect(found.units.flatMap((unit) => unit.hunks).map(String)).toHaveLength(1);
});
