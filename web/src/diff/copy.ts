import type { ShownLine } from "../../../src/wire/api.ts";
import { type RowIndex, rowAt } from "./row-index.ts";

/** One end of a selection: a row, and how far into its text. */
export interface SelectionEnd {
  readonly row: number;
  readonly offset: number;
}

export interface CopySource {
  readonly index: RowIndex;
  readonly side: "old" | "new" | "both";
  lineOf(
    row: Extract<ReturnType<typeof rowAt>, { kind: "line" }>,
    side: "old" | "new" | "both",
  ): ShownLine | undefined;
  contextOf(path: string, number: number): string | undefined;
}

/**
 * The text of selected lines as it stands in the files: no numbers, no signs, nothing of what is between
 * hunks. Rows that are not drawn count too; those not read yet are left out and counted in `missing`.
 */
export function selectedText(
  source: CopySource,
  start: SelectionEnd,
  end: SelectionEnd,
): { readonly text: string; readonly missing: number } {
  const lines: string[] = [];
  let missing = 0;
  for (let number = start.row; number <= end.row && number < source.index.count; number++) {
    const row = rowAt(source.index, number);
    if (row.kind === "block") continue;
    const line = row.kind === "line" ? source.lineOf(row, source.side) : undefined;
    const text = row.kind === "line" ? line?.text : source.contextOf(row.path, row.newNumber);
    if (text === undefined) {
      // A row without a line on the selected side has nothing to copy.
      if (row.kind === "context" || isUnread(source, row)) missing += 1;
      continue;
    }
    const from = number === start.row ? start.offset : 0;
    const to = number === end.row ? end.offset : text.length;
    lines.push(text.slice(from, to));
  }
  return { text: lines.join("\n"), missing };
}

function isUnread(source: CopySource, row: Extract<ReturnType<typeof rowAt>, { kind: "line" }>): boolean {
  return source.lineOf(row, "both") === undefined;
}
