import { textOf } from "./bytes.ts";
import { type Cursor, LF, report, takeLine } from "./cursor.ts";
import type { DiffLine } from "./file-diff.ts";
import type { HunkBytes } from "./hunk-hash.ts";

export interface ParsedHunk extends HunkBytes {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;

/**
 * Reads the hunk at the cursor, header and lines, and leaves the cursor behind it. Of a hunk that is cut
 * short it gives the lines that are there, with their number as its counts, and reports it.
 */
export function parseHunk(cursor: Cursor): ParsedHunk | undefined {
  const start = cursor.at;
  // The heading may hold "@@" and whole ranges of its own, so the first range is the one that counts.
  const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/s.exec(
    textOf(takeLine(cursor)),
  );
  if (header === null) {
    report(cursor, "unknown-line", start);
    return undefined;
  }
  const [, oldStart, oldCount = "1", newStart, newCount = "1", section = ""] = header;
  const counts = { old: Number(oldCount), new: Number(newCount) };
  const span = measureBody(cursor, counts);
  const isWhole = counts.old === 0 && counts.new === 0;
  if (!isWhole) report(cursor, "cut-short", span.end);
  const lines = readLines(cursor.bytes, span, Number(oldStart), Number(newStart));
  return {
    oldStart: Number(oldStart),
    oldLines: Number(oldCount) - counts.old,
    newStart: Number(newStart),
    newLines: Number(newCount) - counts.new,
    section,
    lines,
    body: cursor.bytes.subarray(span.start, span.end),
    changes: changedBytes(cursor.bytes, span),
  };
}

interface BodySpan {
  readonly start: number;
  /** After the LF of the last line. */
  readonly end: number;
  readonly contextBytes: number;
}

/** Finds the end of the body by the counts, which it lowers by what it finds. */
function measureBody(cursor: Cursor, left: { old: number; new: number }): BodySpan {
  const { bytes } = cursor;
  const start = cursor.at;
  let at = start;
  let contextBytes = 0;
  let previousIsContext = false;
  while (at < bytes.length) {
    const mark = bytes[at] as number;
    if (mark === BACKSLASH) {
      if (at === start) break;
    } else if (left.old === 0 && left.new === 0) break;
    else if (mark === PLUS && left.new > 0) left.new--;
    else if (mark === MINUS && left.old > 0) left.old--;
    // An empty line is a context line whose one blank somebody removed.
    else if ((mark === SPACE || mark === LF) && left.old > 0 && left.new > 0) {
      left.old--;
      left.new--;
    } else break;
    const lineStart = at;
    while (at < bytes.length) {
      if (bytes[at++] === LF) break;
    }
    if (mark !== BACKSLASH) previousIsContext = mark === SPACE || mark === LF;
    if (previousIsContext) contextBytes += at - lineStart;
  }
  cursor.at = at;
  return { start, end: at, contextBytes };
}

function readLines(
  bytes: Uint8Array,
  span: BodySpan,
  oldStart: number,
  newStart: number,
): readonly DiffLine[] {
  const text = textOf(bytes.subarray(span.start, span.end));
  const lines: DiffLine[] = [];
  let old = oldStart;
  let now = newStart;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const mark = text.charCodeAt(at);
    if (mark === BACKSLASH) {
      lines.push({ ...(lines.pop() as DiffLine), noNewline: true });
    } else {
      const content = text.slice(at + 1, end);
      if (mark === PLUS) lines.push({ kind: "+", new: now++, text: content });
      else if (mark === MINUS) lines.push({ kind: "-", old: old++, text: content });
      else lines.push({ kind: " ", old: old++, new: now++, text: mark === LF ? "" : content });
    }
    at = end + 1;
  }
  return lines;
}

/** The body without its context lines; a note about a missing newline goes with its line. */
function changedBytes(bytes: Uint8Array, span: BodySpan): Uint8Array {
  if (span.contextBytes === 0) return bytes.subarray(span.start, span.end);
  const changes = new Uint8Array(span.end - span.start - span.contextBytes);
  let filled = 0;
  let isChange = false;
  let runStart = span.start;
  for (let at = span.start; at < span.end; ) {
    const mark = bytes[at] as number;
    const isChangeHere: boolean = mark === BACKSLASH ? isChange : mark === PLUS || mark === MINUS;
    if (isChangeHere !== isChange) {
      if (isChange) {
        changes.set(bytes.subarray(runStart, at), filled);
        filled += at - runStart;
      }
      runStart = at;
      isChange = isChangeHere;
    }
    const found = bytes.indexOf(LF, at);
    at = found === -1 || found >= span.end ? span.end : found + 1;
  }
  if (isChange) changes.set(bytes.subarray(runStart, span.end), filled);
  return changes;
}
