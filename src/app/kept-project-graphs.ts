import { cacheKey, graphCache, homeAt } from "../adapters/store/store.ts";
import { GRAPH_VERSION, type Graph, type RootRule } from "../engine/graph/graph.ts";
import { type FileListing, INDEX_VERSION, type IndexResult, type ListedFile } from "../engine/index/index.ts";
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
  /** The last graph that was kept of the same paths and manifests, and which files were others then. */
  near(input: GraphInput): Promise<NearGraph | undefined>;
  /** Keeps a graph that would be the same the next time. `onProblem` hears where it cannot be written. */
  put(
    input: GraphInput,
    indexed: Pick<IndexResult, "files" | "indexes">,
    graph: Graph,
    onProblem: (message: string) => void,
  ): Promise<void>;
}

export interface NearGraph {
  readonly graph: Graph;
  readonly changed: readonly { readonly file: ListedFile; readonly blobBefore: string }[];
}

/** With more files than this, linking anew is not much slower than reading what they were. */
const MAX_CHANGED = 20;

/** What is kept beside a graph, for the next state of the project. */
interface LastGraph {
  readonly key: string;
  readonly blobs: readonly (readonly [path: string, blob: string])[];
}

export function keptProjectGraphs(homeDir: string): KeptProjectGraphs {
  const cache = graphCache(homeAt(homeDir));
  return {
    async get(input) {
      const body = await cache.get(keyOf(input));
      return body && decodeGraph(body);
    },
    async near(input) {
      const body = await cache.get(lastKeyOf(input));
      if (body === undefined) return undefined;
      const { key, blobs } = JSON.parse(new TextDecoder().decode(body)) as LastGraph;
      const before = new Map(blobs);
      const changed = input.listing.files.flatMap((file) => {
        const blobBefore = before.get(file.path);
        return blobBefore === undefined || blobBefore === file.blob ? [] : [{ file, blobBefore }];
      });
      const areNamed = input.listing.files.every((file) => file.blob !== undefined && before.has(file.path));
      if (!areNamed || changed.length === 0 || changed.length > MAX_CHANGED) return undefined;
      const packed = await cache.get(key);
      const graph = packed && decodeGraph(packed);
      return graph && { graph, changed };
    },
    async put(input, indexed, graph, onProblem) {
      if (!isOf(input.listing, indexed)) return;
      try {
        const key = keyOf(input);
        await cache.put(key, encodeGraph(graph));
        await cache.prune({ all: false, now: new Date() });
        const blobs = input.listing.files.flatMap(({ path, blob }) =>
          blob === undefined ? [] : [[path, blob] as const],
        );
        await cache.put(lastKeyOf(input), [JSON.stringify({ key, blobs } satisfies LastGraph)]);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        onProblem(`${error.message.replace(/\.$/, "")}. The next run will be no quicker.`);
      }
    },
  };
}

/** No file was another one when it was read than when it was listed, and none was left out for now. */
function isOf(listing: FileListing, indexed: Pick<IndexResult, "files" | "indexes">): boolean {
  if (indexed.files.some((file) => file.isPassing === true)) return false;
  const blobs = new Map(listing.files.map((file) => [file.path, file.blob]));
  return indexed.indexes.every((record) => blobs.get(record.path) === record.blob);
}

function keyOf(input: GraphInput): string {
  return keyWith(
    input,
    input.listing.files.map(({ path, blob, sizeBytes }) => JSON.stringify([path, blob, sizeBytes])),
  );
}

/** The same for all contents of the source files. */
function lastKeyOf(input: GraphInput): string {
  return keyWith(input, ["the last graph", ...input.listing.files.map(({ path }) => path)]);
}

function keyWith(input: GraphInput, sources: readonly string[]): string {
  const { listing, manifests, languages, rules } = input;
  const lines = [
    ...listing.paths,
    ...sources,
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
