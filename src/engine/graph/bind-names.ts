import { compareBytes } from "../../kit/order.ts";
import type { FileIndex, Import, TypeName } from "../index/index.ts";
import { type ExportFinder, twinsOf } from "./bind-exports.ts";
import type { MemberFinder } from "./bind-members.ts";
import { declared, distinct, isFound, moduleKey, type Place, unbound, unknownMember } from "./bind-place.ts";
import { type FileTables, isTypeKind } from "./bind-tables.ts";
import type { ProjectView } from "./project.ts";
import type { ResolvedModule, Resolver } from "./resolver.ts";

/** What the first name of a path is bound to by the scopes of its file; both -1 when it is not. */
export interface Head {
  readonly declaration: number;
  readonly import: number;
  readonly within: number;
}

export interface NameContext {
  readonly project: ProjectView;
  readonly tablesOf: (file: FileIndex) => FileTables;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly members: () => MemberFinder;
  readonly exports: () => ExportFinder;
}

/** What the first name of a path stands for: by scope, by import, or by what lies around the file. */
export interface NameFinder {
  find(file: FileIndex, name: string, head: Head): readonly Place[];
  /** What an import brings into its file. */
  imported(file: FileIndex, entry: Import): readonly Place[];
  resolveImport(file: FileIndex, entry: Import): ResolvedModule;
  /** What the name of a type is bound to, seen from inside a declaration; nothing for a type parameter. */
  typeHead(file: FileIndex, name: string, within: number): Head | undefined;
  /** What the type parameter of that name, seen from inside a declaration, must be; and where that is written. */
  boundsOf(file: FileIndex, name: string, within: number): { types: readonly TypeName[]; within: number };
}

/** Fewer files than this are asked one by one. */
const MANY_SIBLINGS = 8;

