import type {
  DeclarationKind,
  FileIndex,
  Import,
  Reference,
  ReferenceRole,
  TypeName,
} from "../index/index.ts";
import { createExportFinder, twinsOf, WHOLE_MODULE } from "./bind-exports.ts";
import { createMemberFinder } from "./bind-members.ts";
import {
  type DeclarationPlace,
  declared,
  distinct,
  isFound,
  missing,
  moduleKey,
  namesOfType,
  type Place,
  targetOf,
  unbound,
  unknownMember,
} from "./bind-place.ts";
import { createTableCache, isCallable, isTypeKind } from "./bind-tables.ts";
import type { ProjectView } from "./project.ts";
import type { ResolvedModule, Resolver } from "./resolver.ts";

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

/** Names what references stand for, over one state of a project. */
export interface Binder {
  /**
   * All declarations that the reference may stand for: more than one only where several stand for one name
   * (overloads, files of several platforms). Never a namesake: a name that only looks the same is "unknown".
   */
  bind(file: FileIndex, reference: Reference): readonly Target[];
  /**
   * For a member of a value of which the text tells nothing, as a parameter without a type: the members of that
   * name of the types in the file's sight, which are declared in it or its siblings or imported by name. Empty
   * where more than one of these types has one, and where something is known of the value: then a type that
   * merely has such a member is a namesake.
   */
  membersInSight(file: FileIndex, reference: Reference): readonly Target[];
  /** What an import brings into its file: a declaration, a module, or something outside. */
  bindImport(file: FileIndex, entry: Import): readonly Target[];
  /**
   * Where an exported name of a module is really declared, through re-exports. `language` is of the file
   * that names the module; it is needed where the module is a folder without files of its own.
   */
  findExport(module: ResolvedModule, name: string, language?: string): readonly Target[];
  /** How many names were given up because their re-exports go on for more than `maxExportHops`. */
  readonly cutExports: number;
}

export interface BinderOptions {
  readonly project: ProjectView;
  /** The resolver of a file's language; `undefined` for a language that has none. */
  readonly resolverFor: (language: string) => Resolver | undefined;
  /** The most re-exports that are followed from one name. */
  readonly maxExportHops: number;
}

/** The deepest that types of values lead to types of other values. What lies deeper is "member". */
const maxDepth = 24;

const holdsValues: ReadonlySet<DeclarationKind> = new Set(["variable", "constant", "field", "parameter"]);

/** What the first name of a path is bound to by the scopes of its file. */
interface Head {
  readonly declaration: number;
  readonly import: number;
  readonly within: number;
}

const noHead = { declaration: -1, import: -1 };

/**
 * Makes the one reader of names that the review and the project graph use. It keeps what it worked out, so
 * make a new one when more of the project has been read. Cost: about one look-up a name of the path, plus
 * the re-exports and bases on the way, each once.
 */
