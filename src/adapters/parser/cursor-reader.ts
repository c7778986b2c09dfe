import type { TreeCursor } from "web-tree-sitter";
import { EXTRA, MISSING, NAMED } from "../../engine/index/index.ts";
import { type Columns, type FilledColumns, newColumns } from "./columns.ts";

/**
 * Reads a tree through the published interface of the library. It takes about as long as parsing does, so it
 * only checks the reader of `memory-reader.ts`, and stands in for it when the two differ.
 */
export function readWithCursor(cursor: TreeCursor, maxDepth: number): FilledColumns {
  const rows: Row[] = [];
  const open: Row[] = [];
  const cut: number[] = [];
  for (;;) {
    const row = rowAt(cursor, open.at(-1));
    const index = rows.push(row) - 1;
    row.index = index;
    if (open.length < maxDepth && cursor.gotoFirstChild()) {
      open.push(row);
      continue;
    }
    if (open.length >= maxDepth && cursor.gotoFirstChild()) {
      cut.push(index);
      cursor.gotoParent();
    }
    row.next = rows.length;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return { columns: columnsOf(rows), size: rows.length, cut };
      (open.pop() as Row).next = rows.length;
    }
  }
}

interface Row {
  index: number;
  next: number;
  readonly kind: number;
  readonly field: number;
  readonly flags: number;
  readonly start: number;
  readonly end: number;
  readonly parent: number;
}

function rowAt(cursor: TreeCursor, parent: Row | undefined): Row {
  const node = cursor.currentNode;
  return {
    index: 0,
    next: 0,
    kind: cursor.nodeTypeId,
    field: cursor.currentFieldId,
    flags:
      (cursor.nodeIsNamed ? NAMED : 0) | (cursor.nodeIsMissing ? MISSING : 0) | (node.isExtra ? EXTRA : 0),
    start: cursor.startIndex,
    end: cursor.endIndex,
    parent: parent?.index ?? -1,
  };
}

function columnsOf(rows: readonly Row[]): Columns {
  const columns = newColumns(rows.length);
  for (const [at, row] of rows.entries()) {
    columns.kind[at] = row.kind;
    columns.field[at] = row.field;
    columns.flags[at] = row.flags;
    columns.start[at] = row.start;
    columns.end[at] = row.end;
    columns.next[at] = row.next;
    columns.parent[at] = row.parent;
  }
  return columns;
}
