import { type RefObject, useEffect } from "react";
import { useSession } from "../session-context.ts";
import { type SelectionEnd, selectedText } from "./copy.ts";
import type { RowIndex } from "./row-index.ts";

/** Copying a part of a diff gives the code as it stands in the file, also where rows are not drawn. */
export function useCopy(list: RefObject<HTMLDivElement | null>, index: RowIndex): void {
  const { lines, files } = useSession();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const selection = document.getSelection();
      const element = list.current;
      if (!selection || selection.isCollapsed || selection.rangeCount === 0 || !element) return;
      const range = selection.getRangeAt(0);
      const start = endOf(range.startContainer, range.startOffset, element);
      const end = endOf(range.endContainer, range.endOffset, element);
      // A selection that leaves the diff is the browser's to copy.
      if (!start || !end) return;
      const side = element.dataset.select;
      const { text, missing } = selectedText(
        {
          index,
          side: side === "old" || side === "new" ? side : "both",
          lineOf(row, wanted) {
            const held = lines.lines(row.segment.head);
            if (typeof row.row === "number") return held[row.row];
            const { left, right } = row.row;
            if (wanted === "old") return held[left];
            if (wanted === "new") return held[right];
            return held[right] ?? held[left];
          },
          contextOf: (path, number) => files.line(path, number),
        },
        start,
        end,
      );
      const note = missing > 0 ? `\n[${missing} lines were not read yet and are not copied]` : "";
      event.clipboardData?.setData("text/plain", text + note);
      event.preventDefault();
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, [list, index, lines, files]);
}

function endOf(node: Node, offset: number, list: HTMLElement): SelectionEnd | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const slot = element?.closest<HTMLElement>("[data-index]");
  if (!slot || !list.contains(slot)) return undefined;
  return { row: Number(slot.dataset.index), offset: offsetInText(slot, node, offset) };
}

/** How far into the text of its row an end of a selection is; outside of the text it is one of its ends. */
function offsetInText(slot: HTMLElement, node: Node, offset: number): number {
  const texts = [...slot.querySelectorAll(".shift")];
  const text = texts.find((each) => each.contains(node));
  const range = document.createRange();
  if (!text) {
    range.setStart(node, offset);
    const last = texts.at(-1);
    return last && range.comparePoint(last, 0) < 0 ? (last.textContent?.length ?? 0) : 0;
  }
  range.selectNodeContents(text);
  range.setEnd(node, offset);
  return range.toString().length;
}
