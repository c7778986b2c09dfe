import { join } from "node:path";
import { homeAt, reviewFolder, stateFile } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";

/** What a mark is kept by. `changeHash` leaves out the lines around and is "" where there are none. */
export interface MarkKey {
  readonly hash: string;
  readonly changeHash: string;
}

/** The marks of a review, over all its heads: the change hash by the hash. */
export type MarkTable = ReadonlyMap<string, string>;

/** What of the things of one head is reviewed. Hashes are whole ones. */
export interface HeadMarks {
  readonly reviewed: ReadonlySet<string>;
  /** Those of `reviewed` whose mark was set when the lines around were others. */
  readonly contextChanged: ReadonlySet<string>;
}

export interface KeptMarks {
  readonly table: MarkTable;
  readonly revision: number;
  /** Why the last changes are not on disk. */
  readonly notSaved?: UserError;
  /** What was wrong with the file of earlier marks. */
  readonly problem?: string;
}

/** The marks of one review. Several tabs and processes may change them at once: none undoes another. */
export interface Marks {
  /** What is on disk now, another process's marks included. */
  read(): Promise<KeptMarks>;
  /**
   * Sets or clears, and is done once it is on disk. Where the disk refuses, the marks hold in memory,
   * `notSaved` says so, and the next change tries again with all of them.
   */
  change(edit: MarkEdit): Promise<KeptMarks>;
}

export interface MarkEdit {
  readonly keys: readonly MarkKey[];
  readonly isReviewed: boolean;
  /** All hashes of this head: a mark of an earlier head goes with the hunk that it was carried over to. */
  readonly present: ReadonlySet<string>;
}

const HASH = /^[0-9a-f]{40,64}$/;

export function openMarks(homeDir: string, reviewId: string): Marks {
  const file = stateFile<MarkTable>(join(reviewFolder(homeAt(homeDir), reviewId), "marks.json"), {
    version: 1,
    empty: new Map(),
    parse: parseTable,
    format: rowsOf,
  });
  let waiting: readonly MarkEdit[] = [];
  let notSaved: UserError | undefined;
  const answer = (table: MarkTable, revision: number, problem: string | undefined): KeptMarks => ({
    table: waiting.reduce(applyEdit, table),
    revision,
    ...(notSaved ? { notSaved } : {}),
    ...(problem ? { problem } : {}),
  });
  return {
    async read() {
      const state = await file.read();
      return answer(state.value, state.revision, state.problem);
    },
    async change(edit) {
      const edits = [...waiting, edit];
      waiting = edits;
      try {
        const state = await file.update((table) => edits.reduce(applyEdit, table));
        waiting = waiting.filter((other) => !edits.includes(other));
        if (waiting.length === 0) notSaved = undefined;
        return answer(state.value, state.revision, state.problem);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        notSaved = error;
        return this.read();
      }
    },
  };
}

/** In the file: [hash, change hash] of each mark, the oldest first. */
function rowsOf(table: MarkTable): readonly (readonly [string, string])[] {
  return [...table];
}

function parseTable(value: unknown): MarkTable | undefined {
  if (!Array.isArray(value)) return undefined;
  const table = new Map<string, string>();
  for (const row of value) {
    if (!Array.isArray(row)) return undefined;
    const [hash, changeHash] = row as unknown[];
    if (typeof hash !== "string" || typeof changeHash !== "string" || !HASH.test(hash)) return undefined;
    table.set(hash, changeHash);
  }
  return table;
}

/** Setting adds; clearing also takes the marks that were carried over to what is cleared. */
export function applyEdit(table: MarkTable, edit: MarkEdit): MarkTable {
  const next = new Map(table);
  if (edit.isReviewed) {
    for (const { hash, changeHash } of edit.keys) next.set(hash, changeHash);
    return next;
  }
  const cleared = new Set(edit.keys.map((key) => key.changeHash).filter((hash) => hash !== ""));
  for (const { hash } of edit.keys) next.delete(hash);
  for (const [hash, changeHash] of next) {
    if (cleared.has(changeHash) && !edit.present.has(hash)) next.delete(hash);
  }
  return next;
}

/**
 * What of `keys`, the things of one head, is reviewed. A mark that belongs to none of them is carried over
 * to the hunk with the same change and other lines around, at most one mark to a hunk.
 */
export function marksOfHead(table: MarkTable, keys: Iterable<MarkKey>): HeadMarks {
  const all = [...keys];
  const present = new Set(all.map((key) => key.hash));
  const carried = new Set<string>();
  for (const [hash, changeHash] of table) {
    if (changeHash !== "" && !present.has(hash)) carried.add(changeHash);
  }
  const reviewed = new Set<string>();
  const contextChanged = new Set<string>();
  for (const { hash, changeHash } of all) {
    if (table.has(hash)) reviewed.add(hash);
    else if (carried.delete(changeHash)) {
      reviewed.add(hash);
      contextChanged.add(hash);
    }
  }
  return { reviewed, contextChanged };
}

/** So much of a hash tells the things of one change apart; whole, lists of them would weigh three times as much. */
const SHOWN_LENGTH = 12;

/** The names by which the page knows hashes: short, and whole where two begin alike. */
export function shownNames(keys: readonly MarkKey[]): {
  readonly keys: ReadonlyMap<string, MarkKey>;
  nameOf(hash: string): string;
} {
  const withStart = new Map<string, Set<string>>();
  for (const { hash } of keys) {
    const start = hash.slice(0, SHOWN_LENGTH);
    const same = withStart.get(start);
    if (same) same.add(hash);
    else withStart.set(start, new Set([hash]));
  }
  const nameOf = (hash: string) => {
    const start = hash.slice(0, SHOWN_LENGTH);
    return (withStart.get(start)?.size ?? 0) > 1 ? hash : start;
  };
  return { keys: new Map(keys.map((key) => [nameOf(key.hash), key])), nameOf };
}
