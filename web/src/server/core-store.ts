import type { OutlinePlacement } from "../../../src/wire/api.ts";
import type { Api } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** The pages of cores that did not come with the overview. They stay: all of them are a few megabytes. */
export interface CoreStore {
  /** By the ids of cores. */
  readonly pages: Store<ReadonlyMap<string, readonly OutlinePlacement[]>>;
  /** Why the pages of a core could not be had. */
  readonly failures: Store<ReadonlyMap<string, string>>;
  /** Asks for a core, once. */
  want(id: string): void;
  /** Asks again for what could not be had. */
  retry(): void;
}

export function createCoreStore(api: Pick<Api, "corePages">): CoreStore {
  const pages = createStore<ReadonlyMap<string, readonly OutlinePlacement[]>>(new Map());
  const failures = createStore<ReadonlyMap<string, string>>(new Map());
  const asked = new Set<string>();
  async function ask(id: string): Promise<void> {
    try {
      const { placements } = await api.corePages(id);
      pages.update((now) => new Map(now).set(id, placements));
    } catch (error) {
      failures.update((now) => new Map(now).set(id, error instanceof Error ? error.message : String(error)));
    }
  }
  return {
    pages,
    failures,
    want(id) {
      if (asked.has(id)) return;
      asked.add(id);
      void ask(id);
    },
    retry() {
      const again = [...failures.get().keys()];
      failures.set(new Map());
      for (const id of again) void ask(id);
    },
  };
}
