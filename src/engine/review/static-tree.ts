import { compareBytes } from "../../kit/order.ts";
import { type Analysis, isUse, type PlaceRef, type Unit, type UnitEdge } from "./analysis.ts";
import type { ChangeTree, TreeCore, TreeNode } from "./change-tree.ts";
import {
  REPEATS_PER_BAND,
  SHOWN_DOWN_OF_CORE,
  SHOWN_DOWN_OF_NEIGHBOUR,
  SHOWN_UP_OF_CORE,
  SHOWN_UP_OF_NEIGHBOUR,
  SNIPPET_LINES,
} from "./review-limits.ts";
import type { Tallies } from "./tallies.ts";

/**
 * The tree that needs no model. Units that rely on nothing else that changed come first, those with the most
 * downstream before the others; then tests, what changed only in comments, and documents. Each unit that has no page yet starts a core and
 * draws in the changed units that it relies on and that rely on it.
 */
export function makeStaticTree(analysis: Analysis, tallies: Tallies): ChangeTree {
  const around = neighbourhoods(analysis);
  const placed = new Set<string>();
  const cores: TreeCore[] = [];
  for (const unit of inReadingOrder(analysis.units, around)) {
    if (placed.has(unit.id)) continue;
    placed.add(unit.id);
    const near = around.get(unit.id) as Neighbourhood;
    const up = drawIn(
      near.uses.map((edge) => edge.from),
      placed,
      tallies,
    );
    const down = drawIn(
      near.usedBy.map((edge) => edge.to),
      placed,
      tallies,
    );
    cores.push({
      bands: {
        upstream: upstreamOf(unit.id, up, around),
        "upstream-changed": up.map((id) => ({ id, attachTo: unit.id })),
        core: [{ id: unit.id }],
        "downstream-changed": down.map((id) => ({ id, attachTo: unit.id })),
        downstream: downstreamOf(unit.id, down, around),
      },
    });
  }
  return { producer: "static", cores };
}

interface Neighbourhood {
  /** Edges from units that this one uses. */
  readonly uses: UnitEdge[];
  /** Edges to units that use this one. */
  readonly usedBy: UnitEdge[];
  readonly up: PlaceRef[];
  readonly down: PlaceRef[];
}

function neighbourhoods(analysis: Analysis): Map<string, Neighbourhood> {
  const around = new Map<string, Neighbourhood>();
  for (const unit of analysis.units) around.set(unit.id, { uses: [], usedBy: [], up: [], down: [] });
  for (const edge of analysis.edges) {
    around.get(edge.to)?.uses.push(edge);
    around.get(edge.from)?.usedBy.push(edge);
  }
  for (const ref of analysis.refs) around.get(ref.unit)?.[ref.direction].push(ref);
  return around;
}

function inReadingOrder(units: readonly Unit[], around: ReadonlyMap<string, Neighbourhood>): Unit[] {
  const weighed = units.map((unit, index) => {
    const { uses, usedBy, down } = around.get(unit.id) as Neighbourhood;
    const isRelying = uses.some((edge) => edge.role !== "move");
    // What moved away is read with what it became.
    const hasMoved = unit.isRemoved && usedBy.some((edge) => edge.role === "move");
    const ofCode = hasMoved ? 2 : isRelying ? 1 : 0;
    const ofRemarks = unit.isRemarks && unit.role !== "prose" ? 4 : undefined;
    const rank = ofRemarks ?? (unit.role === "prose" ? 5 : unit.role === "test" ? 3 : ofCode);
    const users = usedBy.filter(isUse).length;
    return { unit, index, rank, weight: 3 * users + down.length };
  });
  weighed.sort(
    (left, right) =>
      left.rank - right.rank ||
      right.weight - left.weight ||
      compareBytes(left.unit.path, right.unit.path) ||
      left.index - right.index,
  );
  return weighed.map(({ unit }) => unit);
}

/** All that have no page yet, and a few that have: the picture needs them, the walk does not. */
function drawIn(ids: readonly string[], placed: Set<string>, tallies: Tallies): string[] {
  let repeats = 0;
  const drawn = ids.filter((id) => !placed.has(id) || ++repeats <= REPEATS_PER_BAND);
  const detail = "units that have their page elsewhere are not repeated in a core";
  tallies.cut("repeats-per-band", REPEATS_PER_BAND, repeats - REPEATS_PER_BAND, detail);
  for (const id of drawn) placed.add(id);
  return drawn;
}

function upstreamOf(
  core: string,
  neighbours: readonly string[],
  around: ReadonlyMap<string, Neighbourhood>,
): TreeNode[] {
  const own = around.get(core)?.up.slice(0, SHOWN_UP_OF_CORE) ?? [];
  const theirs = neighbours.flatMap((id) => around.get(id)?.up.slice(0, SHOWN_UP_OF_NEIGHBOUR) ?? []);
  return onePerPlace([...own, ...theirs]).map((ref) => ({ id: ref.id, attachTo: ref.unit }));
}

function downstreamOf(
  core: string,
  neighbours: readonly string[],
  around: ReadonlyMap<string, Neighbourhood>,
): TreeNode[] {
  const own = around.get(core)?.down.slice(0, SHOWN_DOWN_OF_CORE) ?? [];
  const theirs = neighbours.flatMap((id) => around.get(id)?.down.slice(0, SHOWN_DOWN_OF_NEIGHBOUR) ?? []);
  return onePerPlace([...own, ...theirs]).map((ref) => ({
    id: ref.id,
    attachTo: ref.unit,
    risk: riskOf(ref),
  }));
}

/** What still uses a removed symbol breaks; what was found by words alone may mean something else. */
function riskOf(ref: PlaceRef): "low" | "med" | "high" {
  if (ref.isUsedRemoved) return "high";
  return ref.certainty === "bound" ? "med" : "low";
}

/** What one snippet shows of one function is one place, whatever it was found for. */
function onePerPlace(refs: readonly PlaceRef[]): PlaceRef[] {
  const byFunction = new Map<string, PlaceRef[]>();
  return refs.filter((ref) => {
    const key = `${ref.path}\0${ref.symbol}`;
    const known = byFunction.get(key) ?? [];
    byFunction.set(key, known);
    if (known.some((one) => Math.abs(one.line - ref.line) <= SNIPPET_LINES)) return false;
    known.push(ref);
    return true;
  });
}
