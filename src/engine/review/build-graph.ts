import { invariant } from "../../kit/errors.ts";
import { compareBytes } from "../../kit/order.ts";
import type { FileDiff } from "../diff/diff.ts";
import type { Analysis, PlaceRef, Unit, UnitEdge } from "./analysis.ts";
import type { FinalCore, FinalNode, FinalTree } from "./change-tree.ts";
import { coreEdges, createRelations, type Relations } from "./core-edges.ts";
import { staticHook } from "./hooks.ts";
import {
  type Band,
  bands,
  type ChangeInfo,
  type ChangeNode,
  type ContextNode,
  type Core,
  EXTRACTION_VERSION,
  type Placement,
  REVIEW_GRAPH_VERSION,
  type ReviewGraph,
  type ReviewNode,
  type ReviewProblem,
  type Snippet,
} from "./review-graph.ts";
import { SNIPPET_LINE_LENGTH, SNIPPET_LINES } from "./review-limits.ts";
import type { Tallies } from "./tallies.ts";
import { coreTitles } from "./titles.ts";
import {
  refName,
  unitTitle,
  whyCore,
  whyDownstream,
  whyEdge,
  whyMovedAway,
  whyMovedHere,
  whyUpstream,
} from "./wording.ts";

export interface GraphInput {
  readonly generatorVersion: string;
  readonly change: ChangeInfo;
  readonly files: readonly FileDiff[];
  readonly analysis: Analysis;
  readonly tree: FinalTree;
  /** The lines of a file at the head, for snippets; `undefined` when it could not be read. */
  readonly linesOf: (path: string) => readonly string[] | undefined;
  readonly problems: readonly ReviewProblem[];
}

/** The paths whose text `buildGraph` will ask for. Sorted. */
export function snippetPaths(tree: FinalTree, analysis: Analysis): readonly string[] {
  const refs = new Map(analysis.refs.map((ref) => [ref.id, ref]));
  const paths = new Set<string>();
  for (const core of tree.cores) {
    for (const band of bands) {
      for (const node of core.bands[band]) {
        const ref = refs.get(node.id);
        if (ref !== undefined) paths.add(ref.path);
      }
    }
  }
  return [...paths].sort(compareBytes);
}

/**
 * Packs diff, analysis and tree into the graph that is reviewed. `tallies` holds what the limits cut on the
 * way. Every hunk is on exactly one page of its own on the walk, or low-signal.
 */
export function buildGraph(input: GraphInput, tallies: Tallies): ReviewGraph {
  const { analysis, tree } = input;
  const known = createRelations(analysis);
  const nodes = new Map<string, ReviewNode>();
  const placements: Placement[] = [];
  const titles = coreTitles(tree.cores, known.units);
  const cores: Core[] = tree.cores.map((core) => {
    const ids = emptyIds();
    const ofCore: Placement[] = [];
    for (const band of bands) {
      for (const node of core.bands[band]) {
        const content = nodeOf(node, known, input, tallies);
        if (!nodes.has(content.id)) nodes.set(content.id, content);
        ofCore.push(placementOf(node, band, core, content.id, known));
        ids[band].push(node.placement);
      }
    }
    placements.push(...toldApart(ofCore, nodes));
    const title = titles.get(core.id) ?? core.id;
    return { id: core.id, title, hook: hookOf(core, known), placements: ids };
  });
  const graph: ReviewGraph = {
    version: REVIEW_GRAPH_VERSION,
    generator: { name: "headwater", version: input.generatorVersion, extraction: EXTRACTION_VERSION },
    change: input.change,
    files: [...input.files].sort((left, right) => compareBytes(left.path, right.path)),
    nodes: [...nodes.values()].sort((left, right) => compareBytes(left.id, right.id)),
    cores,
    placements,
    edges: tree.cores.flatMap((core) => coreEdges(core, known)),
    walk: placements.filter((one) => one.repeatOf === undefined).map((one) => one.id),
    lowSignal: analysis.lowSignal,
    definitions: analysis.definitions,
    tree: tree.producer,
    problems: input.problems,
    limits: tallies.list(),
    discussion: [],
  };
  checkHunks(graph);
  return graph;
}

function nodeOf(node: FinalNode, known: Relations, input: GraphInput, tallies: Tallies): ReviewNode {
  const unit = known.units.get(node.id);
  if (unit !== undefined) return changeNode(unit);
  return contextNode(known.refs.get(node.id) as PlaceRef, input, tallies);
}

function changeNode(unit: Unit): ChangeNode {
  const { path, symbol, symbolKind, hunks, added, removed, byText } = unit;
  const id = `chg:${path}#${symbol}`;
  return { kind: "change", id, path, symbol, symbolKind, hunks, added, removed, byText };
}

function contextNode(ref: PlaceRef, input: GraphInput, tallies: Tallies): ContextNode {
  const { path, line, symbol } = ref;
  return {
    kind: "context",
    id: `ctx:${path}:${line}`,
    path,
    line,
    symbol,
    snippet: snippetAt(input.linesOf(path), line, tallies),
    byText: ref.certainty === "text",
  };
}

