import type { TreeEntry } from "../adapters/git/git.ts";
import type { ChangeInfo, ReviewGraph } from "../engine/review/review.ts";
import { UserError } from "../kit/errors.ts";
import { type KeptGraph, keptGraphs, parseGraph } from "./cache-graphs.ts";
import type { DiffedChange } from "./diff-change.ts";
import type { Forges } from "./forges.ts";
import { type GraphText, graphText } from "./graph-text.ts";
import { type ReadChangeOptions, type ResolvedChange, readChange } from "./read-change.ts";
import type { ChangeSource, Side, SideFile, StageProgress } from "./session-input.ts";

/** What to read, and how its graph is made and kept. */
export interface SourceOptions extends ReadChangeOptions {
  /** Of Headwater: it stands in the graph. */
  readonly version: string;
  /** Names all that makes graphs; those of another build are not used. */
  readonly builtBy: string;
  /** Do not use a kept graph; the new one is kept. */
  readonly isRefreshing: boolean;
  /** Hears that a graph could not be kept, which costs only time. */
  readonly onNotKept?: (error: UserError) => void;
}

/** A change of a repository, with the text of its graph for those who only pass it on. */
export interface OpenedChange extends ChangeSource {
  /** What `--json` prints of the diff, with git's own statuses. */
  diffed(signal: AbortSignal): Promise<DiffedChange>;
  /** The graph as text and the change as it stands in it, kept or made now. */
  text(
    report: (progress: StageProgress) => void,
    signal: AbortSignal,
  ): Promise<{ readonly change: ChangeInfo; readonly text: GraphText }>;
}

/**
 * Finds a change and opens it. What comes after is loaded when it is asked for: a kept graph needs neither
 * the diff nor any parser. Close it when done. Throws as `readChange` does.
 */
export async function openChange(options: SourceOptions, signal: AbortSignal): Promise<OpenedChange> {
  const found = await readChange(options, signal);
  const kept = keptGraphs(options.homeDir, options.builtBy);
  let diffing: Promise<DiffedChange> | undefined;
  const diffed = (signalOfDiff: AbortSignal) => {
    diffing ??= import("./diff-change.ts").then(({ diffChange }) => diffChange(found, signalOfDiff));
    return diffing;
  };
  const keptGraph = async (): Promise<KeptGraph | undefined> =>
    options.isRefreshing ? undefined : kept.get(found);
  const make = async (report: (progress: StageProgress) => void, signalOfWork: AbortSignal) => {
    // The code that analyses is loaded while git makes the diff.
    const [diff, parts] = await Promise.all([diffed(signalOfWork), loadAnalysis()]);
    const graph = await makeGraph(parts, found, diff, options.version, report, signalOfWork);
    await kept.put(found, graph, diff.notes).catch((error) => {
      if (!(error instanceof UserError)) throw error;
      options.onNotKept?.(error);
    });
    return graph;
  };
  const trees = sideTrees(found);
  return {
    change: found.info,
    diffed,
    async cachedGraph() {
      const known = await keptGraph();
      return known && parseGraph(known.text, withNotes(found.info, known.diffNotes));
    },
    async diff(signalOfDiff) {
      const { reviewFiles } = await import("./diff-change.ts");
      return reviewFiles(found, await diffed(signalOfDiff), signalOfDiff);
    },
    analyse: make,
    async text(report, signalOfWork) {
      const known = await keptGraph();
      if (known) return { change: withNotes(found.info, known.diffNotes), text: known.text };
      const graph = await make(report, signalOfWork);
      return { change: graph.change, text: graphText(graph) };
    },
    fileAt: trees.fileAt,
    async readBlob(id, signalOfRead) {
      const [bytes] = await found.repository.readBlobs([id], signalOfRead);
      return bytes;
    },
    countChangedFiles: trees.countChangedFiles,
    async plainDiff(signalOfDiff) {
      const { plainFiles } = await import("./diff-change.ts");
      return plainFiles(found, await diffed(signalOfDiff), signalOfDiff);
    },
    async movedBetween(from, to, signalOfDiff) {
      const { movedPaths } = await import("./diff-change.ts");
      return movedPaths(found.repository, from, to, signalOfDiff);
    },
    ...(found.pull === undefined ? {} : { pull: found.pull }),
    ...(options.forges === undefined
      ? {}
      : { listPulls: pullsBeside(found, options.forges, options.homeDir) }),
    close: () => found.repository.close(),
  };
}

function pullsBeside(found: ResolvedChange, forges: Forges, homeDir: string) {
  return async (signal: AbortSignal) => {
    const { originalOf, pullsOf } = await import("./list-pulls.ts");
    const address = found.pull?.request.address ?? (await originalOf(found.repository, forges, signal));
    return pullsOf(address, forges, homeDir, signal);
  };
}

async function loadAnalysis() {
  const [{ reviewFiles }, { buildReview }, { createSourceReader }, { allLanguages }] = await Promise.all([
    import("./diff-change.ts"),
    import("./build-review.ts"),
    import("./source-reader.ts"),
    import("../languages/registry.ts"),
  ]);
  return { reviewFiles, buildReview, createSourceReader, allLanguages };
}

async function makeGraph(
  { reviewFiles, buildReview, createSourceReader, allLanguages }: Awaited<ReturnType<typeof loadAnalysis>>,
  found: ResolvedChange,
  diff: DiffedChange,
  version: string,
  report: (progress: StageProgress) => void,
  signal: AbortSignal,
): Promise<ReviewGraph> {
  const files = await reviewFiles(found, diff, signal);
  const sourceReader = createSourceReader({ languages: allLanguages });
  try {
    const change = { info: withNotes(found.info, diff.notes), repository: found.repository };
    const options = { sourceReader, generatorVersion: version, onProgress: report };
    return await buildReview(change, files, options, signal);
  } finally {
    await sourceReader.close();
  }
}

function withNotes(info: ChangeInfo, notes: readonly string[]): ChangeInfo {
  return notes.length === 0 ? info : { ...info, notes: [...info.notes, ...notes] };
}

/** The trees of both sides, each listed when it is first asked for. */
function sideTrees(found: ResolvedChange) {
  const listed = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  function tree(id: string, signal: AbortSignal): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = listed.get(id);
    if (known) return known;
    const listing = found.repository
      .listTree(id, signal)
      .then((entries) => new Map(entries.map((entry) => [entry.path, entry])));
    listed.set(id, listing);
    // A listing that was stopped or failed is made again for the next who asks.
    listing.catch(() => listed.delete(id));
    return listing;
  }
  return {
    async fileAt(side: Side, path: string, signal: AbortSignal): Promise<SideFile | undefined> {
      const entries = await tree(side === "old" ? found.diffBase : found.head, signal);
      return entries.get(path);
    },
    async countChangedFiles(otherHead: string, signal: AbortSignal): Promise<number> {
      const [now, before] = await Promise.all([tree(found.head, signal), tree(otherHead, signal)]);
      let changed = 0;
      for (const [path, { blob, mode }] of now) {
        const other = before.get(path);
        if (other?.blob !== blob || other.mode !== mode) changed++;
      }
      for (const path of before.keys()) if (!now.has(path)) changed++;
      return changed;
    },
  };
}
