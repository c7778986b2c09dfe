import type { DiffLine } from "../engine/diff/diff.ts";
import { UserError } from "../kit/errors.ts";
import type { FileLines, LinePart, ShownLine } from "../wire/api.ts";
import type { Side } from "./session-input.ts";
import { ANSWER_TEXT_BYTES, LINE_PART_LENGTH, SHOWN_LINE_LENGTH, WINDOW_LINES } from "./session-limits.ts";
import { hunkOf, type Snapshot } from "./session-snapshot.ts";

/** The first part of a long line, and how long it is. */
export function shorten(text: string): { readonly text: string; readonly cut?: number } {
  if (text.length <= SHOWN_LINE_LENGTH) return { text };
  return { text: sliceWhole(text, 0, SHOWN_LINE_LENGTH), cut: text.length };
}

/** What one answer may still hold. */
export interface TextBudget {
  /** Takes the text if it fits. The first one always fits, so that a window is never empty. */
  take(text: string): boolean;
}

export function textBudget(): TextBudget {
  let left = ANSWER_TEXT_BYTES;
  let isFirst = true;
  return {
    take(text) {
      const size = Buffer.byteLength(text);
      if (size > left && !isFirst) return false;
      isFirst = false;
      left -= size;
      return true;
    },
  };
}

/** The lines from `from` on, as many as `count` and the budget allow. */
export function showLines(
  lines: readonly DiffLine[],
  from: number,
  count: number,
  budget: TextBudget,
): ShownLine[] {
  const shown: ShownLine[] = [];
  const end = Math.min(lines.length, from + count);
  for (let i = from; i < end; i++) {
    const line = lines[i] as DiffLine;
    const short = shorten(line.text);
    if (!budget.take(short.text)) break;
    shown.push({ ...line, ...short });
  }
  return shown;
}

/** Lines with those that were shortened listed beside them. */
export function shortenAll(lines: readonly string[]): { lines: string[]; cuts: [number, number][] } {
  const cuts: [number, number][] = [];
  const shown = lines.map((line, index) => {
    const short = shorten(line);
    if (short.cut !== undefined) cuts.push([index, short.cut]);
    return short.text;
  });
  return { lines: shown, cuts };
}

/** Throws `not-found` for a hunk that is not there, `bad-request` for a start past its end. */
export function hunkWindow(snapshot: Snapshot, id: string, from: number, count: number) {
  const { hunk } = hunkOf(snapshot, id);
  if (from > hunk.lines.length) {
    throw new UserError(
      "bad-request",
      `Hunk ${id} has ${hunk.lines.length} lines; there is no line ${from}.`,
    );
  }
  const lines = showLines(hunk.lines, from, Math.min(count, WINDOW_LINES), textBudget());
  return { id, from, lineCount: hunk.lines.length, lines };
}

export function linePart(snapshot: Snapshot, id: string, index: number, from: number): LinePart {
  const line = hunkOf(snapshot, id).hunk.lines[index];
  if (line === undefined) throw new UserError("not-found", `Hunk ${id} has no line ${index}.`);
  const text = sliceWhole(line.text, from, from + LINE_PART_LENGTH);
  return { hunk: id, index, from, text, total: line.text.length };
}

/**
 * A window of a whole file. Only LF ends a line, as in git, so the numbers are those of the hunks; a byte
 * that is not UTF-8 shows as U+FFFD.
 */
export function fileWindow(
  path: string,
  side: Side,
  bytes: Uint8Array,
  from: number,
  count: number,
): FileLines {
  const starts = lineStarts(bytes);
  const total = starts.length;
  const budget = textBudget();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const lines: string[] = [];
  const cuts: [number, number][] = [];
  const end = Math.min(total, from - 1 + Math.min(count, WINDOW_LINES));
  for (let i = from - 1; i < end; i++) {
    const next = starts[i + 1];
    const lineEnd = next !== undefined ? next - 1 : bytes.length - (endsWithLf(bytes) ? 1 : 0);
    const short = shorten(decoder.decode(bytes.subarray(starts[i], lineEnd)));
    if (!budget.take(short.text)) break;
    if (short.cut !== undefined) cuts.push([lines.length, short.cut]);
    lines.push(short.text);
  }
  const hasNoNewline = total > 0 && !endsWithLf(bytes);
  return {
    path,
    side,
    from,
    lines,
    total,
    ...(hasNoNewline ? { noNewline: true as const } : {}),
    ...(cuts.length > 0 ? { cuts } : {}),
  };
}

function endsWithLf(bytes: Uint8Array): boolean {
  return bytes[bytes.length - 1] === 10;
}

/** Where each line starts. A last LF ends a line and starts none; an empty file has no line. */
function lineStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(at);
    const lf = bytes.indexOf(10, at);
    if (lf === -1) break;
    at = lf + 1;
  }
  return starts;
}

/** A slice that never ends between the two halves of one character. */
function sliceWhole(text: string, from: number, to: number): string {
  const last = text.charCodeAt(to - 1);
  const isSplit = to < text.length && last >= 0xd800 && last <= 0xdbff;
  return text.slice(from, isSplit ? to - 1 : to);
}
