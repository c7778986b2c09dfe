import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { pathOf } from "../address/route.ts";
import { placeOfRow } from "../discussion/row-place.ts";
import { useLocation, useSession, useSettings } from "../session-context.ts";
import { useWidth } from "./code-metrics.ts";
import { DiffRows } from "./diff-rows.tsx";
import type { RowIndex } from "./row-index.ts";
import { Sideways } from "./sideways.tsx";
import { markTargets, type Target } from "./targets.ts";
import { useArrival, useKeepSight, useLeaving, useLeftView } from "./use-arrival.ts";
import { useCopy } from "./use-copy.ts";
import { type Cursor, useCursor } from "./use-cursor.ts";
import { digitsOf, useColumns, useWrappedHeight } from "./use-measures.ts";
import { useReading } from "./use-reading.ts";
import { useAddress, useSpot } from "./use-spot.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

interface DiffStageProps {
  readonly index: RowIndex;
  readonly header: ReactNode;
  readonly footer: ReactNode;
  /** The line that a page without hunks is about. */
  readonly targetLine?: number | undefined;
  /** Runs the page's own commands with what the reader is on. */
  readonly children?: (reader: Reader) => ReactNode;
}

/** Where the reader is on a page of code, and how to move on. */
export interface Reader {
  readonly index: RowIndex;
  readonly targets: readonly Target[];
  readonly cursor: Cursor;
}

/** The scrolled area of a page with code: its head, the rows of the diff, its foot. */
export function DiffStage({ index, header, footer, targetLine, children }: DiffStageProps) {
  const session = useSession();
  const settings = useSettings();
  const location = useLocation();
  const path = pathOf(location.route);
  const left = useLeftView(location.entry, location.by, path);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [listElement, setListElement] = useState<HTMLDivElement | null>(null);
  const width = useWidth(listElement);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());

  const digits = useMemo(() => digitsOf(index), [index]);
  const lineHeight = useWrappedHeight(index, settings.wrap, settings.diffView, width, digits);
  const targets = useMemo(() => markTargets(index), [index]);
  const spot = useSpot(location.route, index);
  const first = spot ?? left?.cursor;
  const kept = useRef(-1);
  const { rows, isPlaced } = useVirtualRows(
    index,
    scroller,
    list,
    useKeptRows(index, kept.current, list),
    lineHeight,
  );
  const cursor = useCursor(index, rows, targets, list, first);
  kept.current = cursor.row;

  useKeepSight(rows, index, cursor.place);
  useArrival(rows, index, isPlaced ? location.entry : undefined, spot, left, cursor);
  useLeaving(scroller, rows, index, cursor, location.entry, path);
  useAddress(cursor.place, location.route, index);
  useReading(index, {
    first: rows.range?.startIndex ?? 0,
    last: rows.range?.endIndex ?? 0,
    isWholeHunk: settings.diffView === "split" || settings.hideWhitespace,
  });
  useCopy(list, index);

  const active = cursor.active();
  const columns = useColumns(index, opened);
  const setList = useCallback((element: HTMLDivElement | null) => {
    list.current = element;
    setListElement(element);
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
    <main className="stage" id="stage" ref={scroller} tabIndex={0}>
      {children?.({ index, targets, cursor })}
      {header}
      <div
        className="diff-frame"
        data-view={settings.diffView}
        data-wrap={settings.wrap || undefined}
        style={{ "--digits": digits } as React.CSSProperties}
      >
        <DiffRows
          ref={setList}
          index={index}
          rows={rows}
          cursorRow={cursor.row}
          activeKey={active?.key}
          targetLine={targetLine}
          opened={opened}
          onOpenLine={(key, head, line) => {
            setOpened((now) => new Set(now).add(key));
            session.lines.readWholeLine(head, line);
          }}
          onPick={(row) => cursor.put(row, { isKept: true, isFocused: false })}
          onComment={(row, side) => {
            const place = placeOfRow({ index, linesOf: session.lines.lines, side }, row);
            if (place) session.drafts.begin({ kind: "place", place });
          }}
        />
        {!settings.wrap && <Sideways list={listElement} columns={columns} digits={digits} />}
      </div>
      {footer}
    </main>
  );
}

/** Rows that stay drawn out of view: the cursor's, where a selection began, and what is being written. */
function useKeptRows(
  index: RowIndex,
  cursorRow: number,
  list: RefObject<HTMLDivElement | null>,
): readonly number[] {
  const written = useMemo(() => rowsOfEditors(index), [index]);
  const [anchor, setAnchor] = useState(-1);
  useEffect(() => {
    const onSelect = () => {
      const selection = document.getSelection();
      const node = selection && !selection.isCollapsed ? selection.anchorNode : null;
      const element = node instanceof Element ? node : node?.parentElement;
      const slot = element?.closest<HTMLElement>("[data-index]");
      setAnchor(slot && list.current?.contains(slot) ? Number(slot.dataset.index) : -1);
    };
    document.addEventListener("selectionchange", onSelect);
    return () => document.removeEventListener("selectionchange", onSelect);
  }, [list]);
  return useMemo(() => [cursorRow, anchor, ...written], [cursorRow, anchor, written]);
}

function rowsOfEditors(index: RowIndex): readonly number[] {
  return index.segments.flatMap((segment, i) => {
    const isWritten =
      segment.kind === "block" && segment.block.kind === "note" && segment.block.note.kind !== "draft";
    return isWritten ? [index.starts[i]!] : [];
  });
}
