import { useContext } from "react";
import type { FileHead, HunkHead } from "../../../src/wire/api.ts";
import { EXPAND_LINES } from "../budgets.ts";
import { countReviewed, isDone } from "../review/progress.ts";
import { useStorePart } from "../server/store.ts";
import { useLink, useOutline, useSession } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { Sizes } from "../shell/sizes.tsx";
import { count, fileName, folderName, numeral, ofTotal } from "../shell/words.ts";
import { DiffActionsContext } from "./diff-actions.ts";
import { FileCard } from "./file-card.tsx";
import { newRange, oldRange } from "./gaps.ts";
import type { Block } from "./segments.ts";

interface BlockViewProps {
  readonly block: Block;
  /** It is what `x` marks. */
  readonly isActive: boolean;
}

export function BlockView({ block, isActive }: BlockViewProps) {
  switch (block.kind) {
    case "file":
      return block.fold ? (
        <FoldedFileHead
          file={block.file}
          hunks={block.hunks}
          isOpen={block.fold.isOpen}
          isActive={isActive}
        />
      ) : (
        <FileHeadRow file={block.file} hashes={block.marks ?? block.hunks.map((hunk) => hunk.hash)} />
      );
    case "hunk":
      return <HunkHeadRow head={block.head} isActive={isActive} />;
    case "card":
      return <FileCard head={block.head} file={block.file} />;
    case "gap":
      return <GapRow block={block} />;
    case "elsewhere":
      return <ElsewhereRow head={block.head} />;
    case "reason":
      return <ReasonRow block={block} />;
  }
}

function FileHeadRow({ file, hashes }: { readonly file: FileHead; readonly hashes: readonly string[] }) {
  const link = useLink({ kind: "file", path: file.path });
  const { isWhole, toggleWhole } = useContext(DiffActionsContext);
  return (
    <div className="file-head">
      <h2 className="file-path mono">
        {file.oldPath !== undefined && file.oldPath !== file.path && (
          <span className="old-path">
            {file.oldPath} <span aria-hidden="true">→</span>
            <span className="sr"> is now </span>{" "}
          </span>
        )}
        <a {...link} title={`${file.path}: all hunks of the file`}>
          <span className="muted">{folderName(file.path)}</span>
          {fileName(file.path)}
        </a>
      </h2>
      {file.status !== "modified" && <span className="badge">{file.status}</span>}
      {file.oldMode !== undefined && file.newMode !== undefined && file.oldMode !== file.newMode && (
        <span className="badge mono">
          {file.oldMode} → {file.newMode}
        </span>
      )}
      <Sizes added={file.added} removed={file.removed} />
      <span className="spring" />
      {toggleWhole && (
        <button
          type="button"
          className="plain"
          aria-pressed={isWhole}
          title="The whole file (shift e)"
          onClick={toggleWhole}
        >
          Whole file
        </button>
      )}
      <MarkAll hashes={hashes} name="Mark all" title="Mark the whole page (shift x)" />
    </div>
  );
}

interface MarkAllProps {
  readonly hashes: readonly string[];
  readonly name: string;
  readonly title: string;
}

/** Marks several hunks at once and says how many of them are. */
function MarkAll({ hashes, name, title }: MarkAllProps) {
  const { marks } = useSession();
  const reviewed = useStorePart(marks.state, (state) => state.reviewed);
  const progress = countReviewed(hashes, reviewed);
  const isAll = isDone(progress);
  return (
    <button
      type="button"
      className="mark"
      aria-pressed={isAll}
      title={title}
      onClick={() => marks.mark(hashes, !isAll)}
    >
      <Icon name="check" />
      <span>
        {isAll ? "Reviewed" : name} <span className="mark-count">{ofTotal(progress)}</span>
      </span>
    </button>
  );
}

function HunkHeadRow({ head, isActive }: { readonly head: HunkHead; readonly isActive: boolean }) {
  const { marks } = useSession();
  const isReviewed = useStorePart(marks.state, (state) => state.reviewed.has(head.hash));
  const isOtherContext = useStorePart(marks.state, (state) => state.contextChanged.has(head.hash));
  return (
    <div className="hunk-head" data-active={isActive || undefined} data-reviewed={isReviewed || undefined}>
      <h3 className="hunk-range mono">
        <span className="sr">Hunk </span>
        {rangeText(head)}
      </h3>
      {head.section && (
        <span className="hunk-section mono" title={head.section}>
          {head.section}
        </span>
      )}
      <span className="spring" />
      {head.noise && <span className="badge">{head.noise}</span>}
      {isOtherContext && (
        <span
          className="badge"
          data-tone="accent"
          title="The changed lines are as you saw them, but lines around them are not. Mark it again to confirm."
        >
          context changed
        </span>
      )}
      <button
        type="button"
        className="mark"
        aria-pressed={isReviewed && !isOtherContext}
        title="Mark the hunk and go on (x)"
        onClick={() => marks.mark([head.hash], !isReviewed || isOtherContext)}
      >
        <Icon name="check" />
        <span>{isReviewed && !isOtherContext ? "Reviewed" : isOtherContext ? "Confirm" : "Mark"}</span>
        <span className="sr"> hunk {rangeText(head)}</span>
      </button>
    </div>
  );
}

