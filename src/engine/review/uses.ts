import type { Binder, ProjectView, Target } from "../graph/graph.ts";
import type { FileIndex, Reference } from "../index/index.ts";
import type { Beyond, Certainty, Followed, PlaceRef, Use } from "./analysis.ts";
import {
  createDeclaredLines,
  createPlaceFinder,
  type DeclaredLines,
  type NamedPlace,
} from "./declared-lines.ts";
import { createDispatch, type Dispatch } from "./dispatch.ts";
import type { EdgeList, EdgeUse } from "./edge-list.ts";
import { createExportListTest } from "./export-lists.ts";
import { fileName } from "./file-roles.ts";
import { isTypeKind } from "./symbol-kinds.ts";
import type { Tallies } from "./tallies.ts";
import { findTextUses, type Mention } from "./text-search.ts";
import type { UnitsFound } from "./units.ts";
import { placesOf } from "./use-places.ts";

export interface UsesInput extends UnitsFound {
  /** The head. */
  readonly project: ProjectView;
  readonly binder: Binder;
  /** Binds names of the head as if the changed files were still as before: for uses of what is gone. */
  readonly oldBinder: Binder;
  /** The paths whose records may hold uses: those that mention a followed name, and the changed ones. Sorted. */
  readonly candidates: readonly string[];
  /** Lines in files without a record that mention a followed name. */
  readonly mentions: readonly Mention[];
  readonly isTestPath: (path: string) => boolean;
  /** In this language a type is of an interface by its methods alone. */
  readonly isStructural: (language: string) => boolean;
}

/**
 * Who uses what changed. A use on a line that another unit adds is an edge between the two; one in code that
 * did not change is a place downstream. A use counts only where it is bound to the changed declaration; that
 * of a member through a value of unknown type, where exactly one type in sight has such a member.
 */
export function findUses(input: UsesInput, edges: EdgeList, tallies: Tallies): UsesFound {
  const lookup = createLookup(input.followed);
  const changed = (path: string, declaration: number) => lookup.head.get(path)?.get(declaration);
  const dispatch = createDispatch(input, changed, edges);
  const untouched = new Map<Followed, Use[]>();
  const keep = (use: Use): void => {
    const user = input.addedBy.get(use.path)?.get(use.line);
    if (user === use.followed.unit) return;
    if (user !== undefined) edges.add(use.followed, user, edgeUse(use));
    else {
      const known = untouched.get(use.followed);
      if (known === undefined) untouched.set(use.followed, [use]);
      else known.push(use);
    }
  };
  for (const path of input.candidates) {
    const file = input.project.index(path);
    if (file !== undefined) usesIn(file, input, { ...lookup, dispatch }, keep);
  }
  for (const use of findTextUses(input.followed, input.mentions)) keep(use);
  const changedAt = new Map(input.units.map((unit) => [`${unit.path}\0${unit.symbol}`, unit.id]));
  // What a changed function does is on its page already, where its change uses the symbol too.
  const isOnPage = ({ followed, path, symbol }: Use): boolean => {
    const user = changedAt.get(`${path}\0${symbol}`);
    return user !== undefined && edges.has(followed.unit, user);
  };
  const refs: PlaceRef[] = [];
  const byUnit = new Map<string, Use[]>();
  for (const followed of input.followed) {
    const uses = (untouched.get(followed) ?? []).filter((use) => !isOnPage(use));
    if (uses.length === 0) continue;
    const known = byUnit.get(followed.unit);
    if (known === undefined) byUnit.set(followed.unit, uses);
    else for (const use of uses) known.push(use);
    refs.push(...placesOf(uses, input, tallies));
  }
  return { refs, beyond: new Map([...byUnit].map(([unit, uses]) => [unit, countBeyond(uses)])) };
}

export interface UsesFound {
  readonly refs: readonly PlaceRef[];
  readonly beyond: ReadonlyMap<string, Beyond>;
}

/** Several uses on one line are one place. */
function countBeyond(uses: readonly Use[]): Beyond {
  const linesOf = (some: readonly Use[]) => new Set(some.map((use) => `${use.path}\0${use.line}`)).size;
  const own = uses.filter((use) => use.certainty !== "dispatch");
  const dispatching = linesOf(uses.filter((use) => use.certainty === "dispatch"));
  return { places: linesOf(own), files: new Set(own.map((use) => use.path)).size, dispatching };
}

function edgeUse({ line, role, certainty, via, alias, symbol, symbolKind }: Use): EdgeUse {
  const by = symbolKind === "file" ? {} : { by: { symbol, kind: symbolKind } };
  const more = { ...(via === undefined ? {} : { via }), ...(alias === undefined ? {} : { alias }) };
  return { line, role, certainty, ...by, ...more };
}

export interface Lookup {
  readonly names: ReadonlySet<string>;
  readonly removedNames: ReadonlySet<string>;
  /** By path, then by the declaration's index in the head's record. */
  readonly head: ReadonlyMap<string, ReadonlyMap<number, Followed>>;
  readonly removed: ReadonlyMap<string, ReadonlyMap<number, Followed>>;
  /** Removed module-level symbols, by their name and the path that their file has now. */
  readonly gone: ReadonlyMap<string, Followed>;
  readonly memberNames: ReadonlySet<string>;
}

