import { existsSync } from "node:fs";
import { pruneSnapshotObjects, type SnapshotObjects, snapshotObjects } from "../adapters/git/git.ts";
import { type CacheStats, graphCache, homeAt } from "../adapters/store/store.ts";
import type { StoreStats } from "../engine/index/index.ts";
import { openProjectStore, pruneStore, storePath } from "./project-store.ts";

export type { CacheStats } from "../adapters/store/store.ts";

/** Of the graphs of reviews, and beside them the records of files and the objects of snapshots. */
export interface AllCacheStats extends CacheStats {
  readonly records: StoreStats & { readonly file: string };
  readonly snapshots: SnapshotObjects;
  /** What was wrong with a cache, a sentence each. */
  readonly problems: readonly string[];
}

/** How much is kept of earlier runs. */
export async function cacheStats(homeDir: string): Promise<AllCacheStats> {
  const graphs = await graphCache(homeAt(homeDir)).stats();
  const records = await withStore(homeDir, (store) => store.stats());
  return { ...graphs, ...records, snapshots: snapshotObjects(homeDir) };
}

/** Removes what is old or too much, or all of it, and gives what was removed. Reviews and marks stay. */
export async function pruneCache(
  homeDir: string,
  options: { readonly all: boolean; readonly now: Date },
): Promise<AllCacheStats> {
  const graphs = await graphCache(homeAt(homeDir)).prune(options);
  const records = await withStore(homeDir, (store) => pruneStore(store, options));
  return { ...graphs, ...records, snapshots: pruneSnapshotObjects(homeDir, options) };
}

async function withStore(
  homeDir: string,
  work: (store: ReturnType<typeof openProjectStore>) => Promise<StoreStats>,
): Promise<Pick<AllCacheStats, "records" | "problems">> {
  const file = storePath(homeDir);
  if (!existsSync(file)) return { records: { file, entries: 0, bytes: 0 }, problems: [] };
  const problems: string[] = [];
  const store = openProjectStore(homeDir, (problem) => problems.push(problem));
  try {
    return { records: { file, ...(await work(store)) }, problems };
  } finally {
    await store.close();
  }
}
