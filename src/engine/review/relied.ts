import { compareBytes } from "../../kit/order.ts";
import type { Binder, ProjectView } from "../graph/graph.ts";
import type { Declaration, FileIndex, Reference } from "../index/index.ts";
import type { PlaceRef, Unit } from "./analysis.ts";
import { findCarried } from "./carried.ts";
import { createPlaceFinder, isBelowLocalValue, type NamedPlace, symbolOf } from "./declared-lines.ts";
import type { EdgeList, EdgeUse } from "./edge-list.ts";
import { createExportListTest } from "./export-lists.ts";
import { extensionOf, fileName, isProse } from "./file-roles.ts";
import { RELIED_PER_UNIT } from "./review-limits.ts";
import { isTypeKind } from "./symbol-kinds.ts";
import type { Tallies } from "./tallies.ts";
import { declaredName } from "./text-patterns.ts";
import type { Mention } from "./text-search.ts";
import type { UnitsFound } from "./units.ts";
import { createLookup, isNamedByOwnMember, type Lookup, makesValue } from "./uses.ts";

export interface ReliedInput extends UnitsFound {
  readonly project: ProjectView;
  readonly binder: Binder;
  readonly isTestPath: (path: string) => boolean;
  /** For each unit without a syntax tree, words on its added lines and the line (from 1) of each. */
  readonly textWords: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Lines anywhere that hold one of these words. */
  readonly mentions: readonly Mention[];
}

/** A declaration that a unit's added lines name, and how. */
interface Relied {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
  readonly kind: string;
  readonly certainty: PlaceRef["certainty"];
  readonly role: Reference["role"];
  readonly firstLine: number;
  readonly by?: NamedPlace | undefined;
  readonly alias?: string | undefined;
  uses: number;
  isCalled: boolean;
  /** It is named as a member of something. */
  readonly isReached: boolean;
}

/**
 * What the added lines rely on. What is declared in changed code becomes an edge; the rest places upstream,
 * what is called first, then what is used most. Fields and other one-line members are left out: their names say too little.
 */
export function findRelied(input: ReliedInput, edges: EdgeList, tallies: Tallies): PlaceRef[] {
  const lookup = createLookup(input.followed);
  const byUnit = new Map<string, Map<string, Relied>>();
  for (const [path, lines] of input.addedBy) {
    const file = input.project.index(path);
    if (file === undefined) continue;
    const placeAround = createPlaceFinder(file);
    const isInExportList = createExportListTest(file);
    for (const reference of file.references) {
      const unit = lines.get(reference.line + 1);
      if (unit === undefined || isInExportList(reference)) continue;
      for (const target of input.binder.bind(file, reference)) {
        if (target.kind !== "declaration") continue;
        const owner = target.path === path ? file : input.project.index(target.path);
        if (owner === undefined || isSelf(file, owner, target.declaration, reference)) continue;
        const by = placeAround(reference);
        const added = { unit, path, reference, by };
        if (!addEdge(added, owner, target.declaration, { lookup, input, edges })) {
          relyOn(byUnit, added, owner, whatToShow(owner, target.declaration));
        }
      }
    }
  }
  for (const relied of byUnit.values()) dropQualifiers(relied);
  findCarried(input, lookup, edges);
  relyOnText(input, byUnit);
  return input.units.flatMap((unit) => placesOf(unit, byUnit.get(unit.id), input, tallies));
}

/** A reference on an added line, and what stands around it. */
interface Added {
  readonly unit: string;
  readonly path: string;
  readonly reference: Reference;
  readonly by: NamedPlace | undefined;
}

/** `self`, `this`, `Self` and the type's own name: the type around is known to its reader. */
function isSelf(file: FileIndex, owner: FileIndex, declaration: number, reference: Reference): boolean {
  const name = owner.declarations[declaration]?.name ?? "";
  if (reference.import < 0 && name !== reference.name) return true;
  return file.path === owner.path && isNamedByOwnMember(file, reference, name);
}

interface EdgeContext {
  readonly lookup: Lookup;
  readonly input: ReliedInput;
  readonly edges: EdgeList;
}

/** An edge where what is named changed too; `false` where it did not. */
function addEdge(added: Added, owner: FileIndex, declaration: number, context: EdgeContext): boolean {
  const { lookup, input, edges } = context;
  const { unit, reference, by } = added;
  const use: EdgeUse = {
    line: reference.line + 1,
    role: reference.role,
    certainty: "bound",
    ...(by === undefined ? {} : { by }),
    ...(owner.declarations[declaration]?.name === reference.name ? {} : { alias: reference.name }),
  };
  const followed = lookup.head.get(owner.path)?.get(declaration);
  if (followed !== undefined && (!followed.isConstructor || makesValue(reference))) {
    edges.add(followed, unit, use);
    return true;
  }
  const at = whatToShow(owner, declaration);
  const one = owner.declarations[at];
  if (one === undefined || !isWorthAPlace(owner, one)) return followed !== undefined;
  const adder = input.addedBy.get(owner.path)?.get(one.line + 1);
  if (adder === undefined) return false;
  edges.add({ unit: adder, symbol: symbolOf(owner, at), kind: one.kind, isNew: false }, unit, use);
  return true;
}

/** A value of an enum is read where the enum is. */
function whatToShow(owner: FileIndex, declaration: number): number {
  const one = owner.declarations[declaration];
  return one?.kind === "enum-member" && one.parent >= 0 ? one.parent : declaration;
}

