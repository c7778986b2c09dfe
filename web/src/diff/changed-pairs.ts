import type { ShownLine } from "../../../src/wire/api.ts";
import { type HunkRow, pairsOfRun, type Run, runAt } from "./hunk-rows.ts";
import { type ChangedWords, changedWords, type Range } from "./words.ts";

const none: readonly Range[] = [];
/** A run longer than this, looked for backwards from one line, gets no changed words. */
const LONGEST_RUN = 400;

const pairsByRun = new WeakMap<ShownLine, ReadonlyMap<number, number>>();
const wordsByLine = new WeakMap<ShownLine, WeakMap<ShownLine, ChangedWords | undefined>>();

/** The changed words of the lines of a row, old and new. Compared once for two lines. */
export function wordsOfRow(
  lines: readonly (ShownLine | undefined)[],
  row: HunkRow | number,
): { readonly left: readonly Range[]; readonly right: readonly Range[] } {
  const [left, right] = linesOfChange(lines, row);
  if (left === undefined || right === undefined) return { left: none, right: none };
  const words = compare(left, right);
  return { left: words?.old ?? none, right: words?.new ?? none };
}

function linesOfChange(
  lines: readonly (ShownLine | undefined)[],
  row: HunkRow | number,
): [ShownLine | undefined, ShownLine | undefined] {
  if (typeof row !== "number" && row.left >= 0 && row.right >= 0) {
    const isChange = row.left !== row.right && !row.isQuiet;
    return isChange ? [lines[row.left], lines[row.right]] : [undefined, undefined];
  }
  const index = typeof row === "number" ? row : Math.max(row.left, row.right);
  const line = lines[index];
  if (!line || line.kind === " ") return [undefined, undefined];
  const partner = lines[partnerOf(lines, index) ?? -1];
  return line.kind === "-" ? [line, partner] : [partner, line];
}

/** The line that a changed line became or came from. */
function partnerOf(lines: readonly (ShownLine | undefined)[], index: number): number | undefined {
  let start = index;
  const isAdded = lines[index]?.kind === "+";
  while (isAdded && lines[start - 1]?.kind === "+" && index - start < LONGEST_RUN) start -= 1;
  while (lines[start - 1]?.kind === "-" && index - start < LONGEST_RUN) start -= 1;
  const first = lines[start];
  if (!first || index - start >= LONGEST_RUN || first.kind !== "-") return undefined;
  const known = pairsByRun.get(first);
  if (known) return known.get(index);
  const run = runAt(lines, start);
  if (run.end - run.start > LONGEST_RUN || isCutOff(lines, run)) return undefined;
  const pairs = new Map<number, number>();
  for (const [i, j] of pairsOfRun(lines, run)) pairs.set(i, j).set(j, i);
  pairsByRun.set(first, pairs);
  return pairs.get(index);
}

/** Lines after the run are not read yet: it may go on. */
function isCutOff(lines: readonly (ShownLine | undefined)[], run: Run): boolean {
  return run.end < lines.length && lines[run.end] === undefined;
}

function compare(left: ShownLine, right: ShownLine): ChangedWords | undefined {
  const known = wordsByLine.get(left) ?? new WeakMap<ShownLine, ChangedWords | undefined>();
  wordsByLine.set(left, known);
  if (!known.has(right)) known.set(right, changedWords(left.text, right.text));
  return known.get(right);
}
