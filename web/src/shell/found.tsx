import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchAnswer } from "../../../src/wire/api.ts";
import type { Route } from "../address/route.ts";
import { type Outline, pageName } from "../review/outline.ts";
import { useStore } from "../server/store.ts";
import { useCommands, useLink, useLocation, useOutline, useSession } from "../session-context.ts";
import { FixedList } from "./fixed-list.tsx";
import { useNarrow } from "./use-narrow.ts";
import { visible, visibleText } from "./visible.ts";
import { count, fileName } from "./words.ts";

type Hit = SearchAnswer["hits"][number];

/** The search over the whole change, also where no page was opened yet. */
export function Found() {
  const { rail, router } = useSession();
  const { query } = useStore(rail);
  const outline = useOutline();
  const settled = useSettled(query.trim());
  const found = useSearch(settled);
  const [choice, setChoice] = useState({ query: settled, at: 0 });
  // Another search begins at its first hit.
  const chosen = choice.query === settled ? choice.at : 0;
  const hits = found.data?.pages.flatMap((page) => page.hits) ?? [];
  const total = found.data?.pages[0]?.total ?? 0;
  const step = (by: number) =>
    setChoice({ query: settled, at: Math.max(0, Math.min(hits.length - 1, chosen + by)) });
  return (
    <search className="found">
      <input
        id="search"
        type="search"
        placeholder="Search paths, names and lines"
        aria-label="Search the whole change"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => rail.update((now) => ({ ...now, query: event.target.value }))}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") step(1);
          else if (event.key === "ArrowUp") step(-1);
          else if (event.key === "Enter" && hits[chosen]) {
            // The next keys are for the page.
            event.currentTarget.blur();
            router.go(routeOf(hits[chosen], outline));
          } else return;
          event.preventDefault();
        }}
      />
      <Leave />
      <p className="found-count" role="status">
        {summary(settled, found.isFetching && !found.data, found.error, total, hits)}
      </p>
      {hits.length > 0 && (
        <FixedList
          label="Found"
          count={hits.length}
          rowHeight={46}
          keyOf={(index) => `${index}`}
          row={(index) => <HitRow hit={hits[index]!} isChosen={index === chosen} />}
          present={chosen}
          onEnd={() => {
            if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage();
          }}
        />
      )}
    </search>
  );
}

function useSearch(query: string) {
  const { api } = useSession();
  return useInfiniteQuery({
    queryKey: ["search", query],
    queryFn: ({ pageParam, signal }) => api.search(query, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => {
      const next = last.from + last.hits.length;
      return last.hits.length > 0 && next < last.total ? next : undefined;
    },
    enabled: query !== "",
    // Answers of a search are not worth their memory once another is asked.
    gcTime: 10_000,
  });
}

function summary(
  query: string,
  isBusy: boolean,
  error: Error | null,
  total: number,
  hits: readonly Hit[],
): string {
  if (query === "") return "Type to search all files of the change, also on pages not opened yet.";
  if (error) return `The search failed: ${error.message}`;
  if (isBusy) return "Searching…";
  if (total === 0) return `Nothing in this change contains “${query}”.`;
  const pages = new Set(hits.map((hit) => hit.placement)).size;
  const shown =
    hits.length < total
      ? `${count(hits.length, "hit")} of ${count(total, "hit")} shown`
      : count(total, "hit");
  return `${shown}, on ${count(pages, "page")}`;
}

function routeOf(hit: Hit, outline: Outline): Route {
  const spot = {
    hunk: hit.hunk,
    line: hit.lineIndex === undefined ? undefined : ({ by: "index", number: hit.lineIndex } as const),
  };
  if (hit.placement !== "") return { kind: "page", placement: hit.placement, ...spot };
  if (hit.hunk !== undefined) return { kind: "low-signal", ...spot };
  return outline.files.has(hit.path) ? { kind: "file", path: hit.path } : { kind: "low-signal" };
}

function HitRow({ hit, isChosen }: { readonly hit: Hit; readonly isChosen: boolean }) {
  const { rail } = useSession();
  const { query } = useStore(rail);
  const outline = useOutline();
  const page = hit.placement === "" ? "low-signal" : pageName(hit.placement, outline);
  const before = hit.text.slice(Math.max(0, hit.at - 24), hit.at).trimStart();
  const end = hit.at + query.trim().length;
  return (
    <a
      {...useLink(routeOf(hit, outline))}
      className="hit"
      data-chosen={isChosen || undefined}
      title={visibleText(hit.text)}
    >
      <span className="hit-text mono">
        {hit.at > 24 && "…"}
        {visibleText(before)}
        <mark>{visibleText(hit.text.slice(hit.at, end))}</mark>
        {visibleText(hit.text.slice(end))}
      </span>
      <span className="hit-place">
        {fileName(hit.path)} · {visible(page)}
      </span>
    </a>
  );
}

/** Escape leaves the field and keeps what was found; the next one closes it, and the page stays. */
function Leave() {
  const { rail } = useSession();
  const isSheet = useNarrow();
  const { route } = useLocation();
  useCommands({
    close: () => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.id === "search") {
        focused.blur();
        return true;
      }
      // A sheet closes as a whole.
      if (isSheet) return false;
      const isInList = focused?.closest(".found") != null;
      const tab = route.kind === "file" || route.kind === "files" ? "files" : "walk";
      rail.update((now) => ({ ...now, tab }));
      if (isInList) document.getElementById("stage")?.focus({ preventScroll: true });
      return true;
    },
  });
  return null;
}

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 120);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
