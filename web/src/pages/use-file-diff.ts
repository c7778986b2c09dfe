import { useEffect, useMemo, useState } from "react";
import type { FileHead, HunkBody } from "../../../src/wire/api.ts";
import { pathOf } from "../address/route.ts";
import type { PageOpen } from "../address/view-memory.ts";
import { EXPAND_LINES } from "../budgets.ts";
import type { DiffActions } from "../diff/diff-actions.ts";
import { type Gap, widen } from "../diff/gaps.ts";
import { indexRows, type RowIndex } from "../diff/row-index.ts";
import { fileSegments, SNIPPET, snippetSegments } from "../diff/segments.ts";
import { wantLinesOfNotes, withNotes } from "../discussion/file-notes.ts";
import { useNotes } from "../discussion/use-notes.ts";
import { useStore } from "../server/store.ts";
import { useLocation, useSession, useSettings } from "../session-context.ts";

/** What the reader opened on the page in view, and how to open more. It is remembered with the page. */
export function usePageOpen(): readonly [PageOpen, (change: (now: PageOpen) => PageOpen) => void] {
  const { views } = useSession();
  const path = pathOf(useLocation().route);
  const [open, setOpen] = useState(() => views.opened(path));
  return [
    open,
    (change) => {
      const next = change(views.opened(path));
      views.open(path, next);
      setOpen(next);
    },
  ];
}

interface FileDiffState {
  readonly index: RowIndex;
  readonly actions: DiffActions;
  /** More context around a hunk. */
  expandAround(hunk: string | undefined): boolean;
}

/** The rows of one file's hunks, which grow as the reader asks for context. */
export function useFileDiff(file: FileHead, hunks: readonly HunkBody[]): FileDiffState {
  const { lines, files } = useSession();
  const { diffView, hideWhitespace } = useSettings();
  const [open, setOpen] = usePageOpen();
  useMemo(() => {
    for (const hunk of hunks) lines.seed(hunk);
  }, [hunks, lines]);
  const lineVersion = useStore(lines.version);
  useStore(files.version);
  const total = files.total(file.path);
  const known = files.diff(file.path);
  // All hunks of the file are on the page, or were asked for because something between is to be opened.
  const isAll = hunks.length === file.hunks.length;
  const needsAll = !isAll && (open.isWhole || Object.keys(open.openings).length > 0);
  useEffect(() => {
    if (needsAll) files.wantDiff(file.path);
  }, [needsAll, files, file]);
  const all = isAll ? hunks : known?.hunks;
  useMemo(() => {
    for (const hunk of known?.hunks ?? []) lines.seed(hunk);
  }, [known, lines]);

  const notes = useNotes(file);
  useMemo(() => {
    wantLinesOfNotes(hunks, notes, lines.want);
  }, [notes, hunks, lines]);
  // Rows depend on arriving lines only where lines are paired or something stands between them.
  const isPlain = diffView === "unified" && !hideWhitespace && notes.length === 0;
  const pairingVersion = isPlain ? 0 : lineVersion;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines of a hunk are filled in place
  const index = useMemo(
    () =>
      indexRows(
        withNotes(
          fileSegments({
            file,
            hunks,
            all,
            openings: open.openings,
            isWhole: open.isWhole,
            total,
            options: { view: diffView, hideWhitespace },
            linesOf: (head) => lines.lines(head),
          }),
          notes,
          (head) => lines.lines(head),
          isAll ? undefined : hunks,
        ),
      ),
    [file, hunks, all, isAll, open, total, diffView, hideWhitespace, lines, notes, pairingVersion],
  );
  const wantTotal = () => {
    if (files.total(file.path) === undefined) files.want(file.path, 1, 1);
  };
  const expand = (gap: Gap, direction: "up" | "down", count: number) => {
    if (gap.below === undefined) wantTotal();
    const hunk = direction === "down" ? (gap.above ?? gap.below) : (gap.below ?? gap.above);
    if (hunk) setOpen((now) => ({ ...now, openings: widen(now.openings, hunk.id, { [direction]: count }) }));
  };
  const canExpand = file.status === "modified" || file.status === "renamed" || file.status === "copied";
  const toggleWhole = canExpand
    ? () => {
        wantTotal();
        setOpen((now) => ({ ...now, isWhole: !now.isWhole }));
      }
    : undefined;
  return {
    index,
    actions: { expand, isWhole: open.isWhole, toggleWhole },
    expandAround(hunk) {
      if (!hunk || !canExpand) return false;
      wantTotal();
      setOpen((now) => ({
        ...now,
        openings: widen(now.openings, hunk, { up: EXPAND_LINES, down: EXPAND_LINES }),
      }));
      return true;
    },
  };
}

/** The rows of a place that did not change. */
export function useSnippet(
  file: FileHead,
  snippet: { readonly startLine: number; readonly lines: readonly string[] },
  marks: readonly string[],
): FileDiffState {
  const { files } = useSession();
  const [open, setOpen] = usePageOpen();
  useMemo(() => files.seed(file.path, snippet.startLine, snippet.lines), [files, file, snippet]);
  useStore(files.version);
  const total = files.total(file.path);
  const notes = useNotes(file);
  const index = useMemo(
    () =>
      indexRows(
        withNotes(
          snippetSegments({
            file,
            marks,
            startLine: snippet.startLine,
            lineCount: snippet.lines.length,
            openings: open.openings,
            isWhole: open.isWhole,
            total,
          }),
          notes,
          () => [],
          [],
        ),
      ),
    [file, marks, snippet, open, total, notes],
  );
  const widenBy = (up: number, down: number) =>
    setOpen((now) => ({ ...now, openings: widen(now.openings, SNIPPET, { up, down }) }));
  return {
    index,
    actions: {
      expand: (_, direction, count) => (direction === "up" ? widenBy(count, 0) : widenBy(0, count)),
      isWhole: open.isWhole,
      toggleWhole: () => setOpen((now) => ({ ...now, isWhole: !now.isWhole })),
    },
    expandAround() {
      widenBy(EXPAND_LINES, EXPAND_LINES);
      return true;
    },
  };
}
