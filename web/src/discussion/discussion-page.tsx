import type { Draft, SentReview, Thread } from "../../../src/wire/discussion.ts";
import { LongList } from "../pages/long-list.tsx";
import { PageTitle } from "../pages/placement-head.tsx";
import { wordsOf } from "../server/api.ts";
import { useStore } from "../server/store.ts";
import { useLink, useOutline, useSession } from "../session-context.ts";
import { visible } from "../shell/visible.ts";
import { count } from "../shell/words.ts";
import { CommentView, When } from "./comment-view.tsx";
import { DraftView } from "./draft-view.tsx";
import { EditorView } from "./editor-view.tsx";
import { placeWords } from "./notes.ts";
import { ThreadView } from "./thread-view.tsx";
import { routeOfThread } from "./walk-threads.ts";
import { Written } from "./written.tsx";

/** Everything that was said, and all that will be: conversations by their state, reviews, drafts. */
export function DiscussionPage() {
  const { discussion } = useSession();
  const now = useStore(discussion.state);
  const open = now.threads.filter((thread) => thread.isResolved !== true && !thread.isOutdated);
  const outdated = now.threads.filter((thread) => thread.isOutdated);
  const resolved = now.threads.filter((thread) => thread.isResolved === true && !thread.isOutdated);
  return (
    <main className="stage overview" id="stage">
      <div className="overview-page discussion-page">
        <header className="page-head">
          <p className="crumbs">Discussion</p>
          <PageTitle name={count(now.threads.length, "conversation")} />
          <p className="why">
            {open.length} open, {resolved.length} resolved, {outdated.length} on lines that are others now.{" "}
            <kbd>t</kbd> goes to the next open one.
          </p>
        </header>
        <Standing />
        <Drafts />
        {now.comments.length + now.reviews.length > 0 && <Said />}
        <Threads name="Open" threads={open} />
        <Threads name="On lines that are others now" threads={outdated} />
        <Threads name="Resolved" threads={resolved} />
      </div>
    </main>
  );
}

/** Whether it could be read, and what is not known. */
function Standing() {
  const { discussion } = useSession();
  const { state, error, notes, readOnly } = useStore(discussion.state);
  if (state === "none") {
    return (
      <section>
        <p className="muted">This is no pull request: drafts stay here and can be sent nowhere.</p>
      </section>
    );
  }
  return (
    <section>
      {state === "loading" && <p className="muted">The discussion is being read.</p>}
      {error && <p role="alert">{wordsOf(error)}</p>}
      {readOnly && <p className="muted">{wordsOf(readOnly)}</p>}
      {notes.map((note) => (
        <p className="muted" key={note}>
          {visible(note)}
        </p>
      ))}
    </section>
  );
}

function Drafts() {
  const { drafts } = useSession();
  const { drafts: written, editors, problems } = useStore(drafts.state);
  const general = editors.find((editor) => editor.about.kind === "review");
  const shown = written.filter((draft) => draft.id !== general?.draft);
  return (
    <section>
      <h2>{count(written.length, "draft")}</h2>
      {problems.map((problem) => (
        <p role="alert" key={problem.message}>
          {wordsOf(problem)}
        </p>
      ))}
      <ul className="note-list">
        {shown.map((draft) => (
          <li key={draft.id}>
            <DraftPlace draft={draft} />
            <DraftView draft={draft} isNamed />
          </li>
        ))}
      </ul>
      {general ? (
        <EditorView editor={general} isNamed={false} />
      ) : (
        <button type="button" onClick={() => drafts.begin({ kind: "review" })}>
          Comment on the change as a whole
        </button>
      )}
    </section>
  );
}

function DraftPlace({ draft }: { readonly draft: Draft }) {
  const outline = useOutline();
  const { about, placement, hunk } = draft;
  const path = about.kind === "place" ? about.place.path : "";
  const link = useLink(
    placement
      ? { kind: "page", placement, ...(hunk ? { hunk } : {}) }
      : outline.files.has(path)
        ? { kind: "file", path }
        : { kind: "discussion" },
  );
  if (about.kind !== "place") return null;
  return (
    <p className="note-place mono">
      <a {...link}>{visible(path)}</a> <span className="muted">{placeWords(about.place)}</span>
    </p>
  );
}

const verdicts: Readonly<Record<SentReview["state"], string>> = {
  commented: "reviewed",
  approved: "approved",
  "changes-requested": "asked for changes",
  dismissed: "reviewed (dismissed)",
  pending: "has not sent the review yet",
};

function Said() {
  const { discussion } = useSession();
  const { comments, reviews } = useStore(discussion.state);
  return (
    <section>
      <h2>On the change</h2>
      <LongList
        items={comments}
        what="comments"
        keyOf={(comment) => comment.id}
        row={(comment) => (
          <div className="note">
            <CommentView comment={comment} />
          </div>
        )}
      />
      <LongList
        items={reviews}
        what="reviews"
        keyOf={(review) => review.id}
        row={(review) => (
          <div className="note">
            <p>
              <strong>{visible(review.author)}</strong> {verdicts[review.state]}{" "}
              <When at={review.submittedAt} />
            </p>
            {review.body && <Written text={review.body} />}
          </div>
        )}
      />
    </section>
  );
}

function Threads({ name, threads }: { readonly name: string; readonly threads: readonly Thread[] }) {
  if (threads.length === 0) return null;
  return (
    <section>
      <h2>
        {name} <span className="muted">{count(threads.length, "conversation")}</span>
      </h2>
      <LongList
        items={threads}
        what="conversations"
        keyOf={(thread) => thread.id}
        row={(thread) => <ThreadRow thread={thread} />}
      />
    </section>
  );
}

function ThreadRow({ thread }: { readonly thread: Thread }) {
  const outline = useOutline();
  const link = useLink(routeOfThread(thread, (path) => outline.files.has(path)));
  const place = thread.place ?? thread.original;
  return (
    <div>
      <p className="note-place mono">
        <a {...link}>{visible(place.path)}</a> <span className="muted">{placeWords(place)}</span>
      </p>
      <ThreadView thread={thread} isNamed={false} />
    </div>
  );
}
