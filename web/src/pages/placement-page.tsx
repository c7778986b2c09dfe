import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { FileHead, Page } from "../../../src/wire/api.ts";
import { HELD_PAGES } from "../budgets.ts";
import { DiffActionsContext } from "../diff/diff-actions.ts";
import { DiffStage } from "../diff/diff-stage.tsx";
import { Commenting } from "../discussion/commenting.tsx";
import type { Outline } from "../review/outline.ts";
import { neighbours } from "../review/walk.ts";
import type { CoreStore } from "../server/core-store.ts";
import { useOutline, useSession } from "../session-context.ts";
import { Expanding } from "./expanding.tsx";
import { Failed } from "./lost.tsx";
import { PageTurn } from "./page-turn.tsx";
import { PlacementHead } from "./placement-head.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useFileDiff, useSnippet } from "./use-file-diff.ts";
import { Marking } from "./use-marking.tsx";

/** One placement: where it is, why it is here, how it hangs together, and what changed. */
export function PlacementPage({ id }: { readonly id: string }) {
  const { api } = useSession();
  const query = useQuery({ queryKey: ["page", id], queryFn: ({ signal }) => api.page(id, signal) });
  usePagesAround(id);
  const page = query.data;
  if (!page) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />;
  }
  return page.node.kind === "context" || page.hunks.length === 0 ? (
    <SnippetPage page={page} />
  ) : (
    <HunksPage page={page} />
  );
}

/** The pages to which the next key leads are there before it is pressed; those left long ago are forgotten. */
function usePagesAround(id: string): void {
  const { api, queries, cores } = useSession();
  const outline = useOutline();
  useEffect(() => {
    const timer = setTimeout(() => {
      const around = neighbours({ kind: "page", placement: id }, outline);
      const after = neighbours(around.next, outline).next;
      wantCore(id, outline, cores);
      for (const route of [around.next, around.previous, after]) {
        if (route.kind !== "page") continue;
        wantCore(route.placement, outline, cores);
        void queries.prefetchQuery({
          queryKey: ["page", route.placement],
          queryFn: ({ signal }) => api.page(route.placement, signal),
        });
      }
      forgetPages(queries, id);
    }, 0);
    return () => clearTimeout(timer);
  }, [api, queries, cores, id, outline]);
}

function wantCore(page: string, outline: Outline, cores: CoreStore): void {
  const core = outline.cores[outline.placements.get(page)?.coreIndex ?? -1];
  if (core && !core.isRead) cores.want(core.id);
}

function forgetPages(queries: ReturnType<typeof useSession>["queries"], present: string): void {
  const pages = queries.getQueryCache().findAll({ queryKey: ["page"], type: "inactive" });
  const oldest = pages
    .filter((query) => query.queryKey[1] !== present)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(HELD_PAGES);
  for (const query of oldest) queries.getQueryCache().remove(query);
}

function HunksPage({ page }: { readonly page: Page }) {
  const file = page.file ?? bareFile(page.node.path);
  const { index, actions, expandAround } = useFileDiff(file, page.hunks);
  const hashes = useMemo(() => page.hunks.map((hunk) => hunk.hash), [page]);
  return (
    <DiffActionsContext value={actions}>
      <DiffStage index={index} header={<PlacementHead page={page} />} footer={<PageTurn />}>
        {(reader) => (
          <>
            <Marking reader={reader} hashes={hashes} />
            <Expanding reader={reader} actions={actions} expandAround={expandAround} />
            <Commenting reader={reader} path={page.node.path} />
          </>
        )}
      </DiffStage>
    </DiffActionsContext>
  );
}

function SnippetPage({ page }: { readonly page: Page }) {
  const file = useMemo(() => page.file ?? bareFile(page.node.path), [page]);
  const snippet = useMemo(() => snippetOf(page), [page]);
  const hashes = useMemo(() => (page.markHash ? [page.markHash] : []), [page]);
  const { index, actions, expandAround } = useSnippet(file, snippet, hashes);
  const line = page.node.kind === "context" ? page.node.line : undefined;
  return (
    <DiffActionsContext value={actions}>
      <DiffStage index={index} header={<PlacementHead page={page} />} footer={<PageTurn />} targetLine={line}>
        {(reader) => (
          <>
            <Marking reader={reader} hashes={hashes} />
            <Expanding reader={reader} actions={actions} expandAround={expandAround} />
            <Commenting reader={reader} path={page.node.path} />
          </>
        )}
      </DiffStage>
    </DiffActionsContext>
  );
}

function snippetOf(page: Page): { startLine: number; lines: readonly string[] } {
  if (page.node.kind !== "context") return { startLine: 1, lines: [] };
  const { startLine, lines } = page.node.snippet;
  const cuts = new Map(page.snippetCuts ?? []);
  return {
    startLine,
    lines: lines.map((line, i) => {
      const length = cuts.get(i);
      return length === undefined ? line : `${line} … ${length - line.length} more characters`;
    }),
  };
}

/** A file that is not part of the change: it has a path and nothing else to tell. */
function bareFile(path: string): FileHead {
  return { path, status: "modified", binary: false, added: 0, removed: 0, hunks: [] };
}
