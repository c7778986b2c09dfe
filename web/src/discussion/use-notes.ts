import { useMemo } from "react";
import type { FileHead } from "../../../src/wire/api.ts";
import { useStore } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { type Note, notesOf } from "./notes.ts";

const none: readonly Note[] = [];

/** The notes of any file. The same list as long as nothing was said, so that rows are not made anew for nothing. */
export function useNotesOf(): (file: FileHead) => readonly Note[] {
  const { discussion, drafts } = useSession();
  const { threads } = useStore(discussion.state);
  const { drafts: written, editors } = useStore(drafts.state);
  return useMemo(() => {
    const isQuiet = threads.length + written.length + editors.length === 0;
    return ({ path, oldPath }: FileHead) => {
      if (isQuiet) return none;
      const paths = oldPath === undefined || oldPath === path ? [path] : [path, oldPath];
      const notes = notesOf({ threads, drafts: written, editors }, paths);
      return notes.length === 0 ? none : notes;
    };
  }, [threads, written, editors]);
}

/** The notes of one file. */
export function useNotes(file: FileHead): readonly Note[] {
  const notesOfFile = useNotesOf();
  return useMemo(() => notesOfFile(file), [notesOfFile, file]);
}
