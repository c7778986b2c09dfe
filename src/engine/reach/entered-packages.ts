import { compareBytes } from "../../kit/order.ts";
import type { Graph } from "../graph/graph.ts";
import { UNREACHED } from "./search.ts";
import { canonicalKey } from "./target.ts";

/** A package and the outside symbols below it. */
interface PackageNodes {
  readonly name: string;
  readonly nodes: readonly number[];
}

const known = new WeakMap<Graph, readonly PackageNodes[]>();

/** The outside packages that the search came to some symbol of. */
export function enteredPackages(graph: Graph, via: Int32Array): string[] {
  let packages = known.get(graph);
  if (packages === undefined) {
    packages = findPackages(graph);
    known.set(graph, packages);
  }
  return packages
    .filter(({ nodes }) => nodes.some((node) => via[node] !== UNREACHED))
    .map(({ name }) => name);
}

/** Nodes are sorted by their keys: what is below a package lies side by side. */
function findPackages(graph: Graph): PackageNodes[] {
  return graph.packages.flatMap(({ language, name }) => {
    const rules = graph.keyRules[language];
    if (rules === undefined) return [];
    const key = canonicalKey(name, rules);
    const isOfPackage = (node: number): boolean =>
      graph.nodes[node]?.kind === "external" && graph.nodes[node]?.language === language;
    const nodes = [
      ...nodesFrom(graph, key, (other) => other === key),
      ...nodesFrom(graph, `${key}//`, (other) => other.startsWith(`${key}//`)),
    ];
    return [{ name, nodes: nodes.filter(isOfPackage) }];
  });
}

function nodesFrom(graph: Graph, start: string, isWanted: (key: string) => boolean): number[] {
  let from = 0;
  let to = graph.nodes.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareBytes(graph.nodes[middle]?.key ?? "", start) < 0) from = middle + 1;
    else to = middle;
  }
  const found: number[] = [];
  for (let at = from; at < graph.nodes.length && isWanted(graph.nodes[at]?.key ?? ""); at++) found.push(at);
  return found;
}
