import fc from "fast-check";
import { expect, test } from "vitest";
import { suggestionBlock } from "../../src/engine/discussion/discussion.ts";
import type { HunkHead, ShownLine } from "../../src/wire/api.ts";
import type { Place, Thread } from "../../src/wire/discussion.ts";
import { findPlace, indexRows, placeAt, rowAt, rowKey } from "../../web/src/diff/row-index.ts";
import { fileSegments } from "../../web/src/diff/segments.ts";
import { withNotes } from "../../web/src/discussion/file-notes.ts";
import type { Note } from "../../web/src/discussion/notes.ts";
import { notesByPath } from "../../web/src/discussion/notes.ts";
import { placeOfRow, placeOfRows } from "../../web/src/discussion/row-place.ts";
import { insertSuggestion } from "../../web/src/discussion/suggestion.ts";
import { openThreads, threadBeside } from "../../web/src/discussion/walk-threads.ts";
import { scriptFile } from "../browser/script.ts";

const file = scriptFile(
  {
    path: "a.ts",
    lines: [" one", "-two", "-three", "+TWO", " four", "+five", " six"],
  },
  (() => {
    let last = 0;
    return () => `h${++last}`;
  })(),
);
const hunks = file.hunks;
const linesOf = (head: HunkHead): readonly ShownLine[] =>
  hunks.find((hunk) => hunk.id === head.id)?.lines ?? [];

function segmentsIn(view: "unified" | "split") {
  return fileSegments({
    file: file.head,
    hunks,
    all: hunks,
    openings: {},
    isWhole: false,
    options: { view, hideWhitespace: false },
    linesOf,
  });
}

function threadAt(id: string, place: Place | undefined): Thread {
  return {
    id,
    ...(place ? { place } : {}),
    original: { path: "a.ts", commit: "", diff: "" },
    isOutdated: place === undefined,
    isResolved: false,
    comments: [],
  };
}

function notesFor(threads: readonly Thread[]): readonly Note[] {
  return notesByPath({ threads, drafts: [], editors: [] }).get("a.ts") ?? [];
}

const places = fc.record(
  {
    path: fc.constant("a.ts"),
    side: fc.constantFrom("LEFT" as const, "RIGHT" as const),
    line: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ["path", "side"] },
);

test("every note of a whole file is on exactly one row, and every line keeps its row, key and place", () => {
  fc.assert(
    fc.property(fc.array(places, { maxLength: 8 }), fc.constantFrom("unified", "split"), (list, view) => {
      const plain = segmentsIn(view as "unified" | "split");
      const notes = notesFor(list.map((place, i) => threadAt(String(i), place)));
      const before = indexRows(plain);
      const after = indexRows(withNotes(plain, notes, linesOf, undefined));
      const rows = (index: typeof before) =>
        Array.from({ length: index.count }, (_, i) => [rowKey(index, i), rowAt(index, i)] as const);
      const isNote = (key: string) => key.startsWith("thread:");
      const keys = rows(after).map(([key]) => key);
      expect(keys.filter(isNote).sort()).toEqual(notes.map((note) => note.key).sort());
      expect(keys.filter((key) => !isNote(key))).toEqual(rows(before).map(([key]) => key));
      for (let row = 0; row < after.count; row++) {
        if (rowAt(after, row).kind === "line") expect(findPlace(after, placeAt(after, row))).toBe(row);
      }
    }),
  );
});

test("a note stands directly below a row that shows its line on its side", () => {
  fc.assert(
    fc.property(places, fc.constantFrom("unified", "split"), (place, view) => {
      const index = indexRows(
        withNotes(
          segmentsIn(view as "unified" | "split"),
          notesFor([threadAt("x", place)]),
          linesOf,
          undefined,
        ),
      );
      const at = findPlace(index, { kind: "block", key: "thread:x" });
      const row = rowAt(index, at);
      if (row.kind !== "block" || row.block.kind !== "note") throw new Error("It is a note.");
      if (!row.block.isAtLine || place.line === undefined) return;
      const side = place.side === "LEFT" ? "old" : "new";
      expect(placeOfRow({ index, linesOf, side }, at - 1)?.line).toBe(place.line);
    }),
  );
});

test("a page with a part of a file has the notes of its part alone, and what is being written", () => {
  const elsewhere = notesFor([threadAt("far", { path: "a.ts", side: "RIGHT", line: 99 })]);
  const outdated = notesFor([threadAt("old", undefined)]);
  const plain = segmentsIn("unified");
  expect(withNotes(plain, [...elsewhere, ...outdated], linesOf, hunks)).toHaveLength(plain.length);
  const about = { kind: "place", place: { path: "a.ts", side: "RIGHT", line: 99 } } as const;
  const editor = { key: "e", about, text: "", saved: "" };
  const notes = notesByPath({ threads: [], drafts: [], editors: [editor] }).get("a.ts") ?? [];
  expect(withNotes(plain, notes, linesOf, hunks)).toHaveLength(plain.length + 1);
});

test("a comment stands on the new side unless the old one is meant, and on several lines of one side", () => {
  const index = indexRows(segmentsIn("unified"));
  const rowOf = (line: number) => findPlace(index, { kind: "line", hunk: hunks[0]!.id, index: line });
  const asked = { index, linesOf };
  expect(placeOfRow(asked, rowOf(0))).toEqual({ path: "a.ts", side: "RIGHT", line: 1 });
  expect(placeOfRow(asked, rowOf(1))).toEqual({ path: "a.ts", side: "LEFT", line: 2 });
  expect(placeOfRow({ ...asked, side: "old" }, rowOf(4))).toEqual({ path: "a.ts", side: "LEFT", line: 4 });
  expect(placeOfRows(asked, rowOf(1), rowOf(4))).toEqual({
    path: "a.ts",
    side: "RIGHT",
    line: 3,
    startLine: 2,
  });
  expect(placeOfRows(asked, rowOf(1), rowOf(2))).toEqual({
    path: "a.ts",
    side: "LEFT",
    line: 3,
    startLine: 2,
  });
  expect(placeOfRow(asked, -1)).toBeUndefined();
});

test("a suggestion's fence is longer than any in its lines", () => {
  expect(insertSuggestion("Say", suggestionBlock(["a", "````b"]))).toBe(
    "Say\n`````suggestion\na\n````b\n`````\n",
  );
  expect(insertSuggestion("", suggestionBlock([]))).toBe("```suggestion\n```\n");
});

test("walking the conversations visits each open one and begins again", () => {
  const threads = [
    threadAt("a", { path: "a.ts", side: "RIGHT", line: 1 }),
    { ...threadAt("b", { path: "a.ts", side: "RIGHT", line: 2 }), isResolved: true },
    threadAt("c", undefined),
    threadAt("d", { path: "a.ts", side: "RIGHT", line: 3 }),
  ];
  expect(openThreads(threads).map(({ id }) => id)).toEqual(["a", "d"]);
  expect(threadBeside(threads, undefined, 1)?.id).toBe("a");
  expect(threadBeside(threads, "a", 1)?.id).toBe("d");
  expect(threadBeside(threads, "d", 1)?.id).toBe("a");
  expect(threadBeside(threads, undefined, -1)?.id).toBe("d");
});
