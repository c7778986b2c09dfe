import { join } from "node:path";
import { homeAt, sqliteStore } from "../adapters/store/store.ts";
import type { Store, StoreStats } from "../engine/index/index.ts";

/** A record that nobody asked for in this long is of a branch that is done with. */
const KEPT_DAYS = 30;
/** All records together; those that were not used for the longest go first. */
export const STORE_LIMIT_BYTES = 1024 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

export function storePath(homeDir: string): string {
  return join(homeAt(homeDir).cache, "index.sqlite");
}

/** The store that the commands keep records in. `onProblem` hears of a file that cannot be used. */
export function openProjectStore(homeDir: string, onProblem: (message: string) => void): Store {
  return sqliteStore(storePath(homeDir), { onProblem });
}

/** Removes what is old, or all, and what is too much; gives what was removed. */
export async function pruneStore(
  store: Store,
  options: { readonly all: boolean; readonly now: Date; readonly limitBytes?: number },
): Promise<StoreStats> {
  const nowMs = options.now.getTime();
  if (options.all) return store.prune(Number.POSITIVE_INFINITY);
  const limitBytes = options.limitBytes ?? STORE_LIMIT_BYTES;
  let removed = await store.prune(nowMs - KEPT_DAYS * DAY_MS);
  for (let days = KEPT_DAYS / 2; (await store.stats()).bytes > limitBytes && days > 0.01; days /= 2) {
    const more = await store.prune(nowMs - days * DAY_MS);
    removed = { entries: removed.entries + more.entries, bytes: removed.bytes + more.bytes };
  }
  return removed;
}
