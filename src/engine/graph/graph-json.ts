import { type Confidence, type EdgeKind, edgeKinds, type Graph, type GraphNode } from "./project-graph.ts";

/** An edge as it leaves the process: keys, and places counted from 1. */
export interface WrittenEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly confidence: Confidence;
  readonly site?: { readonly line: number; readonly column: number };
  readonly rule: string;
}

/** The edges from one key to another, with the line and the rule that made each. */
export function explainEdges(graph: Graph, from: string, to: string): WrittenEdge[] {
  const found: WrittenEdge[] = [];
  graph.nodes.forEach((node, index) => {
    if (node.key !== from) return;
    for (const edge of edgesOf(graph, index)) if (edge.to === to) found.push(edge);
  });
  return found;
}

/** The one JSON form of a graph, as `headwater graph` prints it. */
export function writtenGraph(graph: Graph): Record<string, unknown> {
  const keyOf = (node: number) => graph.nodes[node]?.key ?? "";
  const roots = new Map(graph.roots.map((root) => [root.node, root.kind]));
  return {
    version: graph.stats.version,
    nodes: graph.nodes.map((node, index) => ({
      ...writtenNode(node),
      ...optional("root", roots.get(index)),
    })),
    edges: graph.nodes.flatMap((_, index) => edgesOf(graph, index)),
    roots: graph.roots.map(({ node, kind, rule }) => ({ key: keyOf(node), kind, rule })),
    unresolved: graph.unresolved.map(({ caller, line, column, reason, name, text, scope, isDynamic }) => ({
      caller: keyOf(caller),
      site: { line: line + 1, column: column + 1 },
      reason,
      ...optional("name", name),
      text,
      scope,
      isDynamic,
    })),
    truncations: graph.truncations,
    packages: graph.packages,
    stats: graph.stats,
  };
}

function writtenNode({ span, ...node }: GraphNode): Record<string, unknown> {
  if (span === undefined) return node;
  return { ...node, span: { startLine: span.startLine + 1, endLine: span.endLine + 1 } };
}

function edgesOf(graph: Graph, caller: number): WrittenEdge[] {
  const { first, to, kind, rule, line, column } = graph.edges;
  const found: WrittenEdge[] = [];
  for (let edge = first[caller] as number; edge < (first[caller + 1] as number); edge++) {
    const made = edgeKinds[kind[edge] as number];
    if (made === undefined) continue;
    const at = line[edge] as number;
    found.push({
      from: graph.nodes[caller]?.key ?? "",
      to: graph.nodes[to[edge] as number]?.key ?? "",
      kind: made.kind,
      confidence: made.confidence,
      ...(at < 0 ? {} : { site: { line: at + 1, column: (column[edge] as number) + 1 } }),
      rule: graph.rules[rule[edge] as number] ?? "",
    });
  }
  return found;
}

function optional(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}
