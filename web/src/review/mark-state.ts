import type { MarkChange, Marks } from "../../../src/wire/api.ts";

/** The marks as the reader sees them: what the server holds, and over it what is on its way there. */
export interface MarkState {
  readonly revision: number;
  readonly reviewed: ReadonlySet<string>;
  readonly contextChanged: ReadonlySet<string>;
  /** Ids of pages without hunks that the server holds as reviewed. */
  readonly reviewedPages: ReadonlySet<string>;
  /** In the order of asking; not yet confirmed. */
  readonly pending: readonly MarkChange[];
  readonly held: Marks;
}

const nothing: Marks = { revision: 0, reviewed: [], contextChanged: [], snapshot: "", pages: [] };
export const noMarks: MarkState = show(nothing, []);

/** Shows a change at once. */
export function askMark(state: MarkState, change: MarkChange): MarkState {
  return show(state.held, [...state.pending, change]);
}

/** The server has taken the oldest pending change and says what it holds now. */
export function confirmMark(state: MarkState, held: Marks): MarkState {
  return show(held, state.pending.slice(1));
}

/** The server tells of marks made elsewhere. An answer that was overtaken by a newer one is dropped. */
export function receiveMarks(state: MarkState, held: Marks): MarkState {
  return held.revision < state.held.revision ? state : show(held, state.pending);
}

/** Gives up what is pending, as when it was refused for good. */
export function dropPending(state: MarkState): MarkState {
  return show(state.held, []);
}

/** A hunk whose mark was carried over from other context counts as reviewed until someone looks again. */
function show(held: Marks, pending: readonly MarkChange[]): MarkState {
  const reviewed = new Set([...held.reviewed, ...held.contextChanged]);
  const contextChanged = new Set(held.contextChanged);
  for (const change of pending) {
    for (const hash of change.hashes) {
      if (change.isReviewed) reviewed.add(hash);
      else reviewed.delete(hash);
      contextChanged.delete(hash);
    }
  }
  const reviewedPages = new Set(held.pages);
  return { revision: held.revision, reviewed, contextChanged, reviewedPages, pending, held };
}
