import type { Unit } from "./analysis.ts";
import type { FinalCore, FinalNode } from "./change-tree.ts";
import { unitTitle } from "./wording.ts";

/**
 * The title of each core: what its first core unit is, and the file it is in where there are others. Cores of one
 * name say as much of the path as tells them apart.
 */
export function coreTitles(
  cores: readonly FinalCore[],
  units: ReadonlyMap<string, Unit>,
): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const alike = new Map<string, { readonly core: string; readonly unit: Unit }[]>();
  for (const core of cores) {
    const unit = units.get((core.bands.core[0] as FinalNode).id) as Unit;
    if (core.title !== undefined) {
      titles.set(core.id, core.title);
      continue;
    }
    const first = titleWith(unit, leastParts(unit), units.size);
    const known = alike.get(first);
    if (known === undefined) alike.set(first, [{ core: core.id, unit }]);
    else known.push({ core: core.id, unit });
  }
  for (const group of alike.values()) {
    const paths = group.map(({ unit }) => unit.path);
    for (const { core, unit } of group) {
      const parts = Math.max(leastParts(unit), partsToTellApart(unit.path, paths));
      titles.set(core, titleWith(unit, parts, units.size));
    }
  }
  return titles;
}

/** A file is told by its folder too: many files of a project share a name. */
function leastParts(unit: Unit): number {
  return unit.symbolKind === "file" ? 2 : 1;
}

function titleWith(unit: Unit, parts: number, unitCount: number): string {
  const path = unit.path.split("/").slice(-parts).join("/");
  if (unit.symbolKind === "file") return path;
  return unitCount > 1 ? `${unitTitle(unit)} in ${path}` : unitTitle(unit);
}

/** How many parts from the end of the path no other path shares. */
function partsToTellApart(path: string, among: readonly string[]): number {
  const parts = path.split("/");
  let count = 1;
  while (count < parts.length && isShared(parts.slice(-count).join("/"), path, among)) count++;
  return count;
}

function isShared(end: string, path: string, among: readonly string[]): boolean {
  return among.some((other) => other !== path && (other === end || other.endsWith(`/${end}`)));
}
