import { useEffect, useLayoutEffect, useRef } from "react";
import { charWidth, useWidth } from "./code-metrics.ts";

interface SidewaysProps {
  readonly list: HTMLDivElement | null;
  /** The widest line. */
  readonly columns: number;
  readonly digits: number;
}

/**
 * The one bar that moves all code of a page sideways. It stays at the lower edge, where a hunk's own bar
 * would be many screens away, and numbers and signs stay where they are.
 */
export function Sideways({ list, columns }: SidewaysProps) {
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  // The two sides of the split view have half of the width each.
  const text = list?.querySelector<HTMLElement>(".text")?.clientWidth ?? width;
  const overflow = Math.max(0, Math.ceil(columns * charWidth() + 24 - text));

  useLayoutEffect(() => {
    if (overflow === 0) moveTo(list, 0);
  }, [list, overflow]);
  useEffect(() => {
    if (!list || overflow === 0) return;
    const onWheel = (event: WheelEvent) => {
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!isSideways || !bar.current) return;
      const delta = event.deltaX === 0 ? event.deltaY : event.deltaX;
      bar.current.scrollLeft += delta;
      event.preventDefault();
    };
    list.addEventListener("wheel", onWheel, { passive: false });
    return () => list.removeEventListener("wheel", onWheel);
  }, [list, overflow]);

  if (overflow === 0) return null;
  return (
    <section
      className="sideways"
      ref={bar}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse
      tabIndex={0}
      aria-label="Move the code sideways"
      onScroll={(event) => moveTo(list, event.currentTarget.scrollLeft)}
    >
      <div style={{ width: width + overflow }} />
    </section>
  );
}

function moveTo(list: HTMLDivElement | null, pixels: number): void {
  if (!list) return;
  list.style.setProperty("--x", `${pixels}px`);
  list.toggleAttribute("data-shifted", pixels > 0);
}
