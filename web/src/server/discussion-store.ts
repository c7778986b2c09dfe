import type { Discussion } from "../../../src/wire/discussion.ts";
import { type Api, failedRequest, wordsOf } from "./api.ts";
import { createStore, type Store } from "./store.ts";

export interface DiscussionStore {
  readonly state: Store<Discussion>;
  /** Why the last change of a thread was refused, by its id. */
  readonly refusals: Store<ReadonlyMap<string, string>>;
  read(): Promise<void>;
  resolve(thread: string, isResolved: boolean): Promise<void>;
}

const nothingYet: Discussion = {
  state: "loading",
  threads: [],
  reviews: [],
  comments: [],
  notes: [],
  off: {},
};

/** What others said. It comes after the code and never holds it up. */
export function createDiscussionStore(api: Api): DiscussionStore {
  const state = createStore<Discussion>(nothingYet);
  const refusals = createStore<ReadonlyMap<string, string>>(new Map());
  const read = async () => {
    state.set(await api.discussion());
  };
  return {
    state,
    refusals,
    read,
    async resolve(thread, isResolved) {
      try {
        await api.resolveThread(thread, isResolved);
        refusals.update((now) => new Map([...now].filter(([id]) => id !== thread)));
        await read();
      } catch (error) {
        const words = wordsOf(failedRequest(error));
        refusals.update((now) => new Map(now).set(thread, words));
      }
    },
  };
}
