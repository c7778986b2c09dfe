import { type CacheStats, graphCache, homeAt } from "../adapters/store/store.ts";

export type { CacheStats } from "../adapters/store/store.ts";

/** How much is kept of earlier runs. */
export function cacheStats(homeDir: string): Promise<CacheStats> {
  return graphCache(homeAt(homeDir)).stats();
}

/** Removes what is old or too much, or all of it, and gives what was removed. Reviews and marks stay. */
export function pruneCache(
  homeDir: string,
  options: { readonly all: boolean; readonly now: Date },
): Promise<CacheStats> {
  return graphCache(homeAt(homeDir)).prune(options);
}