function rangeText(head: HunkHead): string {
  if (head.lineCount === 0) return head.noise ?? "no lines";
  const side = ([from, end]: readonly [number, number]) =>
    end - from <= 1 ? numeral(from) : `${numeral(from)}–${numeral(end - 1)}`;
  if (head.newLines === 0) return `line ${side(oldRange(head))}, removed`;
  return `${head.newLines === 1 ? "line" : "lines"} ${side(newRange(head))}`;
}

function GapRow({ block }: { readonly block: Extract<Block, { kind: "gap" }> }) {
  const { expand } = useContext(DiffActionsContext);
  const { gap, hidden } = block;
  const text =
    hidden !== undefined ? count(hidden, "unchanged line") : gap.below ? "Lines above" : "Lines below";
  const isShort = hidden !== undefined && hidden <= EXPAND_LINES;
  return (
    <div className="gap-row">
      {(gap.above || gap.edge === "down") && !isShort && (
        <button type="button" className="plain" onClick={() => expand(gap, "down", EXPAND_LINES)}>
          <Icon name="down" />
          {EXPAND_LINES} more<span className="sr"> below</span>
        </button>
      )}
      {(gap.below || gap.edge === "up") && !isShort && (
        <button type="button" className="plain" onClick={() => expand(gap, "up", EXPAND_LINES)}>
          <Icon name="up" />
          {EXPAND_LINES} more<span className="sr"> above</span>
        </button>
      )}
      {hidden !== undefined && (
        <button
          type="button"
          className="plain"
          onClick={() => expand(gap, gap.below ? "up" : "down", hidden)}
        >
          <Icon name="both" />
          {isShort ? `Show ${text}` : `All ${text}`}
        </button>
      )}
      {hidden === undefined && <span className="muted">{text}</span>}
    </div>
  );
}

function ElsewhereRow({ head }: { readonly head: HunkHead }) {
  const outline = useOutline();
  const page = head.placement ? outline.placements.get(head.placement)?.placement : undefined;
  const link = useLink(
    head.placement
      ? { kind: "page", placement: head.placement, hunk: head.id }
      : { kind: "low-signal", hunk: head.id },
  );
  return (
    <div className="elsewhere-row">
      <Icon name="link" />
      <a {...link}>
        {rangeText(head)} changed too: {page ? page.title : "low-signal"}
      </a>
      <Sizes added={head.added} removed={head.removed} />
    </div>
  );
}

interface FoldedFileHeadProps {
  readonly file: FileHead;
  readonly hunks: readonly HunkHead[];
  readonly isOpen: boolean;
  readonly isActive: boolean;
}

function FoldedFileHead({ file, hunks, isOpen, isActive }: FoldedFileHeadProps) {
  const { toggleFile } = useContext(DiffActionsContext);
  const sum = (part: "added" | "removed") => hunks.reduce((total, hunk) => total + hunk[part], 0);
  return (
    <div className="file-head folded" data-active={isActive || undefined}>
      <button
        type="button"
        className="plain fold-file mono"
        aria-expanded={isOpen}
        title={`${file.path} (enter)`}
        onClick={() => toggleFile?.(file.path)}
      >
        <Icon name={isOpen ? "down" : "right"} />
        <span className="file-path">
          {file.oldPath !== undefined && file.oldPath !== file.path && (
            <span className="old-path">{file.oldPath} → </span>
          )}
          <span className="muted">{folderName(file.path)}</span>
          {fileName(file.path)}
        </span>
      </button>
      <Sizes added={sum("added")} removed={sum("removed")} />
      <span className="spring" />
      <span className="muted">{count(hunks.length, "hunk")}</span>
      <MarkAll hashes={hunks.map((hunk) => hunk.hash)} name="Mark" title="Mark the file's hunks (x)" />
    </div>
  );
}

function ReasonRow({ block }: { readonly block: Extract<Block, { kind: "reason" }> }) {
  return (
    <div className="reason-row">
      <h2>{block.reason}</h2>
      <span className="muted">
        {count(block.hunks.length, "hunk")} in {count(block.files, "file")}
      </span>
      <span className="spring" />
      <MarkAll
        hashes={block.hunks.map((hunk) => hunk.hash)}
        name="Mark all of this reason"
        title={`Mark everything folded as ${block.reason}`}
      />
    </div>
  );
}
