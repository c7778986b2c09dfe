import type { Graph } from "../engine/graph/graph.ts";
import {
  INDEX_VERSION,
  type IndexResult,
  languageFinder,
  type ProjectFiles,
  type Store,
} from "../engine/index/index.ts";
import { createIndexer } from "./indexer.ts";
import type { GraphInput, NearGraph } from "./kept-project-graphs.ts";
import { KeptRecords } from "./kept-records.ts";
import { movedGraph } from "./moved-graph.ts";
import { movesBetween } from "./moved-record.ts";

export interface MovedGraph {
  readonly graph: Graph;
  /** What was read of the files that are others now. */
  readonly indexed: Pick<IndexResult, "files" | "indexes">;
}

/**
 * The graph of a project, from one of a state in which a few files had their code at other places and the same code:
 * linking all files again would give the same. `undefined` where more than places has changed; what was read is in
 * the store then.
 */
export async function moveKeptGraph(
  near: NearGraph,
  input: GraphInput,
  files: ProjectFiles,
  store: Store,
  signal: AbortSignal,
): Promise<MovedGraph | undefined> {
  const listing = { ...input.listing, files: near.changed.map(({ file }) => file), unread: [] };
  const only = { ...files, list: async () => listing };
  const indexed = await createIndexer({ languages: input.languages, store, workers: 1 }).run(only, {
    signal,
  });
  if (indexed.stopped !== undefined) throw indexed.stopped.reason;
  const now = new Map(indexed.indexes.map((record) => [record.path, record]));
  const before = await recordsBefore(near, input, store);
  let { graph } = near;
  for (const [at, { file }] of near.changed.entries()) {
    const [old, record] = [before[at], now.get(file.path)];
    if (old === undefined || record === undefined || record.blob !== file.blob) return undefined;
    const moves = movesBetween(old, record);
    const moved = moves && movedGraph(graph, file.path, moves);
    if (moved === undefined) return undefined;
    graph = moved;
  }
  return { graph, indexed };
}

function recordsBefore({ changed }: NearGraph, { languages }: GraphInput, store: Store) {
  const languageOf = languageFinder(languages);
  const asked = changed.map(({ file, blobBefore }) => {
    const language = languageOf(file.path);
    const { id = "", grammar } = language ?? {};
    const version = { grammar: grammar?.version ?? "", version: INDEX_VERSION };
    return { key: { blob: blobBefore, path: file.path, language: id, ...version } };
  });
  return new KeptRecords(store).read(asked);
}
