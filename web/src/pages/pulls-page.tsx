import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Pull } from "../../../src/wire/discussion.ts";
import { When } from "../discussion/comment-view.tsx";
import { failedRequest, wordsOf } from "../server/api.ts";
import { useSession } from "../session-context.ts";
import { Sizes } from "../shell/sizes.tsx";
import { visible } from "../shell/visible.ts";
import { count } from "../shell/words.ts";
import { Failed } from "./lost.tsx";
import { PageTitle } from "./placement-head.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The open pull requests of the repository: who, when, how large, how far. */
export function PullsPage() {
  const { api } = useSession();
  const query = useQuery({
    queryKey: ["pulls"],
    queryFn: ({ signal }) => api.pulls(signal),
    staleTime: 30_000,
  });
  const answer = query.data;
  if (!answer) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton />;
  }
  return (
    <main className="stage overview" id="stage">
      <div className="overview-page">
        <header className="page-head">
          <p className="crumbs mono">{visible(answer.repository)}</p>
          <PageTitle name={count(answer.total, "open pull request")} />
        </header>
        {answer.error && (
          <section>
            <p role="alert">{wordsOf(answer.error)}</p>
          </section>
        )}
        {answer.notes.map((note) => (
          <p className="muted" key={note}>
            {visible(note)}
          </p>
        ))}
        <section>
          <ol className="pull-list">
            {answer.pulls.map((pull) => (
              <PullRow key={pull.number} pull={pull} />
            ))}
          </ol>
          {answer.pulls.length < answer.total && (
            <p className="muted">
              {answer.pulls.length} of {answer.total} shown.
            </p>
          )}
        </section>
      </div>
    </main>
  );
}

const states = {
  approved: "approved",
  "changes-requested": "changes requested",
  "review-required": "review required",
  none: "",
} as const;

function PullRow({ pull }: { readonly pull: Pull }) {
  const { api } = useSession();
  const [state, setState] = useState("");
  const open = async () => {
    setState("Opening…");
    try {
      const { url } = await api.openPull(pull.number);
      setState("");
      window.location.assign(url);
    } catch (error) {
      setState(wordsOf(failedRequest(error)));
    }
  };
  return (
    <li className="pull">
      <span className="muted">#{pull.number}</span>
      <span className="core-words">
        <button type="button" className="plain link-button" onClick={() => void open()}>
          {visible(pull.title)}
        </button>
        <span className="muted">
          {visible(pull.author)}, <When at={pull.createdAt} />, changed <When at={pull.updatedAt} />, into{" "}
          <span className="mono">{visible(pull.baseRef)}</span>
        </span>
        {state && <span role="status">{state}</span>}
      </span>
      {pull.isDraft && <span className="badge">draft</span>}
      {pull.reviewState && states[pull.reviewState] && (
        <span className="badge">{states[pull.reviewState]}</span>
      )}
      {pull.size && (
        <span className="muted">
          {count(pull.size.files, "file")} <Sizes added={pull.size.added} removed={pull.size.removed} />
        </span>
      )}
      {pull.marked !== undefined && pull.marked > 0 && (
        <span className="muted">{count(pull.marked, "hunk")} reviewed</span>
      )}
      <a href={pull.url} target="_blank" rel="noreferrer noopener" className="muted">
        on the forge
      </a>
    </li>
  );
}
