import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { FileHead, HunkHead, LowSignal } from "../../../src/wire/api.ts";
import { spotOf } from "../address/route.ts";
import { DiffActionsContext } from "../diff/diff-actions.ts";
import { DiffStage, type Reader } from "../diff/diff-stage.tsx";
import { type Gap, widen } from "../diff/gaps.ts";
import { indexRows, type RowIndex, rowAt } from "../diff/row-index.ts";
import { fileSegments, reasonSegment, type Segment } from "../diff/segments.ts";
import { Commenting } from "../discussion/commenting.tsx";
import { wantLinesOfNotes, withNotes } from "../discussion/file-notes.ts";
import { useNotesOf } from "../discussion/use-notes.ts";
import { foldByReason } from "../review/fold-reasons.ts";
import { useStore } from "../server/store.ts";
import {
  useCommands,
  useLink,
  useLocation,
  useOutline,
  useSession,
  useSettings,
} from "../session-context.ts";
import { toggled } from "../shell/rail-state.ts";
import { count } from "../shell/words.ts";
import { DiffTools } from "./diff-tools.tsx";
import { Expanding } from "./expanding.tsx";
import { Failed } from "./lost.tsx";
import { PageTurn } from "./page-turn.tsx";
import { PageTitle } from "./placement-head.tsx";
import { Skeleton } from "./skeleton.tsx";
import { usePageOpen } from "./use-file-diff.ts";
import { Marking } from "./use-marking.tsx";

/** Everything folded, by reason and file. Nothing of it counts as reviewed until the reader says so. */
export function LowSignalPage() {
  const { api } = useSession();
  const query = useQuery({ queryKey: ["low-signal"], queryFn: ({ signal }) => api.lowSignal(signal) });
  if (!query.data) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />;
  }
  return query.data.hunks.length === 0 ? <NothingFolded /> : <Folded answer={query.data} />;
}

function Folded({ answer }: { readonly answer: LowSignal }) {
  const [open, setOpen] = usePageOpen();
  const { lines, files } = useSession();
  const outline = useOutline();
  const { diffView, hideWhitespace } = useSettings();
  const lineVersion = useStore(lines.version);
  const fileVersion = useStore(files.version);
  const notesOfFile = useNotesOf();
  const hasNotes = outline.overview.files.some((file) => notesOfFile(file).length > 0);
  useOpenFromAddress(answer, (path) => setOpen((now) => ({ ...now, files: new Set(now.files).add(path) })));

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines and totals are filled in place
  const index = useMemo(() => {
    const segments: Segment[] = [];
    for (const { reason, files: folded } of foldByReason(answer.hunks)) {
      segments.push(
        reasonSegment(
          reason,
          folded.flatMap((each) => each.hunks),
          folded.length,
        ),
      );
      for (const { path, hunks } of folded) {
        const file = outline.files.get(path) ?? unknownFile(path);
        // A file that is folded for two reasons stands here twice: each time with the notes of its hunks.
        const notes = open.files.has(path) ? notesOfFile(file) : [];
        wantLinesOfNotes(hunks, notes, lines.want);
        segments.push(
          ...withNotes(
            fileSegments({
              file,
              hunks,
              openings: open.openings,
              isWhole: false,
              total: files.total(path),
              options: { view: diffView, hideWhitespace },
              linesOf: (head) => lines.lines(head),
              fold: { isOpen: open.files.has(path), reason },
            }),
            notes,
            (head) => lines.lines(head),
            hunks,
          ),
        );
      }
    }
    return indexRows(segments);
  }, [
    answer,
    outline,
    open,
    diffView,
    hideWhitespace,
    lines,
    files,
    fileVersion,
    notesOfFile,
    (isPaired(diffView, hideWhitespace) || hasNotes) && lineVersion,
  ]);

  const toggleFile = (path: string) => setOpen((now) => ({ ...now, files: toggled(now.files, path) }));
  const hashes = useMemo(() => answer.hunks.map((hunk) => hunk.hash), [answer]);
  const actions = {
    isWhole: false,
    toggleFile,
    expand: (gap: Gap, direction: "up" | "down", lineCount: number) => {
      const hunk = direction === "down" ? (gap.above ?? gap.below) : (gap.below ?? gap.above);
      if (!hunk) return;
      if (files.total(hunk.path) === undefined) files.want(hunk.path, 1, 1);
      setOpen((now) => ({ ...now, openings: widen(now.openings, hunk.id, { [direction]: lineCount }) }));
    },
  };
  return (
    <DiffActionsContext value={actions}>
      <DiffStage index={index} header={<LowSignalHead hunks={answer.hunks} />} footer={<PageTurn />}>
        {(reader) => (
          <>
            <Marking reader={reader} hashes={hashes} />
            <Opening reader={reader} index={index} toggleFile={toggleFile} />
            <Expanding reader={reader} actions={actions} expandAround={() => false} />
            <Commenting reader={reader} path={pathAt(reader) ?? ""} />
          </>
        )}
      </DiffStage>
    </DiffActionsContext>
  );
}

/** The file that the reader is in. */
function pathAt({ index, cursor }: Reader): string | undefined {
  const row = cursor.row >= 0 ? cursor.row : cursor.active()?.row;
  const at = row === undefined ? undefined : rowAt(index, row);
  if (at?.kind === "line") return at.segment.head.path;
  if (at?.kind === "context") return at.path;
  if (at?.kind !== "block") return undefined;
  return at.block.kind === "file"
    ? at.block.file.path
    : at.block.kind === "hunk"
      ? at.block.head.path
      : undefined;
}

function isPaired(view: "unified" | "split", hideWhitespace: boolean): boolean {
  return view === "split" || hideWhitespace;
}

/** A search or a link may lead into a folded file: it opens. */
function useOpenFromAddress(answer: LowSignal, openFile: (path: string) => void): void {
  const { route } = useLocation();
  const { hunk } = spotOf(route);
  const path = answer.hunks.find((each) => each.id === hunk)?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (path !== undefined) openFile(path);
  }, [path, hunk]);
}

interface OpeningProps {
  readonly reader: Reader;
  readonly index: RowIndex;
  readonly toggleFile: (path: string) => void;
}

/** Enter opens and folds the file that the reader is on. */
function Opening({ reader, index, toggleFile }: OpeningProps) {
  useCommands({
    open: () => {
      const at = reader.cursor.row >= 0 ? reader.cursor.row : reader.cursor.active()?.row;
      const row = at === undefined ? undefined : rowAt(index, at);
      if (row?.kind !== "block" || row.block.kind !== "file") return false;
      toggleFile(row.block.file.path);
      return true;
    },
  });
  return null;
}

function LowSignalHead({ hunks }: { readonly hunks: readonly HunkHead[] }) {
  return (
    <header className="page-head">
      <div className="page-line">
        <p className="crumbs">Low-signal</p>
        <DiffTools />
      </div>
      <PageTitle name={count(hunks.length, "folded hunk")} />
      <p className="why">
        Changes that rarely need reading, each with the reason why it is folded. Enter opens one; nothing here
        is marked by itself.
      </p>
    </header>
  );
}

function NothingFolded() {
  const home = useLink({ kind: "overview" });
  return (
    <main className="stage note-page" id="stage">
      <h1>Nothing is folded</h1>
      <p>
        Lockfiles, generated and binary files, moves without changes and changes of whitespace alone would be
        here. This change has none. Back to the <a {...home}>overview</a>.
      </p>
    </main>
  );
}

function unknownFile(path: string): FileHead {
  return { path, status: "modified", binary: false, added: 0, removed: 0, hunks: [] };
}
