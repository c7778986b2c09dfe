import { declarationKey, type FileIndex, type Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { isTypeKind } from "./bind-tables.ts";
import { externalKey } from "./link-context.ts";
import { decoratedBy } from "./link-decorators.ts";
import type { UseContext } from "./link-use-context.ts";
import type { UseEdges } from "./link-use-edges.ts";

/** What is handed to code that may call it: to code outside, to a decorator. */
export interface GivenLinker {
  /** `places`: what the name is bound to, which is no part of a path that goes on. */
  linkGiven(file: FileIndex, index: number, caller: number, places: readonly Place[]): void;
  linkDecorated(file: FileIndex, reference: Reference, caller: number): void;
}

export function createGivenLinker(context: UseContext, edges: UseEdges): GivenLinker {
  const { table, binder, types } = context;
  const firstOutside = new WeakMap<FileIndex, Map<number, LineScan>>();
  return { linkGiven, linkDecorated };

  /**
   * A value of a class that stands in a call of code outside: that code may call its methods, as far as it needs no
   * type for that. What stands behind a call on one line counts as given to it.
   */
  function linkGiven(file: FileIndex, index: number, caller: number, places: readonly Place[]): void {
    const reference = file.references[index];
    const before = file.references[index - 1];
    if (reference === undefined || before?.line !== reference.line) return;
    if (context.rulesFor(file.language).isDuckTyped !== true) return;
    if (reference.role === "type" || reference.role === "base" || reference.role === "write") return;
    const held = binder.heldBy(places);
    if (!held.some((place) => isInstance(place, reference)) || !isBehindOutsideCall(file, index)) return;
    for (const place of held) {
      if (place.kind !== "value" && place.kind !== "declaration") continue;
      if (isInstance(place, reference)) noteGiven(reference, caller, place);
    }
  }

  function isInstance(place: Place, { role }: Reference): boolean {
    if (place.kind === "value") return true;
    const isMade = role === "new" || role === "call";
    if (!isMade || place.kind !== "declaration") return false;
    return place.file.declarations[place.declaration]?.kind === "class";
  }

  function isBehindOutsideCall(file: FileIndex, index: number): boolean {
    const { line } = file.references[index] as Reference;
    const lines = firstOutside.get(file) ?? new Map<number, LineScan>();
    firstOutside.set(file, lines);
    const scan = lines.get(line) ?? { next: firstOnLine(file, index), found: -1 };
    lines.set(line, scan);
    // A line may hold a whole program: none of it is looked at twice.
    for (; scan.found < 0 && scan.next < index; scan.next++) {
      const before = file.references[scan.next] as Reference;
      const isCall = before.role === "call" || before.role === "new";
      const isOutside = (place: Place) =>
        place.kind === "outside" || (place.kind === "module" && place.module.kind === "outside");
      if (isCall && binder.places(file, before).some(isOutside)) scan.found = scan.next;
    }
    return scan.found >= 0 && scan.found < index;
  }

  function noteGiven(
    reference: Reference,
    caller: number,
    { file, declaration }: { readonly file: FileIndex; readonly declaration: number },
  ): void {
    const below = [...(binder.tablesOf(file).children.get(declaration)?.values() ?? [])].flat();
    const keys = below.flatMap((index) => {
      const one = file.declarations[index];
      const isMethod = one?.kind === "method" && !one.isStatic && !/^[_#]/u.test(one.name);
      return isMethod ? [declarationKey(file, index)] : [];
    });
    if (keys.length === 0) return;
    table.unresolved({
      caller,
      line: reference.line,
      column: reference.column,
      reason: "interface-receiver",
      isDynamic: false,
      text: `methods of ${file.declarations[declaration]?.name} by code outside`,
      scope: { kind: "definitions", keys },
    });
  }

  /** A decorator gets what stands below it, and may keep or call it. */
  function linkDecorated(file: FileIndex, reference: Reference, caller: number): void {
    const { decorators } = context.rulesFor(file.language);
    if (decorators === undefined) return;
    const declaration = decoratedBy(file, reference);
    const one = file.declarations[declaration];
    if (one === undefined || isNeutral(file, reference, decorators.isNeutral)) return;
    const place: DeclarationPlace = { kind: "declaration", file, declaration };
    edges.toNode(file, reference, caller, place, "reference", "handed to its decorator");
    if (!isTypeKind(one.kind)) return;
    for (const made of types.constructors(place)) {
      edges.toNode(file, reference, caller, made, "reference", "handed to its decorator");
    }
  }

  function isNeutral(file: FileIndex, reference: Reference, test: (key: string) => boolean): boolean {
    if (test(reference.name)) return true;
    const rules = context.rulesFor(file.language);
    return binder.places(file, reference).some((place) => {
      if (place.kind === "outside") return test(externalKey(rules, place.name, place.names));
      const isBuiltin = place.kind === "unknown" && rules.builtins?.names.has(reference.name);
      return isBuiltin === true && test(`${rules.builtins?.module}//${reference.name}`);
    });
  }
}

/** How far the references of a line were looked at for a call of code outside, and the first one; -1 for none. */
interface LineScan {
  next: number;
  found: number;
}

/** The first reference of the run on one line that the reference is of. */
function firstOnLine(file: FileIndex, index: number): number {
  const { line } = file.references[index] as Reference;
  let first = index;
  while (file.references[first - 1]?.line === line) first--;
  return first;
}
