import { useEffect, useMemo } from "react";
import { READ_AHEAD_ROWS } from "../budgets.ts";
import { useStore } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { type RowIndex, segmentAt } from "./row-index.ts";
import type { Segment } from "./segments.ts";

/** Unchanged lines are coloured in pieces of this many. */
export const CONTEXT_PIECE = 200;

interface Needs {
  readonly first: number;
  readonly last: number;
  /** Pairing lines needs all of a hunk, not only what is in view. */
  readonly isWholeHunk: boolean;
}

/** Reads lines before the reader comes to them, and asks for the colours of those that are there. */
export function useReading(index: RowIndex, needs: Needs): void {
  const { lines, files, colours } = useSession();
  const lineVersion = useStore(lines.version);
  const fileVersion = useStore(files.version);
  const { first, last, isWholeHunk } = needs;
  const near = useMemo(() => segmentsNear(index, first, last), [index, first, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has arrived decides what is asked for next
  useEffect(() => {
    for (const { segment, from, to } of near) {
      if (segment.kind === "lines") {
        if (isWholeHunk) lines.want(segment.head, 0, segment.head.lineCount);
        else lines.want(segment.head, (segment.from ?? 0) + from, (segment.from ?? 0) + to);
        colours.wantHunk(segment.head, lines.lines(segment.head));
      } else if (segment.kind === "context") {
        files.want(segment.path, segment.newFrom + from, segment.newFrom + to);
        const piece = (number: number) => Math.floor((number - 1) / CONTEXT_PIECE);
        for (let at = piece(segment.newFrom + from); at <= piece(segment.newFrom + to); at++) {
          const text = pieceText(files, segment.path, at);
          if (text) colours.wantText(contextKey(segment.path, at), segment.path, text);
        }
      }
    }
  }, [near, isWholeHunk, lines, files, colours, lineVersion, fileVersion]);
}

export function contextKey(path: string, piece: number): string {
  return `${path}\0${piece}`;
}

interface Near {
  readonly segment: Segment;
  /** The rows of the segment that are near, the last one included. */
  readonly from: number;
  readonly to: number;
}

function segmentsNear(index: RowIndex, first: number, last: number): Near[] {
  if (index.count === 0) return [];
  const start = Math.max(0, first - READ_AHEAD_ROWS);
  const end = Math.min(index.count - 1, last + READ_AHEAD_ROWS);
  const near: Near[] = [];
  for (let order = segmentAt(index, start).order; order < index.segments.length; order++) {
    const begin = index.starts[order]!;
    if (begin > end) break;
    const segment = index.segments[order]!;
    const from = Math.max(0, start - begin);
    near.push({ segment, from, to: Math.min(segment.count, end - begin + 1) });
  }
  return near;
}

function pieceText(
  files: { line(path: string, number: number): string | undefined; total(path: string): number | undefined },
  path: string,
  piece: number,
): string[] | undefined {
  const first = piece * CONTEXT_PIECE + 1;
  const last = Math.min(first + CONTEXT_PIECE - 1, files.total(path) ?? Number.POSITIVE_INFINITY);
  const text: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = files.line(path, number);
    if (line === undefined) return undefined;
    text.push(line);
  }
  return text;
}
