import { edgeKinds, type Graph } from "../engine/graph/graph.ts";

/** Items that go into one piece of text: a whole graph may be longer than a string can be. */
const ITEMS_A_PIECE = 500;

/**
 * A graph as JSON text, in pieces: one form for one graph, an item a line. Nodes are named by their keys, lines
 * and columns count from 1. docs/SPEC.md says what each field means.
 */
export function* graphJson(graph: Graph): Generator<string> {
  const key = (node: number) => graph.nodes[node]?.key ?? "";
  const rootKinds = new Map<number, string>();
  for (const root of graph.roots) if (!rootKinds.has(root.node)) rootKinds.set(root.node, root.kind);
  yield `{"version":${graph.stats.version},`;
  yield* list("nodes", graph.nodes.length, (at) => nodeJson(graph, at, rootKinds.get(at)));
  yield ",";
  yield* list("edges", graph.edges.count, (at) => edgeJson(graph, at));
  yield ",";
  yield* list("roots", graph.roots.length, (at) => {
    const { node, kind, rule } = graph.roots[at] as Graph["roots"][number];
    return { key: key(node), kind, rule };
  });
  yield ",";
  yield* list("unresolved", graph.unresolved.length, (at) => {
    const site = graph.unresolved[at] as Graph["unresolved"][number];
    const { caller, line, column, reason, name, text, isDynamic, scope } = site;
    return {
      caller: key(caller),
      site: { line: line + 1, column: column + 1 },
      reason,
      ...(name === undefined ? {} : { name }),
      text,
      ...(isDynamic ? { dynamic: true } : {}),
      scope,
    };
  });
  const { truncations, packages, stats } = graph;
  yield `,\n"truncations":${JSON.stringify(truncations)},\n"packages":${JSON.stringify(packages)},\n"stats":${JSON.stringify(stats)}}\n`;
}

function nodeJson(graph: Graph, at: number, root: string | undefined): object {
  const { span, ...node } = graph.nodes[at] as Graph["nodes"][number];
  const lines = span && { startLine: span.startLine + 1, endLine: span.endLine + 1 };
  return { ...node, ...(lines ? { span: lines } : {}), ...(root === undefined ? {} : { root }) };
}

/** One edge as it is printed. */
export function edgeJson({ nodes, edges, rules }: Graph, at: number) {
  const named = edgeKinds[edges.kind[at] as number];
  const line = edges.line[at] as number;
  const rule = rules[edges.rule[at] as number];
  return {
    from: nodes[edges.from[at] as number]?.key ?? "",
    to: nodes[edges.to[at] as number]?.key ?? "",
    kind: named?.kind ?? "",
    confidence: named?.confidence ?? "",
    ...(line < 0 ? {} : { site: { line: line + 1, column: (edges.column[at] as number) + 1 } }),
    ...(rule ? { rule } : {}),
  };
}

function* list(name: string, count: number, itemAt: (at: number) => object): Generator<string> {
  yield `\n"${name}":[`;
  for (let start = 0; start < count; start += ITEMS_A_PIECE) {
    const end = Math.min(count, start + ITEMS_A_PIECE);
    let piece = "";
    for (let at = start; at < end; at++) piece += `${at === 0 ? "" : ","}\n${JSON.stringify(itemAt(at))}`;
    yield piece;
  }
  yield "]";
}
