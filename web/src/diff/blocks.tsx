import { useContext } from "react";
import type { HunkHead } from "../../../src/wire/api.ts";
import { EXPAND_LINES } from "../budgets.ts";
import { NoteView } from "../discussion/note-view.tsx";
import { useStorePart } from "../server/store.ts";
import { useLink, useOutline, useSession } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { Sizes } from "../shell/sizes.tsx";
import { count, numeral } from "../shell/words.ts";
import { DiffActionsContext } from "./diff-actions.ts";
import { FileCard } from "./file-card.tsx";
import { FileHeadRow, FoldedFileHead } from "./file-heads.tsx";
import { newRange, oldRange } from "./gaps.ts";
import { MarkAll } from "./mark-all.tsx";
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
        <FileHeadRow
          file={block.file}
          hunks={block.hunks}
          hashes={block.marks ?? block.hunks.map((hunk) => hunk.hash)}
        />
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
    case "note":
      return <NoteView note={block.note} isAtLine={block.isAtLine} />;
  }
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
      {head.noise && head.lineCount > 0 && <span className="badge">{head.noise}</span>}
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
  if (head.lineCount === 0) return "no lines";
  const side = ([from, end]: readonly [number, number]) =>
    end - from <= 1 ? numeral(from) : `${numeral(from)}–${numeral(end - 1)}`;
  if (head.newLines === 0) return `line ${side(oldRange(head))}, removed`;
  return `${head.newLines === 1 ? "line" : "lines"} ${side(newRange(head))}`;
}

function GapRow({ block }: { readonly block: Extract<Block, { kind: "gap" }> }) {
  const { expand } = useContext(DiffActionsContext);
  const { gap, hidden } = block;
  const place = gap.above && gap.below ? "between" : gap.below || gap.edge === "up" ? "above" : "below";
  const text = hidden === undefined ? `Lines ${place}` : count(hidden, "unchanged line");
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
