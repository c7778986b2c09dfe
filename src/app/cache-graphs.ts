import { cacheKey, type GraphCache, graphCache, homeAt } from "../adapters/store/store.ts";
import { INDEX_VERSION } from "../engine/index/index.ts";
import {
  type ChangeInfo,
  EXTRACTION_VERSION,
  isPassing,
  REVIEW_GRAPH_VERSION,
  type ReviewGraph,
} from "../engine/review/review.ts";
import { invariant } from "../kit/errors.ts";
import { type GraphText, graphText, withChange } from "./graph-text.ts";
import type { ResolvedChange } from "./read-change.ts";

/** A graph of an earlier run, as text. */
export interface KeptGraph {
  readonly text: GraphText;
  /** What the reader should know of how the diff was made: a part of the change, found with the diff. */
  readonly diffNotes: readonly string[];
}

/** Graphs of earlier runs. A graph is kept as its text, so that writing it out again parses nothing. */
export interface KeptGraphs {
  get(change: ResolvedChange): Promise<KeptGraph | undefined>;
  /** Keeps a graph that will be the same the next time: not one for which a file could not be read for now. Throws `home-unwritable`. */
  put(change: ResolvedChange, graph: ReviewGraph, diffNotes: readonly string[]): Promise<void>;
}

/** @param builtBy  the program that makes graphs, with the versions of what it is made of */
export function keptGraphs(homeDir: string, builtBy: string): KeptGraphs {
  const cache: GraphCache = graphCache(homeAt(homeDir));
  return {
    async get(change) {
      const body = await cache.get(keyOf(change, builtBy));
      return body && splitBody(body);
    },
    async put(change, graph, diffNotes) {
      if (graph.problems.some(isPassing)) return;
      const { before, after } = graphText(graph);
      const lines = [before, "\n", JSON.stringify(diffNotes), "\n"];
      await cache.put(keyOf(change, builtBy), [...lines, ...after]);
      await cache.prune({ all: false, now: new Date() });
    },
  };
}

/** Two lines, then the rest; JSON holds no line end of its own. */
function splitBody(body: Uint8Array): KeptGraph {
  const first = body.indexOf(10);
  const second = body.indexOf(10, first + 1);
  invariant(first !== -1 && second !== -1, "a kept graph begins with two lines");
  const line = (from: number, to: number) => Buffer.from(body.subarray(from, to)).toString("utf8");
  return {
    text: { before: line(0, first), after: [body.subarray(second + 1)] },
    diffNotes: JSON.parse(line(first + 1, second)) as string[],
  };
}

/** The graph of a kept text, with the change as it is known now. */
export function parseGraph(text: GraphText, change: ChangeInfo): ReviewGraph {
  const pieces = [...withChange(text, change)].map((piece) => Buffer.from(piece));
  return JSON.parse(Buffer.concat(pieces).toString("utf8")) as ReviewGraph;
}

/** All that a graph depends on. Its base and head are ids of content, so files need no look. */
function keyOf(change: ResolvedChange, builtBy: string): string {
  return cacheKey([
    change.repository.commonDir,
    change.diffBase,
    change.head,
    change.findCopies ? "copies" : "",
    `graph ${REVIEW_GRAPH_VERSION}, extraction ${EXTRACTION_VERSION}, index ${INDEX_VERSION}`,
    builtBy,
  ]);
}
