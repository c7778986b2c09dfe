import { PAIRING_CELLS } from "../budgets.ts";
import { wordLikeness } from "./words.ts";

/** [index of a removed line, index of the added line that it became] */
export type Pair = readonly [number, number];

/** Below this two lines are not the same line changed. */
const LEAST_ALIKE = 0.4;

/**
 * Which of the removed lines of one block became which of the added ones, in order and without crossing.
 * A block over the budget is paired line by line from its top: quick, and wrong where a line was inserted.
 */
export function pairLines(removed: readonly string[], added: readonly string[]): Pair[] {
  if (removed.length === 0 || added.length === 0) return [];
  if (removed.length * added.length > PAIRING_CELLS) return pairFromTop(removed, added);
  return bestPairs(removed.length, added.length, (i, j) => {
    if (removed[i] === added[j]) return 2;
    const alike = wordLikeness(removed[i]!, added[j]!);
    return alike < LEAST_ALIKE ? 0 : alike;
  });
}

/**
 * Pairs of lines that differ in nothing but blanks. Blank lines pair only with blank lines, which are
 * no change to hide.
 */
export function pairBySpace(removed: readonly string[], added: readonly string[]): Pair[] {
  const left = removed.map(withoutBlanks);
  const right = added.map(withoutBlanks);
  if (left.length * right.length > PAIRING_CELLS * 100) {
    return pairFromTop(removed, added).filter(([i, j]) => left[i] === right[j]);
  }
  return bestPairs(left.length, right.length, (i, j) => (left[i] === right[j] ? 1 : 0));
}

function withoutBlanks(text: string): string {
  // A byte order mark and a no-break space are no blanks: hiding their change would hide a real one.
  return text.replace(/[ \t\r\f\v]+/g, "");
}

function pairFromTop(removed: readonly string[], added: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < Math.min(removed.length, added.length); i++) pairs.push([i, i]);
  return pairs;
}

/** The pairs without crossings whose values sum up to the most; a value of 0 is no pair. */
function bestPairs(rows: number, columns: number, value: (i: number, j: number) => number): Pair[] {
  const width = columns + 1;
  const sums = new Float64Array((rows + 1) * width);
  const values = new Float64Array(rows * columns);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const own = value(i, j);
      values[i * columns + j] = own;
      const skip = Math.max(sums[(i + 1) * width + j]!, sums[i * width + j + 1]!);
      sums[i * width + j] = own > 0 ? Math.max(skip, own + sums[(i + 1) * width + j + 1]!) : skip;
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const own = values[i * columns + j]!;
    const isTaken = own > 0 && sums[i * width + j]! <= own + sums[(i + 1) * width + j + 1]!;
    if (isTaken) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (sums[(i + 1) * width + j]! >= sums[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
