import type { Graph } from "../engine/graph/graph.ts";
import { pathString, reach, sourceByKey, targetByKey } from "../engine/reach/reach.ts";
import { UserError } from "../kit/errors.ts";
import { nearKeys } from "./ask-reach.ts";
import { counted } from "./file-words.ts";
import { edgeJson } from "./graph-json.ts";

export interface Explained {
  readonly text: string;
  readonly json: {
    readonly from: string;
    readonly to: string;
    readonly edges: readonly ReturnType<typeof edgeJson>[];
  };
}

/**
 * Every edge from one definition to another, with the rule and the site that made it; where there is none, the
 * shortest path.
 *
 * @throws UserError  `unknown-source` for a name that the graph does not have
 */
export function explainEdges(graph: Graph, from: string, to: string): Explained {
  const callers = nodesOf(graph, from);
  const callees = new Set(nodesOf(graph, to));
  const edges = callers.flatMap((caller) => {
    const first = graph.edges.first[caller] as number;
    const count = (graph.edges.first[caller + 1] as number) - first;
    return Array.from({ length: count }, (_, at) => first + at).filter((edge) =>
      callees.has(graph.edges.to[edge] as number),
    );
  });
  const json = { from: keyOf(from), to: keyOf(to), edges: edges.map((edge) => edgeJson(graph, edge)) };
  const head = `${json.from} -> ${json.to}: ${edges.length === 0 ? "no edge" : counted(edges.length, "edge")}\n`;
  const lines = edges.map((edge) => edgeLine(graph, edge));
  return { text: head + (edges.length === 0 ? detour(graph, json.from, json.to) : lines.join("")), json };
}

function edgeLine(graph: Graph, edge: number): string {
  const { kind, confidence, site, rule } = edgeJson(graph, edge);
  const file = graph.nodes[graph.edges.from[edge] as number]?.file ?? "";
  const where = site === undefined ? (file ? `in ${file}` : "") : `at ${file}:${site.line}:${site.column}`;
  return `  ${kind} (${confidence}) ${where}${rule === undefined ? "" : `: ${rule}`}\n`;
}

/** What leads from one to the other in several steps. */
function detour(graph: Graph, from: string, to: string): string {
  const source = graph.nodes.find((node) => node.key === from);
  if (source === undefined || source.kind === "external") return "";
  const [result] = reach(graph, {
    targets: [targetByKey(to)],
    sources: [{ key: from }],
    sourceMode: "sources-only",
  });
  if (result?.path === undefined) return "  No path leads from one to the other.\n";
  return `  In ${counted(result.path.length - 1, "step")}: ${pathString(result.path)}\n`;
}

/** The key of what is typed: a key, or `path:name.name`. */
function keyOf(typed: string): string {
  return sourceByKey(typed).key;
}

function nodesOf(graph: Graph, typed: string): number[] {
  const key = keyOf(typed);
  const found = graph.nodes.flatMap((node, at) => (node.key === key ? [at] : []));
  if (found.length > 0) return found;
  const near = nearKeys(graph, key, () => true);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  throw new UserError("unknown-source", `"${typed}" is no node of the graph.${hint}`);
}
