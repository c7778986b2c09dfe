import { useMemo } from "react";
import type { FileHead } from "../../../src/wire/api.ts";
import { type TreeRow, treeRows } from "../review/file-tree.ts";
import { countReviewed, fileProgress } from "../review/progress.ts";
import { useStore, useStorePart } from "../server/store.ts";
import { useLink, useLocation, useOutline, useSession } from "../session-context.ts";
import { FixedList } from "./fixed-list.tsx";
import { Icon } from "./icon.tsx";
import { toggled } from "./rail-state.ts";
import { Sizes } from "./sizes.tsx";
import { visible } from "./visible.ts";
import { Done } from "./walk-list.tsx";

/** All changed files as a tree with how much changed and how much of it is reviewed. */
export function FileTree() {
  const { rail } = useSession();
  const { closedFolders } = useStore(rail);
  const { overview } = useOutline();
  const { route } = useLocation();
  const rows = useMemo(() => treeRows(overview.files, closedFolders), [overview, closedFolders]);
  const path = route.kind === "file" ? route.path : undefined;
  const present = rows.findIndex((row) => row.kind === "file" && row.file.path === path);
  if (rows.length === 0) return <p className="rail-empty">The changed files would be here.</p>;
  return (
    <FixedList
      label="Files"
      count={rows.length}
      rowHeight={28}
      keyOf={(index) => keyOf(rows[index]!)}
      row={(index) => <Row row={rows[index]!} isPresent={index === present} />}
      present={present}
    />
  );
}

function keyOf(row: TreeRow): string {
  return row.kind === "folder" ? `${row.path}/` : row.file.path;
}

function Row({ row, isPresent }: { readonly row: TreeRow; readonly isPresent: boolean }) {
  return row.kind === "folder" ? <FolderRow row={row} /> : <FileRow {...row} isPresent={isPresent} />;
}

function FolderRow({ row }: { readonly row: Extract<TreeRow, { kind: "folder" }> }) {
  const { rail, marks } = useSession();
  const reviewed = useStorePart(marks.state, (state) => state.reviewed);
  const progress = countReviewed(
    row.files.flatMap((file) => file.hunks.map(([, hash]) => hash)),
    reviewed,
  );
  return (
    <button
      type="button"
      className="rail-row rail-folder"
      aria-expanded={row.isOpen}
      style={{ paddingInlineStart: 10 + row.depth * 14 }}
      title={visible(row.path)}
      onClick={() => rail.update((now) => ({ ...now, closedFolders: toggled(now.closedFolders, row.path) }))}
    >
      <Icon name={row.isOpen ? "down" : "right"} />
      <span className="rail-name">{visible(row.name)}</span>
      <Done progress={progress} before="total" />
    </button>
  );
}

interface FileRowProps {
  readonly file: FileHead;
  readonly name: string;
  readonly depth: number;
  readonly isPresent: boolean;
}

function FileRow({ file, name, depth, isPresent }: FileRowProps) {
  const { marks } = useSession();
  const reviewed = useStorePart(marks.state, (state) => state.reviewed);
  return (
    <a
      {...useLink({ kind: "file", path: file.path })}
      className="rail-row rail-file-row"
      data-status={file.status}
      aria-current={isPresent ? "page" : undefined}
      style={{ paddingInlineStart: 30 + depth * 14 }}
      title={visible(file.path)}
    >
      <span className="rail-name">
        {visible(name)}
        {file.status !== "modified" && <span className="sr">, {file.status}</span>}
      </span>
      <Sizes added={file.added} removed={file.removed} />
      <Done progress={fileProgress(file, reviewed)} />
    </a>
  );
}
