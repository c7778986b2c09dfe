import type { Graph } from "../graph/graph.ts";
import { namesOf } from "./graph-names.ts";
import { walkBack } from "./search.ts";

/** What leads to a target, by nodes and by the numbers of their names. */
export interface Leading {
  /** 1 for each node from which the target can be reached. */
  readonly nodes: Uint8Array;
  /** A definition leads there whose name has a number from the first to before the second. */
  hasDefinition(from: number, to: number): boolean;
  hasMethod(from: number, to: number): boolean;
}

/** Made once a target, so that what asks by name, as thousands of sites may, costs nothing by itself. */
export function createLeading(graph: Graph, targets: readonly number[]): Leading {
  const nodes = walkBack(graph, targets);
  const { nameOf, definitionNames } = namesOf(graph);
  // How many names of smaller numbers have a definition, or a method, that leads there.
  const definitions = new Int32Array(definitionNames.length + 1);
  const methods = new Int32Array(definitionNames.length + 1);
  for (let node = 0; node < nodes.length; node++) {
    const name = nameOf[node] as number;
    if (nodes[node] !== 1 || name < 0) continue;
    definitions[name + 1] = 1;
    if (graph.nodes[node]?.kind === "method") methods[name + 1] = 1;
  }
  for (let at = 1; at < definitions.length; at++) {
    definitions[at] = (definitions[at] as number) + (definitions[at - 1] as number);
    methods[at] = (methods[at] as number) + (methods[at - 1] as number);
  }
  return {
    nodes,
    hasDefinition: (from, to) => definitions[to] !== definitions[from],
    hasMethod: (from, to) => methods[to] !== methods[from],
  };
}
