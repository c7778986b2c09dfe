import type { Graph, GraphNode } from "../engine/graph/graph.ts";
import type { Moves } from "./moved-record.ts";

/**
 * The graph of a project in which the code of a file has only moved: the same nodes and edges, at other places.
 * `undefined` where the graph names a place of the file that its record does not, and where code of the file and of
 * others stands in it as one.
 */
export function movedGraph(graph: Graph, path: string, moves: Moves): Graph | undefined {
  if (graph.interleaved.includes(path)) return undefined;
  const { edges } = graph;
  const isOfFile = graph.nodes.map((node) => node.file === path);
  const line = edges.line.slice();
  const column = edges.column.slice();
  for (let edge = 0; edge < edges.count; edge++) {
    if (isOfFile[edges.from[edge] as number] !== true || (line[edge] as number) < 0) continue;
    const to = moves.place(line[edge] as number, column[edge] as number);
    if (to === undefined) return undefined;
    line[edge] = to.line;
    column[edge] = to.column;
  }
  const nodes: GraphNode[] = [];
  for (const node of graph.nodes) {
    const moved = node.file === path ? movedNode(node, path, moves) : node;
    if (moved === undefined) return undefined;
    nodes.push(moved);
  }
  const unresolved: Graph["unresolved"][number][] = [];
  for (const site of graph.unresolved) {
    if (isOfFile[site.caller] !== true || site.line < 0) {
      unresolved.push(site);
      continue;
    }
    const to = moves.place(site.line, site.column);
    if (to === undefined) return undefined;
    unresolved.push({ ...site, ...to });
  }
  return { ...graph, nodes, edges: { ...edges, line, column }, unresolved };
}

function movedNode(node: GraphNode, path: string, moves: Moves): GraphNode | undefined {
  const { span } = node;
  if (span === undefined) return node;
  if (node.kind === "module" && node.key === path) {
    return { ...node, span: { startLine: 0, endLine: Math.max(0, moves.lineCount - 1) } };
  }
  const [startLine, endLine] = [moves.line(span.startLine), moves.line(span.endLine)];
  return startLine === undefined || endLine === undefined
    ? undefined
    : { ...node, span: { startLine, endLine } };
}
