import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

interface FixedListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly row: (index: number) => ReactNode;
  readonly keyOf: (index: number) => string;
  /** A row to keep in view; -1 for none. */
  readonly present?: number;
  readonly onEnd?: () => void;
}

/** A list of any length of which only what is in view is drawn. */
export function FixedList({ label, count, rowHeight, row, keyOf, present = -1, onEnd }: FixedListProps) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    initialRect: { width: 280, height: 800 },
  });
  useEffect(() => {
    if (present >= 0) rows.scrollToIndex(present, { align: "auto" });
  }, [rows, present]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last === count - 1) onEnd?.();
  }, [last, count, onEnd]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
    <section className="fixed-list" ref={scroller} tabIndex={0} aria-label={label}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            className="fixed-row"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ height: rowHeight, top: item.start }}
          >
            {row(item.index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
