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
 * All notes by the path that they are about, in the order in which they stand below one line: what was said, what will
 * be said, what is being written.
 */
export function notesByPath(sources: NoteSources): ReadonlyMap<string, readonly Note[]> {
  const byPath = new Map<string, Note[]>();
  const add = (note: Note) => {
    const notes = byPath.get(note.place.path);
    if (notes) notes.push(note);
    else byPath.set(note.place.path, [note]);
  };
  for (const thread of sources.threads) {
    const place = thread.place ?? { path: thread.original.path };
    add({ kind: "thread", key: `thread:${thread.id}`, place, thread });
  }
  const edited = new Set(sources.editors.map((editor) => editor.draft));
  for (const draft of sources.drafts) {
    const place = draftPlace(draft.about);
    if (place === undefined || edited.has(draft.id)) continue;
    // Its lines are gone: it stays with its file.
    const shown = draft.status === "gone" ? { path: place.path } : place;
    add({ kind: "draft", key: `draft:${draft.id}`, place: shown, draft });
  }
  for (const editor of sources.editors) {
    const place = draftPlace(editor.about);
    if (place) add({ kind: "editor", key: `editor:${editor.key}`, place, editor });
  }
  return byPath;
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