function snippetAt(all: readonly string[] | undefined, line: number, tallies: Tallies): Snippet {
  const startLine = Math.max(1, line - SNIPPET_LINES);
  const detail = "long lines of snippets are shortened";
  const lines = (all ?? []).slice(startLine - 1, line + SNIPPET_LINES).map((text) => {
    if (text.length <= SNIPPET_LINE_LENGTH) return text;
    tallies.cut("snippet-line", SNIPPET_LINE_LENGTH, 1, detail);
    return `${text.slice(0, SNIPPET_LINE_LENGTH)}…`;
  });
  return { startLine, lines };
}

function placementOf(
  node: FinalNode,
  band: Band,
  core: FinalCore,
  content: string,
  known: Relations,
): Placement {
  const unit = known.units.get(node.id);
  const ref = known.refs.get(node.id);
  const title = node.title ?? (unit !== undefined ? unitTitle(unit) : refName(ref as PlaceRef));
  return {
    id: node.placement,
    core: core.id,
    band,
    node: content,
    title,
    why: node.why ?? whyOf(node, band, core, known),
    ...(node.risk === undefined ? {} : { risk: node.risk }),
    ...(node.seenIn === undefined ? {} : { repeatOf: node.seenIn }),
  };
}

/** Two places of one name in a core, as in a file without functions, say their lines. */
function toldApart(ofCore: readonly Placement[], nodes: ReadonlyMap<string, ReviewNode>): Placement[] {
  const seen = new Map<string, number>();
  for (const { title } of ofCore) seen.set(title, (seen.get(title) ?? 0) + 1);
  return ofCore.map((placement) => {
    const node = nodes.get(placement.node);
    if ((seen.get(placement.title) ?? 0) < 2 || node?.kind !== "context") return placement;
    return { ...placement, title: `${placement.title}, line ${node.line}` };
  });
}

function whyOf(node: FinalNode, band: Band, core: FinalCore, known: Relations): string {
  const ref = known.refs.get(node.id);
  if (ref !== undefined) {
    return band === "downstream" ? whyDownstream(ref) : whyUpstream(ref, known.units.get(ref.unit) as Unit);
  }
  const unit = known.units.get(node.id) as Unit;
  const hub = core.bands.core[0] as FinalNode;
  const beside = known.units.get(node.attachTo ?? hub.id);
  if (beside !== undefined && band === "upstream-changed") {
    const edge = known.edge(unit.id, beside.id);
    if (edge?.role === "move") return whyMovedAway(beside, edge);
    if (edge !== undefined) return whyEdge(beside, edge);
  }
  if (beside !== undefined && band === "downstream-changed") {
    const edge = known.edge(beside.id, unit.id);
    if (edge?.role === "move") return whyMovedHere(beside, edge);
    if (edge !== undefined) return whyEdge(unit, edge);
  }
  return whyCore(unit, known.users(unit.id).length, known.beyond(unit.id));
}

function hookOf(core: FinalCore, known: Relations): string {
  if (core.hook !== undefined) return core.hook;
  const unit = known.units.get((core.bands.core[0] as FinalNode).id) as Unit;
  const rank = { high: 0, med: 1, low: 2 };
  const places = core.bands.downstream
    .map((node) => ({ node, ref: known.refs.get(node.id) as PlaceRef }))
    .filter(({ ref }) => core.bands.core.some((one) => one.id === ref.unit))
    .sort((left, right) => rank[left.node.risk ?? "med"] - rank[right.node.risk ?? "med"])
    .map(({ ref }) => ref);
  const beside = (id: string, edge: UnitEdge | undefined) => {
    const one = known.units.get(id);
    return one === undefined || edge === undefined ? [] : [{ unit: one, edge }];
  };
  return staticHook({
    unit,
    places,
    users: core.bands["downstream-changed"].flatMap(({ id }) => beside(id, known.edge(unit.id, id))),
    movedFrom: core.bands["upstream-changed"]
      .flatMap(({ id }) => beside(id, known.edge(id, unit.id)))
      .find(({ edge }) => edge.role === "move"),
  });
}

function emptyIds(): Record<Band, string[]> {
  return { upstream: [], "upstream-changed": [], core: [], "downstream-changed": [], downstream: [] };
}

/** The promise of a review: nothing is forgotten and nothing asked for twice. */
function checkHunks(graph: ReviewGraph): void {
  const pages = new Map<string, number>(graph.lowSignal.map((hunk) => [hunk, 1]));
  invariant(pages.size === graph.lowSignal.length, "a low-signal hunk is listed once");
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const placements = new Map(graph.placements.map((one) => [one.id, one]));
  for (const id of graph.walk) {
    const node = nodes.get(placements.get(id)?.node ?? "");
    if (node?.kind !== "change") continue;
    for (const hunk of node.hunks) pages.set(hunk, (pages.get(hunk) ?? 0) + 1);
  }
  for (const file of graph.files) {
    for (const hunk of file.hunks) {
      invariant(pages.get(hunk.id) === 1, `hunk ${hunk.id} is on one page of the walk or low-signal`);
    }
  }
  const onWalk = new Set(graph.walk);
  for (const one of graph.placements) {
    invariant(one.repeatOf === undefined || onWalk.has(one.repeatOf), "a repeat points to the walk");
  }
}
