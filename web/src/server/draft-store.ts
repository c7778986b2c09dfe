import type { About, Draft, Drafts } from "../../../src/wire/discussion.ts";
import {
  changeEditor,
  closeEditor,
  type DraftState,
  type Editor,
  editDraft,
  isSaved,
  noDrafts,
  openEditor,
  receiveDrafts,
} from "../discussion/editors.ts";
import { type Api, ApiFailure, failedRequest, wordsOf } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** A text is sent to disk when the writer pauses this long. */
const PAUSE_MS = 400;
const KEPT = "headwater-editors";

export interface DraftStore {
  readonly state: Store<DraftState>;
  /** What sending the review is doing or waiting for, in the server's words. */
  readonly sending: Store<string>;
  /** Opens an editor there, or the draft that is there already. */
  begin(about: About): void;
  edit(draft: Draft): void;
  write(key: string, text: string): void;
  /** Moves what is being written to other lines of the same file. */
  move(key: string, about: About): void;
  focused(key: string): void;
  /** Saves and closes. An empty text leaves no draft. */
  close(key: string): Promise<void>;
  remove(id: string, revision: number): Promise<void>;
  receive(drafts: Drafts): void;
  read(): Promise<void>;
  /** Saves again what could not be saved. */
  resend(): void;
}

/**
 * Drafts, and the texts being written. What is typed is in the tab's own storage at once and on disk after a moment:
 * neither a crash of the page nor one of the server loses it.
 */
export function createDraftStore(api: Api, kept: Pick<Storage, "getItem" | "setItem">): DraftStore {
  const state = createStore<DraftState>({ ...noDrafts, editors: readKept(kept) });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const saving = new Map<string, Promise<void>>();
  let lastKey = 0;

  const update = (change: (now: DraftState) => DraftState) => {
    state.update(change);
    const editors = state.get().editors.map(({ wantsFocus: _, ...editor }) => editor);
    kept.setItem(KEPT, JSON.stringify(editors));
  };
  const editorOf = (key: string) => state.get().editors.find((editor) => editor.key === key);
  const newKey = () => `e${Date.now()}-${++lastKey}`;
  const receive = (drafts: Drafts) => update((now) => receiveDrafts(now, drafts));

  function later(key: string): void {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key), PAUSE_MS),
    );
  }

  /** One request at a time for each text; what was typed meanwhile follows. */
  async function save(key: string): Promise<void> {
    clearTimeout(timers.get(key));
    const running = saving.get(key);
    if (running) {
      await running;
      return save(key);
    }
    const editor = editorOf(key);
    if (!editor || isSaved(editor) || editor.text.trim() === "") return;
    const work = send(editor).finally(() => saving.delete(key));
    saving.set(key, work);
    await work;
  }

  async function send(editor: Editor): Promise<void> {
    const { key, about, text } = editor;
    const known =
      editor.draft !== undefined && editor.revision !== undefined
        ? { id: editor.draft, revision: editor.revision }
        : {};
    try {
      const drafts = await api.saveDraft({ ...known, about, body: text });
      const own = drafts.saved ?? editor.draft;
      const revision = drafts.drafts.find((draft) => draft.id === own)?.revision;
      update((now) =>
        changeEditor(receiveDrafts(now, drafts), key, {
          ...(own === undefined ? {} : { draft: own }),
          ...(revision === undefined ? {} : { revision }),
          saved: text,
          savedAbout: about,
          problem: undefined as never,
        }),
      );
    } catch (error) {
      if (error instanceof ApiFailure && error.code === "stale-revision" && editor.draft !== undefined) {
        // Another tab wrote to it: what is typed here follows on the newest.
        receive(await api.drafts());
        const isThere = state.get().drafts.some((draft) => draft.id === editor.draft);
        if (!isThere) update((now) => changeEditor(now, key, { draft: undefined as never }));
        later(key);
        return;
      }
      const problem = wordsOf(failedRequest(error));
      update((now) => changeEditor(now, key, { problem }));
    }
  }

  return {
    state,
    sending: createStore(""),
    begin: (about) => update((now) => openEditor(now, about, newKey())),
    edit: (draft) => update((now) => editDraft(now, draft, newKey())),
    write(key, text) {
      update((now) => changeEditor(now, key, { text }));
      later(key);
    },
    move(key, about) {
      update((now) => changeEditor(now, key, { about }));
      later(key);
    },
    focused: (key) => state.update((now) => changeEditor(now, key, { wantsFocus: false })),
    async close(key) {
      await save(key);
      const editor = editorOf(key);
      if (!editor) return;
      const isEmpty = editor.text.trim() === "";
      // A text that could not be saved stays open: closing it would lose it.
      if (!isEmpty && !isSaved(editor)) return;
      update((now) => closeEditor(now, key));
      if (isEmpty && editor.draft !== undefined && editor.revision !== undefined) {
        receive(await api.removeDraft(editor.draft, editor.revision));
      }
    },
    async remove(id, revision) {
      receive(await api.removeDraft(id, revision));
      update((now) => ({ ...now, editors: now.editors.filter((editor) => editor.draft !== id) }));
    },
    receive,
    async read() {
      receive(await api.drafts());
    },
    resend() {
      for (const { key } of state.get().editors) void save(key);
    },
  };
}

function readKept(kept: Pick<Storage, "getItem">): readonly Editor[] {
  const text = kept.getItem(KEPT);
  if (!text) return [];
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? (list as Editor[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
