import type { Openings } from "../diff/gaps.ts";
import type { Place } from "../diff/row-index.ts";

/** How a page was left. */
export interface PageView {
  readonly scrollTop: number;
  /** The row at the upper edge and how far it was scrolled past, which survives rows of another height. */
  readonly anchor?: { readonly place: Place; readonly pixels: number } | undefined;
  readonly cursor?: Place | undefined;
}

/** What the reader opened on a page. It belongs to the page, whichever way one comes to it. */
export interface PageOpen {
  readonly openings: Openings;
  readonly isWhole: boolean;
  readonly files: ReadonlySet<string>;
}

export const nothingOpen: PageOpen = { openings: {}, isWhole: false, files: new Set() };

export interface ViewMemory {
  /** How an entry of the history was left, else how the page was last left. */
  view(entry: number | undefined, path: string): PageView | undefined;
  leave(entry: number, path: string, view: PageView): void;
  opened(path: string): PageOpen;
  open(path: string, what: PageOpen): void;
}

/** Remembers the latest 500 pages of a visit; a place is some 100 bytes. */
export function createViewMemory(most = 500): ViewMemory {
  const byEntry = new Map<string, PageView>();
  const byPath = new Map<string, PageView>();
  const opened = new Map<string, PageOpen>();
  const put = <T>(map: Map<string, T>, key: string, value: T) => {
    map.delete(key);
    map.set(key, value);
    const oldest = map.keys().next();
    if (map.size > most && !oldest.done) map.delete(oldest.value);
  };
  return {
    view: (entry, path) =>
      (entry === undefined ? undefined : byEntry.get(`${entry} ${path}`)) ?? byPath.get(path),
    leave(entry, path, view) {
      put(byEntry, `${entry} ${path}`, view);
      put(byPath, path, view);
    },
    opened: (path) => opened.get(path) ?? nothingOpen,
    open: (path, what) => put(opened, path, what),
  };
}
