import type { Graph } from "../graph/graph.ts";
import { lastSegment } from "./target.ts";

/** The nodes of a graph by key, and its definitions by their last name. */
export interface GraphNames {
  readonly byKey: ReadonlyMap<string, readonly number[]>;
  /** The last names of all definitions, sorted, so that those with one start lie side by side. */
  readonly definitionNames: readonly string[];
  /** The number of the last name of each node among them; -1 for what is no definition. */
  readonly nameOf: Int32Array;
  readonly numberOf: ReadonlyMap<string, number>;
}

const known = new WeakMap<Graph, GraphNames>();

/** Made once a graph, at the first query. */
export function namesOf(graph: Graph): GraphNames {
  const before = known.get(graph);
  if (before !== undefined) return before;
  const byKey = new Map<string, number[]>();
  const numberOf = new Map<string, number>();
  const nameOf = new Int32Array(graph.nodes.length).fill(-1);
  graph.nodes.forEach((node, index) => {
    push(byKey, node.key, index);
    if (node.external !== undefined) push(byKey, node.external, index);
    if (node.kind === "external" || node.kind === "module" || node.kind === "export") return;
    const name = lastSegment(node.key);
    const number = numberOf.get(name) ?? numberOf.size;
    numberOf.set(name, number);
    nameOf[index] = number;
  });
  const found = [...numberOf.keys()];
  const definitionNames = [...found].sort();
  definitionNames.forEach((name, at) => {
    numberOf.set(name, at);
  });
  for (let node = 0; node < nameOf.length; node++) {
    const number = nameOf[node] as number;
    if (number >= 0) nameOf[node] = numberOf.get(found[number] as string) as number;
  }
  const made = { byKey, definitionNames, nameOf, numberOf };
  known.set(graph, made);
  return made;
}

/** The numbers of the names that start so: from the first to before the second. */
export function namesStarting({ definitionNames }: GraphNames, prefix: string): readonly [number, number] {
  const from = firstWhere(definitionNames, 0, (name) => name >= prefix);
  return [from, firstWhere(definitionNames, from, (name) => !name.startsWith(prefix))];
}

/** The first from `start` on for which it holds, where it holds for all after one for which it does. */
function firstWhere(names: readonly string[], start: number, holds: (name: string) => boolean): number {
  let from = start;
  let to = names.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(names[middle] as string)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function push(map: Map<string, number[]>, key: string, index: number): void {
  const before = map.get(key);
  if (before === undefined) map.set(key, [index]);
  else before.push(index);
}
