import { useMemo } from "react";
import type { FileHead } from "../../../src/wire/api.ts";
import { useStore } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { type Note, notesByPath } from "./notes.ts";

const none: readonly Note[] = [];

/**
 * The notes of any file; of one that moved both names count. The same list as long as nothing was said, so that rows are
 * not made anew for nothing.
 */
export function useNotesOf(): (file: FileHead) => readonly Note[] {
  const { discussion, drafts } = useSession();
  const { threads } = useStore(discussion.state);
  const { drafts: written, editors } = useStore(drafts.state);
  return useMemo(() => {
    const byPath = notesByPath({ threads, drafts: written, editors });
    return ({ path, oldPath }: FileHead) => {
      const notes = byPath.get(path) ?? none;
      const before = oldPath === undefined || oldPath === path ? none : (byPath.get(oldPath) ?? none);
      return before.length === 0 ? notes : [...notes, ...before];
    };
  }, [threads, written, editors]);
}

/** The notes of one file. */
export function useNotes(file: FileHead): readonly Note[] {
  const notesOfFile = useNotesOf();
  return useMemo(() => notesOfFile(file), [notesOfFile, file]);
}
