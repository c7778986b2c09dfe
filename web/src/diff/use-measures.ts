import { useMemo } from "react";
import { DRAWN_COLUMNS } from "../budgets.ts";
import { useStore } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { charWidth } from "./code-metrics.ts";
import { columnsOf } from "./columns.ts";
import { LINE_HEIGHT, type LineShape, textColumns } from "./metrics.ts";
import { type RowIndex, rowAt } from "./row-index.ts";

/** The digits of the highest line number, never less than two. */
export function digitsOf(index: RowIndex): number {
  let highest = 99;
  for (const segment of index.segments) {
    if (segment.kind === "lines") {
      const { head } = segment;
      highest = Math.max(highest, head.oldStart + head.oldLines, head.newStart + head.newLines);
    } else if (segment.kind === "context") {
      highest = Math.max(highest, segment.oldFrom + segment.count, segment.newFrom + segment.count);
    }
  }
  return String(highest).length;
}

/** The height of a row where lines wrap: exact for monospaced text that breaks anywhere. */
export function useWrappedHeight(
  index: RowIndex,
  wrap: boolean,
  view: "unified" | "split",
  width: number,
  digits: number,
): ((row: number) => number) | undefined {
  const { lines, files } = useSession();
  return useMemo(() => {
    if (!wrap) return undefined;
    const columnsIn = (shape: LineShape) => textColumns(width || 900, shape, charWidth(), digits);
    const inView = columnsIn(view);
    const alone = columnsIn("alone");
    const heightOf = (text: string | undefined, columns = inView) =>
      Math.max(1, Math.ceil(Math.min(columnsOf(text ?? ""), DRAWN_COLUMNS) / columns)) * LINE_HEIGHT;
    return (number: number) => {
      const row = rowAt(index, number);
      if (row.kind === "block") return LINE_HEIGHT;
      // Around a snippet there is no old side.
      if (row.kind === "context")
        return heightOf(files.line(row.path, row.newNumber), row.hunk === "" ? alone : inView);
      const held = lines.lines(row.segment.head);
      if (typeof row.row === "number") return heightOf(held[row.row]?.text);
      return Math.max(heightOf(held[row.row.left]?.text), heightOf(held[row.row.right]?.text));
    };
  }, [index, wrap, view, width, digits, lines, files]);
}

/** The widest line that is there, in columns. */
export function useColumns(index: RowIndex, opened: ReadonlySet<string>): number {
  const { lines } = useSession();
  const version = useStore(lines.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines of a hunk are filled in place
  return useMemo(() => {
    let widest = 0;
    for (const segment of index.segments) {
      if (segment.kind === "lines") widest = Math.max(widest, lines.columns(segment.head));
      if (segment.kind === "context") widest = Math.max(widest, 160);
    }
    return opened.size > 0 ? widest : Math.min(widest, DRAWN_COLUMNS);
  }, [index, lines, version, opened]);
}
