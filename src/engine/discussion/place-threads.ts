import { compareBytes } from "../../kit/order.ts";
import type { DiffLine, FileDiff } from "../diff/diff.ts";
import type { Place, PlacedThread, PlaceSide, Thread } from "./thread.ts";

/**
 * Threads where they stand in the files that are shown, sorted by path and line, those whose lines are gone last. A
 * thread on lines that no hunk shows keeps its place and has no hunk. The forge's places must be of the head that
 * `files` lead to.
 */
export function placeThreads(
  threads: readonly Thread[],
  files: readonly FileDiff[],
): readonly PlacedThread[] {
  const shown = shownFiles(files);
  return threads.map((thread) => placed(thread, shown)).sort(inOrder);
}

/** A file by the path that it has on a side: what a forge has as two files may be one that moved here. */
export interface ShownFiles {
  of(path: string, side: PlaceSide): FileDiff | undefined;
}

export function shownFiles(files: readonly FileDiff[]): ShownFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byOldPath = new Map(files.flatMap((file) => (hasMoved(file) ? [[file.oldPath, file] as const] : [])));
  return {
    of: (path, side) => byPath.get(path) ?? (side === "LEFT" ? byOldPath.get(path) : undefined),
  };
}

/** The hunk that shows a line, if one does. */
export function hunkAt(file: FileDiff, side: PlaceSide, line: number): string | undefined {
  const has = (entry: DiffLine) => (side === "LEFT" ? entry.old : entry.new) === line;
  return file.hunks.find((hunk) => hunk.lines.some(has))?.id;
}

/** A copy leaves the old file where it was. */
function hasMoved(file: FileDiff): file is FileDiff & { readonly oldPath: string } {
  return file.status === "renamed" && file.oldPath !== undefined;
}

function placed(thread: Thread, shown: ShownFiles): PlacedThread {
  const { present } = thread;
  if (present === undefined || thread.isOutdated) return thread;
  const side = present.side ?? "RIGHT";
  const file = shown.of(present.path, side) ?? shown.of(present.path, "LEFT");
  const place: Place = { ...present, path: file?.path ?? present.path };
  const hunk = file && present.line !== undefined ? hunkAt(file, side, present.line) : undefined;
  return { ...thread, place, ...(hunk === undefined ? {} : { hunk }) };
}

function inOrder(a: PlacedThread, b: PlacedThread): number {
  if ((a.place === undefined) !== (b.place === undefined)) return a.place === undefined ? 1 : -1;
  return comparePlaces(a.place ?? a.original, b.place ?? b.original) || compareBytes(a.id, b.id);
}

/** By path in byte order, then the file as a whole, then by line, LEFT before RIGHT. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.path !== b.path) return compareBytes(a.path, b.path);
  const byLine = (a.line ?? 0) - (b.line ?? 0);
  if (byLine !== 0) return byLine;
  return compareBytes(a.side ?? "RIGHT", b.side ?? "RIGHT");
}
