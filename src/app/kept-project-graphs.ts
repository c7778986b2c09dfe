import { cacheKey, graphCache, homeAt } from "../adapters/store/store.ts";
import { GRAPH_VERSION, type Graph, type RootRule } from "../engine/graph/graph.ts";
import { type FileListing, INDEX_VERSION, type IndexResult } from "../engine/index/index.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import type { LanguagePack } from "../languages/language-pack.ts";
import { decodeGraph, encodeGraph } from "./graph-codec.ts";

/** All that a project graph depends on. */
export interface GraphInput {
  readonly listing: FileListing;
  readonly manifests: ReadonlyMap<string, string>;
  readonly languages: readonly LanguagePack[];
  readonly rules: readonly RootRule[];
  readonly maxFileBytes: number;
  /** The program that makes graphs. */
  readonly builtBy: string;
}

/** Project graphs of earlier runs: linking a project takes longer than reading its records. */
export interface KeptProjectGraphs {
  get(input: GraphInput): Promise<Graph | undefined>;
  /** Keeps a graph that would be the same the next time. `onProblem` hears where it cannot be written. */
  put(
    input: GraphInput,
    indexed: IndexResult,
    graph: Graph,
    onProblem: (message: string) => void,
  ): Promise<void>;
}

export function keptProjectGraphs(homeDir: string): KeptProjectGraphs {
  const cache = graphCache(homeAt(homeDir));
  return {
    async get(input) {
      const body = await cache.get(keyOf(input));
      return body && decodeGraph(body);
    },
    async put(input, indexed, graph, onProblem) {
      if (!isOf(input.listing, indexed)) return;
      try {
        await cache.put(keyOf(input), encodeGraph(graph));
        await cache.prune({ all: false, now: new Date() });
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        onProblem(`${error.message.replace(/\.$/, "")}. The next run will be no quicker.`);
      }
    },
  };
}

/** No file was another one when it was read than when it was listed, and none was left out for now. */
function isOf(listing: FileListing, indexed: IndexResult): boolean {
  if (indexed.files.some((file) => file.isPassing === true)) return false;
  const blobs = new Map(listing.files.map((file) => [file.path, file.blob]));
  return indexed.indexes.every((record) => blobs.get(record.path) === record.blob);
}

function keyOf(input: GraphInput): string {
  const { listing, manifests, languages, rules } = input;
  const lines = [
    ...listing.paths,
    ...listing.files.map(({ path, blob, sizeBytes }) => JSON.stringify([path, blob, sizeBytes])),
    ...listing.unread.map((one) => JSON.stringify(one)),
    ...[...manifests].map(([path, text]) => JSON.stringify([path, sha1(text)])),
    ...languages.map(({ id, grammar }) => `${id} ${grammar.version}`),
  ];
  return cacheKey([
    `project graph ${GRAPH_VERSION}, index ${INDEX_VERSION}, ${input.maxFileBytes} bytes a file`,
    input.builtBy,
    JSON.stringify(rules),
    sha1(lines.join("\n")),
  ]);
}
