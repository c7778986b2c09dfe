import { useContext } from "react";
import type { FileHead, HunkHead } from "../../../src/wire/api.ts";
import { useLink } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { Sizes } from "../shell/sizes.tsx";
import { visible } from "../shell/visible.ts";
import { count, fileName, folderName, numeral } from "../shell/words.ts";
import { DiffActionsContext } from "./diff-actions.ts";
import { MarkAll } from "./mark-all.tsx";

interface FileHeadRowProps {
  readonly file: FileHead;
  /** The hunks on this page, which need not be all of the file. */
  readonly hunks: readonly HunkHead[];
  /** What marks the page. */
  readonly hashes: readonly string[];
}

/** The head of a file: its name, what became of it, and the page's own mark. */
export function FileHeadRow({ file, hunks, hashes }: FileHeadRowProps) {
  const link = useLink({ kind: "file", path: file.path });
  const { isWhole, toggleWhole } = useContext(DiffActionsContext);
  return (
    <div className="file-head">
      <h2 className="file-path mono">
        {file.oldPath !== undefined && file.oldPath !== file.path && (
          <span className="old-path">
            {visible(file.oldPath)} <span aria-hidden="true">→</span>
            <span className="sr"> is now </span>{" "}
          </span>
        )}
        <a {...link} title={`${visible(file.path)}: all hunks of the file`}>
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
      <HunkSizes hunks={hunks} />
      {hunks.length > 0 && hunks.length < file.hunks.length && (
        <span className="muted">
          {numeral(hunks.length)} of {count(file.hunks.length, "hunk")}
        </span>
      )}
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
      {/* A single hunk has its own mark right below. */}
      {hunks.length !== 1 && (
        <MarkAll
          hashes={hashes}
          name={hashes.length > 1 ? "Mark all" : "Mark"}
          title="Mark the whole page (shift x)"
        />
      )}
    </div>
  );
}

function HunkSizes({ hunks }: { readonly hunks: readonly HunkHead[] }) {
  const sum = (part: "added" | "removed") => hunks.reduce((total, hunk) => total + hunk[part], 0);
  return <Sizes added={sum("added")} removed={sum("removed")} />;
}

interface FoldedFileHeadProps {
  readonly file: FileHead;
  readonly hunks: readonly HunkHead[];
  readonly isOpen: boolean;
  readonly isActive: boolean;
}

/** The head of a file that can be folded. */
export function FoldedFileHead({ file, hunks, isOpen, isActive }: FoldedFileHeadProps) {
  const { toggleFile } = useContext(DiffActionsContext);
  return (
    <div className="file-head folded" data-active={isActive || undefined}>
      <button
        type="button"
        className="plain fold-file mono"
        aria-expanded={isOpen}
        title={`${visible(file.path)} (enter)`}
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
      <HunkSizes hunks={hunks} />
      <span className="spring" />
      <span className="muted">{count(hunks.length, "hunk")}</span>
      <MarkAll hashes={hunks.map((hunk) => hunk.hash)} name="Mark" title="Mark the file's hunks (x)" />
    </div>
  );
}
