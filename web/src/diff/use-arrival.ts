import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../session-context.ts";
import { findPlace, type Place, type RowIndex } from "./row-index.ts";
import type { Cursor } from "./use-cursor.ts";
import { type Rows, restoreSight, type Sight, samePlace, sightsOf } from "./use-virtual-rows.ts";

/** How the page was left, when the reader comes back to it. Read once for each visit. */
export function useLeftView(entry: number, by: "load" | "push" | "pop", path: string) {
  const { views } = useSession();
  const [view] = useState(() => views.view(by === "pop" ? entry : undefined, path));
  return view;
}

/** When rows change, as by another view, the reader's line stays where it stands on the screen. */
export function useKeepSight(rows: Rows, index: RowIndex, cursor: Place | undefined): void {
  const shown = useRef(index);
  const sights = useRef<Sight[]>([]);
  useLayoutEffect(() => {
    if (shown.current !== index) {
      shown.current = index;
      // At the very top there is nothing above to hold on to, and new rows should not push the head away.
      if ((rows.scrollOffset ?? 0) > 0) restoreSight(rows, index, sights.current);
    }
  }, [rows, index]);
  useLayoutEffect(() => {
    sights.current = sightsOf(rows, index, cursor);
  });
}

/**
 * Brings the reader to the place that was asked for, once for each arrival.
 *
 * @param entry  of the history; undefined while it is not known where the rows stand
 */
export function useArrival(
  rows: Rows,
  index: RowIndex,
  entry: number | undefined,
  spot: Place | undefined,
  left: ReturnType<typeof useLeftView>,
  cursor: Cursor,
): void {
  const arrived = useRef<string>("");
  const wanted = spot ? `${entry} ${JSON.stringify(spot)}` : `${entry}`;
  useLayoutEffect(() => {
    if (entry === undefined || arrived.current === wanted) return;
    const isFirst = arrived.current === "";
    arrived.current = wanted;
    if (left && isFirst && (left.cursor === undefined || !spot || samePlace(left.cursor, spot))) {
      if (!left.anchor || !restoreSight(rows, index, [left.anchor])) rows.scrollToOffset(left.scrollTop);
      if (left.cursor) cursor.put(findPlace(index, left.cursor), { isKept: true });
      return;
    }
    const row = spot ? findPlace(index, spot) : -1;
    if (row < 0) {
      if (isFirst) rows.scrollToOffset(0);
      return;
    }
    cursor.put(row, { isKept: true });
    const start = rows.measurementsCache[row]?.start ?? 0;
    rows.scrollToOffset(Math.max(0, start - (rows.scrollRect?.height ?? 600) / 3));
  });
}

/** Remembers how the page is left, at every pause of scrolling and at the end. */
export function useLeaving(
  scroller: RefObject<HTMLDivElement | null>,
  rows: Rows,
  index: RowIndex,
  cursor: Cursor,
  entry: number,
  path: string,
): void {
  const { views } = useSession();
  const save = useRef(() => {});
  save.current = () => {
    const scrollTop = scroller.current?.scrollTop ?? rows.scrollOffset ?? 0;
    const anchor = scrollTop > 0 ? sightsOf(rows, index, undefined)[0] : undefined;
    views.leave(entry, path, { scrollTop, anchor, cursor: cursor.place });
  };
  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => save.current(), 100);
    };
    element?.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element?.removeEventListener("scroll", onScroll);
    };
  }, [scroller]);
  useLayoutEffect(() => () => save.current(), []);
}
