import { createSourceReader } from "../../src/app/source-reader.ts";
import { type EdgeKind, edgeKinds, type Graph } from "../../src/engine/graph/graph.ts";
import { type ReachStatus, reach, sourcesByKey, targetsByKey } from "../../src/engine/reach/reach.ts";
import { blobId } from "../../src/kit/hash.ts";
import { compareBytes } from "../../src/kit/order.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { buildGraph } from "../../src/lib/graph.ts";
import type { SuiteCase, TruthEdge } from "./suite.ts";

/** What came out for one case. Edges and keys are sorted. */
export interface CaseFigures {
  readonly name: string;
  readonly right: readonly TruthEdge[];
  readonly missing: readonly TruthEdge[];
  /** With the kinds that made them. */
  /** The truth is such that an edge beside it is wrong: only then precision means something. */
  readonly tellsWrong: boolean;
  readonly wrong: readonly (TruthEdge & { readonly kinds: readonly EdgeKind[] })[];
  /** The answer for each function that the closed truth reaches. */
  readonly reached: readonly Answer[];
  /** The answer for each of the others, where the truth is complete. */
  readonly unreached: readonly Answer[];
}

export interface Answer {
  readonly key: string;
  readonly status: ReachStatus;
}

/** The kinds that say that a call runs the callee, as DESIGN.md lists them. */
const countedKinds: ReadonlySet<EdgeKind> = new Set<EdgeKind>([
  "direct",
  "member",
  "assignment",
  "cha",
  "field",
  "name",
  "wildcard",
]);

/** Reads, links and asks each case, in memory. */
export async function measureCases(cases: readonly SuiteCase[]): Promise<CaseFigures[]> {
  const reader = createSourceReader({ languages: allLanguages, workerCount: 0 });
  try {
    const figures: CaseFigures[] = [];
    for (const one of cases) figures.push(judge(one, await graphOf(one)));
    return figures;
  } finally {
    await reader.close();
  }

  async function graphOf(one: SuiteCase): Promise<Graph> {
    const sources = one.files.map((file) => ({ ...file, blob: blobId(file.bytes) }));
    const records = await reader.read(sources, new AbortController().signal);
    const decoder = new TextDecoder();
    const manifests = new Map(
      one.files
        .filter(({ path }) => allLanguages.some((language) => language.isManifest(path)))
        .map(({ path, bytes }) => [path, decoder.decode(bytes)]),
    );
    const paths = one.files.map(({ path }) => path);
    return buildGraph([...records.values()], { languages: allLanguages, manifests, paths });
  }
}

function judge(one: SuiteCase, graph: Graph): CaseFigures {
  const { truth } = one;
  const made = edgesOf(graph, truth.speaksOf);
  const known = new Map(truth.edges.map((edge) => [nameOf(edge), edge]));
  const { reached, unreached } = askAll(one, graph);
  const wrong = [...made.values()].filter((edge) => !known.has(nameOf(edge)));
  const tellsWrong = truth.isComplete || truth.speaksOf !== undefined;
  return {
    name: one.name,
    right: sorted([...known].filter(([name]) => made.has(name)).map(([, edge]) => edge)),
    missing: sorted([...known].filter(([name]) => !made.has(name)).map(([, edge]) => edge)),
    wrong: tellsWrong ? sorted(wrong) : [],
    tellsWrong,
    reached,
    unreached,
  };
}

function edgesOf(
  graph: Graph,
  speaksOf: ((edge: TruthEdge) => boolean) | undefined,
): Map<string, TruthEdge & { kinds: EdgeKind[] }> {
  const found = new Map<string, TruthEdge & { kinds: EdgeKind[] }>();
  for (let at = 0; at < graph.edges.count; at++) {
    const from = graph.nodes[graph.edges.from[at] as number];
    const to = graph.nodes[graph.edges.to[at] as number];
    const kind = edgeKinds[graph.edges.kind[at] as number]?.kind;
    if (from === undefined || to === undefined || kind === undefined || !countedKinds.has(kind)) continue;
    if (to.kind === "external") continue;
    const edge = { from: from.key, to: to.key };
    if (!(speaksOf?.(edge) ?? to.kind !== "class")) continue;
    const known = found.get(nameOf(edge));
    if (known === undefined) found.set(nameOf(edge), { ...edge, kinds: [kind] });
    else if (!known.kinds.includes(kind)) known.kinds.push(kind);
  }
  return found;
}

/** One query for every function of the truth, from its entries alone. */
function askAll(one: SuiteCase, graph: Graph): Pick<CaseFigures, "reached" | "unreached"> {
  const runs = close([...one.entries, ...(one.truth.runs ?? [])], one.truth.edges);
  const never = new Set(one.truth.never);
  const functions = [...new Set(one.truth.functions)].sort(compareBytes);
  const results = reach(graph, {
    targets: targetsByKey(functions),
    sources: sourcesByKey(one.entries),
    sourceMode: "sources-only",
  });
  const answers = functions.map((key): Answer => {
    const result = results.find(({ target }) => target === key);
    return { key, status: result?.status ?? "no-such-target" };
  });
  return {
    reached: answers.filter(({ key }) => runs.has(key)),
    unreached: answers.filter(({ key }) => !runs.has(key) && (one.truth.isComplete || never.has(key))),
  };
}

/** What the entries lead to along the edges, the entries with it. */
function close(entries: readonly string[], edges: readonly TruthEdge[]): ReadonlySet<string> {
  const callees = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const list = callees.get(from);
    if (list === undefined) callees.set(from, [to]);
    else list.push(to);
  }
  const found = new Set(entries);
  for (const key of found) for (const next of callees.get(key) ?? []) found.add(next);
  return found;
}

function nameOf({ from, to }: TruthEdge): string {
  return `${from} -> ${to}`;
}

function sorted<Edge extends TruthEdge>(edges: Edge[]): Edge[] {
  return edges.sort((left, right) => compareBytes(nameOf(left), nameOf(right)));
}
