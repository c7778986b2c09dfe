import { useSyncExternalStore } from "react";

const query = "(max-width: 900px)";

/** Whether the window is so narrow that the rail lies over the page. The same width stands in shell.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
