import type { About, Draft, Drafts } from "../../../src/wire/discussion.ts";

/** A text that is being written, and what of it the server has. */
export interface Editor {
  /** Names the editor as long as it is open. */
  readonly key: string;
  readonly about: About;
  readonly text: string;
  /** The draft that it became; absent until its first letters are on disk. */
  readonly draft?: string;
  readonly revision?: number;
  /** What the server has; the text is saved when both are the same. */
  readonly saved: string;
  readonly savedAbout?: About;
  /** Why the last text could not be saved. */
  readonly problem?: string;
  /** It was opened just now and takes the focus. */
  readonly wantsFocus?: boolean;
}

export interface DraftState {
  readonly isRead: boolean;
  readonly drafts: readonly Draft[];
  readonly problems: Drafts["problems"];
  readonly unfinished: Drafts["unfinished"];
  readonly editors: readonly Editor[];
}

export const noDrafts: DraftState = {
  isRead: false,
  drafts: [],
  problems: [],
  unfinished: undefined,
  editors: [],
};

/** What the server has now. A text that is being written stays as it is on the page. */
export function receiveDrafts(state: DraftState, { drafts, problems, unfinished }: Drafts): DraftState {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const editors = state.editors.map((editor): Editor => {
    const draft = editor.draft === undefined ? undefined : byId.get(editor.draft);
    if (draft === undefined) return editor;
    // Another tab may have written to it: what is typed here wins once it is saved, on the newest revision.
    return { ...editor, revision: draft.revision };
  });
  return { ...state, isRead: true, drafts, problems, unfinished, editors };
}

/** Opens an editor, or gives the focus to the one that is open for the same place. */
export function openEditor(state: DraftState, about: About, key: string): DraftState {
  const open = state.editors.find((editor) => sameAbout(editor.about, about));
  if (open) return changeEditor(state, open.key, { wantsFocus: true });
  const draft = state.drafts.find((each) => each.status !== "gone" && sameAbout(each.about, about));
  if (draft) return editDraft(state, draft, key);
  return { ...state, editors: [...state.editors, { key, about, text: "", saved: "", wantsFocus: true }] };
}

export function editDraft(state: DraftState, draft: Draft, key: string): DraftState {
  if (state.editors.some((editor) => editor.draft === draft.id)) return state;
  const editor: Editor = {
    key,
    about: draft.about,
    text: draft.body,
    draft: draft.id,
    revision: draft.revision,
    saved: draft.body,
    savedAbout: draft.about,
    wantsFocus: true,
  };
  return { ...state, editors: [...state.editors, editor] };
}

export function changeEditor(state: DraftState, key: string, change: Partial<Editor>): DraftState {
  return {
    ...state,
    editors: state.editors.map((editor) => (editor.key === key ? { ...editor, ...change } : editor)),
  };
}

export function closeEditor(state: DraftState, key: string): DraftState {
  return { ...state, editors: state.editors.filter((editor) => editor.key !== key) };
}

export function isSaved(editor: Editor): boolean {
  const isSamePlace = editor.savedAbout === undefined || sameAbout(editor.savedAbout, editor.about);
  return editor.text === editor.saved && isSamePlace;
}

export function sameAbout(left: About, right: About): boolean {
  if (left.kind === "place" && right.kind === "place") {
    const [a, b] = [left.place, right.place];
    return (
      a.path === b.path &&
      a.line === b.line &&
      (a.line === undefined || (a.side ?? "RIGHT") === (b.side ?? "RIGHT")) &&
      (a.startLine ?? a.line) === (b.startLine ?? b.line)
    );
  }
  if (left.kind === "reply" && right.kind === "reply") return left.thread === right.thread;
  return left.kind === "review" && right.kind === "review";
}
