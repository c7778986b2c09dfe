import type { Graph, RootRule } from "../engine/graph/graph.ts";
import { languageFinder, type ProjectFiles, type Store } from "../engine/index/index.ts";
import { allLanguages } from "../languages/registry.ts";
import { type GraphInput, keptProjectGraphs } from "./kept-project-graphs.ts";
import { moveKeptGraph } from "./move-kept-graph.ts";
import { nameFiles } from "./named-files.ts";
import { openProject } from "./project-files.ts";
import { openProjectStore, pruneStore } from "./project-store.ts";
import { linkProject, type ReadProject, readManifests, readProject } from "./read-project.ts";
import { sourceLimits } from "./source-limits.ts";

/** A project as a door is asked for it. */
export interface AskedProject {
  readonly folder: string;
  readonly revision?: string;
  readonly includeUntracked: boolean;
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Nothing that was kept is used, and nothing is kept. */
  readonly isRefreshing: boolean;
  readonly workers?: number;
  /** Hears what a person should know, a sentence each, as soon as it is known. */
  readonly onNote: (note: string) => void;
  readonly onProgress: (step: ProjectProgress) => void;
}

export interface ProjectProgress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export interface AnsweredProject extends ReadProject {
  /** What was read: "the tracked files of /src/app". */
  readonly title: string;
}

export interface AskedGraph extends AskedProject {
  readonly rules: readonly RootRule[];
  /** The program that makes graphs: what another one kept is not used. */
  readonly builtBy: string;
}

/** Opens a project, reads it with the store of the commands, and closes both. */
export function readAskedProject(asked: AskedProject, signal: AbortSignal): Promise<AnsweredProject> {
  return withProject(asked, signal, (files, store) => readFiles(asked, files, store, signal));
}

/** The graph of a project: kept from an earlier run on the same files, or linked now. */
export async function readAskedGraph(asked: AskedGraph, signal: AbortSignal): Promise<Graph> {
  const graph = await keptOrLinked(asked, signal);
  // An answer from nothing looks like a good one where the folder is the wrong one.
  if (graph.stats.files === 0) {
    asked.onNote(`There is no file of a language that Headwater reads in ${asked.folder}.`);
  }
  return graph;
}

function keptOrLinked(asked: AskedGraph, signal: AbortSignal): Promise<Graph> {
  return withProject(asked, signal, async (files, store) => {
    if (store === undefined) return linked(asked, await readFiles(asked, files, store, signal), signal);
    const languageOf = languageFinder(allLanguages);
    const isSource = (path: string) => languageOf(path) !== undefined;
    const named = await nameFiles(files, isSource, sourceLimits.fileBytes, signal);
    const input: GraphInput = {
      listing: named.listing,
      manifests: await readManifests(named.files, named.listing.paths, allLanguages, signal),
      languages: allLanguages,
      rules: asked.rules,
      maxFileBytes: sourceLimits.fileBytes,
      builtBy: asked.builtBy,
    };
    const kept = keptProjectGraphs(asked.homeDir);
    const known = await kept.get(input);
    if (known !== undefined) {
      for (const note of named.listing.notes) asked.onNote(note);
      return known;
    }
    const near = await kept.near(input);
    const moved = near && (await moveKeptGraph(near, input, named.files, store, signal));
    if (moved !== undefined) {
      for (const note of named.listing.notes) asked.onNote(note);
      await kept.put(input, moved.indexed, moved.graph, asked.onNote);
      return moved.graph;
    }
    const project = await readFiles(asked, named.files, store, signal);
    const graph = await linked(asked, project, signal);
    await kept.put(input, project.indexed, graph, asked.onNote);
    return graph;
  });
}

function linked(asked: AskedGraph, project: ReadProject, signal: AbortSignal): Promise<Graph> {
  asked.onProgress({ what: "Linking", done: 0, total: 0 });
  return linkProject(project, signal, { rules: asked.rules });
}

async function withProject<T>(
  asked: AskedProject,
  signal: AbortSignal,
  work: (files: ProjectFiles, store: Store | undefined) => Promise<T>,
): Promise<T> {
  const { files, notes } = await openProject({ ...asked, languages: allLanguages }, signal);
  const store = asked.isRefreshing ? undefined : openProjectStore(asked.homeDir, asked.onNote);
  try {
    for (const note of notes) asked.onNote(note);
    return await work(files, store);
  } finally {
    files.close();
    await store?.close();
  }
}

async function readFiles(
  asked: AskedProject,
  files: ProjectFiles,
  store: Store | undefined,
  signal: AbortSignal,
): Promise<AnsweredProject> {
  const read = await readProject(
    {
      files,
      ...(store === undefined ? {} : { store }),
      ...(asked.workers === undefined ? {} : { workers: asked.workers }),
      report: asked.onProgress,
    },
    signal,
  );
  for (const note of read.indexed.notes) asked.onNote(note);
  if (store !== undefined && read.indexed.report.parsed > 0 && read.indexed.isStoreUsable) {
    await pruneStore(store, { all: false, now: new Date() });
  }
  return { ...read, title: files.title };
}
