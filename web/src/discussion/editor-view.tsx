import { useEffect, useRef, useState } from "react";
import type { Place, Suggestion } from "../../../src/wire/discussion.ts";
import { failedRequest } from "../server/api.ts";
import { useSession } from "../session-context.ts";
import { type Editor, isSaved } from "./editors.ts";
import { placeWords } from "./notes.ts";
import { insertSuggestion } from "./suggestion.ts";
import { Written } from "./written.tsx";

interface EditorViewProps {
  readonly editor: Editor;
  readonly isNamed: boolean;
}

/** A text being written. It is saved as it grows; closing it keeps it as a draft. */
export function EditorView({ editor, isNamed }: EditorViewProps) {
  const { drafts } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const { key, about, text } = editor;
  useEffect(() => {
    if (!editor.wantsFocus) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: "nearest" });
    drafts.focused(key);
  }, [editor.wantsFocus, drafts, key]);
  const place = about.kind === "place" ? about.place : undefined;
  return (
    <article className="note editor" aria-label={place ? `Comment on ${placeWords(place)}` : "Comment"}>
      <header className="note-head">
        <strong>{nameOf(editor)}</strong>
        {place && (isNamed || place.line !== undefined) && <Lines editor={editor} place={place} />}
        <span className="spring" />
        <div role="tablist" className="tabs">
          <button type="button" role="tab" aria-selected={!isPreview} onClick={() => setPreview(false)}>
            Write
          </button>
          <button type="button" role="tab" aria-selected={isPreview} onClick={() => setPreview(true)}>
            Preview
          </button>
        </div>
      </header>
      {isPreview ? (
        <Written text={text || "Nothing is written yet."} />
      ) : (
        <textarea
          ref={field}
          value={text}
          rows={Math.min(16, Math.max(4, text.split("\n").length + 1))}
          aria-label={nameOf(editor)}
          placeholder="Markdown"
          onChange={(event) => drafts.write(key, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
              event.preventDefault();
              event.stopPropagation();
              void drafts.close(key);
            }
          }}
        />
      )}
      <footer className="note-foot">
        <button
          type="button"
          className="primary"
          title="Keep as a draft (ctrl enter)"
          onClick={() => void drafts.close(key)}
        >
          {text.trim() === "" ? "Close" : "Keep draft"}
        </button>
        {place?.line !== undefined && (
          <SuggestionButton
            place={place}
            onUse={(block) => drafts.write(key, insertSuggestion(text, block))}
          />
        )}
        <Discard editor={editor} />
        <span className="spring" />
        <SaveState editor={editor} />
      </footer>
    </article>
  );
}

function nameOf({ about }: Editor): string {
  if (about.kind === "reply") return "Reply";
  return about.kind === "review" ? "Comment on the change" : "Comment";
}

/** Which lines it is about, and more or fewer of them. */
function Lines({ editor, place }: { readonly editor: Editor; readonly place: Place }) {
  const { drafts } = useSession();
  if (place.line === undefined) return <span className="muted">on the file</span>;
  const { startLine: start = place.line, line } = place;
  const move = (next: number) => {
    const { startLine: _, ...single } = place;
    const wider = next < line ? { ...single, startLine: next } : single;
    drafts.move(editor.key, { kind: "place", place: wider });
  };
  return (
    <span className="muted">
      on {placeWords(place)}{" "}
      <button
        type="button"
        className="plain icon-button"
        title="One more line above"
        aria-label="One more line above"
        disabled={start <= 1}
        onClick={() => move(start - 1)}
      >
        +
      </button>
      <button
        type="button"
        className="plain icon-button"
        title="One line less"
        aria-label="One line less"
        disabled={start >= line}
        onClick={() => move(start + 1)}
      >
        −
      </button>
    </span>
  );
}

function SuggestionButton({
  place,
  onUse,
}: {
  readonly place: Place;
  readonly onUse: (block: string) => void;
}) {
  const { api } = useSession();
  const [state, setState] = useState("");
  const ask = async () => {
    let answer: Suggestion;
    try {
      answer = await api.suggestion(place);
    } catch (error) {
      setState(failedRequest(error).message);
      return;
    }
    setState(answer.refused ?? "");
    if (answer.refused === undefined) onUse(answer.block);
  };
  const isOld = place.side === "LEFT";
  return (
    <>
      <button
        type="button"
        disabled={isOld}
        title={isOld ? "What was removed cannot be suggested otherwise." : "Put the lines in, to be changed"}
        onClick={() => void ask()}
      >
        Suggest a change
      </button>
      {state && <span role="alert">{state}</span>}
    </>
  );
}

/** Asks once more before a text that is worth something is gone. */
function Discard({ editor }: { readonly editor: Editor }) {
  const { drafts } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (editor.text.trim() === "") return null;
  const discard = () => {
    drafts.write(editor.key, "");
    void drafts.close(editor.key);
  };
  return (
    <button type="button" className="plain" onClick={() => (isAsked ? discard() : setAsked(true))}>
      {isAsked ? "Discard it for good" : "Discard"}
    </button>
  );
}

function SaveState({ editor }: { readonly editor: Editor }) {
  if (editor.problem && !isSaved(editor)) {
    return (
      <span role="alert" data-tone="bad">
        Not saved: {editor.problem}
      </span>
    );
  }
  if (editor.text.trim() === "") return null;
  return <span className="muted">{isSaved(editor) ? "Saved on this machine" : "Saving…"}</span>;
}
