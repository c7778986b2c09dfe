import type { Graph } from "../graph/graph.ts";

/** What one breadth-first walk from the roots found. */
export interface Walked {
  /** The edge by which each node was first reached; -1 for a root, -2 when it was not. */
  readonly via: Int32Array;
  /** Nodes in the order in which they were reached. */
  readonly order: Int32Array;
  readonly count: number;
  readonly edges: number;
  /** Why the walk ended before it was done. */
  readonly stopped?: "depth" | "time";
  readonly maxDepth: number;
}

export const UNREACHED = -2;

/** Edges between two looks at the clock. */
const edgesPerLook = 16_384;

/** One search for all targets. `isLate` is asked now and then, and ends the walk. */
export function walkFrom(
  graph: Graph,
  roots: readonly number[],
  maxDepth: number,
  isLate: () => boolean,
): Walked {
  const { first, to } = graph.edges;
  const via = new Int32Array(graph.nodes.length).fill(UNREACHED);
  const order = new Int32Array(graph.nodes.length);
  let count = 0;
  let edges = 0;
  for (const root of roots) {
    if (via[root] !== UNREACHED) continue;
    via[root] = -1;
    order[count++] = root;
  }
  let depth = 0;
  let stopped: Walked["stopped"];
  let nextLook = edgesPerLook;
  for (let at = 0, levelEnd = count; at < count; ) {
    if (depth >= maxDepth) {
      if (leadsOn(graph, via, order, at, count)) stopped = "depth";
      break;
    }
    for (; at < levelEnd; at++) {
      const node = order[at] as number;
      const end = first[node + 1] as number;
      for (let edge = first[node] as number; edge < end; edge++) {
        const target = to[edge] as number;
        edges++;
        if (via[target] !== UNREACHED) continue;
        via[target] = edge;
        order[count++] = target;
      }
      if (edges >= nextLook) {
        nextLook = edges + edgesPerLook;
        if (isLate()) return { via, order, count, edges, stopped: "time", maxDepth: depth };
      }
    }
    levelEnd = count;
    depth++;
  }
  return { via, order, count, edges, ...(stopped === undefined ? {} : { stopped }), maxDepth: depth };
}

/** Something further would be reached from the nodes of the last level. */
function leadsOn(graph: Graph, via: Int32Array, order: Int32Array, from: number, count: number): boolean {
  const { first, to } = graph.edges;
  for (let at = from; at < count; at++) {
    const node = order[at] as number;
    for (let edge = first[node] as number; edge < (first[node + 1] as number); edge++) {
      if (via[to[edge] as number] === UNREACHED) return true;
    }
  }
  return false;
}

/** Edges by the node that they lead to. */
export interface Incoming {
  readonly first: Int32Array;
  readonly edge: Int32Array;
}

const incomingOf = new WeakMap<Graph, Incoming>();

export function incoming(graph: Graph): Incoming {
  const known = incomingOf.get(graph);
  if (known !== undefined) return known;
  const { to, count } = graph.edges;
  const first = new Int32Array(graph.nodes.length + 1);
  for (let edge = 0; edge < count; edge++) {
    const at = (to[edge] as number) + 1;
    first[at] = (first[at] as number) + 1;
  }
  for (let node = 0; node < graph.nodes.length; node++) {
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  }
  const next = first.slice();
  const edges = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) {
    const target = to[edge] as number;
    edges[next[target] as number] = edge;
    next[target] = (next[target] as number) + 1;
  }
  const made = { first, edge: edges };
  incomingOf.set(graph, made);
  return made;
}

/** All nodes from which some of `targets` can be reached, themselves included. */
export function walkBack(graph: Graph, targets: readonly number[]): Uint8Array {
  const { first, edge } = incoming(graph);
  const seen = new Uint8Array(graph.nodes.length);
  const open = [...targets];
  for (const target of targets) seen[target] = 1;
  while (open.length > 0) {
    const node = open.pop() as number;
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const from = graph.edges.from[edge[at] as number] as number;
      if (seen[from] === 1) continue;
      seen[from] = 1;
      open.push(from);
    }
  }
  return seen;
}
