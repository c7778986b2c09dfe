import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useCommands } from "../session-context.ts";
import { findPlace, isStop, nextStop, type Place, placeAt, type RowIndex } from "./row-index.ts";
import { type Target, targetAt } from "./targets.ts";
import type { Rows } from "./use-virtual-rows.ts";

/** What stays above a hunk that the reader jumps to, so that it does not begin at the very edge. */
const JUMP_MARGIN = 64;
/** Lines kept in view around the cursor while it moves line by line. */
const STEP_MARGIN = 60;

export interface Cursor {
  readonly place: Place | undefined;
  /** Its row, or -1. */
  readonly row: number;
  /** Puts it on a row; `isKept` leaves the page where it is scrolled. */
  put(row: number, options?: { readonly isKept?: boolean; readonly isFocused?: boolean }): void;
  jump(target: Target): void;
  /** The row that the reader is on: the cursor's while it is in view, else the first line in view. */
  current(): number;
  /** What `x` marks: the target of the cursor while it is in view, else of the first row in view. */
  active(): Target | undefined;
}

/** The reader's line. It is a place, not a row, and so outlives any change of the rows. */
export function useCursor(
  index: RowIndex,
  rows: Rows,
  targets: readonly Target[],
  list: RefObject<HTMLDivElement | null>,
  first: Place | undefined,
): Cursor {
  const [place, setPlace] = useState(first);
  const row = useMemo(() => (place ? findPlace(index, place) : -1), [index, place]);
  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!wantsFocus.current || row < 0) return;
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${row}"]`);
    if (!element) return;
    wantsFocus.current = false;
    element.focus({ preventScroll: true });
  });

  const put = useCallback(
    (next: number, options: { isKept?: boolean; isFocused?: boolean } = {}) => {
      if (next < 0 || next >= index.count) return;
      setPlace(placeAt(index, next));
      wantsFocus.current = options.isFocused !== false;
      if (!options.isKept) keepInView(rows, next, STEP_MARGIN);
    },
    [index, rows],
  );
  const jump = useCallback(
    (target: Target) => {
      const stop = isStop(index, target.row) ? target.row : nextStop(index, target.row, 1);
      put(stop < 0 ? target.row : stop, { isKept: true });
      const start = rows.measurementsCache[target.row]?.start ?? 0;
      rows.scrollToOffset(Math.max(0, start - JUMP_MARGIN));
    },
    [index, rows, put],
  );
  const seen = () => (isInView(rows, row) ? row : firstInView(rows));
  const active = () => targetAt(targets, seen());

  const step = (direction: 1 | -1) => {
    const from = isInView(rows, row) ? row : firstInView(rows) - (direction === 1 ? 1 : -1);
    const next = nextStop(index, from, direction);
    if (next < 0) return false;
    put(next);
    return true;
  };
  const stepTarget = (direction: 1 | -1) => {
    const now = active();
    const at = now ? targets.indexOf(now) : -1;
    // From above the first hunk the next one is the first.
    const isBefore = row < 0 && (rows.scrollOffset ?? 0) < JUMP_MARGIN;
    const next = targets[direction === 1 && isBefore ? 0 : at + direction];
    if (!next) return false;
    jump(next);
    return true;
  };
  useCommands({
    "next-line": () => step(1),
    "previous-line": () => step(-1),
    "next-hunk": () => stepTarget(1),
    "previous-hunk": () => stepTarget(-1),
  });
  const current = () => {
    const now = seen();
    return isStop(index, now) ? now : nextStop(index, now, 1);
  };
  return { place, row, put, jump, current, active };
}

function isInView(rows: Rows, row: number): boolean {
  const item = row >= 0 ? rows.measurementsCache[row] : undefined;
  const top = rows.scrollOffset ?? 0;
  const height = rows.scrollRect?.height ?? 0;
  return item !== undefined && item.end > top && item.start < top + height;
}

function firstInView(rows: Rows): number {
  const top = rows.scrollOffset ?? 0;
  return rows.getVirtualItems().find((item) => item.start >= top)?.index ?? 0;
}

function keepInView(rows: Rows, row: number, margin: number): void {
  const item = rows.measurementsCache[row];
  if (!item) return;
  const top = rows.scrollOffset ?? 0;
  const height = rows.scrollRect?.height ?? 0;
  if (item.start - margin < top) rows.scrollToOffset(Math.max(0, item.start - margin));
  else if (item.end + margin > top + height) rows.scrollToOffset(item.end + margin - height);
}
