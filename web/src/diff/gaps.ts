import type { FileHead, HunkHead } from "../../../src/wire/api.ts";

/** How many unchanged lines the reader asked to see above and below a hunk. */
export interface Opening {
  readonly up: number;
  readonly down: number;
}
export type Openings = Readonly<Record<string, Opening>>;

/**
 * Unchanged lines between two hunks, or before the first or after the last. Numbers count from 1; the lines
 * are the same on both sides, and only their numbers differ.
 */
export interface Gap {
  readonly key: string;
  /** The hunk whose lower edge it touches, and the one whose upper edge. */
  readonly above?: HunkHead | undefined;
  readonly below?: HunkHead | undefined;
  /** Around a snippet, which has no hunk: on which side of it. */
  readonly edge?: "up" | "down";
  readonly oldFrom: number;
  readonly newFrom: number;
  /** How many lines; undefined while the end of the file, or the hunk in between, is not known. */
  readonly count: number | undefined;
}

/** Where a hunk begins and where what follows it begins, on one side. */
export function oldRange(head: HunkHead): readonly [number, number] {
  return rangeOf(head.oldStart, head.oldLines);
}
export function newRange(head: HunkHead): readonly [number, number] {
  return rangeOf(head.newStart, head.newLines);
}

/** With no lines on a side, git names the line before the place. */
function rangeOf(start: number, lines: number): readonly [number, number] {
  const begin = lines === 0 ? start + 1 : start;
  return [begin, begin + lines];
}

/** Whether anything unchanged can stand around the hunks of a file. */
export function hasContext(file: FileHead): boolean {
  const isWhole = file.status === "added" || file.status === "deleted" || file.status === "typechange";
  return !isWhole && !file.binary && file.newMode !== "160000";
}

/**
 * The gap before `below` and after `above`, which follow each other on the page.
 *
 * @param isNext  they follow each other in the file too; else something between them is not known
 * @param total   the number of lines of the new side, when it is known
 */
export function gapBetween(
  above: HunkHead | undefined,
  below: HunkHead | undefined,
  isNext: boolean,
  total: number | undefined,
): Gap {
  const [oldFrom, newFrom] = above ? [oldRange(above)[1], newRange(above)[1]] : [1, 1];
  const end = below ? newRange(below)[0] : total === undefined ? undefined : total + 1;
  const count = isNext && end !== undefined ? Math.max(0, end - newFrom) : undefined;
  return { key: `${above?.id ?? "top"}~${below?.id ?? "end"}`, above, below, oldFrom, newFrom, count };
}

/** Which lines of a gap are shown: so many from its top, so many to its bottom; `hidden` are between. */
export interface ShownGap {
  readonly top: number;
  readonly bottom: number;
  readonly hidden: number;
}

export function shownOfGap(gap: Gap, openings: Openings): ShownGap {
  const count = gap.count ?? 0;
  const wantTop = gap.above ? (openings[gap.above.id]?.down ?? 0) : 0;
  const wantBottom = gap.below ? (openings[gap.below.id]?.up ?? 0) : 0;
  const top = Math.min(wantTop, count);
  const bottom = Math.min(wantBottom, count - top);
  return { top, bottom, hidden: count - top - bottom };
}

/** Adds to what is open around a hunk. */
export function widen(openings: Openings, hunk: string, by: Partial<Opening>): Openings {
  const now = openings[hunk] ?? { up: 0, down: 0 };
  return { ...openings, [hunk]: { up: now.up + (by.up ?? 0), down: now.down + (by.down ?? 0) } };
}
