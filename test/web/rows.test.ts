import fc from "fast-check";
import { expect, test } from "vitest";
import type { FileHead, HunkHead, ShownLine } from "../../src/wire/api.ts";
import { columnsOf } from "../../web/src/diff/columns.ts";
import { selectedText } from "../../web/src/diff/copy.ts";
import { gapBetween, shownOfGap, widen } from "../../web/src/diff/gaps.ts";
import { hunkRows } from "../../web/src/diff/hunk-rows.ts";
import { findPlace, indexRows, nextStop, placeAt, rowAt } from "../../web/src/diff/row-index.ts";
import { type DiffInput, fileSegments, snippetSegments } from "../../web/src/diff/segments.ts";
import { scriptFile } from "../browser/script.ts";

const split = { view: "split", hideWhitespace: false } as const;
const unified = { view: "unified", hideWhitespace: false } as const;
const lines = (text: readonly string[]): ShownLine[] =>
  text.map((line) => ({ kind: line[0] as ShownLine["kind"], text: line.slice(1) }));

test("split puts a line beside the line it became", () => {
  const rows = hunkRows(lines([" a", "-const x = 1;", "+check();", "+const x = 2;", " b"]), split);
  expect(rows).toEqual([
    { left: 0, right: 0 },
    { left: -1, right: 2 },
    { left: 1, right: 3 },
    { left: 4, right: 4 },
  ]);
});

test("hidden whitespace turns a pair into one unchanged row, and leaves real changes", () => {
  const hidden = { view: "unified", hideWhitespace: true } as const;
  const rows = hunkRows(lines(["-  a();", "-b();", "+a();", "+c();"]), hidden);
  expect(rows).toEqual([
    { left: 0, right: 2, isQuiet: true },
    { left: 1, right: -1 },
    { left: -1, right: 3 },
  ]);
});

test("every line of a hunk is on exactly one row, in order, in every view", () => {
  const hunk = fc.array(
    fc
      .tuple(fc.constantFrom(" ", "+", "-"), fc.constantFrom("a", " a", "b(1)", "b(2)", ""))
      .map((parts) => parts.join("")),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(hunk, fc.constantFrom("unified", "split"), fc.boolean(), (text, view, hideWhitespace) => {
      const all = lines(text);
      const rows = hunkRows(all, { view: view as "unified" | "split", hideWhitespace });
      for (const side of ["left", "right"] as const) {
        const shown = rows.map((row) => row[side]).filter((index) => index >= 0);
        const other = side === "left" ? "+" : "-";
        const expected = all.flatMap((line, i) => (line.kind === other ? [] : [i]));
        expect(shown).toEqual(expected);
      }
    }),
  );
});

const file = scriptFile(
  {
    path: "a.ts",
    lines: [...kept(10), "-old", "+new", ...kept(40), "+more", ...kept(5)],
  },
  nextId(),
);

function input(more: Partial<DiffInput> = {}): DiffInput {
  return {
    file: file.head,
    hunks: file.hunks,
    openings: {},
    isWhole: false,
    options: unified,
    linesOf: (head) => file.hunks.find((hunk) => hunk.id === head.id)!.lines,
    ...more,
  };
}

test("between hunks stands a gap with its number of lines", () => {
  const gaps = fileSegments(input()).flatMap((segment) =>
    segment.kind === "block" && segment.block.kind === "gap" ? [segment.block.hidden] : [],
  );
  // The end of the file is not known before its length was read.
  expect(gaps).toEqual([7, 34, undefined]);
});

test("what is opened has the exact numbers of both sides", () => {
  const openings = widen(widen({}, "h1", { down: 2 }), "h2", { up: 1 });
  const context = fileSegments(input({ openings })).filter((segment) => segment.kind === "context");
  expect(context).toMatchObject([
    { oldFrom: 15, newFrom: 15, count: 2 },
    { oldFrom: 48, newFrom: 48, count: 1 },
  ]);
});

test("the whole file shows every line of the new side once", () => {
  const total = file.newLines.length;
  const index = indexRows(fileSegments(input({ isWhole: true, total, all: file.hunks })));
  const numbers: number[] = [];
  for (let row = 0; row < index.count; row++) {
    const found = rowAt(index, row);
    if (found.kind === "context") numbers.push(found.newNumber);
    if (found.kind === "line") {
      const line = file.hunks.find((hunk) => hunk.id === found.segment.head.id)!.lines[found.row as number]!;
      if (line.new !== undefined) numbers.push(line.new);
    }
  }
  expect(numbers).toEqual(Array.from({ length: total }, (_, i) => i + 1));
});

