import { invariant } from "../../kit/errors.ts";
import { compareBytes } from "../../kit/order.ts";
import type { Analysis, PlaceRef, Unit } from "./analysis.ts";
import type { ChangeTree, FinalCore, FinalNode, FinalTree, TreeCore, TreeNode } from "./change-tree.ts";
import { type Band, bands } from "./review-graph.ts";

/**
 * Makes any tree whole. Ids of nothing and ids in a band that is not for them are dropped and counted; so
 * are cores without a core unit, and what a band holds twice. Units that appear nowhere are appended as cores
 * of their own, one a file, so that every hunk has exactly one page. What was shown before gets `seenIn`.
 */
export function finalizeTree(tree: ChangeTree, analysis: Analysis): FinalTree {
  const units = new Map(analysis.units.map((unit) => [unit.id, unit]));
  const refs = new Map(analysis.refs.map((ref) => [ref.id, ref]));
  let droppedNodes = 0;
  const kept = tree.cores.flatMap((core) => {
    const cleaned = cleanCore(core, units, refs);
    droppedNodes += cleaned.dropped;
    return cleaned.core === undefined ? [] : [cleaned.core];
  });
  const cores = numberCores([...kept, ...remainingCores(kept, analysis.units)], refs);
  checkCoverage(cores, analysis.units);
  return { producer: tree.producer, cores, droppedNodes };
}

type CleanCore = Omit<TreeCore, "bands"> & { readonly bands: Readonly<Record<Band, readonly TreeNode[]>> };

const unitBands: ReadonlySet<Band> = new Set(["upstream-changed", "core", "downstream-changed"]);

function cleanCore(
  core: TreeCore,
  units: ReadonlyMap<string, Unit>,
  refs: ReadonlyMap<string, PlaceRef>,
): { readonly core: CleanCore | undefined; readonly dropped: number } {
  let dropped = 0;
  const cleaned = emptyBands();
  for (const band of bands) {
    const seen = new Set<string>();
    const isForUnits = unitBands.has(band);
    for (const node of core.bands[band] ?? []) {
      const ref = refs.get(node.id);
      const isInPlace = isForUnits ? units.has(node.id) : ref?.direction === directionOf(band);
      const place = isForUnits || ref === undefined ? node.id : placeOf(ref);
      if (!isInPlace) dropped++;
      else if (!seen.has(place)) cleaned[band].push(withKnownHints(node, units));
      seen.add(place);
    }
  }
  if (cleaned.core.length > 0) return { core: { ...core, bands: cleaned }, dropped };
  return { core: undefined, dropped: dropped + bands.reduce((sum, band) => sum + cleaned[band].length, 0) };
}

function directionOf(band: Band): PlaceRef["direction"] | undefined {
  return band === "upstream" ? "up" : band === "downstream" ? "down" : undefined;
}

function withKnownHints(node: TreeNode, units: ReadonlyMap<string, Unit>): TreeNode {
  if (node.attachTo === undefined || units.has(node.attachTo)) return node;
  const { attachTo: _, ...rest } = node;
  return rest;
}

/** Units that no core shows, a core a file. */
function remainingCores(cores: readonly CleanCore[], units: readonly Unit[]): CleanCore[] {
  const shown = new Set<string>();
  for (const core of cores) {
    for (const band of bands) for (const node of core.bands[band]) shown.add(node.id);
  }
  const byFile = new Map<string, TreeNode[]>();
  for (const unit of units) {
    if (shown.has(unit.id)) continue;
    const nodes = byFile.get(unit.path);
    if (nodes === undefined) byFile.set(unit.path, [{ id: unit.id }]);
    else nodes.push({ id: unit.id });
  }
  return [...byFile]
    .sort(([left], [right]) => compareBytes(left, right))
    .map(([path, nodes]) => ({
      title: `Remaining changes in ${path}`,
      bands: { ...emptyBands(), core: nodes },
    }));
}

function numberCores(cores: readonly CleanCore[], refs: ReadonlyMap<string, PlaceRef>): FinalCore[] {
  const firstShown = new Map<string, string>();
  let count = 0;
  const place = (node: TreeNode): FinalNode => {
    const placement = `p${++count}`;
    const ref = refs.get(node.id);
    const key = ref === undefined ? node.id : placeOf(ref);
    const seenIn = firstShown.get(key);
    if (seenIn === undefined) firstShown.set(key, placement);
    return seenIn === undefined ? { ...node, placement } : { ...node, placement, seenIn };
  };
  return cores.map(({ title, hook, bands: nodes }, index) => {
    const numbered = emptyBands<FinalNode>();
    for (const band of bands) for (const node of nodes[band]) numbered[band].push(place(node));
    return {
      id: `c${index + 1}`,
      ...(title === undefined ? {} : { title }),
      ...(hook === undefined ? {} : { hook }),
      bands: numbered,
    };
  });
}

/** Places are pages by path and line, whatever unit they were found for. */
function placeOf(ref: PlaceRef): string {
  return `${ref.path}:${ref.line}`;
}

function emptyBands<Node = TreeNode>(): Record<Band, Node[]> {
  return { upstream: [], "upstream-changed": [], core: [], "downstream-changed": [], downstream: [] };
}

function checkCoverage(cores: readonly FinalCore[], units: readonly Unit[]): void {
  const pages = new Map<string, number>();
  for (const core of cores) {
    for (const band of bands) {
      for (const node of core.bands[band]) {
        if (node.seenIn === undefined) pages.set(node.id, (pages.get(node.id) ?? 0) + 1);
      }
    }
  }
  for (const unit of units) {
    invariant(pages.get(unit.id) === 1, `unit ${unit.id} has exactly one page of its own on the walk`);
  }
}
