import { type Ref, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { HunkHead } from "../../../src/wire/api.ts";
import { PRINT_ROWS } from "../budgets.ts";
import { useStore } from "../server/store.ts";
import { useSession, useSettings } from "../session-context.ts";
import { count } from "../shell/words.ts";
import { BlockView } from "./blocks.tsx";
import { wordsOfRow } from "./changed-pairs.ts";
import { ContextRow, LineRow } from "./line-row.tsx";
import { isMeasured } from "./metrics.ts";
import { type Row, type RowIndex, rowAt } from "./row-index.ts";
import { CONTEXT_PIECE, contextKey } from "./use-reading.ts";
import type { Rows } from "./use-virtual-rows.ts";

interface DiffRowsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly index: RowIndex;
  readonly rows: Rows;
  readonly cursorRow: number;
  readonly activeKey: string | undefined;
  readonly targetLine: number | undefined;
  /** Long lines that are shown whole. */
  readonly opened: ReadonlySet<string>;
  readonly onOpenLine: (key: string, head: HunkHead, line: number) => void;
  readonly onPick: (row: number) => void;
  /** A press on the number of a line begins a comment there. */
  readonly onComment: (row: number, side: "old" | "new") => void;
}

/** The rows in view, each where it belongs; all of them in order when the page is printed. */
export function DiffRows(props: DiffRowsProps) {
  const { ref, index, rows, cursorRow, onPick, onComment } = props;
  const { wrap } = useSettings();
  const isPrinting = useIsPrinting();
  const draw = useRowDrawing(props);
  const rowOf = useMemo(() => keepRows(index), [index]);
  if (isPrinting) return <PrintedRows ref={ref} index={index} draw={(number) => draw(rowOf(number))} />;
  const margin = rows.options.scrollMargin;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys j and k do what a press on a row does
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key c does what a press on a number does
    <div
      className="diff"
      ref={ref}
      style={{ height: rows.getTotalSize() }}
      onClick={(event) => {
        const number = (event.target as Element).closest<HTMLElement>(".number[data-number]");
        const slot = number?.closest<HTMLElement>("[data-index]");
        if (number && slot) onComment(Number(slot.dataset.index), sideOfNumber(number));
      }}
      onMouseDown={(event) => {
        const side = (event.target as Element).closest<HTMLElement>("[data-side]")?.dataset.side;
        event.currentTarget.dataset.select = side ?? "both";
        const slot = (event.target as Element).closest<HTMLElement>("[data-index]");
        const isOnControl = (event.target as Element).closest("button, a") !== null;
        if (slot && !isOnControl && rowOf(Number(slot.dataset.index)).kind !== "block") {
          onPick(Number(slot.dataset.index));
        }
      }}
    >
      {rows.getVirtualItems().map((item) => {
        if (item.index >= index.count) return null;
        const row = rowOf(item.index);
        const measures =
          wrap || (row.kind === "block" && isMeasured(row.block)) || isOpenLine(row, props.opened);
        return (
          <div
            key={row.key}
            className="row-slot"
            data-index={item.index}
            data-cursor={item.index === cursorRow || undefined}
            tabIndex={-1}
            ref={measures ? rows.measureElement : undefined}
            style={{ top: item.start - margin }}
          >
            {draw(row)}
          </div>
        );
      })}
    </div>
  );
}

/** In one column the first number is the old one; a line around a place that did not change has the new one alone. */
function sideOfNumber(number: HTMLElement): "old" | "new" {
  const side = number.closest<HTMLElement>("[data-side]")?.dataset.side;
  if (side === "old" || side === "new") return side;
  return number.nextElementSibling?.classList.contains("number") ? "old" : "new";
}

/** A row stays the same object as long as the rows do. */
function keepRows(index: RowIndex): (number: number) => Row {
  const known = new Map<number, Row>();
  return (number) => {
    const row = known.get(number) ?? rowAt(index, number);
    known.set(number, row);
    return row;
  };
}

function isOpenLine(row: Row, opened: ReadonlySet<string>): boolean {
  return row.kind === "line" && opened.size > 0 && opened.has(row.key);
}

function useRowDrawing({ activeKey, targetLine, opened, onOpenLine }: DiffRowsProps) {
  const { lines, files, colours } = useSession();
  const { diffView } = useSettings();
  useStore(lines.version);
  useStore(files.version);
  useStore(colours.version);
  return (row: Row) => {
    switch (row.kind) {
      case "block":
        return <BlockView block={row.block} isActive={row.key === activeKey} />;
      case "context": {
        const number = row.newNumber;
        const piece = Math.floor((number - 1) / CONTEXT_PIECE);
        return (
          <ContextRow
            view={diffView}
            oldNumber={row.oldNumber}
            newNumber={number}
            text={files.line(row.path, number)}
            tokens={colours.of(contextKey(row.path, piece))?.[(number - 1) % CONTEXT_PIECE]}
            isTarget={number === targetLine}
            isOneSided={row.hunk === ""}
          />
        );
      }
      case "line": {
        const { head } = row.segment;
        const held = lines.lines(head);
        const tokens = colours.of(head.hash);
        const isPair = typeof row.row !== "number";
        const line = typeof row.row === "number" ? held[row.row] : undefined;
        const left = isPair
          ? (row.row as { left: number }).left
          : line?.kind === "+"
            ? -1
            : (row.row as number);
        const right = isPair
          ? (row.row as { right: number }).right
          : line?.kind === "-"
            ? -1
            : (row.row as number);
        const words = wordsOfRow(held, row.row);
        return (
          <LineRow
            // A hunk whose lines are still being read stays unified until they can be paired.
            view={row.segment.rows && diffView === "split" ? "split" : "unified"}
            left={held[left]}
            right={held[right]}
            leftTokens={tokens?.[left]}
            rightTokens={tokens?.[right]}
            leftWords={words.left}
            rightWords={words.right}
            isQuiet={isPair && (row.row as { isQuiet?: true }).isQuiet === true}
            isOpened={opened.has(row.key)}
            onOpen={() => onOpenLine(row.key, head, right >= 0 ? right : left)}
          />
        );
      }
    }
  };
}

interface PrintedRowsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly index: RowIndex;
  readonly draw: (row: number) => React.ReactNode;
}

function PrintedRows({ ref, index, draw }: PrintedRowsProps) {
  const shown = Math.min(index.count, PRINT_ROWS);
  return (
    <div className="diff" ref={ref}>
      {Array.from({ length: shown }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, for the printer
        <div className="row-slot" key={row}>
          {draw(row)}
        </div>
      ))}
      {shown < index.count && (
        <p className="print-rest">{count(index.count - shown, "more row")} are not printed.</p>
      )}
    </div>
  );
}

/** The browser lays the page out for the printer right after this event, so the rows must be there at once. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}
