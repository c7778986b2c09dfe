import type { HunkHead, ShownLine } from "../../../src/wire/api.ts";
import { placeNotes } from "../diff/place-notes.ts";
import type { Segment } from "../diff/segments.ts";
import type { Note } from "./notes.ts";

type LinesOf = (head: HunkHead) => readonly (ShownLine | undefined)[];

/**
 * The rows of a file with its notes among them.
 *
 * @param onPage  the hunks of the page where it has not all of the file: notes on lines elsewhere have pages of their own
 */
export function withNotes(
  segments: readonly Segment[],
  notes: readonly Note[],
  linesOf: LinesOf,
  onPage: readonly HunkHead[] | undefined,
): readonly Segment[] {
  // What is about lines that are no longer there is read with the whole file, and not on each page of it.
  const shown = onPage === undefined ? notes : notes.filter((note) => !isOutdated(note));
  return placeNotes({ segments, notes: shown, linesOf }, (note) => {
    // What is being written is never out of sight.
    if (onPage === undefined || note.kind === "editor") return true;
    return onPage.some((hunk) => isIn(hunk, note));
  });
}

function isOutdated(note: Note): boolean {
  return note.kind === "thread" && note.thread.place === undefined;
}

/** A note finds its row by its line's number, so all lines of its hunk must be known. */
export function wantLinesOfNotes(
  hunks: readonly HunkHead[],
  notes: readonly Note[],
  want: (hunk: HunkHead, from: number, to: number) => void,
): void {
  if (notes.length === 0) return;
  for (const hunk of hunks) {
    if (notes.some((note) => isIn(hunk, note))) want(hunk, 0, hunk.lineCount);
  }
}

function isIn(hunk: HunkHead, { place }: Note): boolean {
  if (place.line === undefined) return false;
  const [start, count] =
    place.side === "LEFT" ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  return place.line >= start && place.line < start + count;
}