export function createBinder(options: BinderOptions): Binder {
  const { project, resolverFor } = options;
  const tablesOf = createTableCache();
  const modules = new WeakMap<Import, ResolvedModule>();
  const bound = new WeakMap<FileIndex, Map<string, readonly Place[]>>();
  const answers = new Map<Reference, readonly Target[]>();
  const imported = new WeakMap<Import, readonly Place[]>();
  const inSight = new WeakMap<FileIndex, readonly DeclarationPlace[]>();
  const busyTypes = new Set<string>();
  let cutExports = 0;
  let depth = 0;

  const members = createMemberFinder({ project, tablesOf, resolverFor, typeNamed });
  const exports = createExportFinder({
    project,
    tablesOf,
    resolverFor,
    maxExportHops: options.maxExportHops,
    resolveImport,
    memberOf,
    onTooManyHops: () => {
      cutExports++;
    },
  });

  return {
    bind(file, reference) {
      const known = answers.get(reference);
      if (known !== undefined) return known;
      const found = meantBy(reference.role, wholes(places(file, reference))).map(targetOf);
      answers.set(reference, found);
      return found;
    },
    membersInSight: (file, reference) => membersInSight(file, reference).map(targetOf),
    bindImport: (file, entry) => importedPlaces(file, entry).map(targetOf),
    findExport: (module, name, language) =>
      exports.find(module, name, language ?? languageOf(module) ?? "").map(targetOf),
    get cutExports() {
      return cutExports;
    },
  };

  function wholes(from: readonly Place[]): readonly Place[] {
    if (!from.some((place) => place.kind === "module")) return from;
    return from.flatMap((place) => {
      const whole = place.kind === "module" ? wholeOf(place) : [];
      return whole.length > 0 ? whole : [place];
    });
  }

  function languageOf(module: ResolvedModule): string | undefined {
    if (module.kind !== "files") return undefined;
    for (const path of module.paths) {
      const file = project.index(path);
      if (file !== undefined) return file.language;
    }
    return undefined;
  }

  function places(file: FileIndex, reference: Reference): readonly Place[] {
    const names = reference.through.length === 0 ? [reference.name] : [...reference.through, reference.name];
    return pathPlaces(file, names, reference);
  }

  function pathPlaces(file: FileIndex, names: readonly string[], head: Head): readonly Place[] {
    // Most uses are of one name that the file binds: these need no key.
    if (names.length === 1 && (head.declaration >= 0 || head.import >= 0)) {
      return headPlaces(file, names[0] as string, head);
    }
    let known = bound.get(file);
    if (known === undefined) {
      known = new Map();
      bound.set(file, known);
    }
    const key = `${head.declaration}:${head.import}:${head.within}:${names.join("\0")}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    if (depth >= maxDepth) return unknownMember;
    depth++;
    known.set(key, unknownMember);
    let found = headPlaces(file, names[0] as string, head);
    for (let at = 1; at < names.length && found.length > 0; at++) found = stepAll(found, names[at] as string);
    depth--;
    known.set(key, found);
    return found;
  }

  function headPlaces(file: FileIndex, name: string, head: Head): readonly Place[] {
    const resolver = resolverFor(file.language);
    if (head.import < 0 && isSelfLike(file, name, head, resolver)) {
      const around = members.around(file, head.within);
      if (around === undefined) return unknownMember;
      const kind = resolver?.superNames?.includes(name) ? "bases" : "value";
      return [{ ...around, kind }];
    }
    if (head.declaration >= 0) {
      return declared(file, twinsOf(tablesOf(file), file, head.declaration));
    }
    if (head.import >= 0) return importTwins(file, file.imports[head.import] as Import);
    return unboundPlaces(file, name, head.within);
  }

  function isSelfLike(file: FileIndex, name: string, head: Head, resolver: Resolver | undefined): boolean {
    const isNamed = resolver?.selfNames?.includes(name) || resolver?.superNames?.includes(name);
    if (!isNamed) return false;
    const declaration = file.declarations[head.declaration];
    return declaration === undefined || (declaration.kind === "parameter" && declaration.type === undefined);
  }

  /** Several imports may bind one name in one place, as in a fallback: each may be the one. */
  function importTwins(file: FileIndex, entry: Import): readonly Place[] {
    const known = imported.get(entry);
    if (known !== undefined) return known;
    const found = findImportTwins(file, entry);
    imported.set(entry, found);
    return found;
  }

  function findImportTwins(file: FileIndex, entry: Import): readonly Place[] {
    const twins = (tablesOf(file).importsByLocal.get(entry.local) ?? [])
      .map((index) => file.imports[index] as Import)
      .filter((twin) => twin.within === entry.within);
    const found = distinct(
      (twins.length > 0 ? twins : [entry]).flatMap((twin) => importedPlaces(file, twin)),
    );
    return isFound(found) ? found.filter((place) => place.kind !== "unknown") : found;
  }

  function resolveImport(file: FileIndex, entry: Import): ResolvedModule {
    const known = modules.get(entry);
    if (known !== undefined) return known;
    const resolver = resolverFor(file.language);
    const module = resolver?.resolve(file, entry) ?? { kind: "missing", reason: "no resolver" };
    modules.set(entry, module);
    return module;
  }

  function importedPlaces(file: FileIndex, entry: Import): readonly Place[] {
    const module = resolveImport(file, entry);
    switch (entry.kind) {
      case "named":
      case "default":
        return exports.find(module, entry.imported, file.language);
      case "namespace":
      case "wildcard":
      case "effect":
      case "dynamic":
        return [{ kind: "module", module, language: file.language }];
    }
  }

  /** A name that the file's own text binds to nothing. */
  function unboundPlaces(file: FileIndex, name: string, within: number): readonly Place[] {
    const resolver = resolverFor(file.language);
    if (resolver === undefined) return unbound;
    if (resolver.hasImplicitSelf) {
      for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) {
        if (!isTypeKind(file.declarations[at]?.kind ?? "parameter")) continue;
        const found = members.find(file, at, name);
        if (isFound(found)) return found;
      }
    }
    const besides = siblingPlaces(file, resolver, name);
    if (besides.length > 0) return besides;
    const fromWildcards = wildcardPlaces(file, name, within);
    if (fromWildcards.length > 0) return fromWildcards;
    const module = resolver.head?.(file, name);
    return module === undefined ? unbound : [{ kind: "module", module, language: file.language }];
  }

  function siblingPlaces(file: FileIndex, resolver: Resolver, name: string): readonly Place[] {
    return resolver.siblings(file).flatMap((path) => {
      const sibling = path === file.path ? undefined : project.index(path);
      return sibling === undefined ? [] : declared(sibling, tablesOf(sibling).topLevel.get(name) ?? []);
    });
  }

  function wildcardPlaces(file: FileIndex, name: string, within: number): readonly Place[] {
    const byModule: (readonly Place[])[] = [];
    const seen = new Set<string>();
    for (const entry of tablesOf(file).wildcardImports) {
      if (entry.within >= 0 && !isAround(file, entry.within, within)) continue;
      const module = resolveImport(file, entry);
      if (seen.has(moduleKey(module))) continue;
      seen.add(moduleKey(module));
      const found = exports.findInWildcard(module, name, file);
      if (isFound(found)) byModule.push(found);
    }
    const all = distinct(byModule.flat());
    return byModule.length === 1 || all.length === 1 ? all : [];
  }

  function isAround(file: FileIndex, outer: number, within: number): boolean {
    for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) if (at === outer) return true;
    return false;
  }

  function membersInSight(file: FileIndex, reference: Reference): readonly Place[] {
    const { name, through } = reference;
    if (through.length === 0 || !through.every(isPlainName)) return [];
    if (!pathPlaces(file, through, reference).every(isUntold)) return [];
    const owners = typesInSight(file).filter(
      (type) => members.own(type.file, type.declaration, name).length > 0,
    );
    const [owner] = owners;
    return owner === undefined || owners.length > 1 ? [] : members.own(owner.file, owner.declaration, name);
  }

  /** Nothing in the text says what it holds. */
  function isUntold(place: Place): boolean {
    if (place.kind !== "declaration") return false;
    const one = place.file.declarations[place.declaration];
    if (one === undefined || one.type !== undefined || !holdsValues.has(one.kind)) return false;
    return (tablesOf(place.file).assignments.get(place.declaration) ?? []).every((entry) => {
      const source = place.file.references[entry.reference];
      if (source === undefined) return false;
      return places(place.file, source).every((from) => {
        if (from.kind !== "declaration") return false;
        const callee = from.file.declarations[from.declaration];
        if (entry.value === "name") return callee?.type === undefined;
        return callee !== undefined && isCallable(callee.kind) && callee.results.length === 0;
      });
    });
  }

  function typesInSight(file: FileIndex): readonly DeclarationPlace[] {
    const known = inSight.get(file);
    if (known !== undefined) return known;
    const resolver = resolverFor(file.language);
    const near = [file, ...(resolver?.siblings(file) ?? []).map((path) => project.index(path))];
    const found: Place[] = near.flatMap((one) =>
      one === undefined
        ? []
        : [...tablesOf(one).topLevel.values()].flatMap((indexes) => declared(one, indexes)),
    );
    for (const entry of file.imports) {
      if (entry.kind === "named" || entry.kind === "default") found.push(...importedPlaces(file, entry));
    }
    const types = distinct(found).filter(
      (place) =>
        place.kind === "declaration" &&
        isTypeKind(place.file.declarations[place.declaration]?.kind ?? "field"),
    ) as readonly DeclarationPlace[];
    inSight.set(file, types);
    return types;
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
      case "outside":
        return isPlainName(name) ? [{ ...place, names: [...place.names, name] }] : unknownMember;
      case "module":
        return stepIntoModule(place, name);
      case "value":
        return isPlainName(name) ? memberOrSelf(place.file, place.declaration, name) : unknownMember;
      case "bases":
        if (name === "()") return [place];
        return isPlainName(name) ? members.findInBases(place.file, place.declaration, name) : unknownMember;
      case "declaration":
        return stepInto(place.file, place.declaration, name);
    }
  }

  function stepIntoModule(place: Extract<Place, { kind: "module" }>, name: string): readonly Place[] {
    const given = isPlainName(name) ? exports.find(place.module, name, place.language) : unknownMember;
    if (isFound(given)) return given;
    const whole = wholeOf(place);
    return whole.length > 0 ? stepAll(whole, name) : given;
  }

  /** The value that a module is, where it is one value instead of a set of names. */
  function wholeOf({ module, language }: Extract<Place, { kind: "module" }>): readonly Place[] {
    if (module.kind !== "files") return [];
    return exports.find(module, WHOLE_MODULE, language).filter((place) => place.kind !== "unknown");
  }

  function memberOrSelf(file: FileIndex, type: number, name: string): readonly Place[] {
    if (resolverFor(file.language)?.selfNames?.includes(name))
      return [{ kind: "value", file, declaration: type }];
    return members.find(file, type, name);
  }

  function stepInto(file: FileIndex, index: number, name: string): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined || name === "[]" || name === "?") return unknownMember;
    if (isTypeKind(one.kind)) return name === "()" ? instanceOf(file, index) : memberOf(file, index, name);
    if (name === "()") return resultOf(file, index, 0);
    const own = members.own(file, index, name);
    if (own.length > 0) return own;
    if (isCallable(one.kind)) return unknownMember;
    return stepAll(held(file, index), name);
  }

  function instanceOf(file: FileIndex, index: number): readonly Place[] {
    return [{ kind: "value", file, declaration: index }];
  }

  function memberOf(file: FileIndex, index: number, name: string): readonly Place[] {
    const one = file.declarations[index];
    if (one?.kind === "type" && one.type !== undefined) {
      const own = members.own(file, index, name);
      return own.length > 0 ? own : stepAll(typePlaces(file, one.type, one.parent), name);
    }
    return memberOrSelf(file, index, name);
  }

  /** What calling a declaration gives. */
  function resultOf(file: FileIndex, index: number, position: number): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined) return unknownMember;
    if (isTypeKind(one.kind)) return instanceOf(file, index);
    if (one.kind === "constructor" && one.parent >= 0) return instanceOf(file, one.parent);
    const result = one.results[position];
    if (result !== undefined) return typePlaces(file, result, index);
    if (isCallable(one.kind) || one.kind === "enum-member") return unknownMember;
    return distinct(
      held(file, index).flatMap((place) =>
        place.kind === "declaration" ? resultOf(place.file, place.declaration, position) : unknownMember,
      ),
    );
  }

  /** What a variable, field or parameter holds, where its type is written or its one value says it. */
  function held(file: FileIndex, index: number): readonly Place[] {
    const one = file.declarations[index];
    if (one === undefined) return unknownMember;
    if (one.kind === "enum-member") return one.parent >= 0 ? instanceOf(file, one.parent) : unknownMember;
    if (one.type !== undefined) return typePlaces(file, one.type, one.parent);
    const values = (tablesOf(file).assignments.get(index) ?? []).filter(
      (entry) => entry.value === "name" || entry.value === "call",
    );
    const found = distinct(
      values.flatMap((entry) => {
        const reference = file.references[entry.reference];
        if (reference === undefined) return unknownMember;
        const sources = places(file, reference);
        if (entry.value === "name") return sources;
        return sources.flatMap((place) => {
          if (place.kind === "outside") return unknownMember;
          if (reference.role === "new") return place.kind === "declaration" ? asValue(place) : [place];
          return place.kind === "declaration"
            ? resultOf(place.file, place.declaration, entry.position)
            : step(place, "()");
        });
      }),
    );
    // Several values of several types: which one it holds is decided when it runs.
    return found.length === 1 ? found : unknownMember;
  }

  function asValue(place: Extract<Place, { kind: "declaration" }>): readonly Place[] {
    const kind = place.file.declarations[place.declaration]?.kind;
    return kind !== undefined && isTypeKind(kind) ? [{ ...place, kind: "value" }] : unknownMember;
  }

  /** Values of a written type. */
  function typePlaces(file: FileIndex, type: TypeName, within: number): readonly Place[] {
    const key = `${file.path}\0${within}\0${namesOfType(type).join("\0")}`;
    if (busyTypes.has(key)) return unknownMember;
    busyTypes.add(key);
    try {
      return distinct(
        typeNamed(file, namesOfType(type), within).flatMap((place) => {
          if (place.kind !== "declaration") return place.kind === "module" ? unknownMember : [place];
          const one = place.file.declarations[place.declaration];
          const alias = one?.kind === "type" ? one.type : undefined;
          if (one !== undefined && alias !== undefined) return typePlaces(place.file, alias, one.parent);
          return asValue(place);
        }),
      );
    } finally {
      busyTypes.delete(key);
    }
  }

  /** What a written name of a type means, seen from inside the declaration `within`. */
  function typeNamed(file: FileIndex, names: readonly string[], within: number): readonly Place[] {
    const head = names[0] as string;
    for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) {
      const below = tablesOf(file).children.get(at)?.get(head) ?? [];
      const types = below.filter((index) => isTypeKind(file.declarations[index]?.kind ?? "parameter"));
      if (types.length > 0)
        return typePath(file, names, { ...noHead, declaration: types[0] as number, within });
      if (below.some((index) => file.declarations[index]?.kind === "type-parameter")) return unknownMember;
    }
    const top = tablesOf(file).topLevel.get(head) ?? [];
    const type = top.find((index) => isTypeKind(file.declarations[index]?.kind ?? "parameter")) ?? top[0];
    if (type !== undefined) return typePath(file, names, { ...noHead, declaration: type, within });
    const imported = (tablesOf(file).importsByLocal.get(head) ?? []).find((index) => {
      const scope = file.imports[index]?.within ?? -1;
      return scope < 0 || isAround(file, scope, within);
    });
    return typePath(file, names, { ...noHead, import: imported ?? -1, within });
  }

  /** Of declarations that share a name, types come before values here. */
  function typePath(file: FileIndex, names: readonly string[], head: Head): readonly Place[] {
    const found = pathPlaces(file, names, head);
    const types = found.filter(
      (place) =>
        place.kind !== "declaration" ||
        isTypeKind(place.file.declarations[place.declaration]?.kind ?? "parameter"),
    );
    return types.length > 0 ? types : found;
  }
}

/** Not the result of a call, an element or another value without a name. */
function isPlainName(name: string): boolean {
  return name !== "()" && name !== "[]" && name !== "?";
}

/** Of several things that share a name, those that fit the way it is used; all of them where none does. */
function meantBy(role: ReferenceRole, places: readonly Place[]): readonly Place[] {
  if (places.length < 2) return places;
  const fitting = places.filter((place) => place.kind !== "declaration" || fits(role, place));
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
