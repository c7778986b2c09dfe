import { useState } from "react";
import type { Thread } from "../../../src/wire/discussion.ts";
import { useStore, useStorePart } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { visible, visibleText } from "../shell/visible.ts";
import { count } from "../shell/words.ts";
import { CommentView } from "./comment-view.tsx";
import { DraftView } from "./draft-view.tsx";
import { EditorView } from "./editor-view.tsx";
import { placeWords } from "./notes.ts";

interface ThreadViewProps {
  readonly thread: Thread;
  /** Its line is not drawn where it stands, so it is named. */
  readonly isNamed: boolean;
}

/** A conversation. One that is resolved is one line until it is opened. */
export function ThreadView({ thread, isNamed }: ThreadViewProps) {
  const { drafts } = useSession();
  const answers = useStore(drafts.state);
  const isAnswered = hasAnswer(answers.drafts, thread.id) || hasAnswer(answers.editors, thread.id);
  const [isOpen, setOpen] = useState(thread.isResolved !== true);
  const shown = isOpen || isAnswered;
  const first = thread.comments[0];
  return (
    <article
      className="note thread"
      data-resolved={thread.isResolved || undefined}
      aria-label={`Conversation on ${placeWords(thread.place ?? thread.original)}`}
    >
      <header className="note-head">
        <button
          type="button"
          className="plain"
          aria-expanded={shown}
          onClick={() => setOpen(!isOpen)}
          title={shown ? "Fold the conversation" : "Open the conversation"}
        >
          <Icon name={shown ? "down" : "right"} />
          {count(thread.comments.length, "comment")}
          {!shown && first && (
            <span className="muted">
              {" "}
              {visible(first.author)}: {firstWords(first.body)}
            </span>
          )}
        </button>
        <State thread={thread} />
        <span className="spring" />
        {(isNamed || thread.isOutdated) && (
          <span className="muted">on {placeWords(thread.place ?? thread.original)}</span>
        )}
      </header>
      {shown && (
        <>
          {thread.isOutdated && <OldLines thread={thread} />}
          {thread.comments.map((comment) => (
            <CommentView key={comment.id} comment={comment} />
          ))}
          <Answer thread={thread} />
        </>
      )}
    </article>
  );
}

function hasAnswer(
  list: readonly { readonly about: { readonly kind: string; readonly thread?: string } }[],
  thread: string,
): boolean {
  return list.some(({ about }) => about.kind === "reply" && about.thread === thread);
}

function State({ thread }: { readonly thread: Thread }) {
  return (
    <>
      {thread.isResolved === true && <span className="badge">resolved</span>}
      {thread.isResolved === undefined && (
        <span className="badge" title="Whether it is resolved is told only to who has a token.">
          resolved or not: unknown
        </span>
      )}
      {thread.isOutdated && (
        <span className="badge" title="The lines that it is about are others now.">
          outdated
        </span>
      )}
    </>
  );
}

/** The lines as they were when it was written. */
function OldLines({ thread }: { readonly thread: Thread }) {
  if (thread.original.diff === "") return null;
  return (
    <details className="old-lines">
      <summary className="muted">The lines as they were</summary>
      <pre className="mono">{visibleText(thread.original.diff)}</pre>
    </details>
  );
}

function Answer({ thread }: { readonly thread: Thread }) {
  const { drafts, discussion } = useSession();
  const readOnly = useStorePart(discussion.state, (now) => now.readOnly);
  const refusal = useStorePart(discussion.refusals, (now) => now.get(thread.id));
  const { drafts: written, editors } = useStore(drafts.state);
  const about = { kind: "reply", thread: thread.id } as const;
  const isMine = (each: { readonly about: { readonly kind: string; readonly thread?: string } }) =>
    each.about.kind === "reply" && each.about.thread === thread.id;
  const open = editors.find(isMine);
  const own = written.filter((draft) => isMine(draft) && draft.id !== open?.draft);
  return (
    <>
      {own.map((draft) => (
        <DraftView key={draft.id} draft={draft} isNamed={false} />
      ))}
      {open && <EditorView editor={open} isNamed={false} />}
      <footer className="note-foot">
        {!open && own.length === 0 && (
          <button type="button" onClick={() => drafts.begin(about)}>
            Reply
          </button>
        )}
        {thread.isResolved !== undefined && !readOnly && (
          <button type="button" onClick={() => void discussion.resolve(thread.id, !thread.isResolved)}>
            {thread.isResolved ? "Open again" : "Resolve"}
          </button>
        )}
        {refusal && <span role="alert">{refusal}</span>}
      </footer>
    </>
  );
}

function firstWords(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return visible(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
