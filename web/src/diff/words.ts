import { WORD_DIFF_CELLS, WORD_DIFF_CHARS } from "../budgets.ts";

/** A part of a line, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ChangedWords {
  readonly old: readonly Range[];
  readonly new: readonly Range[];
}

/** Lines that share less than this much of their text are different lines, not changed ones. */
const LEAST_ALIKE = 0.35;

/**
 * The words that differ between a line and what became of it. Undefined where the lines have too little in
 * common for the answer to help. Beyond the budget everything between the common start and end counts as
 * changed: too much, never too little.
 */
export function changedWords(oldText: string, newText: string): ChangedWords | undefined {
  if (oldText === newText) return { old: [], new: [] };
  if (oldText.length > WORD_DIFF_CHARS || newText.length > WORD_DIFF_CHARS) return undefined;
  const oldWords = splitWords(oldText);
  const newWords = splitWords(newText);
  let start = 0;
  while (start < oldWords.length && start < newWords.length && oldWords[start] === newWords[start]) start++;
  let end = 0;
  const longest = Math.min(oldWords.length, newWords.length) - start;
  while (end < longest && oldWords.at(-1 - end) === newWords.at(-1 - end)) end++;

  const oldMiddle = oldWords.slice(start, oldWords.length - end);
  const newMiddle = newWords.slice(start, newWords.length - end);
  const kept = commonWords(oldMiddle, newMiddle);
  const oldMarks = markMissing(oldWords, start, oldMiddle.length, kept.old);
  const newMarks = markMissing(newWords, start, newMiddle.length, kept.new);
  if (likeness(oldText, newText, oldMarks, newMarks) < LEAST_ALIKE) return undefined;
  return { old: oldMarks, new: newMarks };
}

/**
 * How much two lines have in common, from 0 to 1: the share of words of the longer that the other has too,
 * whatever their order. Cheap; for deciding which line became which.
 */
export function wordLikeness(left: string, right: string): number {
  const counts = new Map<string, number>();
  const leftWords = splitWords(left.slice(0, 200)).filter(isInk);
  const rightWords = splitWords(right.slice(0, 200)).filter(isInk);
  for (const word of leftWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of rightWords) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += 1;
  }
  const most = Math.max(leftWords.length, rightWords.length);
  return most === 0 ? 1 : shared / most;
}

export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function isInk(word: string): boolean {
  return word.trim() !== "";
}

/** Which words of the two lists belong to a longest common subsequence. */
function commonWords(left: readonly string[], right: readonly string[]): { old: boolean[]; new: boolean[] } {
  const old = left.map(() => false);
  const now = right.map(() => false);
  const width = right.length + 1;
  if (left.length * right.length > WORD_DIFF_CELLS) return { old, new: now };
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i] === right[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      old[i++] = true;
      now[j++] = true;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return { old, new: now };
}

/** Joins changed words that only blanks part: one mark reads better than three. */
function markMissing(
  words: readonly string[],
  from: number,
  count: number,
  kept: readonly boolean[],
): Range[] {
  const ranges: { start: number; end: number }[] = [];
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    const end = at + words[i]!.length;
    const isChanged = i >= from && i < from + count && !kept[i - from];
    const last = ranges.at(-1);
    if (isChanged && last?.end === at) last.end = end;
    else if (isChanged) ranges.push({ start: at, end });
    else if (
      last?.end === at &&
      !isInk(words[i]!) &&
      i + 1 < from + count &&
      i >= from &&
      !kept[i + 1 - from]
    ) {
      last.end = end;
    }
    at = end;
  }
  return ranges;
}

function likeness(oldText: string, newText: string, oldMarks: Range[], newMarks: Range[]): number {
  const inkOf = (text: string) => text.replace(/\s+/g, "").length;
  const changed = (text: string, marks: Range[]) =>
    marks.reduce((sum, mark) => sum + inkOf(text.slice(mark.start, mark.end)), 0);
  const oldInk = inkOf(oldText);
  const newInk = inkOf(newText);
  const kept = Math.min(oldInk - changed(oldText, oldMarks), newInk - changed(newText, newMarks));
  const most = Math.max(oldInk, newInk);
  return most === 0 ? 1 : kept / most;
}
