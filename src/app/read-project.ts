import { type FileStatus, type Graph, graphSteps, type RootRule } from "../engine/graph/graph.ts";
import {
  type IndexResult,
  type IndexStatus,
  type ProjectFiles,
  type Store,
  statusesOf,
} from "../engine/index/index.ts";
import type { LanguagePack } from "../languages/language-pack.ts";
import { allLanguages } from "../languages/registry.ts";
import { createIndexer } from "./indexer.ts";

export interface ReadProjectOptions {
  readonly files: ProjectFiles;
  readonly store?: Store;
  readonly languages?: readonly LanguagePack[];
  readonly workers?: number;
  readonly maxFileBytes?: number;
  readonly report?: (step: { readonly what: string; readonly done: number; readonly total: number }) => void;
}

export interface ReadProject {
  readonly indexed: IndexResult;
  /** The texts of the manifests, by path. */
  readonly manifests: ReadonlyMap<string, string>;
}

/** Indexes a project and reads its manifests. A stop ends it with the reason of the signal. */
export async function readProject(options: ReadProjectOptions, signal: AbortSignal): Promise<ReadProject> {
  const { files, store, languages = allLanguages, workers, maxFileBytes, report } = options;
  const indexer = createIndexer({
    languages,
    ...(store === undefined ? {} : { store }),
    ...(workers === undefined ? {} : { workers }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  });
  const onProgress = (done: number, total: number) => report?.({ what: "Reading files", done, total });
  const indexed = await indexer.run(files, { signal, onProgress });
  if (indexed.stopped !== undefined) throw indexed.stopped.reason;
  return { indexed, manifests: await readManifests(files, indexed.paths, languages, signal) };
}

/** The manifests among the paths of a project. One that cannot be read is left out, as one that is not there. */
export async function readManifests(
  files: ProjectFiles,
  paths: readonly string[],
  languages: readonly Pick<LanguagePack, "isManifest">[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const asked = paths.filter((path) => languages.some((language) => language.isManifest(path)));
  const contents = await files.read(asked, signal);
  const decoder = new TextDecoder();
  return new Map(
    asked.flatMap((path, at) => {
      const content = contents[at];
      return content?.kind === "bytes" ? [[path, decoder.decode(content.bytes)] as const] : [];
    }),
  );
}

export interface LinkProjectOptions {
  readonly languages?: readonly LanguagePack[];
  readonly rules?: readonly RootRule[];
}

/** How long linking goes on before it looks whether it is to stop. */
const LINK_TURN_MS = 50;

/** The project graph of what was read. A stop ends it with the reason of the signal. */
export async function linkProject(
  { indexed, manifests }: ReadProject,
  signal: AbortSignal,
  options: LinkProjectOptions = {},
): Promise<Graph> {
  const steps = graphSteps(indexed.indexes, {
    languages: options.languages ?? allLanguages,
    manifests,
    paths: indexed.paths,
    files: statusesOf(indexed) satisfies ReadonlyMap<string, IndexStatus & FileStatus>,
    ...(options.rules === undefined ? {} : { rules: options.rules }),
  });
  for (let turnMs = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - turnMs < LINK_TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    turnMs = performance.now();
  }
}