/** One symbol is followed once, for the first unit that changes it. */
export function createLookup(followed: readonly Followed[]): Lookup {
  const head = new Map<string, Map<number, Followed>>();
  const removed = new Map<string, Map<number, Followed>>();
  const gone = new Map<string, Followed>();
  const names = new Set<string>();
  const removedNames = new Set<string>();
  const memberNames = new Set<string>();
  for (const one of followed) {
    if (one.file === undefined) continue;
    names.add(one.name);
    if (one.isRemoved) removedNames.add(one.name);
    if (one.file.declarations[one.declaration]?.level === "member") memberNames.add(one.name);
    const side = one.isRemoved ? removed : head;
    // What is gone may have been in a file of another name.
    const path = one.isRemoved ? one.file.path : one.path;
    const byDeclaration = side.get(path) ?? new Map<number, Followed>();
    if (!byDeclaration.has(one.declaration)) byDeclaration.set(one.declaration, one);
    side.set(path, byDeclaration);
    if (one.isRemoved && one.file.declarations[one.declaration]?.level === "module") {
      const key = `${one.name}\0${one.path}`;
      if (!gone.has(key)) gone.set(key, one);
    }
  }
  return { names, removedNames, head, removed, gone, memberNames };
}

type SearchedLookup = Lookup & { readonly dispatch: Dispatch };

function usesIn(file: FileIndex, input: UsesInput, lookup: SearchedLookup, keep: (use: Use) => void): void {
  const isFollowedImport = file.imports.map(
    (entry) => lookup.names.has(entry.imported) || entry.kind === "default",
  );
  const placeAround = createPlaceFinder(file);
  const isInExportList = createExportListTest(file);
  let lines: DeclaredLines | undefined;
  const linesOf = () => {
    lines ??= createDeclaredLines(file);
    return lines;
  };
  for (const reference of file.references) {
    const isNamed = lookup.names.has(reference.name);
    // An import may give the symbol another name here.
    if (!isNamed && !(reference.import >= 0 && isFollowedImport[reference.import])) continue;
    const found = followedBy(file, reference, input, lookup);
    if (found === undefined || isInside(file, reference, found.followed, linesOf)) continue;
    if (found.followed.isConstructor && !makesValue(reference)) continue;
    if (!found.followed.isRemoved && isInExportList(reference)) continue;
    const around = placeAround(reference);
    keep({
      followed: found.followed,
      path: file.path,
      line: reference.line + 1,
      column: reference.column + 1,
      symbol: around?.symbol ?? fileName(file.path),
      symbolKind: around?.kind ?? "file",
      role: reference.role,
      certainty: found.certainty,
      ...(found.via === undefined ? {} : { via: found.via }),
      ...(reference.name === found.followed.name ? {} : { alias: reference.name }),
    });
  }
}

interface FollowedUse {
  readonly followed: Followed;
  readonly certainty: Certainty;
  readonly via?: NamedPlace;
}

function followedBy(
  file: FileIndex,
  reference: Reference,
  input: UsesInput,
  lookup: SearchedLookup,
): FollowedUse | undefined {
  const targets = input.binder.bind(file, reference);
  const bound = among(targets, lookup.head);
  if (bound !== undefined) return { followed: bound, certainty: "bound" };
  if (lookup.removedNames.has(reference.name) && targets.every((target) => target.kind === "unknown")) {
    const gone =
      among(input.oldBinder.bind(file, reference), lookup.removed) ?? goneFromHere(file, reference, lookup);
    if (gone !== undefined) return { followed: gone, certainty: "bound" };
  }
  if (lookup.memberNames.has(reference.name)) {
    const run = lookup.dispatch.mayRun(file, reference, targets);
    if (run !== undefined) return { ...run, certainty: "dispatch" };
  }
  const isMember = targets.every((target) => target.kind === "unknown" && target.reason === "member");
  if (!isMember || reference.through.length === 0 || !lookup.memberNames.has(reference.name))
    return undefined;
  const inSight = among(input.binder.membersInSight(file, reference), lookup.head);
  return inSight === undefined ? undefined : { followed: inSight, certainty: "in-sight" };
}

function among(
  targets: readonly Target[],
  followed: ReadonlyMap<string, ReadonlyMap<number, Followed>>,
): Followed | undefined {
  for (const target of targets) {
    if (target.kind !== "declaration") continue;
    const found = followed.get(target.path)?.get(target.declaration);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A bare name that nothing binds any more, in the file that declared it until now. */
function goneFromHere(file: FileIndex, reference: Reference, lookup: Lookup): Followed | undefined {
  if (reference.through.length > 0 || reference.declaration >= 0 || reference.import >= 0) return undefined;
  return lookup.gone.get(`${reference.name}\0${file.path}`);
}

/** It runs the constructor: by a call, or of the base by that of a derived type. */
export function makesValue({ role }: Reference): boolean {
  return role === "call" || role === "new" || role === "base" || role === "decorator";
}

/** A symbol's own text does not use it in any sense that a reader asks about. */
function isInside(
  file: FileIndex,
  reference: Reference,
  followed: Followed,
  linesOf: () => DeclaredLines,
): boolean {
  if (file.path !== followed.path || followed.isRemoved) return false;
  const one = followed.file?.declarations[followed.declaration];
  if (one === undefined) return false;
  const isInText = reference.line >= one.startLine && reference.line <= one.endLine;
  if (isInText || !isTypeKind(one.kind)) return isInText;
  if (reference.within >= 0) return isNamedByOwnMember(file, reference, one.name);
  // The head of a block of its members.
  return linesOf().around(reference.line) === followed.declaration;
}

/** Members that are written apart from their type belong to its text; only where they make a value it matters. */
export function isNamedByOwnMember(file: FileIndex, reference: Reference, typeName: string): boolean {
  if (reference.role === "call" || reference.role === "new") return false;
  for (let at = reference.within; at >= 0; ) {
    const one = file.declarations[at];
    if (one === undefined) return false;
    if (one.owner !== undefined) return one.owner.slice(one.owner.lastIndexOf(".") + 1) === typeName;
    at = one.parent;
  }
  return false;
}
