import type { ShownLine } from "../../../src/wire/api.ts";
import { type Pair, pairBySpace, pairLines } from "./pair-lines.ts";

/** One drawn row of a hunk: indexes into its lines, -1 for none. Both are the same for a context line. */
export interface HunkRow {
  readonly left: number;
  readonly right: number;
  /** A pair that differs only in blanks, drawn as if it had not changed. */
  readonly isQuiet?: true;
}

export interface RowOptions {
  readonly view: "unified" | "split";
  readonly hideWhitespace: boolean;
}

/**
 * The rows of a hunk that is there as a whole. Every line is on exactly one row; a quiet pair shares one.
 * In the split view a line stands beside the line it became.
 */
export function hunkRows(lines: readonly ShownLine[], options: RowOptions): HunkRow[] {
  const rows: HunkRow[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.kind === " ") {
      rows.push({ left: at, right: at });
      at += 1;
      continue;
    }
    const run = runAt(lines, at);
    addRun(lines, run, options, rows);
    at = run.end;
  }
  return rows;
}

/** Removed lines and the added ones that follow them: the unit in which lines are paired. */
export interface Run {
  readonly start: number;
  /** Where the added lines begin. */
  readonly middle: number;
  readonly end: number;
}

export function runAt(lines: readonly (ShownLine | undefined)[], start: number): Run {
  let middle = start;
  while (lines[middle]?.kind === "-") middle += 1;
  let end = middle;
  while (lines[end]?.kind === "+") end += 1;
  return { start, middle, end };
}

/** Pairs of a run as indexes of the hunk. */
export function pairsOfRun(lines: readonly (ShownLine | undefined)[], run: Run): Pair[] {
  const text = (from: number, to: number) => lines.slice(from, to).map((line) => line?.text ?? "");
  const pairs = pairLines(text(run.start, run.middle), text(run.middle, run.end));
  return pairs.map(([i, j]) => [run.start + i, run.middle + j]);
}

function addRun(lines: readonly ShownLine[], run: Run, options: RowOptions, rows: HunkRow[]): void {
  let left = run.start;
  let right = run.middle;
  const addUntil = (leftEnd: number, rightEnd: number) => {
    if (options.view === "split") addBeside(lines, { start: left, middle: leftEnd }, [right, rightEnd], rows);
    else {
      for (; left < leftEnd; left++) rows.push({ left, right: -1 });
      for (; right < rightEnd; right++) rows.push({ left: -1, right });
    }
  };
  for (const [i, j] of options.hideWhitespace ? quietPairs(lines, run) : []) {
    addUntil(i, j);
    rows.push({ left: i, right: j, isQuiet: true });
    left = i + 1;
    right = j + 1;
  }
  addUntil(run.middle, run.end);
}

function quietPairs(lines: readonly ShownLine[], run: Run): Pair[] {
  // A line of which only the first part is here cannot be called the same.
  const text = (line: ShownLine, i: number) => (line.cut === undefined ? line.text : `${line.text}\0${i}`);
  const pairs = pairBySpace(
    lines.slice(run.start, run.middle).map((line, i) => text(line, i)),
    lines.slice(run.middle, run.end).map((line, i) => text(line, -1 - i)),
  );
  return pairs.map(([i, j]) => [run.start + i, run.middle + j]);
}

/** Puts pairs side by side, and what is between them one beside the other from the top. */
function addBeside(
  lines: readonly ShownLine[],
  removed: { start: number; middle: number },
  [addedStart, addedEnd]: readonly [number, number],
  rows: HunkRow[],
): void {
  const text = (from: number, to: number) => lines.slice(from, to).map((line) => line.text);
  const pairs = pairLines(text(removed.start, removed.middle), text(addedStart, addedEnd));
  let left = removed.start;
  let right = addedStart;
  const zipUntil = (leftEnd: number, rightEnd: number) => {
    while (left < leftEnd || right < rightEnd) {
      rows.push({ left: left < leftEnd ? left++ : -1, right: right < rightEnd ? right++ : -1 });
    }
  };
  for (const [i, j] of pairs) {
    zipUntil(removed.start + i, addedStart + j);
    rows.push({ left: left++, right: right++ });
  }
  zipUntil(removed.middle, addedEnd);
}
