import { useLayoutEffect, useState } from "react";

/** The width of one character of code in pixels, as this browser draws it. */
export function charWidth(): number {
  known ??= measure();
  return known;
}

let known: number | undefined;

function measure(): number {
  const probe = document.createElement("span");
  probe.className = "code-probe";
  probe.textContent = "0".repeat(100);
  document.body.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width > 0 ? width : 7.5;
}

/** The width of an element, followed as it changes. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  // Before the first paint, so that nothing is drawn for another width.
  useLayoutEffect(() => {
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
