import type { PullDiff } from "./pull-diff.ts";
import { findRow } from "./pull-diff.ts";
import type { Thread } from "./state.ts";

/** Where a thread stands today. An outdated one has no line any more, but still its original ones. */
export interface Place {
  readonly line: number | null;
  readonly startLine: number | null;
  readonly isOutdated: boolean;
}

const outdated: Place = { line: null, startLine: null, isOutdated: true };

export async function placeOf(thread: Thread): Promise<Place> {
  const { pull } = thread;
  const diff = await pull.diff();
  const file = pull.file(diff, thread.path);
  if (thread.subject === "FILE") {
    return { line: null, startLine: null, isOutdated: file === undefined };
  }
  if (file === undefined) return outdated;
  const right = await movesBetween(thread, thread.commit, diff.head);
  const left = await movesBetween(thread, thread.mergeBase, diff.mergeBase);
  const moved = (line: number | null, side: string | null) =>
    line === null ? null : (side === "LEFT" ? left : right)(line);
  const line = moved(thread.line, thread.side);
  const startLine = moved(thread.startLine, thread.startSide ?? thread.side);
  const isGone = line === null || (thread.startLine !== null && startLine === null);
  if (isGone || findRow(file, line, thread.side) === undefined) return outdated;
  return { line, startLine, isOutdated: false };
}

/** Gives where a line of the thread's file went, or null when it was changed. */
async function movesBetween(
  thread: Thread,
  from: string,
  to: string,
): Promise<(line: number) => number | null> {
  if (from === to) return (line) => line;
  const change = await thread.pull.between(from, to);
  return (line) => movedLine(change, thread.path, line);
}

function movedLine(change: PullDiff, path: string, line: number): number | null {
  const file = change.files.find((candidate) => (candidate.oldPath ?? candidate.path) === path);
  if (file === undefined) return line;
  if (file.path !== path || file.status === "removed") return null;
  const rows = file.hunks.flatMap((hunk) => hunk.rows);
  if (rows.some((row) => row.old === line)) return null;
  let shift = 0;
  for (const hunk of file.hunks) {
    const [, start, count] = /^@@ -(\d+)(?:,(\d+))?/.exec(hunk.header) as RegExpExecArray;
    // With nothing taken away, the header names the line before.
    const first = count === "0" ? Number(start) + 1 : Number(start);
    if (first > line) break;
    shift += hunk.rows.filter((row) => row.kind === "+").length;
    shift -= hunk.rows.filter((row) => row.kind === "-").length;
  }
  return line + shift;
}
