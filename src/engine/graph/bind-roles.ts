import type { DeclarationKind, FileIndex, ReferenceRole } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { type FileTables, isTypeKind } from "./bind-tables.ts";

/** Declarations that are a value of some type, not a type or a thing to call. */
export const holdsValues: ReadonlySet<DeclarationKind> = new Set([
  "variable",
  "constant",
  "field",
  "parameter",
]);

/** A value of the type that is named before, as a cast gives it. */
export const VALUE_OF_TYPE = "<>";

/** What a loop over a value gives, one after the other. */
export const ITEM = "[..]";

/** The place of a part in a tuple. */
export function isPosition(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 48 && first <= 57;
}

const nameless: ReadonlySet<string> = new Set(["()", "[]", "?", VALUE_OF_TYPE, "!", "!!", ITEM]);

/** Not the result of a call, an element or another value without a name. */
export function isPlainName(name: string): boolean {
  return !nameless.has(name);
}

/** Of several things that share a name, those that fit the way it is used; all of them where none does. */
export function meantBy(role: ReferenceRole, places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places;
  const fitting = places.filter((place) => place.kind !== "declaration" || fits(role, place));
  return fitting.length > 0 ? fitting : places;
}

/** Of several functions of one name, those that take so many arguments; all of them where none does. */
export function takingArguments(
  count: number,
  places: readonly Place[],
  tablesOf: (file: FileIndex) => FileTables,
): readonly Place[] {
  if (count < 0 || places.length < 2) return places;
  const fitting = places.filter((place) => {
    if (place.kind !== "declaration") return true;
    const { count: parameters, hasRest } = tablesOf(place.file).parametersOf(place.declaration);
    return hasRest ? count >= parameters - 1 : count === parameters;
  });
  return fitting.length > 0 ? fitting : places;
}

function fits(role: ReferenceRole, { file, declaration }: DeclarationPlace): boolean {
  const kind = file.declarations[declaration]?.kind;
  if (kind === undefined) return false;
  switch (role) {
    case "call":
      return !holdsValues.has(kind) && !isOnlyType(kind);
    case "read":
    case "write":
      return holdsValues.has(kind) || (role === "read" && !isOnlyType(kind) && kind !== "method");
    case "type":
    case "base":
    case "new":
      return isTypeKind(kind);
    case "decorator":
      return !isOnlyType(kind);
  }
}

/** It is no value when the program runs. */
function isOnlyType(kind: DeclarationKind): boolean {
  return kind === "interface" || kind === "type" || kind === "type-parameter";
}
