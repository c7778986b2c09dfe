import { DraftView } from "./draft-view.tsx";
import { EditorView } from "./editor-view.tsx";
import type { Note } from "./notes.ts";
import { ThreadView } from "./thread-view.tsx";

interface NoteViewProps {
  readonly note: Note;
  readonly isAtLine: boolean;
}

export function NoteView({ note, isAtLine }: NoteViewProps) {
  switch (note.kind) {
    case "thread":
      return <ThreadView thread={note.thread} isNamed={!isAtLine} />;
    case "draft":
      return <DraftView draft={note.draft} isNamed={!isAtLine} />;
    case "editor":
      return <EditorView editor={note.editor} isNamed={!isAtLine} />;
  }
}
