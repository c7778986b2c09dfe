import { createStore, type Store } from "../server/store.ts";
import { formatRoute, parseRoute, pathOf, type Route } from "./route.ts";

/** Where the reader is, and where a page was left. */
export interface Location {
  readonly route: Route;
  /** One for each entry of the browser's history. */
  readonly entry: number;
  /** How it was reached: going back returns to the very line, going on does not. */
  readonly by: "load" | "push" | "pop";
}

export interface Router {
  readonly location: Store<Location>;
  go(route: Route): void;
  /** Renames the place without a step in the history, as when the cursor moves. */
  rename(route: Route): void;
  /** Whether a step back stays within the review. */
  canGoBack(): boolean;
  back(): void;
  stop(): void;
}

/** Browsers refuse more than some hundred renames in half a minute; the last one of a burst is enough. */
const RENAME_DELAY_MS = 250;

export function createRouter(window: Window): Router {
  const { history } = window;
  history.scrollRestoration = "manual";
  const first = entryOf(history.state) ?? 1;
  let newest = first;
  const read = () => parseRoute(window.location.pathname, window.location.search);
  const location = createStore<Location>({ route: read(), entry: first, by: "load" });
  history.replaceState({ entry: first }, "");

  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Route | undefined;
  const writeRename = () => {
    clearTimeout(timer);
    if (waiting) history.replaceState({ entry: location.get().entry }, "", formatRoute(waiting));
    waiting = undefined;
  };
  const onPop = (event: PopStateEvent) => {
    clearTimeout(timer);
    waiting = undefined;
    const entry = entryOf(event.state) ?? ++newest;
    location.set({ route: read(), entry, by: "pop" });
  };
  window.addEventListener("popstate", onPop);

  return {
    location,
    go(route) {
      writeRename();
      if (formatRoute(route) === formatRoute(location.get().route)) return;
      newest = Math.max(newest, location.get().entry) + 1;
      history.pushState({ entry: newest }, "", formatRoute(route));
      location.set({ route, entry: newest, by: "push" });
    },
    rename(route) {
      const now = location.get();
      if (pathOf(route) !== pathOf(now.route)) return;
      waiting = route;
      clearTimeout(timer);
      timer = setTimeout(writeRename, RENAME_DELAY_MS);
    },
    canGoBack: () => location.get().entry > 1,
    back: () => history.back(),
    stop: () => window.removeEventListener("popstate", onPop),
  };
}

function entryOf(state: unknown): number | undefined {
  const entry = (state as { entry?: unknown } | null)?.entry;
  return typeof entry === "number" ? entry : undefined;
}
