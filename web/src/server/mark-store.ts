import type { MarkChange, Marks } from "../../../src/wire/api.ts";
import {
  askMark,
  confirmMark,
  dropPending,
  type MarkState,
  noMarks,
  receiveMarks,
} from "../review/mark-state.ts";
import { type Api, ApiFailure, Unreachable } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** The most hashes that one request may carry. */
const MOST_HASHES = 20_000;

export interface MarkStore {
  readonly state: Store<MarkState>;
  /** Why the last marks are not saved; undefined while all is well. */
  readonly problem: Store<ApiFailure | undefined>;
  /** Shows the marks at once and sends them. */
  mark(hashes: readonly string[], isReviewed: boolean): void;
  receive(marks: Marks): void;
  /** Sends again what could not be sent. */
  resend(): void;
  giveUp(): void;
}

/**
 * Marks are kept in the tab until the server has them, also over a reload of the page: nothing that was
 * marked while the server was gone is lost.
 */
export function createMarkStore(api: Api, saved: Pick<Storage, "getItem" | "setItem">): MarkStore {
  const state = createStore<MarkState>(noMarks);
  const problem = createStore<ApiFailure | undefined>(undefined);
  let isSending = false;

  const keep = () => saved.setItem("headwater-pending-marks", JSON.stringify(state.get().pending));
  for (const change of readPending(saved)) state.update((now) => askMark(now, change));

  /** Ids of pages of another snapshot than the one that is read say nothing here: those of before stay. */
  const ofSnapshot = (marks: Marks): Marks => {
    const isOther = api.snapshot() !== "" && marks.snapshot !== api.snapshot();
    return isOther ? { ...marks, pages: state.get().held.pages } : marks;
  };

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let next = state.get().pending[0]; next; next = state.get().pending[0]) {
        const marks = ofSnapshot(await api.setMarks(next));
        state.update((now) => confirmMark(now, marks));
        problem.set(undefined);
        keep();
      }
    } catch (error) {
      // Unreachable is told by the banner of the connection, which sends again when it is back.
      if (error instanceof ApiFailure) problem.set(error);
      else if (!(error instanceof Unreachable)) throw error;
    } finally {
      isSending = false;
    }
  }

  return {
    state,
    problem,
    mark(hashes, isReviewed) {
      for (let from = 0; from < hashes.length; from += MOST_HASHES) {
        const change: MarkChange = { hashes: hashes.slice(from, from + MOST_HASHES), isReviewed };
        state.update((now) => askMark(now, change));
      }
      keep();
      void send();
    },
    receive: (marks) => state.update((now) => receiveMarks(now, ofSnapshot(marks))),
    resend: () => void send(),
    giveUp() {
      state.update(dropPending);
      problem.set(undefined);
      keep();
    },
  };
}

function readPending(saved: Pick<Storage, "getItem">): MarkChange[] {
  const text = saved.getItem("headwater-pending-marks");
  if (!text) return [];
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? (list as MarkChange[]) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
