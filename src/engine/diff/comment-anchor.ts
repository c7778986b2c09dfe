import type { DiffLine, FileDiff, Hunk } from "./file-diff.ts";

/** Where a review comment would stand: LEFT counts lines of the old file, RIGHT of the new one. */
export interface CommentAnchor {
  readonly side: "LEFT" | "RIGHT";
  readonly line: number;
  /** The first line of a comment on several lines. */
  readonly startLine?: number;
  /** The side of `startLine`; the same as `side` when absent. */
  readonly startSide?: "LEFT" | "RIGHT";
}

/**
 * May a comment be put there? A forge refuses a whole review for one comment whose line is in no hunk, whose
 * first line is not above its last, or whose two ends are in different hunks. Lines count from 1.
 */
export function isValidAnchor(file: FileDiff, anchor: CommentAnchor): boolean {
  for (const hunk of file.hunks) {
    const end = placeInHunk(hunk, anchor.side, anchor.line);
    if (end === -1) continue;
    if (anchor.startLine === undefined) return true;
    const start = placeInHunk(hunk, anchor.startSide ?? anchor.side, anchor.startLine);
    if (start !== -1 && start < end) return true;
  }
  return false;
}

function placeInHunk(hunk: Hunk, side: "LEFT" | "RIGHT", line: number): number {
  const numberOf = (entry: DiffLine) => (side === "LEFT" ? entry.old : entry.new);
  return hunk.lines.findIndex((entry) => numberOf(entry) === line);
}
