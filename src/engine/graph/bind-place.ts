import type { FileIndex, TypeName } from "../index/index.ts";
import type { ResolvedModule } from "./resolver.ts";

/** What a use of a name stands for. */
export type Target =
  | { readonly kind: "declaration"; readonly path: string; readonly declaration: number }
  | { readonly kind: "module"; readonly module: ResolvedModule }
  /** A symbol of something outside the project, with the names under it. */
  | { readonly kind: "outside"; readonly name: string; readonly names: readonly string[] }
  /**
   * Nothing that can be named from the text. `member`: it is a member of a value whose type is not known.
   * `unbound`: no declaration or import of that name is in sight. `missing`: the module is not there.
   */
  | { readonly kind: "unknown"; readonly reason: "member" | "unbound" | "missing" };

/** Where a path of names has led so far. */
export type Place =
  /** The thing that is declared: a class, a function, a variable. `given`: as a member of a value, see there. */
  | {
      readonly kind: "declaration";
      readonly file: FileIndex;
      readonly declaration: number;
      readonly given?: GivenNames;
    }
  /** A value of the declared class, struct, interface or enum. `isExact`: of that one and not of one below it. */
  | {
      readonly kind: "value";
      readonly file: FileIndex;
      readonly declaration: number;
      readonly isExact?: true;
      /** What its type's parameters stand for. */
      readonly given?: GivenNames;
    }
  /** What a type inherits, without what it declares itself. */
  | { readonly kind: "bases"; readonly file: FileIndex; readonly declaration: number }
  /** `language` is of the file that names it: it knows what lies inside. */
  | { readonly kind: "module"; readonly module: ResolvedModule; readonly language: string }
  /** Among the names "()" stands for the result of calling what is named so far. */
  | {
      readonly kind: "outside";
      readonly name: string;
      readonly names: readonly string[];
      /** The arguments that are written for the type of a value of a type outside. */
      readonly given?: readonly GivenType[];
      /** What it gives again when it is called: a copy of a value, as its language makes it. */
      readonly again?: Place;
    }
  | { readonly kind: "unknown"; readonly reason: "member" | "unbound" | "missing" };

/** A type that is written as an argument of another. */
export interface GivenType {
  readonly type: TypeName;
  /** Where it is written. */
  readonly file: FileIndex;
  readonly within: number;
  /** What the parameters of types that it names stand for. */
  readonly names: GivenNames;
}

/** What parameters of a type stand for, by their names. */
export type GivenNames = ReadonlyMap<string, GivenType>;

export const nothingGiven: GivenNames = new Map();

export type DeclarationPlace = Extract<Place, { kind: "declaration" }>;

export const unknownMember: readonly Place[] = [{ kind: "unknown", reason: "member" }];
export const unbound: readonly Place[] = [{ kind: "unknown", reason: "unbound" }];
export const missing: readonly Place[] = [{ kind: "unknown", reason: "missing" }];

export function declared(file: FileIndex, declarations: readonly number[]): DeclarationPlace[] {
  return declarations.map((declaration) => ({ kind: "declaration", file, declaration }));
}

export function isFound(places: readonly Place[]): boolean {
  return places.some((place) => place.kind !== "unknown");
}

/** The same place gives the same text. */
export function placeKey(place: Place): string {
  switch (place.kind) {
    case "declaration":
    case "value":
    case "bases":
      return `${place.kind}\0${place.file.path}\0${place.declaration}`;
    case "module":
      return `module\0${moduleKey(place.module)}`;
    case "outside":
      return `outside\0${place.name}\0${place.names.join("\0")}${givenKey(place.given)}${place.again === undefined ? "" : `\0\0${placeKey(place.again)}`}`;
    case "unknown":
      return `unknown\0${place.reason}`;
  }
}

function givenKey(given: readonly GivenType[] | undefined): string {
  return given === undefined ? "" : `\0\0${given.map(textOfGiven).join("\0")}`;
}

function textOfGiven({ type, names }: GivenType): string {
  const behind = [...names].map(([name, one]) => `${name}=${one.type.name}`);
  return [textOfType(type), ...behind].join("\x01");
}

function textOfType(type: TypeName): string {
  return `${type.name}<${type.typeArguments.map(textOfType).join()}>`;
}

function namesKey(given: GivenNames | undefined): string {
  return given === undefined
    ? ""
    : [...given].map(([name, one]) => `${name}=${textOfGiven(one)}`).join("\x02");
}

/** As `moduleKey`, but short, for who asks often: a module may be of hundreds of files. */
export function createModuleNames(): (module: ResolvedModule) => string {
  const byModule = new WeakMap<ResolvedModule, string>();
  const byKey = new Map<string, string>();
  return (module) => {
    let name = byModule.get(module);
    if (name === undefined) {
      const key = moduleKey(module);
      name = byKey.get(key) ?? String(byKey.size);
      byKey.set(key, name);
      byModule.set(module, name);
    }
    return name;
  };
}

export function moduleKey(module: ResolvedModule): string {
  switch (module.kind) {
    case "files":
      return `${module.paths.join("\0")}\0\0${module.scope.join("\0")}`;
    case "folder":
      return `folder\0${module.path}`;
    case "outside":
      return `outside\0${module.name}`;
    case "missing":
      return `missing\0${module.reason}`;
  }
}

export function distinct(places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places;
  const byKey = new Map<string, Place>();
  for (const place of places) {
    const key = placeKey(place);
    const before = byKey.get(key);
    // What may be of a type below is not exact.
    const isReplaced = before === undefined || (before.kind === "value" && before.isExact === true);
    const kept = isReplaced ? place : before;
    const isGivenOne = before === undefined || namesKey(givenOf(before)) === namesKey(givenOf(place));
    byKey.set(key, isGivenOne ? kept : withoutGiven(kept));
  }
  return [...byKey.values()];
}

function givenOf(place: Place): GivenNames | undefined {
  return place.kind === "value" || place.kind === "declaration" ? place.given : undefined;
}

function withoutGiven(place: Place): Place {
  if (place.kind !== "value" && place.kind !== "declaration") return place;
  const { given: _, ...plain } = place;
  return plain;
}

export function targetOf(place: Place): Target {
  switch (place.kind) {
    case "declaration":
    case "value":
      return { kind: "declaration", path: place.file.path, declaration: place.declaration };
    case "module":
      return place.module.kind === "outside"
        ? { kind: "outside", name: place.module.name, names: [] }
        : place.module.kind === "missing"
          ? { kind: "unknown", reason: "missing" }
          : { kind: "module", module: place.module };
    case "outside":
      // What a call outside gives has no name of its own.
      if (place.names.includes("()")) return { kind: "unknown", reason: "member" };
      return { kind: "outside", name: place.name, names: place.names };
    case "bases":
      return { kind: "unknown", reason: "member" };
    case "unknown":
      return { kind: "unknown", reason: place.reason };
  }
}

/** The names of a written type, outermost first. */
export function namesOfType(type: TypeName): readonly string[] {
  return [...type.through, type.name];
}