function isWorthAPlace(owner: FileIndex, one: Declaration): boolean {
  if (
    isBelowLocalValue(owner, one) ||
    one.level === "local" ||
    one.kind === "parameter" ||
    one.kind === "type-parameter"
  )
    return false;
  const isOneLineValue = one.kind === "field" || one.kind === "variable" || one.kind === "constant";
  return !(one.level === "member" && isOneLineValue && one.startLine === one.endLine);
}

/** The declaration that the reference stands in is no news to its reader. */
function isAround(path: string, reference: Reference, ownerPath: string, one: Declaration): boolean {
  return path === ownerPath && reference.line >= one.startLine && reference.line <= one.endLine;
}

function relyOn(
  byUnit: Map<string, Map<string, Relied>>,
  { unit, path, reference, by }: Added,
  owner: FileIndex,
  at: number,
): void {
  const one = owner.declarations[at];
  if (one === undefined || !isWorthAPlace(owner, one) || isAround(path, reference, owner.path, one)) return;
  count(byUnit, unit, {
    path: owner.path,
    line: one.line + 1,
    symbol: symbolOf(owner, at),
    kind: one.kind,
    certainty: "bound",
    role: reference.role,
    firstLine: reference.line + 1,
    by,
    alias: one.name === reference.name || one.kind === "enum" ? undefined : reference.name,
    uses: 1,
    isCalled: reference.role === "call" || reference.role === "new" || reference.role === "base",
    isReached: reference.through.length > 0,
  });
}

/** In `Validate.notNull()` the class only says where the method is; the method is the place to read. */
function dropQualifiers(relied: Map<string, Relied>): void {
  const reached = new Map<string, number>();
  for (const { path, symbol, isReached, uses } of relied.values()) {
    const outer = `${path}\0${symbol.slice(0, Math.max(0, symbol.lastIndexOf(".")))}`;
    if (isReached) reached.set(outer, (reached.get(outer) ?? 0) + uses);
  }
  for (const [key, one] of relied) {
    if (isTypeKind(one.kind) && !one.isCalled && one.uses <= (reached.get(key) ?? 0)) relied.delete(key);
  }
}

function count(byUnit: Map<string, Map<string, Relied>>, unit: string, relied: Relied): void {
  const known = byUnit.get(unit) ?? new Map<string, Relied>();
  byUnit.set(unit, known);
  const key = `${relied.path}\0${relied.symbol}`;
  const before = known.get(key);
  if (before === undefined) known.set(key, relied);
  else {
    before.uses++;
    before.isCalled ||= relied.isCalled;
  }
}

/** By text: a word that exactly one line elsewhere seems to declare. */
function relyOnText(input: ReliedInput, byUnit: Map<string, Map<string, Relied>>): void {
  if (input.textWords.size === 0) return;
  const declaring = new Map<string, Mention[]>();
  for (const mention of input.mentions) {
    if (isProse(mention.path)) continue;
    const name = declaredName(mention.text);
    if (name === undefined) continue;
    const known = declaring.get(name);
    if (known === undefined) declaring.set(name, [mention]);
    else known.push(mention);
  }
  const units = new Map(input.units.map((unit) => [unit.id, unit]));
  for (const [unit, words] of input.textWords) {
    const path = units.get(unit)?.path ?? "";
    for (const [word, firstLine] of words) {
      const lines = declaring.get(word) ?? [];
      const [only] = lines;
      if (only === undefined || lines.length > 1 || extensionOf(only.path) !== extensionOf(path)) continue;
      if (input.addedBy.get(only.path)?.has(only.line)) continue;
      const { line } = only;
      const place = {
        path: only.path,
        line,
        symbol: word,
        kind: "text",
        firstLine,
        uses: 1,
        isCalled: false,
        isReached: false,
      };
      count(byUnit, unit, { ...place, certainty: "text", role: "read" });
    }
  }
}

/** What runs says more than the name of a type. */
function rankOf(relied: Relied): number {
  return relied.isCalled ? 0 : 1;
}

function placesOf(
  unit: Unit,
  relied: ReadonlyMap<string, Relied> | undefined,
  input: ReliedInput,
  tallies: Tallies,
): PlaceRef[] {
  if (relied === undefined) return [];
  const ranked = [...relied.values()].sort(
    (left, right) =>
      rankOf(left) - rankOf(right) ||
      right.uses - left.uses ||
      compareBytes(left.path, right.path) ||
      left.line - right.line,
  );
  const detail = "further places that changed code relies on are not shown";
  tallies.cut("relied-per-unit", RELIED_PER_UNIT, ranked.length - RELIED_PER_UNIT, detail);
  return ranked.slice(0, RELIED_PER_UNIT).map((one) => ({
    id: "",
    direction: "up",
    unit: unit.id,
    path: one.path,
    line: one.line,
    symbol: one.symbol === "" ? fileName(one.path) : one.symbol,
    symbolKind: one.kind,
    used: one.symbol,
    usedKind: one.kind,
    role: one.role,
    usedOnLine: one.firstLine,
    certainty: one.certainty,
    ...(one.by === undefined ? {} : { by: one.by }),
    ...(one.alias === undefined ? {} : { alias: one.alias }),
    isUsedRemoved: false,
    isUsedNew: false,
    isTest: input.isTestPath(one.path),
  }));
}
