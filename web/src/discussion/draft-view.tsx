import { useState } from "react";
import type { Draft } from "../../../src/wire/discussion.ts";
import { failedRequest } from "../server/api.ts";
import { useSession } from "../session-context.ts";
import { visibleText } from "../shell/visible.ts";
import { placeWords } from "./notes.ts";
import { Written } from "./written.tsx";

interface DraftViewProps {
  readonly draft: Draft;
  readonly isNamed: boolean;
}

const sentAs = {
  comment: "",
  "file-comment": "will stand on the file as a whole",
  "body-entry": "will stand in the text of the review",
  reply: "",
  body: "is part of the text of the review",
} as const;

/** What will be sent. Nobody else sees it until then. */
export function DraftView({ draft, isNamed }: DraftViewProps) {
  const { drafts } = useSession();
  const [failure, setFailure] = useState("");
  const remove = () =>
    drafts.remove(draft.id, draft.revision).catch((error: unknown) => {
      setFailure(failedRequest(error).message);
    });
  const { about } = draft;
  return (
    <article className="note draft" aria-label="Your draft">
      <header className="note-head">
        <strong>Your draft</strong>
        {isNamed && about.kind === "place" && <span className="muted">on {placeWords(about.place)}</span>}
        {draft.status === "moved" && <span className="badge">followed its lines</span>}
        {draft.status === "gone" && <span className="badge">its lines are gone</span>}
        {sentAs[draft.sendsAs] && (
          <span className="badge" title={draft.why}>
            {sentAs[draft.sendsAs]}
          </span>
        )}
        <span className="spring" />
        <button type="button" onClick={() => drafts.edit(draft)}>
          Edit
        </button>
        <button type="button" className="plain" onClick={() => void remove()}>
          Delete
        </button>
      </header>
      {failure && <p role="alert">{failure}</p>}
      {draft.why && <p className="muted">{draft.why}</p>}
      {draft.status === "gone" && draft.quoted.length > 0 && (
        <pre className="mono quoted">{visibleText(draft.quoted.join("\n"))}</pre>
      )}
      <Written text={draft.body} />
    </article>
  );
}
