import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ReviewEvent, Submit, SubmitPreview, Submitted } from "../../../src/wire/discussion.ts";
import { ApiFailure, failedRequest, type Unreachable, wordsOf } from "../server/api.ts";
import { useStore } from "../server/store.ts";
import { useOutline, useSession } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { visible } from "../shell/visible.ts";
import { count } from "../shell/words.ts";
import { placeWords } from "./notes.ts";
import { Written } from "./written.tsx";

const events: readonly (readonly [ReviewEvent, string])[] = [
  ["comment", "Comment"],
  ["approve", "Approve"],
  ["request-changes", "Request changes"],
];

/** The body is kept in the tab until it is sent: closing the dialog loses nothing. */
const KEPT_BODY = "headwater-review-body";

/** What will be sent, exactly, and the button that sends it. */
export function SubmitDialog({ onClose }: { readonly onClose: () => void }) {
  const { discussion, drafts } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const { off, readOnly } = useStore(discussion.state);
  const { unfinished } = useStore(drafts.state);
  const [event, setEvent] = useState<ReviewEvent>("comment");
  const [body, setBody] = useState(() => window.sessionStorage.getItem(KEPT_BODY) ?? "");
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const write = (text: string) => {
    setBody(text);
    window.sessionStorage.setItem(KEPT_BODY, text);
  };
  const offReason = { comment: undefined, approve: off.approve, "request-changes": off.requestChanges };
  return (
    <dialog
      className="key-sheet submit-sheet"
      ref={dialog}
      aria-label="Send the review"
      onClose={() => dialog.current?.open || onClose()}
      onKeyDown={(press) => {
        press.stopPropagation();
        press.nativeEvent.stopImmediatePropagation();
        if (press.key === "Escape") onClose();
      }}
    >
      <header>
        <h2>Send the review</h2>
        <button type="button" className="plain icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {readOnly && <p role="alert">{wordsOf(readOnly)}</p>}
      {unfinished && (
        <p role="alert">
          A review that was begun on {unfinished.startedAt.slice(0, 16).replace("T", " ")} is not finished:{" "}
          {unfinished.posted} of {unfinished.total} are there. Sending goes on from there and sends nothing
          twice.
        </p>
      )}
      <fieldset className="verdicts">
        <legend className="sr">What the review says</legend>
        {events.map(([value, name]) => (
          <label key={value}>
            <input
              type="radio"
              name="event"
              value={value}
              checked={event === value}
              disabled={offReason[value] !== undefined}
              onChange={() => setEvent(value)}
            />
            {name}
            {offReason[value] && <span className="muted"> {offReason[value]}</span>}
          </label>
        ))}
      </fieldset>
      <label className="body-field">
        What the review says as a whole
        <textarea
          value={body}
          rows={4}
          placeholder="Markdown"
          onChange={(change) => write(change.currentTarget.value)}
        />
      </label>
      <Sending event={event} body={body} onSent={() => window.sessionStorage.removeItem(KEPT_BODY)} />
    </dialog>
  );
}

interface SendingProps {
  readonly event: ReviewEvent;
  readonly body: string;
  readonly onSent: () => void;
}

function Sending({ event, body, onSent }: SendingProps) {
  const { api, discussion, drafts } = useSession();
  const { overview } = useOutline();
  const preview = usePreview({ event, body, head: overview.change?.head ?? "" });
  const [state, setState] = useState<"waiting" | "sending" | Submitted | ApiFailure | Unreachable>("waiting");
  const send = async () => {
    drafts.sending.set("");
    setState("sending");
    try {
      const answer = await api.submit({ event, body, head: overview.change?.head ?? "" });
      if (answer.isSubmitted) onSent();
      setState(answer);
    } catch (error) {
      setState(failedRequest(error));
    }
    // What stands on the forge now is read back, also where sending stopped half way.
    await Promise.allSettled([drafts.read(), discussion.read()]);
  };
  if (typeof state === "object" && !(state instanceof Error) && state.isSubmitted) {
    return <Sent answer={state} />;
  }
  const isReady = typeof preview === "object" && "items" in preview && preview.problems.length === 0;
  return (
    <>
      <Preview preview={preview} />
      {state instanceof Error && (
        <p role="alert">{wordsOf(state)} Nothing is lost: what was not sent is still a draft.</p>
      )}
      {typeof state === "object" && !(state instanceof Error) && <Left answer={state} />}
      <footer className="note-foot">
        <button
          type="button"
          className="primary"
          disabled={!isReady || state === "sending"}
          onClick={() => void send()}
        >
          {state === "sending" ? "Sending…" : "Send"}
        </button>
        {state === "sending" ? (
          <Progress />
        ) : (
          <span className="muted">Nothing is sent before you press this.</span>
        )}
      </footer>
    </>
  );
}

