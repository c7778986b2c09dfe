import type { About, Draft, Place, Thread } from "../../../src/wire/discussion.ts";
import type { Editor } from "./editors.ts";

/** What stands between lines of code and is not code: a conversation, a draft, or a text being written. */
export type Note =
  | { readonly kind: "thread"; readonly key: string; readonly place: Place; readonly thread: Thread }
  | { readonly kind: "draft"; readonly key: string; readonly place: Place; readonly draft: Draft }
  | { readonly kind: "editor"; readonly key: string; readonly place: Place; readonly editor: Editor };

export interface NoteSources {
  readonly threads: readonly Thread[];
  readonly drafts: readonly Draft[];
  readonly editors: readonly Editor[];
}

/**
 * The notes of one file, in the order in which they stand below one line: what was said, what will be said, what is
 * being written. Of a file that moved both names count.
 */
export function notesOf(sources: NoteSources, paths: readonly string[]): readonly Note[] {
  const notes: Note[] = [];
  const isHere = (place: Place) => paths.includes(place.path);
  for (const thread of sources.threads) {
    const place = thread.place ?? { path: thread.original.path };
    if (isHere(place)) notes.push({ kind: "thread", key: `thread:${thread.id}`, place, thread });
  }
  const edited = new Set(sources.editors.map((editor) => editor.draft));
  for (const draft of sources.drafts) {
    const place = draftPlace(draft.about);
    if (place === undefined || !isHere(place) || edited.has(draft.id)) continue;
    // Its lines are gone: it stays with its file.
    const shown = draft.status === "gone" ? { path: place.path } : place;
    notes.push({ kind: "draft", key: `draft:${draft.id}`, place: shown, draft });
  }
  for (const editor of sources.editors) {
    const place = draftPlace(editor.about);
    if (place && isHere(place)) notes.push({ kind: "editor", key: `editor:${editor.key}`, place, editor });
  }
  return notes;
}

function draftPlace(about: About): Place | undefined {
  return about.kind === "place" ? about.place : undefined;
}

/** "line 12", "lines 3–8", "lines 3–8 of the base", "the file". */
export function placeWords(place: Place): string {
  if (place.line === undefined) return "the file";
  const start = place.startLine ?? place.line;
  const lines = start === place.line ? `line ${place.line}` : `lines ${start}–${place.line}`;
  return place.side === "LEFT" ? `${lines} of the base` : lines;
}
