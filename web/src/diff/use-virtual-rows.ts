import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { blockHeight, LINE_HEIGHT } from "./metrics.ts";
import { findPlace, type Place, placeAt, type RowIndex, rowKey, segmentAt } from "./row-index.ts";

export type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

interface VirtualRows {
  readonly rows: Rows;
  /** Whether it is known where the rows begin, so that one can be scrolled to. */
  readonly isPlaced: boolean;
}

/**
 * The rows of a diff of which only those in view are drawn.
 *
 * @param keep  a row that stays drawn wherever the reader scrolls, so that the focus on it is not lost
 * @param lineHeight  the height of a line's row where lines wrap
 */
export function useVirtualRows(
  index: RowIndex,
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
  keep: readonly number[],
  lineHeight: ((row: number) => number) | undefined,
): VirtualRows {
  const [margin, setMargin] = useState<number>();
  const heightOf = useCallback(
    (row: number) => {
      const { segment } = segmentAt(index, row);
      if (segment.kind === "block") return blockHeight(segment.block);
      return lineHeight?.(row) ?? LINE_HEIGHT;
    },
    [index, lineHeight],
  );
  const getItemKey = useCallback((row: number) => rowKey(index, row), [index]);
  const keepKey = keep.join();
  const rangeExtractor = useMemo(() => extractor(keepKey, index.count), [keepKey, index.count]);
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: index.count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey,
    rangeExtractor,
    overscan: 12,
    scrollMargin: margin ?? 0,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  useLayoutEffect(() => {
    const element = list.current;
    const above = element?.parentElement?.parentElement;
    if (!element || !above) return;
    const measure = () => setMargin(offsetWithin(element, scroller.current));
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of above.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, scroller]);
  // Where lines wrap, their heights depend on the width: what was measured before is of no use.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with what `lineHeight` rests on
  useLayoutEffect(() => {
    if (!isFirst.current) rows.measure();
    isFirst.current = false;
  }, [rows, lineHeight]);
  return { rows, isPlaced: margin !== undefined };
}

function offsetWithin(element: HTMLElement, scroller: HTMLElement | null): number {
  if (!scroller) return 0;
  const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.round(top + scroller.scrollTop);
}

function extractor(keepKey: string, count: number) {
  const keep = keepKey === "" ? [] : keepKey.split(",").map(Number);
  return ({ startIndex, endIndex, overscan }: { startIndex: number; endIndex: number; overscan: number }) => {
    const first = Math.max(0, startIndex - overscan);
    const last = Math.min(count - 1, endIndex + overscan);
    const before = keep.filter((row) => row >= 0 && row < first);
    const after = keep.filter((row) => row > last && row < count);
    const between = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    return [...before, ...between, ...after].sort((a, b) => a - b);
  };
}

/** Where rows stand on the screen: what the page comes back to when its rows change. */
export interface Sight {
  readonly place: Place;
  /** From the upper edge of the scrolled area to the row, negative above it. */
  readonly pixels: number;
}

/** The rows in view, the reader's own first: as long as that one is there, it is what must not move. */
export function sightsOf(rows: Rows, index: RowIndex, cursor: Place | undefined): Sight[] {
  const top = rows.scrollOffset ?? 0;
  const height = rows.scrollRect?.height ?? 0;
  const sights: Sight[] = [];
  for (const item of rows.getVirtualItems()) {
    if (item.end <= top || item.start >= top + height || item.index >= index.count) continue;
    sights.push({ place: placeAt(index, item.index), pixels: item.start - top });
  }
  const own = cursor && sights.find((sight) => samePlace(sight.place, cursor));
  return own ? [own, ...sights] : sights;
}

/** Scrolls so that the first of the sights that is still there stands where it stood. */
export function restoreSight(rows: Rows, index: RowIndex, sights: readonly Sight[]): boolean {
  for (const sight of sights) {
    const row = findPlace(index, sight.place);
    if (row < 0) continue;
    const start = rows.measurementsCache[row]?.start ?? rows.getOffsetForIndex(row, "start")?.[0] ?? 0;
    rows.scrollToOffset(Math.max(0, start - sight.pixels));
    return true;
  }
  return false;
}

export function samePlace(left: Place, right: Place): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
