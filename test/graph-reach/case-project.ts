import { buildGraph, edgeKinds, type Graph, type LinkOptions } from "../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { readSources } from "../graph/read-sources.ts";

/** What a case file expects of the linked graph and of its queries. */
export interface GraphExpectation {
  readonly edges?: readonly { readonly from: string; readonly to: string; readonly kind?: string }[];
  readonly absentEdges?: readonly { readonly from: string; readonly to: string }[];
  readonly roots?: readonly string[];
  readonly reach?: readonly {
    readonly target: string;
    readonly status: string;
    readonly uncertainty?: string;
    readonly path?: readonly string[];
  }[];
}

/** The records of a project of texts. */
export async function readProject(files: ReadonlyMap<string, string>): Promise<FileIndex[]> {
  const encoder = new TextEncoder();
  const records = await readSources(
    [...files].map(([path, text]) => ({ path, bytes: encoder.encode(text) })),
  );
  return [...records.values()];
}

/** Links records as the product does, with the manifests among the files. */
export function linkProject(
  records: readonly FileIndex[],
  files: ReadonlyMap<string, string>,
  more: Partial<LinkOptions> = {},
): Graph {
  const manifests = new Map(
    [...files].filter(([path]) => allLanguages.some((pack) => pack.isManifest(path))),
  );
  return buildGraph(records, { languages: allLanguages, manifests, paths: files.keys(), ...more });
}

/** An edge as a person reads it. */
export function edgeLines(graph: Graph): string[] {
  const { count, from, to, kind, rule, line } = graph.edges;
  return Array.from({ length: count }, (_, edge) => {
    const caller = graph.nodes[from[edge] as number]?.key;
    const callee = graph.nodes[to[edge] as number]?.key;
    const name = edgeKinds[kind[edge] as number]?.kind;
    return `${caller} -> ${callee} [${name}: ${graph.rules[rule[edge] as number]}] ${(line[edge] as number) + 1}`;
  });
}
