import type { FileHead } from "../../../src/wire/api.ts";
import { fileProgress } from "../review/progress.ts";
import { useStorePart } from "../server/store.ts";
import { useLink, useOutline, useSession } from "../session-context.ts";
import { FixedList } from "../shell/fixed-list.tsx";
import { Sizes } from "../shell/sizes.tsx";
import { visible } from "../shell/visible.ts";
import { Done } from "../shell/walk-list.tsx";
import { count, fileName, folderName } from "../shell/words.ts";
import { PageTitle } from "./placement-head.tsx";

/** All changed files in one list, for those who read by file. */
export function FilesPage() {
  const { overview } = useOutline();
  const { files, counts } = overview;
  return (
    <main className="stage files-page" id="stage">
      <header className="page-head">
        <p className="crumbs">Files</p>
        <PageTitle name={count(counts.files, "changed file")} />
        <p className="why">
          The same hunks and marks as on the walk, by file.{" "}
          <Sizes added={counts.added} removed={counts.removed} />
        </p>
      </header>
      <FixedList
        label="Changed files"
        count={files.length}
        rowHeight={34}
        keyOf={(index) => files[index]!.path}
        row={(index) => <FileRow file={files[index]!} />}
      />
    </main>
  );
}

function FileRow({ file }: { readonly file: FileHead }) {
  const { marks } = useSession();
  const reviewed = useStorePart(marks.state, (state) => state.reviewed);
  return (
    <a {...useLink({ kind: "file", path: file.path })} className="files-row" title={visible(file.path)}>
      <span className="file-path mono">
        <span className="muted">{folderName(file.path)}</span>
        {fileName(file.path)}
      </span>
      {file.status !== "modified" && <span className="badge">{file.status}</span>}
      {file.noise && file.noise !== file.status && <span className="badge">{file.noise}</span>}
      <span className="spring" />
      <Sizes added={file.added} removed={file.removed} />
      <Done progress={fileProgress(file, reviewed)} before="both" isWorded />
    </a>
  );
}
