import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FileDiffPage } from "../../../src/wire/api.ts";
import { DiffActionsContext } from "../diff/diff-actions.ts";
import { DiffStage } from "../diff/diff-stage.tsx";
import { Commenting } from "../discussion/commenting.tsx";
import { pageName } from "../review/outline.ts";
import { useLink, useOutline, useSession } from "../session-context.ts";
import { fileName, numeral } from "../shell/words.ts";
import { DiffTools } from "./diff-tools.tsx";
import { Expanding } from "./expanding.tsx";
import { Failed } from "./lost.tsx";
import { PageTurn } from "./page-turn.tsx";
import { PageTitle, ParseProblem } from "./placement-head.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useFileDiff } from "./use-file-diff.ts";
import { Marking } from "./use-marking.tsx";

/** The classic view: all hunks of one file. */
export function FilePage({ path }: { readonly path: string }) {
  const { api } = useSession();
  const query = useQuery({
    queryKey: ["file", path],
    queryFn: ({ signal }) => api.fileDiff(path, signal),
    gcTime: 60_000,
  });
  if (!query.data) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />;
  }
  return <FileHunks page={query.data} />;
}

function FileHunks({ page }: { readonly page: FileDiffPage }) {
  const { index, actions, expandAround } = useFileDiff(page.file, page.hunks);
  const hashes = useMemo(() => page.hunks.map((hunk) => hunk.hash), [page]);
  return (
    <DiffActionsContext value={actions}>
      <DiffStage index={index} header={<FileHead path={page.file.path} />} footer={<PageTurn />}>
        {(reader) => (
          <>
            <Marking reader={reader} hashes={hashes} />
            <Expanding reader={reader} actions={actions} expandAround={expandAround} />
            <Commenting reader={reader} path={page.file.path} />
          </>
        )}
      </DiffStage>
    </DiffActionsContext>
  );
}

function FileHead({ path }: { readonly path: string }) {
  const outline = useOutline();
  const files = outline.overview.files;
  const link = useLink({ kind: "files" });
  const at = files.findIndex((file) => file.path === path);
  const pages = new Set(files[at]?.hunks.map(([, , placement]) => placement).filter(Boolean));
  return (
    <header className="page-head">
      <div className="page-line">
        <p className="crumbs">
          <a {...link}>Files</a>
          <span aria-hidden="true">›</span>
          <span>
            {numeral(at + 1)} of {numeral(files.length)}
          </span>
        </p>
        <DiffTools />
      </div>
      <PageTitle name={fileName(path)} />
      <ParseProblem path={path} />
      {pages.size > 0 && (
        <p className="why">
          On the walk:{" "}
          {[...pages].slice(0, 6).map((id, i) => (
            <span key={id}>
              {i > 0 && ", "}
              <PlacementLink id={id} />
            </span>
          ))}
          {pages.size > 6 && ` and ${pages.size - 6} more`}
        </p>
      )}
    </header>
  );
}

function PlacementLink({ id }: { readonly id: string }) {
  const outline = useOutline();
  const link = useLink({ kind: "page", placement: id });
  return <a {...link}>{pageName(id, outline)}</a>;
}
