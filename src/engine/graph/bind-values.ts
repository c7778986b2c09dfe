import type { FileIndex, Reference, TakenPart, TypeName } from "../index/index.ts";
import { type ExportFinder, WHOLE_MODULE } from "./bind-exports.ts";
import { carryingGiven, namesGiven } from "./bind-given.ts";
import type { MemberFinder } from "./bind-members.ts";
import {
  type DeclarationPlace,
  declared,
  distinct,
  type GivenNames,
  type GivenType,
  isFound,
  missing,
  namesOfType,
  nothingGiven,
  type Place,
  unknownMember,
} from "./bind-place.ts";
import { returnedTypes } from "./bind-returns.ts";
import { holdsValues, ITEM, isPlainName, isPosition, VALUE_OF_TYPE } from "./bind-roles.ts";
import { type FileTables, isCallable, isTypeKind } from "./bind-tables.ts";
import type { Resolver } from "./resolver.ts";

/** The deepest that values lead to other values. What lies deeper is "member". */
const maxDepth = 120;

export interface ValueContext {
  readonly tablesOf: (file: FileIndex) => FileTables;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly members: () => MemberFinder;
  readonly exports: () => ExportFinder;
  readonly places: (file: FileIndex, reference: Reference) => readonly Place[];
  readonly typeNamed: (file: FileIndex, names: readonly string[], within: number) => readonly Place[];
  /** The most types that a variable's values may be of for all of them to count. */
  readonly maxValues: number;
}

/** Follows a path of names from where it has led so far: into modules, types, and the types of values. */
export interface ValueFinder {
  step(from: readonly Place[], name: string): readonly Place[];
  /** The member of a declaration. */
  memberOf(file: FileIndex, declaration: number, name: string): readonly Place[];
  /** What the variables, fields and parameters among places hold, in their place. */
  heldBy(from: readonly Place[]): readonly Place[];
  /** Modules that are one value as that value. */
  wholes(from: readonly Place[]): readonly Place[];
}

