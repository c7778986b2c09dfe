import type { ShownLine } from "../../../src/wire/api.ts";
import type { LinePlace } from "../address/route.ts";
import type { HunkRow } from "./hunk-rows.ts";
import type { Block, Segment } from "./segments.ts";

/** One row of a diff, found by its number. */
export type Row =
  | { readonly kind: "block"; readonly key: string; readonly block: Block }
  | {
      readonly kind: "line";
      readonly key: string;
      readonly segment: LinesSegment;
      readonly row: HunkRow | number;
    }
  | {
      readonly kind: "context";
      readonly key: string;
      readonly path: string;
      readonly hunk: string;
      readonly oldNumber: number;
      readonly newNumber: number;
    };

export type LinesSegment = Extract<Segment, { kind: "lines" }>;

export interface RowIndex {
  readonly segments: readonly Segment[];
  /** Where each segment begins; one more than there are segments, the last being the number of rows. */
  readonly starts: readonly number[];
  readonly count: number;
}

/** Where the reader is: a block, a line of a hunk, or an unchanged line. It outlives a change of the rows. */
export type Place =
  | { readonly kind: "block"; readonly key: string }
  | { readonly kind: "line"; readonly hunk: string; readonly index: number }
  | { readonly kind: "context"; readonly path: string; readonly newNumber: number };

export function indexRows(segments: readonly Segment[]): RowIndex {
  const starts = [0];
  for (const segment of segments) starts.push(starts.at(-1)! + segment.count);
  return { segments, starts, count: starts.at(-1)! };
}

/** The segment of a row and the row's number in it. */
export function segmentAt(index: RowIndex, row: number): { segment: Segment; offset: number; order: number } {
  let low = 0;
  let high = index.segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (index.starts[middle]! <= row) low = middle;
    else high = middle - 1;
  }
  return { segment: index.segments[low]!, offset: row - index.starts[low]!, order: low };
}

export function rowKey(index: RowIndex, row: number): string {
  const { segment, offset } = segmentAt(index, row);
  return segment.kind === "block" ? segment.key : `${segment.key}:${rowOf(segment, offset)}`;
}

/** The number of a row in its hunk, of which a stretch may hold only a part. */
function rowOf(segment: Segment, offset: number): number {
  return segment.kind === "lines" ? (segment.from ?? 0) + offset : offset;
}

/** Which lines of its hunk stand on a row. */
export function lineRow(segment: LinesSegment, offset: number): HunkRow | number {
  const row = rowOf(segment, offset);
  return segment.rows?.[row] ?? row;
}

export function rowAt(index: RowIndex, number: number): Row {
  const { segment, offset } = segmentAt(index, number);
  switch (segment.kind) {
    case "block":
      return { kind: "block", key: segment.key, block: segment.block };
    case "lines":
      return {
        kind: "line",
        key: `${segment.key}:${rowOf(segment, offset)}`,
        segment,
        row: lineRow(segment, offset),
      };
    case "context":
      return {
        kind: "context",
        key: `${segment.key}:${offset}`,
        path: segment.path,
        hunk: segment.hunk,
        oldNumber: segment.oldFrom + offset,
        newNumber: segment.newFrom + offset,
      };
  }
}

/** The place of a row. On a row with two lines it is the new one. */
export function placeAt(index: RowIndex, number: number): Place {
  const row = rowAt(index, number);
  if (row.kind === "block") return { kind: "block", key: row.key };
  if (row.kind === "context") return { kind: "context", path: row.path, newNumber: row.newNumber };
  const line = typeof row.row === "number" ? row.row : row.row.right >= 0 ? row.row.right : row.row.left;
  return { kind: "line", hunk: row.segment.head.id, index: line };
}

/** The number of the row at a place, or -1 when it is not drawn. */
export function findPlace(index: RowIndex, place: Place): number {
  for (let i = 0; i < index.segments.length; i++) {
    const offset = offsetIn(index.segments[i]!, place);
    if (offset >= 0) return index.starts[i]! + offset;
  }
  return -1;
}

function offsetIn(segment: Segment, place: Place): number {
  switch (place.kind) {
    case "block":
      return segment.kind === "block" && segment.key === place.key ? 0 : -1;
    case "context": {
      if (segment.kind !== "context" || segment.path !== place.path) return -1;
      const offset = place.newNumber - segment.newFrom;
      return offset >= 0 && offset < segment.count ? offset : -1;
    }
    case "line": {
      if (segment.kind !== "lines" || segment.head.id !== place.hunk) return -1;
      const row = segment.rows
        ? segment.rows.findIndex((each) => each.left === place.index || each.right === place.index)
        : place.index;
      const offset = row - (segment.from ?? 0);
      return row >= 0 && offset >= 0 && offset < segment.count ? offset : -1;
    }
  }
}

/** The index in its hunk of a line that an address names. Numbers not in the hunk give -1. */
export function lineIndex(lines: readonly (ShownLine | undefined)[], place: LinePlace): number {
  if (place.by === "index") return place.number;
  const side = place.by;
  return lines.findIndex((line) => line !== undefined && line[side] === place.number);
}

/** Where the cursor may stand: on lines, on the head of a hunk without lines, on a file that can be folded. */
export function isStop(index: RowIndex, number: number): boolean {
  const { segment } = segmentAt(index, number);
  if (segment.kind !== "block") return true;
  const { block } = segment;
  return (
    (block.kind === "hunk" && block.head.lineCount === 0) ||
    (block.kind === "file" && block.fold !== undefined)
  );
}

/** The next stop in a direction, or -1. */
export function nextStop(index: RowIndex, from: number, direction: 1 | -1): number {
  for (let row = from + direction; row >= 0 && row < index.count; row += direction) {
    if (isStop(index, row)) return row;
  }
  return -1;
}
