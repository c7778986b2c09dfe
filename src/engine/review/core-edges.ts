import type { Analysis, Beyond, PlaceRef, Unit, UnitEdge } from "./analysis.ts";
import type { FinalCore, FinalNode } from "./change-tree.ts";
import type { ReviewEdge } from "./review-graph.ts";
import { downstreamLabel, edgeLabel, noRelation, upstreamLabel } from "./wording.ts";

/** The analysis, arranged for questions about one unit or place. */
export interface Relations {
  readonly units: ReadonlyMap<string, Unit>;
  readonly refs: ReadonlyMap<string, PlaceRef>;
  edge(used: string, user: string): UnitEdge | undefined;
  /** Edges to the units that use this one. */
  users(unit: string): readonly UnitEdge[];
  /** How much of what did not change uses the unit. */
  beyond(unit: string): Beyond | undefined;
}

export function createRelations(analysis: Analysis): Relations {
  const byPair = new Map(analysis.edges.map((edge) => [`${edge.from}>${edge.to}`, edge]));
  const users = new Map<string, UnitEdge[]>();
  for (const edge of analysis.edges) if (edge.role !== "move") pushTo(users, edge.from, edge);
  return {
    units: new Map(analysis.units.map((unit) => [unit.id, unit])),
    refs: new Map(analysis.refs.map((ref) => [ref.id, ref])),
    edge: (used, user) => byPair.get(`${used}>${user}`),
    users: (unit) => users.get(unit) ?? [],
    beyond: (unit) => analysis.beyond.get(unit),
  };
}

/**
 * Inside a core every placement but those of the core band has one edge toward the core: upstream ones feed
 * a node on their right, downstream ones hang off a node on their left. A hint chooses the end, else a
 * relation that was read, else the first core node.
 */
export function coreEdges(core: FinalCore, known: Relations): ReviewEdge[] {
  const { bands } = core;
  const middle = placementsByUnit(bands.core);
  const rightOfUpstream = placementsByUnit([...bands["upstream-changed"], ...bands.core]);
  const leftOfDownstream = placementsByUnit([...bands["downstream-changed"], ...bands.core]);
  const hub = bands.core[0] as FinalNode;
  const edges: ReviewEdge[] = [];
  const add = (from: string, to: string, label: string): void => {
    edges.push({ core: core.id, from, to, label });
  };
  for (const node of bands.upstream) {
    const ref = known.refs.get(node.id) as PlaceRef;
    const end = pick(rightOfUpstream, [node.attachTo, ref.unit]) ?? hub;
    const label = end.id === ref.unit ? upstreamLabel(ref) : noRelation;
    add(node.placement, end.placement, node.relation ?? label);
  }
  for (const node of bands["upstream-changed"]) {
    const related = bands.core.find((one) => known.edge(node.id, one.id) !== undefined)?.id;
    const end = pick(middle, [node.attachTo, related]) ?? hub;
    const edge = known.edge(node.id, end.id);
    add(node.placement, end.placement, node.relation ?? (edge === undefined ? noRelation : edgeLabel(edge)));
  }
  for (const node of bands["downstream-changed"]) {
    const related = bands.core.find((one) => known.edge(one.id, node.id) !== undefined)?.id;
    const end = pick(middle, [node.attachTo, related]) ?? hub;
    const edge = known.edge(end.id, node.id);
    add(end.placement, node.placement, node.relation ?? (edge === undefined ? noRelation : edgeLabel(edge)));
  }
  for (const node of bands.downstream) {
    const ref = known.refs.get(node.id) as PlaceRef;
    const end = pick(leftOfDownstream, [node.attachTo, ref.unit]) ?? hub;
    const label = end.id === ref.unit ? downstreamLabel(ref) : noRelation;
    add(end.placement, node.placement, node.relation ?? label);
  }
  return edges;
}

function placementsByUnit(nodes: readonly FinalNode[]): Map<string, FinalNode> {
  const byUnit = new Map<string, FinalNode>();
  for (const node of nodes) if (!byUnit.has(node.id)) byUnit.set(node.id, node);
  return byUnit;
}

function pick(
  among: ReadonlyMap<string, FinalNode>,
  ids: readonly (string | undefined)[],
): FinalNode | undefined {
  for (const id of ids) {
    const found = id === undefined ? undefined : among.get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pushTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
