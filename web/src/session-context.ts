import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import type { Settings } from "../../src/wire/api.ts";
import type { Route } from "./address/route.ts";
import { formatRoute } from "./address/route.ts";
import type { Location } from "./address/router.ts";
import type { Commands } from "./keys/commands.ts";
import type { Action } from "./keys/key-table.ts";
import { makeOutline, type Outline, withPages } from "./review/outline.ts";
import { measureProgress, type ReviewProgress } from "./review/progress.ts";
import { type ReviewSession, readOverview } from "./review-session.ts";
import { useStore } from "./server/store.ts";

export const SessionContext = createContext<ReviewSession | undefined>(undefined);
export const OutlineContext = createContext<Outline | undefined>(undefined);
export const ProgressContext = createContext<ReviewProgress | undefined>(undefined);

export function useSession(): ReviewSession {
  return present(useContext(SessionContext), "a session");
}

/** The prepared overview. Only pages below the overview's loading may ask for it. */
export function useOutline(): Outline {
  return present(useContext(OutlineContext), "an outline");
}

export function useProgress(): ReviewProgress {
  return present(useContext(ProgressContext), "the progress");
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is ${what} around every page.`);
  return value;
}

export function useOverviewQuery() {
  const session = useSession();
  return useQuery({ queryKey: ["overview"], queryFn: ({ signal }) => readOverview(session, signal) });
}

export function useOutlineOf(overview: Parameters<typeof makeOutline>[0] | undefined): Outline | undefined {
  const read = useStore(useSession().cores.pages);
  const outline = useMemo(() => (overview ? makeOutline(overview) : undefined), [overview]);
  return useMemo(() => outline && withPages(outline, read), [outline, read]);
}

export function useMeasuredProgress(outline: Outline | undefined): ReviewProgress | undefined {
  const { reviewed, reviewedPages } = useStore(useSession().marks.state);
  return useMemo(
    () => outline && measureProgress(outline, reviewed, reviewedPages),
    [outline, reviewed, reviewedPages],
  );
}

export function useSettings(): Settings {
  return useStore(useSession().settings.settings);
}

export function useLocation(): Location {
  return useStore(useSession().router.location);
}

/** Reacts to keys while the component is there. A newer component's command for a key comes first. */
export function useCommands(commands: Commands): void {
  const { commands: stack } = useSession();
  const newest = useRef(commands);
  newest.current = commands;
  const actions = Object.keys(commands).sort().join(" ");
  useEffect(() => {
    const entries = actions.split(" ").filter(Boolean) as Action[];
    return stack.add(Object.fromEntries(entries.map((action) => [action, () => newest.current[action]?.()])));
  }, [stack, actions]);
}

/** What a link to a place within the review needs: its address, and a click that does not load the page anew. */
export function useLink(route: Route) {
  const { router } = useSession();
  return {
    href: formatRoute(route),
    onClick(event: React.MouseEvent) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      router.go(route);
    },
  };
}