/** A forge that is asked too often can make one wait for minutes: then the reader knows for what. */
function Progress() {
  const { drafts } = useSession();
  const words = useStore(drafts.sending);
  return (
    <span className="muted" role="status">
      {words}
    </span>
  );
}

/** Asked anew a moment after the last change; an answer to an earlier question is dropped. */
function usePreview(submit: Submit): SubmitPreview | Error | undefined {
  const { api, drafts } = useSession();
  const { drafts: list } = useStore(drafts.state);
  const [preview, setPreview] = useState<SubmitPreview | Error>();
  const { event, body, head } = submit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list of drafts is another preview
  useEffect(() => {
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      api.previewSubmit({ event, body, head }, aborter.signal).then(setPreview, (error: unknown) => {
        if (!aborter.signal.aborted) setPreview(error instanceof Error ? error : new Error(String(error)));
      });
    }, 250);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [api, event, body, head, list]);
  return preview;
}

const kinds = {
  comment: "comment",
  "file-comment": "comment on the file",
  "body-entry": "in the text of the review",
  reply: "reply",
  body: "in the text of the review",
} as const;

function Preview({ preview }: { readonly preview: SubmitPreview | Error | undefined }) {
  if (preview === undefined) return <p className="muted">Seeing what would be sent.</p>;
  if (preview instanceof Error) {
    return (
      <p role="alert">
        {preview.message} {preview instanceof ApiFailure ? preview.hint : ""}
      </p>
    );
  }
  return (
    <section className="preview" aria-label="What will be sent">
      {preview.problems.map((problem) => (
        <p role="alert" key={problem.message}>
          {wordsOf(problem)}
        </p>
      ))}
      {preview.adopts && (
        <p className="muted">
          You have a review begun there already, with {count(preview.adopts.comments, "comment")}: this will
          be part of it.
        </p>
      )}
      <p className="muted">
        {count(preview.items.length, "draft")}, {count(preview.writes, "request")} that write.
      </p>
      <ul className="note-list">
        {preview.items.map((item) => (
          <li key={item.draft} className="preview-item">
            <p>
              <span className="badge">{kinds[item.sendsAs]}</span>{" "}
              {item.place && (
                <>
                  <span className="mono">{visible(item.place.path)}</span>{" "}
                  <span className="muted">{placeWords(item.place)}</span>
                </>
              )}
            </p>
            {item.why && <p className="muted">{item.why}</p>}
            <Written text={item.body} />
          </li>
        ))}
      </ul>
      {preview.body && (
        <>
          <h3>The text of the review</h3>
          <Written text={preview.body} />
        </>
      )}
    </section>
  );
}

function Sent({ answer }: { readonly answer: Submitted }) {
  return (
    <div role="status">
      <p>
        <strong>The review is sent</strong> with {count(answer.posted.length, "comment")}.{" "}
        {answer.url && (
          <a href={answer.url} target="_blank" rel="noreferrer noopener">
            See it on the forge
          </a>
        )}
      </p>
      {answer.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

/** It stopped on the way. */
function Left({ answer }: { readonly answer: Submitted }) {
  return (
    <div role="alert">
      {answer.error && <p>{wordsOf(answer.error)}</p>}
      <p>
        {count(answer.posted.length, "comment")} posted and not sent yet, {count(answer.left.length, "draft")}{" "}
        left. Sending again goes on from there.
      </p>
      {answer.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
