import { edgeKinds, type Graph, type GraphNode, type GraphRoot, type RootKind } from "../graph/graph.ts";
import { enteredPackages } from "./entered-packages.ts";
import { matchingNodes } from "./match-nodes.ts";
import {
  type CallSite,
  type Hop,
  REACH_VERSION,
  type ReachResult,
  type ReachStatus,
  type Searched,
  type Uncertainty,
} from "./reach-result.ts";
import { incoming, UNREACHED, type Walked, walkFrom } from "./search.ts";
import { BadQueryError, type Source, type SourceMode, sourceNodes } from "./source.ts";
import type { Target } from "./target.ts";
import { createDoubtReader } from "./uncertainty.ts";

export interface Query {
  readonly targets: readonly Target[];
  readonly sources?: readonly Source[];
  /** Default `sources-and-roots`. */
  readonly sourceMode?: SourceMode;
  /** The most hops of a path. Without it there is no limit. */
  readonly maxDepth?: number;
  /** The search stops when it answers true. It is asked every few thousand edges. */
  readonly isLate?: () => boolean;
}

interface Start {
  readonly node: number;
  readonly kind: RootKind;
  readonly rule: string;
}

/**
 * Says of each target whether code that runs reaches it. One search from the roots serves all targets; it costs
 * about the nodes and edges that it comes to, and for each target that it does not find the edges behind it.
 *
 * @throws UnknownSourceError when a source names nothing of the project
 * @throws BadQueryError for `sources-only` without a source, and for a mode that there is not
 */
export function reach(graph: Graph, query: Query): ReachResult[] {
  const mode = query.sourceMode ?? "sources-and-roots";
  const sources = query.sources ?? [];
  if (mode !== "sources-and-roots" && mode !== "sources-only") {
    throw new BadQueryError(`there is no source mode "${String(mode)}"`);
  }
  const isOnly = mode === "sources-only";
  if (isOnly && sources.length === 0) {
    throw new BadQueryError("a search from sources only needs at least one source");
  }
  const starts = findStarts(graph, sources, isOnly);
  const walked = walkFrom(
    graph,
    starts.map((start) => start.node),
    query.maxDepth ?? Number.POSITIVE_INFINITY,
    query.isLate ?? (() => false),
  );
  const doubts = createDoubtReader(graph, walked, {
    sourcesOnly: isOnly,
    budget: budgetDoubts(graph, walked),
    fallback: graph.stats.rootFallback && !isOnly,
  });
  const searched = describeSearch(graph, starts, walked);
  return query.targets.flatMap((target) => answer(target));

  function answer(target: Target): ReachResult[] {
    const byLanguage = new Map<string, number[]>();
    for (const index of matchingNodes(graph, target)) {
      const { language } = graph.nodes[index] as GraphNode;
      const same = byLanguage.get(language);
      if (same === undefined) byLanguage.set(language, [index]);
      else same.push(index);
    }
    if (byLanguage.size === 0) return [answerFor(target, [], undefined)];
    const isOne = byLanguage.size === 1;
    return [...byLanguage].map(([language, nodes]) => answerFor(target, nodes, isOne ? undefined : language));
  }

  function answerFor(target: Target, nodes: readonly number[], language: string | undefined): ReachResult {
    const found = nearest(nodes, walked);
    const about = doubts.about(target, nodes, found !== undefined);
    const status: ReachStatus =
      found !== undefined
        ? "found"
        : nodes.length === 0 && !about.couldName
          ? "no-such-target"
          : about.total > 0
            ? "uncertain"
            : "not-found";
    return {
      target: target.key,
      ...(language === undefined ? {} : { language }),
      status,
      ...(found === undefined ? {} : { path: pathTo(graph, found, walked, starts) }),
      sites: callSites(graph, nodes, walked),
      uncertainties: about.listed,
      searched: { ...searched, counts: about.counts },
    };
  }
}

function findStarts(graph: Graph, sources: readonly Source[], isOnly: boolean): Start[] {
  const asked = sourceNodes(graph, sources).map(
    (node): Start => ({ node, kind: "query", rule: "source of the query" }),
  );
  const marked: readonly GraphRoot[] = isOnly ? [] : graph.roots;
  return [...asked, ...marked];
}

