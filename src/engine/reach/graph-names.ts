import type { Graph } from "../graph/graph.ts";
import { lastSegment } from "./target.ts";

/** The nodes of a graph by key, and its definitions by their last name. */
export interface GraphNames {
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  readonly definitions: ReadonlyMap<string, readonly number[]>;
}

const known = new WeakMap<Graph, GraphNames>();

/** Made once a graph, at the first query. */
export function namesOf(graph: Graph): GraphNames {
  const before = known.get(graph);
  if (before !== undefined) return before;
  const byKey = new Map<string, number[]>();
  const definitions = new Map<string, number[]>();
  graph.nodes.forEach((node, index) => {
    push(byKey, node.key, index);
    if (node.external !== undefined) push(byKey, node.external, index);
    if (node.kind === "external" || node.kind === "module" || node.kind === "export") return;
    push(definitions, lastSegment(node.key), index);
  });
  const made = { byKey, definitions };
  known.set(graph, made);
  return made;
}

function push(map: Map<string, number[]>, key: string, index: number): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, [index]);
  else before.push(index);
}