test("a hunk of another page stands as a link between gaps, once it is known", () => {
  const second = file.hunks[1]!;
  const unknown = fileSegments(input({ hunks: [second] })).flatMap(gapCounts);
  expect(unknown).toEqual([undefined, undefined]);
  const known = fileSegments(
    input({ hunks: [second], all: file.hunks, openings: widen({}, "h2", { up: 20 }) }),
  );
  expect(known.some((segment) => segment.kind === "block" && segment.block.kind === "elsewhere")).toBe(true);
  expect(known.flatMap(gapCounts)).toEqual([7, 14, undefined]);
});

test("where a side has no lines git names the line before", () => {
  const head = { oldStart: 4, oldLines: 0, newStart: 5, newLines: 2 } as HunkHead;
  expect(gapBetween(undefined, { ...head, id: "h1" }, true, undefined)).toMatchObject({
    newFrom: 1,
    count: 4,
  });
  expect(gapBetween({ ...head, id: "h1" }, undefined, true, 9)).toMatchObject({
    oldFrom: 5,
    newFrom: 7,
    count: 3,
  });
});

test("opening more than there is shows all and hides nothing twice", () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(80), fc.nat(80), (count, down, up) => {
      const above = { id: "h1", oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 } as HunkHead;
      const below = {
        id: "h2",
        oldStart: 2 + count,
        oldLines: 1,
        newStart: 2 + count,
        newLines: 1,
      } as HunkHead;
      const gap = gapBetween(above, below, true, undefined);
      const shown = shownOfGap(gap, { h1: { up: 0, down }, h2: { up, down: 0 } });
      expect(shown.top + shown.bottom + shown.hidden).toBe(count);
      expect(Math.min(shown.top, shown.bottom, shown.hidden)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("a place is found again after the rows have changed", () => {
  const before = indexRows(fileSegments(input()));
  const after = indexRows(fileSegments(input({ options: split, openings: widen({}, "h1", { up: 5 }) })));
  for (let row = 0; row < before.count; row++) {
    const found = rowAt(before, row);
    if (found.kind !== "line") continue;
    const again = placeAt(after, findPlace(after, placeAt(before, row)));
    expect(again.kind).toBe("line");
  }
});

test("the cursor steps over what is between lines", () => {
  const index = indexRows(fileSegments(input()));
  const first = nextStop(index, -1, 1);
  expect(rowAt(index, first)).toMatchObject({ kind: "line", row: 0 });
  expect(nextStop(index, first, -1)).toBe(-1);
});

test("a snippet knows how much is above and below it", () => {
  const head: FileHead = { path: "b.ts", status: "modified", binary: false, added: 0, removed: 0, hunks: [] };
  const base = { file: head, marks: [], startLine: 30, lineCount: 21, openings: {}, isWhole: false };
  expect(snippetSegments(base).flatMap(gapCounts)).toEqual([29, undefined]);
  expect(snippetSegments({ ...base, total: 60 }).flatMap(gapCounts)).toEqual([29, 10]);
  const opened = snippetSegments({
    ...base,
    total: 60,
    openings: widen({}, "snippet", { up: 20, down: 20 }),
  });
  expect(opened.flatMap(gapCounts)).toEqual([9]);
});

test("copied text is code alone, and what was not read is counted", () => {
  const index = indexRows(fileSegments(input()));
  const first = nextStop(index, -1, 1);
  const source = {
    index,
    side: "both" as const,
    lineOf: (row: Extract<ReturnType<typeof rowAt>, { kind: "line" }>) =>
      file.hunks.find((hunk) => hunk.id === row.segment.head.id)!.lines[row.row as number],
    contextOf: () => undefined,
  };
  const copied = selectedText(source, { row: first + 2, offset: 1 }, { row: first + 4, offset: 2 });
  expect(copied).toEqual({ text: "eep 10\nold\nne", missing: 0 });
});

test("columns count tabs to the next stop and wide characters twice", () => {
  expect(columnsOf("abc")).toBe(3);
  expect(columnsOf("a\tb")).toBe(5);
  expect(columnsOf("日本")).toBe(4);
});

function gapCounts(segment: ReturnType<typeof fileSegments>[number]): (number | undefined)[] {
  return segment.kind === "block" && segment.block.kind === "gap" ? [segment.block.hidden] : [];
}

function kept(count: number): string[] {
  return Array.from({ length: count }, (_, i) => ` keep ${i + 1}`);
}

function nextId(): () => string {
  let last = 0;
  return () => `h${++last}`;
}