export function createValueFinder(context: ValueContext): ValueFinder {
  const { tablesOf, resolverFor } = context;
  const valuesOf = new WeakMap<FileIndex, Map<number | string, readonly Place[]>>();
  const busyTypes = new Set<string>();
  let depth = 0;
  return { step: stepAll, memberOf, wholes, heldBy };

  function heldBy(from: readonly Place[]): readonly Place[] {
    // Most are nothing that holds a value.
    if (!from.some(isHolder)) return distinct(from);
    return distinct(
      from.flatMap((place) => {
        if (place.kind !== "declaration") return [place];
        return isHolder(place) ? held(place.file, place.declaration, place.given) : [place];
      }),
    );
  }

  function wholes(from: readonly Place[]): readonly Place[] {
    if (!from.some(isModule)) return from;
    return from.flatMap((place) => {
      const whole = place.kind === "module" ? wholeOf(place) : [];
      return whole.length > 0 ? whole : [place];
    });
  }

  function stepAll(from: readonly Place[], name: string): readonly Place[] {
    if (from.length === 1) return step(from[0] as Place, name);
    const all = distinct(from.flatMap((place) => step(place, name)));
    return isFound(all) ? all.filter((place) => place.kind !== "unknown") : all;
  }

  function step(place: Place, name: string): readonly Place[] {
    switch (place.kind) {
      case "unknown":
        // A missing module's names are missing with it; any other unknown makes its members unknown.
        return place.reason === "missing" ? missing : unknownMember;
      case "outside": {
        // What a type outside makes and what is one of its values is known as well as the other.
        const part = name === VALUE_OF_TYPE ? "()" : name;
        if (place.again !== undefined && part === "()") return [place.again];
        if (place.given !== undefined && (!isPlainName(part) || isPosition(part))) {
          return stepGiven(place, place.given, part);
        }
        // The place of a part says nothing of a type outside whose arguments are not known.
        if (isPosition(part)) return unknownMember;
        return isPlainName(part) || part === "()"
          ? [{ ...place, names: [...place.names, part] }]
          : unknownMember;
      }
      case "module":
        return stepIntoModule(place, name);
      case "value":
        return isPlainName(name) ? memberOfValue(place, name) : partOfValue(place, name);
      case "bases":
        if (name === "()") return [place];
        return isPlainName(name)
          ? context.members().findInBases(place.file, place.declaration, name)
          : unknownMember;
      case "declaration":
        return stepInto(place, name);
    }
  }

  function memberOfValue(place: Extract<Place, { kind: "value" }>, name: string): readonly Place[] {
    const { file, declaration } = place;
    const found = memberOrSelf(file, declaration, name);
    if (isFound(found)) {
      const belowOf = (one: DeclarationPlace) => tablesOf(one.file).children.get(one.declaration);
      return carryingGiven(found, place, context.members(), belowOf);
    }
    const resolver = resolverFor(file.language);
    const inner = deeper(() => standsFor(place, resolver?.standsFor?.members));
    const there = isFound(inner) ? deeper(() => stepAll(inner, name)) : unknownMember;
    if (isFound(there)) return there;
    const again = resolver?.givesAgain?.get(name);
    return again === undefined ? found : [{ kind: "outside", ...again, again: place }];
  }

  function partOfValue(place: Extract<Place, { kind: "value" }>, part: string): readonly Place[] {
    const { file, declaration } = place;
    const resolver = resolverFor(file.language);
    if (part === "[]" && resolver?.arraysAreElements && file.declarations[declaration]?.kind !== "type") {
      return [place];
    }
    if (part === "[]") return standsFor(place, resolver?.standsFor?.elements);
    return part === ITEM ? standsFor(place, resolver?.standsFor?.items) : unknownMember;
  }

  /** Values of the type that a member of a value's type, written for one of some traits, says. */
  function standsFor(
    place: Extract<Place, { kind: "value" }>,
    members: readonly { readonly trait: string; readonly name: string }[] | undefined,
  ): readonly Place[] {
    const found: Place[] = [];
    for (const { trait, name } of members ?? []) {
      for (const { file, declaration } of context.members().own(place.file, place.declaration, name)) {
        const one = file.declarations[declaration];
        if (one?.type === undefined || one.ofTrait !== trait) continue;
        found.push(...typePlaces(file, one.type, one.parent, place.given));
      }
    }
    // It may be written for several traits, or several times for one: which of them is meant is not known.
    const isKnown = found.length > 0 && found.every((one) => one.kind !== "unknown");
    return isKnown ? distinct(found) : unknownMember;
  }

  function deeper(find: () => readonly Place[]): readonly Place[] {
    if (depth >= maxDepth) return unknownMember;
    depth++;
    try {
      return find();
    } finally {
      depth--;
    }
  }

  /** What a method of a value of a type outside gives, by the arguments of that type. */
  function stepGiven(
    place: Extract<Place, { kind: "outside" }>,
    given: readonly GivenType[],
    part: string,
  ): readonly Place[] {
    const resolver = resolverFor(given[0]?.file.language ?? "");
    const { given: _, ...plain } = place;
    const isCall = part === "()";
    const before = isCall ? place.names.slice(0, -1) : place.names;
    const holder = before.at(-1) ?? place.name.slice(place.name.lastIndexOf("//") + 2);
    const how = resolver?.givenOutside?.(place.name, isCall ? (place.names.at(-1) ?? "") : part, holder);
    const untold = isCall ? [{ ...plain, names: [...place.names, part] }] : unknownMember;
    if (how === undefined) return part === "[]" && resolver?.arraysAreElements ? [place] : untold;
    if (how === "same") return [{ ...place, names: before }];
    if (how === "of-first") return [{ ...place, names: before, given: given.slice(0, 1) }];
    if (typeof how === "object") {
      return [
        {
          kind: "outside",
          name: how.name,
          names: how.names,
          given: how.of.flatMap((at) => given.at(at) ?? []),
        },
      ];
    }
    const one = given.at(how === "first" ? 0 : how === "last" ? -1 : how);
    const places = one === undefined ? unknownMember : typePlaces(one.file, one.type, one.within, one.names);
    return isFound(places) ? places : untold;
  }

  function stepIntoModule(place: Extract<Place, { kind: "module" }>, name: string): readonly Place[] {
    if ((name === "()" || name === VALUE_OF_TYPE) && place.module.kind === "outside") {
      return [{ kind: "outside", name: place.module.name, names: ["()"] }];
    }
    const given = isPlainName(name)
      ? context.exports().find(place.module, name, place.language)
      : unknownMember;
    if (isFound(given)) return given;
    const whole = wholeOf(place);
    return whole.length > 0 ? stepAll(whole, name) : given;
  }

  /** The value that a module is, where it is one value instead of a set of names. */
  function wholeOf({ module, language }: Extract<Place, { kind: "module" }>): readonly Place[] {
    if (module.kind !== "files") return [];
    return context
      .exports()
      .find(module, WHOLE_MODULE, language)
      .filter((place) => place.kind !== "unknown");
  }

  function memberOrSelf(file: FileIndex, type: number, name: string): readonly Place[] {
    const resolver = resolverFor(file.language);
    if (resolver?.selfNames?.includes(name)) return [{ kind: "value", file, declaration: type }];
    if (resolver?.hasImplicitSelf && resolver.superNames?.includes(name)) {
      // `Outer.super.m()` is of the bases of a class around, `Face.super.m()` of that interface itself.
      const isInterface = file.declarations[type]?.kind === "interface";
      return [{ kind: isInterface ? "value" : "bases", file, declaration: type }];
    }
    return context.members().find(file, type, name);
  }

  function stepInto(place: DeclarationPlace, name: string): readonly Place[] {
    return deeper(() => stepDeeper(place, name));
  }

  function stepDeeper({ file, declaration: index, given }: DeclarationPlace, name: string): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined || name === "?") return unknownMember;
    const isPart = !isPlainName(name) && name !== "()" && name !== VALUE_OF_TYPE;
    if (isPart) {
      const resolver = resolverFor(file.language);
      const isHeld = !isTypeKind(one.kind) && !isCallable(one.kind);
      const isTyped = resolver?.arraysAreElements === true || resolver?.typeOfLanguage !== undefined;
      return isHeld && isTyped ? stepAll(held(file, index, given), name) : unknownMember;
    }
    if (isTypeKind(one.kind)) {
      if (name === VALUE_OF_TYPE) return [{ kind: "value", file, declaration: index }];
      return name === "()" ? instanceOf(file, index) : memberOf(file, index, name);
    }
    if (name === VALUE_OF_TYPE) return unknownMember;
    if (name === "()") return resultOf(file, index, 0, given);
    const own = context.members().own(file, index, name);
    if (own.length > 0) return own;
    if (isCallable(one.kind)) return unknownMember;
    if (given !== undefined) return stepAll(held(file, index, given), name);
    return once(`.${name}`, file, index, () => stepAll(held(file, index), name));
  }

  function instanceOf(file: FileIndex, index: number): readonly Place[] {
    return [{ kind: "value", file, declaration: index, isExact: true }];
  }

  function memberOf(file: FileIndex, index: number, name: string): readonly Place[] {
    const one = file.declarations[index];
    if (one?.kind === "type" && one.type !== undefined) {
      const own = context.members().own(file, index, name);
      return own.length > 0 ? own : stepAll(typePlaces(file, one.type, one.parent), name);
    }
    const found = memberOrSelf(file, index, name);
    const made = isFound(found) ? undefined : resolverFor(file.language)?.makesItself?.get(name);
    if (made === undefined) return found;
    return [{ kind: "outside", ...made, again: { kind: "value", file, declaration: index } }];
  }

  /** What calling a declaration gives. */
  function resultOf(
    file: FileIndex,
    index: number,
    position: number,
    given: GivenNames = nothingGiven,
  ): readonly Place[] {
    return deeper(() => resultDeeper(file, index, position, given));
  }

  function resultDeeper(
    file: FileIndex,
    index: number,
    position: number,
    given: GivenNames,
  ): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined) return unknownMember;
    if (isTypeKind(one.kind)) return instanceOf(file, index);
    if (one.kind === "constructor" && one.parent >= 0) return instanceOf(file, one.parent);
    const result = one.results[position];
    if (result !== undefined) return typePlaces(file, result, index, given);
    if (isCallable(one.kind)) return resultOfFunction(file, index);
    if (one.kind === "enum-member") {
      const makes = resolverFor(file.language)?.enumMembersMake === true && one.parent >= 0;
      return makes ? instanceOf(file, one.parent) : unknownMember;
    }
    return once(`${position}()`, file, index, () =>
      distinct(
        held(file, index).flatMap((place) =>
          place.kind === "declaration" ? resultOf(place.file, place.declaration, position) : unknownMember,
        ),
      ),
    );
  }

  /** A class that it makes; or, of a function with members of its own for each value, one of these. */
  function resultOfFunction(file: FileIndex, index: number): readonly Place[] {
    const types = returnedTypes(file, index);
    if (types.length > 0) return declared(file, types);
    return hasInstances(file, index) ? instanceOf(file, index) : unknownMember;
  }

  /** `this.x = …` and `F.prototype.x = …` make a function one that is called with `new`. */
  function hasInstances(file: FileIndex, index: number): boolean {
    if ((file.declarations[index]?.bases.length ?? 0) > 0) return true;
    for (const below of tablesOf(file).children.get(index)?.values() ?? []) {
      const isMember = below.some((child) => {
        const one = file.declarations[child];
        return one?.level === "member" && !one.isStatic;
      });
      if (isMember) return true;
    }
    return false;
  }

  /** Values may hold each other in a circle: what is asked for again while it is worked out is not known. */
  function once(
    what: string,
    file: FileIndex,
    index: number,
    find: () => readonly Place[],
  ): readonly Place[] {
    let values = valuesOf.get(file);
    if (values === undefined) {
      values = new Map();
      valuesOf.set(file, values);
    }
    const key = what === "" ? index : `${index}${what}`;
    const known = values.get(key);
    if (known !== undefined) return known;
    if (depth >= maxDepth) return unknownMember;
    values.set(key, unknownMember);
    depth++;
    try {
      const found = find();
      values.set(key, found);
      return found;
    } finally {
      depth--;
    }
  }

  /** What a variable, field or parameter holds, where its type is written or its one value says it. */
  function held(file: FileIndex, index: number, given?: GivenNames): readonly Place[] {
    const type = given === undefined ? undefined : file.declarations[index]?.type;
    if (type !== undefined) {
      return deeper(() => typePlaces(file, type, file.declarations[index]?.parent ?? -1, given));
    }
    return once("", file, index, () => findHeld(file, index));
  }

  function findHeld(file: FileIndex, index: number): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined) return unknownMember;
    if (one.kind === "enum-member")
      return one.parent >= 0 ? [{ kind: "value", file, declaration: one.parent }] : unknownMember;
    if (one.type !== undefined) return typePlaces(file, one.type, one.parent);
    const taken = tablesOf(file).taken.get(index);
    if (taken !== undefined) {
      const parts = distinct(taken.flatMap((part) => partOf(file, part)));
      return parts.every((place) => place.kind !== "unknown") ? parts : unknownMember;
    }
    const assigned = (tablesOf(file).assignments.get(index) ?? []).filter(
      (entry) => entry.value === "name" || entry.value === "call",
    );
    const found = distinct(
      assigned.flatMap((entry) => {
        const reference = file.references[entry.reference];
        if (reference === undefined) return unknownMember;
        const sources = context.places(file, reference);
        if (entry.value === "name") return sources;
        return sources.flatMap((place) => {
          if (reference.role === "new") return place.kind === "declaration" ? asValue(place, true) : [place];
          return place.kind === "declaration"
            ? resultOf(place.file, place.declaration, entry.position)
            : step(place, "()");
        });
      }),
    );
    // Several values of several types: which one it holds is decided when it runs.
    if (found.length === 1) return found;
    const areKnown = found.length <= context.maxValues && found.every((place) => place.kind !== "unknown");
    return areKnown ? found : unknownMember;
  }

  /** What a name takes out of a value. */
  function partOf(file: FileIndex, { declaration, reference, isCall, steps }: TakenPart): readonly Place[] {
    const source = file.references[reference];
    const around = context.members().around(file, file.declarations[declaration]?.parent ?? -1);
    if (source === undefined && around === undefined) return unknownMember;
    let places: readonly Place[] = source === undefined ? [] : context.places(file, source);
    if (source === undefined && around !== undefined) places = [{ ...around, kind: "value" }];
    if (isCall) places = stepAll(places, "()");
    for (const step of steps) places = stepAll(places, step);
    return places;
  }

  function asValue(place: Extract<Place, { kind: "declaration" }>, isNew = false): readonly Place[] {
    const kind = place.file.declarations[place.declaration]?.kind;
    const isMade = kind !== undefined && (isTypeKind(kind) || (isNew && kind === "function"));
    if (!isMade) return unknownMember;
    return [{ ...place, kind: "value", ...(isNew ? { isExact: true } : {}) }];
  }

  /** What a written type names, or the type of the language of that name. */
  function typeNamed(file: FileIndex, type: TypeName, within: number): readonly Place[] {
    const found = context.typeNamed(file, namesOfType(type), within);
    const isUnbound = found.every((place) => place.kind === "unknown" && place.reason === "unbound");
    if (!isUnbound || type.through.length > 0) return found;
    const known = resolverFor(file.language)?.typeOfLanguage?.(type.name);
    return known === undefined ? found : [{ kind: "outside", ...known }];
  }

  /** Values of a written type. */
  function typePlaces(
    file: FileIndex,
    type: TypeName,
    within: number,
    names: GivenNames = nothingGiven,
  ): readonly Place[] {
    const stands = type.through.length === 0 ? names.get(type.name) : undefined;
    if (stands !== undefined) {
      return deeper(() => typePlaces(stands.file, stands.type, stands.within, stands.names));
    }
    const key = `${file.path}\0${within}\0${namesOfType(type).join("\0")}`;
    if (busyTypes.has(key)) return unknownMember;
    busyTypes.add(key);
    try {
      return distinct(
        typeNamed(file, type, within).flatMap((place) => {
          const written = type.typeArguments.map((one) => ({ type: one, file, within, names }));
          const given = written.length > 0 ? { given: written } : {};
          if (place.kind === "module") return typeOutside(place, given);
          if (place.kind === "outside") return [{ ...place, ...given }];
          if (place.kind !== "declaration") return [place];
          const one = place.file.declarations[place.declaration];
          const alias = one?.kind === "type" ? one.type : undefined;
          const named = namesGiven(place.file, tablesOf(place.file).children.get(place.declaration), written);
          if (one !== undefined && alias !== undefined) {
            return typePlaces(place.file, alias, one.parent, named);
          }
          return asValue(named.size === 0 ? place : { ...place, given: named });
        }),
      );
    } finally {
      busyTypes.delete(key);
    }
  }
}

function isHolder(place: Place): boolean {
  if (place.kind !== "declaration") return false;
  const kind = place.file.declarations[place.declaration]?.kind;
  return kind !== undefined && (holdsValues.has(kind) || kind === "enum-member");
}

function isModule(place: Place): boolean {
  return place.kind === "module";
}

/** A type outside that is found as a module is a symbol outside. */
function typeOutside(
  { module }: Extract<Place, { kind: "module" }>,
  given: { readonly given?: readonly GivenType[] },
): readonly Place[] {
  return module.kind === "outside"
    ? [{ kind: "outside", name: module.name, names: [], ...given }]
    : unknownMember;
}