export function createNameFinder(context: NameContext): NameFinder {
  const { project, tablesOf, resolverFor } = context;
  const modules = new WeakMap<Import, ResolvedModule>();
  const imported = new WeakMap<Import, readonly Place[]>();
  const bounds = new WeakMap<FileIndex, ReadonlyMap<string, readonly TypeName[]>>();
  const besides = new WeakMap<FileIndex, Map<string, readonly Place[]>>();
  const namesAround = new WeakMap<FileIndex, ReadonlyMap<string, readonly string[]>>();
  const namesOfFiles = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return { find: headPlaces, imported: importedPlaces, resolveImport, typeHead, boundsOf };

  function headPlaces(file: FileIndex, name: string, head: Head): readonly Place[] {
    const resolver = resolverFor(file.language);
    if (head.import < 0 && isSelfLike(file, name, head, resolver)) {
      const around = context.members().around(file, head.within);
      if (around === undefined) return unknownMember;
      const kind = resolver?.superNames?.includes(name) ? "bases" : "value";
      return [{ ...around, kind }];
    }
    if (head.declaration >= 0) {
      const own = declared(file, twinsOf(tablesOf(file), file, head.declaration));
      const besides = importsBeside(file, head.declaration);
      return besides.length === 0 ? own : distinct([...own, ...besides]);
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

  /** A name that is imported or, in another branch, declared: either may be the one. */
  function importsBeside(file: FileIndex, declaration: number): readonly Place[] {
    const one = file.declarations[declaration];
    if (one === undefined || one.kind === "parameter") return [];
    return (tablesOf(file).importsByLocal.get(one.name) ?? []).flatMap((index) => {
      const entry = file.imports[index] as Import;
      if (entry.within !== one.parent || entry.isTypeOnly) return [];
      return importedPlaces(file, entry).filter((place) => place.kind !== "unknown");
    });
  }

  function declarationsBeside(file: FileIndex, entry: Import): readonly Place[] {
    if (entry.isTypeOnly) return [];
    const tables = tablesOf(file);
    const around = entry.within < 0 ? tables.topLevel : tables.children.get(entry.within);
    return declared(
      file,
      (around?.get(entry.local) ?? []).filter((index) => isValue(file, index)),
    );
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
    const found = distinct([
      ...(twins.length > 0 ? twins : [entry]).flatMap((twin) => importedPlaces(file, twin)),
      ...declarationsBeside(file, entry),
    ]);
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
        return context.exports().find(module, entry.imported, file.language);
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
        const found = context
          .members()
          .find(file, at, name)
          .filter((place) => !isConstructor(place));
        if (found.length > 0 && isFound(found)) return found;
      }
    }
    const near = siblingPlaces(file, resolver, name);
    if (near.length > 0) return near;
    const fromWildcards = wildcardPlaces(file, name, within);
    if (fromWildcards.length > 0) return fromWildcards;
    const module = resolver.head?.(file, name);
    return module === undefined ? unbound : [{ kind: "module", module, language: file.language }];
  }

  function siblingPlaces(file: FileIndex, resolver: Resolver, name: string): readonly Place[] {
    const known = besides.get(file) ?? new Map<string, readonly Place[]>();
    besides.set(file, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = findInSiblings(file, resolver, name);
    known.set(name, found);
    return found;
  }

  function findInSiblings(file: FileIndex, resolver: Resolver, name: string): readonly Place[] {
    const paths = resolver.siblings(file);
    if (paths.length < MANY_SIBLINGS) return paths.flatMap((path) => topLevelOf(file, path, name));
    const among = namesAmong(file, paths).get(name) ?? [];
    if (among.length < 2) return among.flatMap((path) => topLevelOf(file, path, name));
    const having = new Set(among);
    return paths.filter((path) => having.has(path)).flatMap((path) => topLevelOf(file, path, name));
  }

  function topLevelOf(file: FileIndex, path: string, name: string): readonly Place[] {
    const sibling = path === file.path ? undefined : project.index(path);
    return sibling === undefined ? [] : declared(sibling, tablesOf(sibling).topLevel.get(name) ?? []);
  }

  /** Which of the files around have a name at their top level. All of a folder share one such map. */
  function namesAmong(file: FileIndex, paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const before = namesAround.get(file);
    if (before !== undefined) return before;
    const all = [...paths, file.path].sort(compareBytes);
    const key = all.join("\0");
    const known = namesOfFiles.get(key);
    if (known !== undefined) {
      namesAround.set(file, known);
      return known;
    }
    const found = new Map<string, string[]>();
    namesAround.set(file, found);
    for (const path of all) {
      const one = project.index(path);
      for (const name of one === undefined ? [] : tablesOf(one).topLevel.keys()) {
        const having = found.get(name);
        if (having === undefined) found.set(name, [path]);
        else having.push(path);
      }
    }
    namesOfFiles.set(key, found);
    return found;
  }

  function wildcardPlaces(file: FileIndex, name: string, within: number): readonly Place[] {
    const byModule: (readonly Place[])[] = [];
    const seen = new Set<string>();
    for (const entry of tablesOf(file).wildcardImports) {
      if (entry.within >= 0 && !isAround(file, entry.within, within)) continue;
      const module = resolveImport(file, entry);
      if (seen.has(moduleKey(module))) continue;
      seen.add(moduleKey(module));
      if (module.kind === "outside" && resolverFor(file.language)?.isInOutside?.(module.name, name)) {
        byModule.push([{ kind: "outside", name: module.name, names: [name] }]);
        continue;
      }
      const found = context.exports().findInWildcard(module, name, file);
      if (isFound(found)) byModule.push(found);
    }
    const all = distinct(byModule.flat());
    return byModule.length === 1 || all.length === 1 ? all : [];
  }

  function isAround(file: FileIndex, outer: number, within: number): boolean {
    for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) if (at === outer) return true;
    return false;
  }

  function boundsOf(
    file: FileIndex,
    name: string,
    within: number,
  ): { types: readonly TypeName[]; within: number } {
    for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) {
      const found = (tablesOf(file).children.get(at)?.get(name) ?? []).find(
        (index) => file.declarations[index]?.kind === "type-parameter",
      );
      const types = found === undefined ? undefined : file.declarations[found]?.bases;
      if (types !== undefined && types.length > 0) return { types, within: at };
    }
    // What an implementation asks of its parameters is not written at the type.
    return { types: looseBounds(file).get(name) ?? [], within: -1 };
  }

  /** The bounds of type parameters that belong to no declaration, by name. */
  function looseBounds(file: FileIndex): ReadonlyMap<string, readonly TypeName[]> {
    const known = bounds.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, TypeName[]>();
    for (const one of file.declarations) {
      if (one.kind !== "type-parameter" || one.parent >= 0) continue;
      found.set(one.name, [...(found.get(one.name) ?? []), ...one.bases]);
    }
    bounds.set(file, found);
    return found;
  }

  function typeHead(file: FileIndex, name: string, within: number): Head | undefined {
    const unboundHead = { declaration: -1, import: -1, within };
    for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) {
      const below = tablesOf(file).children.get(at)?.get(name) ?? [];
      const type = below.find((index) => isType(file, index));
      if (type !== undefined) return { ...unboundHead, declaration: type };
      if (below.some((index) => file.declarations[index]?.kind === "type-parameter")) return undefined;
      const inner = tablesOf(file)
        .importsByLocal.get(name)
        ?.find((one) => file.imports[one]?.within === at);
      if (inner !== undefined) return { ...unboundHead, import: inner };
    }
    const top = tablesOf(file).topLevel.get(name) ?? [];
    const type = top.find((index) => isType(file, index)) ?? top[0];
    if (type !== undefined) return { ...unboundHead, declaration: type };
    const imports = tablesOf(file).importsByLocal.get(name) ?? [];
    const seen = imports.find((index) => {
      const scope = file.imports[index]?.within ?? -1;
      return scope < 0 || isAround(file, scope, within);
    });
    return { ...unboundHead, import: seen ?? -1 };
  }
}

function isType(file: FileIndex, index: number): boolean {
  const kind = file.declarations[index]?.kind;
  return kind !== undefined && isTypeKind(kind);
}

/** It is called, or holds what may be. */
function isValue(file: FileIndex, index: number): boolean {
  const kind = file.declarations[index]?.kind;
  return kind === "function" || kind === "class" || kind === "variable" || kind === "constant";
}

/** A constructor may have the name of its type, which inside a derived type means the type. */
function isConstructor(place: Place): boolean {
  return place.kind === "declaration" && place.file.declarations[place.declaration]?.kind === "constructor";
}
