import type { ShownLine } from "../../../src/wire/api.ts";
import type { Place } from "../../../src/wire/discussion.ts";
import { type LinesSegment, type RowIndex, rowAt } from "../diff/row-index.ts";

interface Asked {
  readonly index: RowIndex;
  readonly linesOf: (head: LinesSegment["head"]) => readonly (ShownLine | undefined)[];
  /** The side that was pointed at, where a row has two. */
  readonly side?: "old" | "new" | undefined;
}

/** Where a comment on a row stands: on the new side, unless the row or the reader means the old one. */
export function placeOfRow({ index, linesOf, side }: Asked, number: number): Place | undefined {
  if (number < 0 || number >= index.count) return undefined;
  const row = rowAt(index, number);
  if (row.kind === "block") return undefined;
  if (row.kind === "context") {
    // Around a place that did not change there is one side alone.
    return side === "old" && row.hunk !== ""
      ? { path: row.path, side: "LEFT", line: row.oldNumber }
      : { path: row.path, side: "RIGHT", line: row.newNumber };
  }
  const { head } = row.segment;
  const held = linesOf(head);
  const left = typeof row.row === "number" ? held[row.row] : held[row.row.left];
  const right = typeof row.row === "number" ? held[row.row] : held[row.row.right];
  const onLeft: Place | undefined =
    left?.old === undefined ? undefined : { path: head.path, side: "LEFT", line: left.old };
  const onRight: Place | undefined =
    right?.new === undefined ? undefined : { path: head.path, side: "RIGHT", line: right.new };
  return side === "old" ? (onLeft ?? onRight) : (onRight ?? onLeft);
}

/**
 * The place of all lines from one row to another: those of the side on which the last one stands. Lines of another file
 * or side in between are left out.
 */
export function placeOfRows(asked: Asked, first: number, last: number): Place | undefined {
  const end = placeOfRow(asked, last);
  if (end?.line === undefined) return undefined;
  const side = end.side === "LEFT" ? "old" : "new";
  for (let row = first; row < last; row++) {
    const start = placeOfRow({ ...asked, side }, row);
    if (start?.line === undefined || start.path !== end.path || start.side !== end.side) continue;
    return start.line < end.line ? { ...end, startLine: start.line } : end;
  }
  return end;
}