/** Of the nodes that were reached, the one that the fewest hops lead to. */
function nearest(nodes: readonly number[], walked: Walked): number | undefined {
  const wanted = new Set(nodes.filter((node) => walked.via[node] !== UNREACHED));
  if (wanted.size < 2) return [...wanted][0];
  for (let at = 0; at < walked.count; at++) {
    const node = walked.order[at] as number;
    if (wanted.has(node)) return node;
  }
  return undefined;
}

function pathTo(graph: Graph, target: number, walked: Walked, starts: readonly Start[]): Hop[] {
  const edges: number[] = [];
  let node = target;
  for (let edge = walked.via[node] as number; edge >= 0; edge = walked.via[node] as number) {
    edges.push(edge);
    node = graph.edges.from[edge] as number;
  }
  edges.reverse();
  const rootKind = starts.find((start) => start.node === node)?.kind;
  const nodes = [node, ...edges.map((edge) => graph.edges.to[edge] as number)];
  return nodes.map((index, at) => {
    const { key, file } = graph.nodes[index] as GraphNode;
    const edge = edges[at];
    return {
      key,
      ...(file === undefined ? {} : { file }),
      ...(edge === undefined ? {} : describeEdge(graph, edge)),
      ...(at === 0 && rootKind !== undefined ? { rootKind } : {}),
    };
  });
}

function describeEdge(graph: Graph, edge: number): Pick<Hop, "site" | "edge" | "confidence" | "rule"> {
  const { line, column, kind, rule } = graph.edges;
  const named = edgeKinds[kind[edge] as number];
  const at = line[edge] as number;
  return {
    ...(at < 0 ? {} : { site: { line: at + 1, column: (column[edge] as number) + 1 } }),
    ...(named === undefined ? {} : { edge: named.kind, confidence: named.confidence }),
    rule: graph.rules[rule[edge] as number] ?? "",
  };
}

function callSites(graph: Graph, nodes: readonly number[], walked: Walked): CallSite[] {
  const { first, edge } = incoming(graph);
  const sites: CallSite[] = [];
  for (const node of nodes) {
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const one = edge[at] as number;
      const kind = edgeKinds[graph.edges.kind[one] as number]?.kind;
      const line = graph.edges.line[one] as number;
      if (kind === undefined || kind === "package" || kind === "export" || line < 0) continue;
      const from = graph.edges.from[one] as number;
      const caller = graph.nodes[from] as GraphNode;
      sites.push({
        caller: caller.key,
        ...(caller.file === undefined ? {} : { file: caller.file }),
        line: line + 1,
        column: (graph.edges.column[one] as number) + 1,
        edge: kind,
        isReached: walked.via[from] !== UNREACHED,
      });
    }
  }
  return sites;
}

/** What was not read or not searched concerns every target. */
function budgetDoubts(graph: Graph, walked: Walked): Uncertainty[] {
  const doubts: Uncertainty[] = [];
  const add = (detail: string, file?: string): void => {
    const site = file === undefined ? {} : { site: { caller: file, file, line: 1, column: 1 } };
    doubts.push({ kind: "budget", scope: { kind: "any" }, detail, ...site });
  };
  if (walked.stopped === "depth") add(`the search stopped after ${walked.maxDepth} hops`);
  if (walked.stopped === "time") add("the search stopped because its time was up");
  for (const { limit, value, count } of graph.truncations) {
    add(`the limit ${limit} of ${value} left out ${count}`);
  }
  for (const node of graph.nodes) {
    if (node.status === "missing" || node.status === "failed" || node.status === "truncated") {
      add(`${node.key} was not read: ${node.status}`, node.key);
    }
  }
  return doubts;
}

function describeSearch(graph: Graph, starts: readonly Start[], walked: Walked): Omit<Searched, "counts"> {
  return {
    version: REACH_VERSION,
    roots: starts.map(({ node, kind, rule }) => ({ key: graph.nodes[node]?.key ?? "", kind, rule })),
    nodes: walked.count,
    edges: walked.edges,
    unreadPackages: enteredPackages(graph, walked.via),
  };
}
