import type { Binder, ProjectView, Target } from "../graph/graph.ts";
import type { Export, FileIndex, Import } from "../index/index.ts";
import type { Followed } from "./analysis.ts";
import type { EdgeList } from "./edge-list.ts";
import { shortPath } from "./file-roles.ts";
import type { UnitsFound } from "./units.ts";
import type { Lookup } from "./uses.ts";

interface CarriedInput extends Pick<UnitsFound, "units" | "followed" | "addedBy"> {
  readonly project: ProjectView;
  readonly binder: Binder;
}

/**
 * Added imports and exports of what changed that are no use by themselves: they tie a unit to what it passes on,
 * and to what it imports where nothing else ties it. `export *` ties to what is new in the module.
 */
export function findCarried(input: CarriedInput, lookup: Lookup, edges: EdgeList): void {
  const symbolOf = new Map(input.units.map((unit) => [unit.id, unit.symbol]));
  const isTied = new Set(edges.list().map((edge) => edge.to));
  const isNewIn = new Map<string, Followed[]>();
  for (const one of input.followed) {
    if (!one.isNew || one.file?.declarations[one.declaration]?.isExported !== true) continue;
    const known = isNewIn.get(one.path);
    if (known === undefined) isNewIn.set(one.path, [one]);
    else known.push(one);
  }
  const changed = (target: Target): readonly Followed[] => {
    if (target.kind === "declaration") {
      const one = lookup.head.get(target.path)?.get(target.declaration);
      return one === undefined ? [] : [one];
    }
    if (target.kind !== "module" || target.module.kind !== "files") return [];
    return target.module.paths.flatMap((path) => isNewIn.get(path) ?? []);
  };
  for (const [path, lines] of input.addedBy) {
    const file = input.project.index(path);
    if (file === undefined) continue;
    for (const { targets, role, line } of carriedBy(file, input.binder)) {
      const unit = lines.get(line);
      if (unit === undefined) continue;
      if (role === "import" && isTied.has(unit)) continue;
      const named = targets();
      for (const used of firstOfEach(named.flatMap(changed), symbolOf)) {
        if (edges.has(used.unit, unit)) continue;
        // `mod m;` takes in a whole file; a list of exports is asked for its names.
        const isWhole = role === "import" && named.every((target) => target.kind === "module");
        const what = isWhole ? { ...used, symbol: shortPath(used.path), kind: "file" } : used;
        edges.add(what, unit, { line, role, certainty: "bound" });
      }
    }
  }
}

/** One symbol a unit: the one that it is named after, else the first. */
function firstOfEach(
  followed: readonly Followed[],
  symbolOf: ReadonlyMap<string, string>,
): readonly Followed[] {
  const byUnit = new Map<string, Followed>();
  for (const one of followed) {
    if (!byUnit.has(one.unit) || symbolOf.get(one.unit) === one.symbol) byUnit.set(one.unit, one);
  }
  return [...byUnit.values()];
}

interface Carried {
  readonly targets: () => readonly Target[];
  readonly role: "import" | "export";
  /** From 1. */
  readonly line: number;
}

function carriedBy(file: FileIndex, binder: Binder): readonly Carried[] {
  const imports = file.imports
    .filter((entry) => entry.kind === "named" || entry.kind === "default" || entry.isReexport)
    .map((entry): Carried => {
      return { targets: () => binder.bindImport(file, entry), role: "import", line: entry.line + 1 };
    });
  const exports = file.exports.map((entry): Carried => {
    const { path } = file;
    const own: Target = { kind: "declaration", path, declaration: entry.declaration };
    const targets = () => (entry.specifier === undefined ? [own] : binder.bindImport(file, asImport(entry)));
    return { targets, role: "export", line: entry.line + 1 };
  });
  return [...imports, ...exports];
}

/** What an export takes from another module, as if it were imported first. */
function asImport(entry: Export): Import {
  const { specifier = "", local, isTypeOnly, line, column } = entry;
  const kind = local === "" ? "wildcard" : local === "default" ? "default" : "named";
  const lines = { startLine: line, endLine: line, line, column };
  return { specifier, kind, local, imported: local, isTypeOnly, ...lines, within: -1, isReexport: true };
}
