import type { Reader } from "../diff/diff-stage.tsx";
import { useCommands, useSession } from "../session-context.ts";
import { placeOfRow, placeOfRows } from "./row-place.ts";

interface CommentingProps {
  readonly reader: Reader;
  /** The file that a comment on the whole file is about. */
  readonly path: string;
}

/** `c` begins a comment on the reader's line, or on the lines that are selected; `shift c` one on the file. */
export function Commenting({ reader, path }: CommentingProps) {
  const { drafts, lines } = useSession();
  const { index, cursor } = reader;
  const linesOf = lines.lines;
  useCommands({
    comment: () => {
      const selected = selectedRows();
      const row = cursor.current();
      const place = selected
        ? placeOfRows({ index, linesOf, side: selected.side }, selected.first, selected.last)
        : placeOfRow({ index, linesOf }, row);
      if (!place) return false;
      document.getSelection()?.removeAllRanges();
      drafts.begin({ kind: "place", place });
      return true;
    },
    "comment-file": () => {
      if (path === "") return false;
      drafts.begin({ kind: "place", place: { path } });
      return true;
    },
  });
  return null;
}

interface SelectedRows {
  readonly first: number;
  readonly last: number;
  readonly side: "old" | "new" | undefined;
}

/** The rows of the diff that a selection touches. */
function selectedRows(): SelectedRows | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const rowOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    return element?.closest<HTMLElement>("[data-index]");
  };
  const [first, last] = [rowOf(range.startContainer), rowOf(range.endContainer)];
  if (!first || !last) return undefined;
  const side = first.closest<HTMLElement>(".diff")?.dataset.select;
  return {
    first: Number(first.dataset.index),
    // A selection that ends before the first letter of a line does not mean that line.
    last: Number(last.dataset.index) - (range.endOffset === 0 && first !== last ? 1 : 0),
    side: side === "old" || side === "new" ? side : undefined,
  };
}
