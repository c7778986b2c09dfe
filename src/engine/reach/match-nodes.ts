import type { Graph, GraphNode } from "../graph/graph.ts";
import { namesOf } from "./graph-names.ts";
import { canonicalKey, type Target } from "./target.ts";

/** The nodes that a target asks for, in the order of the graph. */
export function matchingNodes(graph: Graph, target: Target): readonly number[] {
  const fits = (index: number, isOwn: boolean, language: string | undefined): boolean => {
    const node = graph.nodes[index] as GraphNode;
    const isOfUnit = node.external !== undefined;
    const isAsked = target.language === undefined || target.language === node.language;
    const isSameLanguage = language === undefined || node.language === language;
    return (
      isAsked && isSameLanguage && (isOwn ? node.kind !== "external" : node.kind === "external" || isOfUnit)
    );
  };
  const found = new Set<number>();
  for (const index of nodesOf(graph, target.key)) if (fits(index, true, undefined)) found.add(index);
  // A package may be written as the import of each language does.
  for (const [language, rules] of Object.entries(graph.keyRules)) {
    for (const index of nodesOf(graph, canonicalKey(target.key, rules))) {
      if (fits(index, false, language)) found.add(index);
    }
  }
  return [...found].sort((left, right) => left - right);
}

function nodesOf(graph: Graph, wanted: string): readonly number[] {
  const { byKey } = namesOf(graph);
  if (!wanted.endsWith("//*")) return byKey.get(wanted) ?? [];
  const above = wanted.slice(0, -3);
  return [...byKey].flatMap(([key, indexes]) =>
    key === above || key.startsWith(`${above}//`) ? indexes : [],
  );
}
