import type { Graph } from "../graph/graph.ts";

/** A place that the search starts from: a definition, or the top level of a file. */
export interface Source {
  readonly key: string;
}

/** `roots`: the sources and the roots that the rules found. `only`: the sources alone. */
export type SourceMode = "sources-and-roots" | "sources-only";

/** Sources name nothing of the project, so the search would start from less than was meant. */
export class UnknownSourceError extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    const list = keys.map((key) => `"${key}"`).join(", ");
    super(`${list} ${keys.length === 1 ? "is" : "are"} no definition or file of the project`);
    this.name = "UnknownSourceError";
    this.keys = keys;
  }
}

/** A query that cannot be answered as it is put. */
export class BadQueryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadQueryError";
  }
}

/** The source of a key, or of `path:name.name`. */
export function sourceByKey(key: string): Source {
  const colon = /^([^:]+):([^:/]+)$/u.exec(key);
  return { key: colon === null ? key : [colon[1], ...(colon[2] as string).split(".")].join("//") };
}

/** The definition in a file; without a name its top level. */
export function sourceInFile(path: string, ...names: readonly string[]): Source {
  return { key: [path, ...names].join("//") };
}

export function sourcesByKey(keys: readonly string[]): Source[] {
  return keys.map(sourceByKey);
}

/** The nodes of sources. @throws UnknownSourceError with all that name no node of the project's own code */
export function sourceNodes(graph: Graph, sources: readonly Source[]): number[] {
  if (sources.length === 0) return [];
  const byKey = new Map<string, number[]>();
  const wanted = new Set(sources.map((source) => source.key));
  graph.nodes.forEach((node, index) => {
    if (!wanted.has(node.key) || node.kind === "external" || node.unit !== undefined) return;
    byKey.set(node.key, [...(byKey.get(node.key) ?? []), index]);
  });
  const unknown = sources.map((source) => source.key).filter((key) => !byKey.has(key));
  if (unknown.length > 0) throw new UnknownSourceError(unknown);
  return [...new Set(sources.flatMap((source) => byKey.get(source.key) ?? []))];
}
