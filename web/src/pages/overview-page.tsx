import { useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../src/wire/api.ts";
import { openThreads } from "../discussion/walk-threads.ts";
import { Written } from "../discussion/written.tsx";
import { isDone } from "../review/progress.ts";
import { nextUnreviewed } from "../review/walk.ts";
import { useStore, useStorePart } from "../server/store.ts";
import { useLink, useOutline, useProgress, useSession } from "../session-context.ts";
import { Sizes } from "../shell/sizes.tsx";
import { visible } from "../shell/visible.ts";
import { count, numeral, ofTotal, shortId } from "../shell/words.ts";
import { CoreList } from "./core-list.tsx";
import { ProgressLine } from "./loading.tsx";
import { LongList } from "./long-list.tsx";
import { PageTitle } from "./placement-head.tsx";

type Change = NonNullable<Overview["change"]>;

/** The first page: what the change says of itself, what it is made of, and where to begin. */
export function OverviewPage() {
  const { overview } = useOutline();
  const { change } = overview;
  return (
    <main className="stage overview" id="stage">
      <div className="overview-page">
        <header className="page-head">
          <p className="crumbs">
            {change?.branch && <span className="mono">{shortId(change.branch)}</span>}
            {change?.isWorkingCopy && <span className="badge">with uncommitted changes</span>}
            {change?.url && (
              <a href={change.url} rel="noreferrer">
                {change.number > 0 ? `#${change.number}` : change.url}
              </a>
            )}
          </p>
          <PageTitle name={change?.title || "Review"} />
          {change?.body && (
            <div className="body-text">
              <Written text={change.body} />
            </div>
          )}
        </header>
        <Figures overview={overview} />
        {overview.stage !== "ready" && <Making />}
        <Begin />
        <Since />
        <Talk />
        <CoreList />
        <Aside overview={overview} />
        {change && <Commits change={change} />}
      </div>
    </main>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { counts } = overview;
  return (
    <ul className="figures" aria-label="Size of the change">
      <li>
        <strong>{numeral(counts.files)}</strong> {counts.files === 1 ? "file" : "files"}
      </li>
      <li>
        <strong>{numeral(counts.hunks)}</strong> {counts.hunks === 1 ? "hunk" : "hunks"}
      </li>
      <li>
        <Sizes added={counts.added} removed={counts.removed} /> lines
      </li>
      <li>
        <strong>{numeral(counts.cores)}</strong> {counts.cores === 1 ? "core" : "cores"}
      </li>
      <li>
        <strong>{numeral(counts.lowSignal)}</strong> low-signal {counts.lowSignal === 1 ? "hunk" : "hunks"}
      </li>
    </ul>
  );
}

function Making() {
  return (
    <section className="making">
      <p>The walk is being made. The files can be read meanwhile.</p>
      <ProgressLine />
    </section>
  );
}

/** Where to begin, or to go on. */
function Begin() {
  const outline = useOutline();
  const progress = useProgress();
  const { commands } = useSession();
  const next = nextUnreviewed({ kind: "overview" }, outline, progress);
  const link = useLink(next ?? { kind: "overview" });
  const { all } = progress;
  if (all.total === 0) return null;
  if (isDone(all)) {
    return <p className="begin done-all">All {count(all.total, "hunk")} are reviewed.</p>;
  }
  if (!next) return null;
  return (
    <p className="begin">
      <a {...link} className="primary">
        {all.done === 0 ? "Start reading" : "Go on reading"}
      </a>
      <span className="muted">
        {all.done > 0 ? `${ofTotal(all)} hunks reviewed` : "or press "}
        {all.done === 0 && <kbd>n</kbd>}
      </span>
      <button type="button" className="plain" onClick={() => commands.run("keys")}>
        Keys <kbd>?</kbd>
      </button>
    </p>
  );
}

/** What changed since the marks were made: to be read first. */
function Since() {
  const { api } = useSession();
  const { overview } = useOutline();
  const query = useQuery({
    queryKey: ["since", overview.change?.head ?? "", overview.stage],
    queryFn: ({ signal }) => api.since(signal),
    enabled: overview.stage === "ready",
    retry: false,
  });
  const since = query.data;
  if (!since || since.changed.length + since.contextChanged.length === 0) return null;
  return (
    <section>
      <h2>Since your last review</h2>
      {since.changed.length > 0 && (
        <>
          <p className="muted">
            {count(since.changed.length, "hunk")} that you had reviewed{" "}
            {since.changed.length === 1 ? "is" : "are"} another now.
          </p>
          <HunkList hunks={since.changed} />
        </>
      )}
      {since.added.length > 0 && (
        <p className="muted">
          {count(since.added.length, "hunk")} {since.added.length === 1 ? "was" : "were"} not there before.
        </p>
      )}
      {since.contextChanged.length > 0 && (
        <>
          <p className="muted">
            {count(since.contextChanged.length, "hunk")} stayed the same, with other lines around.
          </p>
          <HunkList hunks={since.contextChanged} />
        </>
      )}
    </section>
  );
}

function HunkList({ hunks }: { readonly hunks: readonly string[] }) {
  return (
    <LongList items={hunks} what="hunks" keyOf={(hunk) => hunk} row={(hunk) => <HunkLink hunk={hunk} />} />
  );
}

function HunkLink({ hunk }: { readonly hunk: string }) {
  const { files } = useOutline().overview;
  const file = files.find((each) => each.hunks.some(([id]) => id === hunk));
  const placement = file?.hunks.find(([id]) => id === hunk)?.[2];
  const link = useLink(
    placement
      ? { kind: "page", placement, hunk }
      : file
        ? { kind: "file", path: file.path, hunk }
        : { kind: "low-signal", hunk },
  );
  const place = file?.hunks.findIndex(([id]) => id === hunk) ?? -1;
  return (
    <a {...link} className="mono">
      {visible(file?.path ?? hunk)} <span className="muted">hunk {place + 1}</span>
    </a>
  );
}

/** What others said, in one line; the page of the discussion has it all. */
function Talk() {
  const { discussion, drafts } = useSession();
  const said = useStore(discussion.state);
  const written = useStorePart(drafts.state, (now) => now.drafts.length);
  const link = useLink({ kind: "discussion" });
  const pulls = useLink({ kind: "pulls" });
  const open = openThreads(said.threads).length;
  const isSaid = said.state === "ready" || said.state === "failed" || written > 0;
  return (
    <p className="talk-line">
      {said.state === "loading" && <span className="muted">The discussion is being read.</span>}
      {isSaid && (
        <a {...link}>
          {count(said.threads.length, "conversation")}, {open} open
          {said.comments.length > 0 && `, ${count(said.comments.length, "comment")} on the change`}
          {written > 0 && `, ${count(written, "draft")} of yours`}
        </a>
      )}
      {said.error && <span role="alert">{said.error.message}</span>}
      <a {...pulls} className="muted">
        Open pull requests
      </a>
    </p>
  );
}

/** What was folded, what could not be read, what was cut: nothing is left out in silence. */
function Aside({ overview }: { readonly overview: Overview }) {
  const lowSignal = useLink({ kind: "low-signal" });
  const { folded, problems, limits, change } = overview;
  const notes = change?.notes ?? [];
  const untracked = change?.untrackedCount ?? 0;
  return (
    <>
      {folded.length > 0 && (
        <section>
          <h2>
            <a {...lowSignal}>Folded as low-signal</a>
          </h2>
          <ul className="fold-list">
            {folded.map((each) => (
              <li key={each.reason}>
                <span>{each.reason}</span> <span className="muted">{count(each.hunks, "hunk")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {problems.length > 0 && (
        <section>
          <h2>Read as text</h2>
          <p className="muted">
            {count(problems.length, "file")} could not be read by syntax.{" "}
            {problems.length === 1 ? "It is" : "They are"} reviewed all the same; what hangs together with{" "}
            {problems.length === 1 ? "it" : "them"} may be incomplete.
          </p>
          <LongList
            items={problems}
            what="files"
            keyOf={(problem) => `${problem.path} ${problem.kind}`}
            row={(problem) => (
              <>
                <FileLink path={problem.path} /> <span className="badge">{problem.kind}</span>{" "}
                <span className="muted">{problem.detail}</span>
              </>
            )}
          />
        </section>
      )}
      {limits.length + notes.length + untracked > 0 && (
        <section>
          <h2>Good to know</h2>
          <ul className="plain-list">
            {notes.map((note) => (
              <li key={note}>{visible(note)}</li>
            ))}
            {untracked > 0 && (
              <li>
                {count(untracked, "untracked file")} {untracked === 1 ? "is" : "are"} not part of the change.
                Start with <code>--untracked</code> to add them.
              </li>
            )}
            {limits.map((limit) => (
              <li key={`${limit.name} ${limit.detail}`}>
                {limit.detail}{" "}
                <span className="muted">
                  ({limit.name}: limit {numeral(limit.limit)}, there were {numeral(limit.count)})
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function FileLink({ path }: { readonly path: string }) {
  const outline = useOutline();
  const link = useLink({ kind: "file", path });
  if (!outline.files.has(path)) return <span className="mono">{visible(path)}</span>;
  return (
    <a {...link} className="mono">
      {visible(path)}
    </a>
  );
}

function Commits({ change }: { readonly change: Change }) {
  if (change.commits.length === 0) return null;
  return (
    <section>
      <h2>{count(change.commits.length, "commit")}</h2>
      <LongList
        items={change.commits}
        what="commits"
        keyOf={(commit) => commit.id}
        row={(commit) => (
          <span className="commit">
            <span className="mono muted">{shortId(commit.id)}</span>
            <span className="commit-subject">{visible(commit.subject)}</span>
            <span className="muted">
              {visible(commit.author)}, {commit.date.slice(0, 10)}
            </span>
          </span>
        )}
      />
    </section>
  );
}
