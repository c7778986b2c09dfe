import type { Export, FileIndex, Import } from "../index/index.ts";
import {
  createModuleNames,
  declared,
  distinct,
  missing,
  moduleKey,
  type Place,
  unbound,
} from "./bind-place.ts";
import type { FileTables } from "./bind-tables.ts";
import type { ProjectView } from "./project.ts";
import type { ResolvedModule, Resolver } from "./resolver.ts";

/** The name under which a file exports the one value that it is as a whole. */
export const WHOLE_MODULE = "export=";

/** What following exports needs of the binder around it. */
export interface ExportContext {
  readonly project: ProjectView;
  readonly tablesOf: (file: FileIndex) => FileTables;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly maxExportHops: number;
  readonly resolveImport: (file: FileIndex, entry: Import) => ResolvedModule;
  /** The member of a declaration, as a class or an inline module. */
  readonly memberOf: (file: FileIndex, declaration: number, name: string) => readonly Place[];
  /** Called when a name was given up because its re-exports go on for too long. */
  readonly onTooManyHops: () => void;
}

export interface ExportFinder {
  /** The things that `name` of the module stands for. */
  find(module: ResolvedModule, name: string, language: string): readonly Place[];
  /** The same for a name that comes with all others of the module: not all exports do. */
  findInWildcard(module: ResolvedModule, name: string, importer: FileIndex): readonly Place[];
}

interface Step {
  readonly module: ResolvedModule;
  readonly name: string;
  /** Of the file that names the module. */
  readonly language: string;
  /** The file that asks for all names of a module. */
  readonly importer?: FileIndex;
  readonly hops: number;
  /** The module is asked for all its names, of which this is one. */
  readonly isWildcard: boolean;
  /** It was reached through "all names of" at some point: what several modules give that way is nobody's. */
  readonly isThroughWildcard: boolean;
}

interface Found {
  readonly place: Place;
  readonly isThroughWildcard: boolean;
  /** The module that gives it. */
  readonly origin: string;
}

/**
 * Follows exports through re-exports, with a list of what is left to look at instead of recursion: the nearest first, so
 * that a limit cuts only what is far by every way.
 */
export function createExportFinder(context: ExportContext): ExportFinder {
  // By the language, or the file that asks for all names; by module; by name.
  const known = new Map<string, Map<string, Map<string, readonly Place[]>>>();
  const nameOf = createModuleNames();
  const find = (first: Step): readonly Place[] => {
    const { importer, language, name } = first;
    const asker = importer === undefined ? language : `${language}\0${importer.path}`;
    const names = inner(inner(known, asker), nameOf(first.module));
    const before = names.get(name);
    if (before !== undefined) return before;
    // While it is being looked for, whoever asks again in a circle learns that it is not there.
    names.set(name, missing);
    const places = search(context, first, nameOf);
    names.set(name, places);
    return places;
  };
  const plain = { hops: 0, isWildcard: false, isThroughWildcard: false };
  return {
    find: (module, name, language) => find({ ...plain, module, name, language }),
    findInWildcard: (module, name, importer) =>
      find({
        ...plain,
        module,
        name,
        language: importer.language,
        importer,
        isWildcard: true,
        isThroughWildcard: true,
      }),
  };
}

function search(
  context: ExportContext,
  first: Step,
  nameOf: (module: ResolvedModule) => string,
): readonly Place[] {
  const open: Step[] = [first];
  const seen = new Set<string>();
  const found: Found[] = [];
  for (let at = 0; at < open.length; at++) {
    const step = open[at] as Step;
    const key = `${step.name}\0${nameOf(step.module)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (step.hops > context.maxExportHops) {
      context.onTooManyHops();
      continue;
    }
    look(context, step, nameOf(step.module), open, found);
  }
  const origins = new Set(found.filter((entry) => entry.isThroughWildcard).map((entry) => entry.origin));
  const isAmbiguous = origins.size > 1;
  const places = distinct(found.map((entry) => entry.place));
  if (isAmbiguous && places.length > 1) return unbound;
  return places.length > 0 ? places : missing;
}

function look(context: ExportContext, step: Step, origin: string, open: Step[], found: Found[]): void {
  const { module, name, language, isWildcard, isThroughWildcard } = step;
  const give = (places: readonly Place[]): void => {
    for (const place of places)
      if (place.kind !== "unknown") found.push({ place, isThroughWildcard, origin });
  };
  switch (module.kind) {
    case "missing":
      return;
    case "outside":
      // Whether an outside module has the name is not known, so a wildcard of one gives nothing.
      if (!isWildcard) give([{ kind: "outside", name: module.name, names: [name] }]);
      return;
    case "folder":
      give(submodule(context, module, name, language));
      return;
    case "files":
      lookInFiles(context, step, module, open, give);
  }
}

type FilesModule = Extract<ResolvedModule, { kind: "files" }>;

function lookInFiles(
  context: ExportContext,
  step: Step,
  module: FilesModule,
  open: Step[],
  give: (places: readonly Place[]) => void,
): void {
  const before = open.length;
  const stars: Step[] = [];
  let isGiven = false;
  for (const path of module.paths) {
    const file = context.project.index(path);
    if (file === undefined) continue;
    if (module.scope.length > 0) {
      const places = inScope(context, file, module.scope, step.name);
      isGiven ||= places.length > 0;
      give(places);
      if (places.length === 0) followScopeImports(context, file, module.scope, step, open);
      continue;
    }
    const places = explicit(context, file, step, open);
    isGiven ||= places.length > 0;
    give(places);
    stars.push(...starsOf(context, file, step));
  }
  if (isGiven || open.length > before) return;
  const nested = step.isWildcard ? [] : submodule(context, module, step.name, step.language);
  if (nested.length > 0) give(nested);
  else open.push(...stars);
}

/** A name of a class or inline module, which is itself named by its path in the file. */
function inScope(
  context: ExportContext,
  file: FileIndex,
  scope: readonly string[],
  name: string,
): readonly Place[] {
  return scopeDeclarations(context, file, scope).flatMap((declaration) =>
    context.memberOf(file, declaration, name).filter((place) => place.kind !== "unknown"),
  );
}

function scopeDeclarations(
  context: Pick<ExportContext, "tablesOf">,
  file: FileIndex,
  scope: readonly string[],
): readonly number[] {
  const tables = context.tablesOf(file);
  let at: readonly number[] = tables.topLevel.get(scope[0] as string) ?? [];
  for (const part of scope.slice(1))
    at = at.flatMap((parent) => tables.children.get(parent)?.get(part) ?? []);
  return at;
}

/** Re-exports that stand inside an inline module. */
function followScopeImports(
  context: ExportContext,
  file: FileIndex,
  scope: readonly string[],
  step: Step,
  open: Step[],
): void {
  const around = scopeDeclarations(context, file, scope);
  for (const entry of file.imports) {
    if (!around.includes(entry.within)) continue;
    if (entry.local === step.name && (entry.kind === "named" || entry.kind === "default")) {
      open.push(next(step, file, context.resolveImport(file, entry), entry.imported));
    } else if (entry.kind === "wildcard") {
      open.push(star(step, file, context.resolveImport(file, entry)));
    }
  }
}

/** The name as the file itself lists or declares it. Re-exports are put on `open`. */
function explicit(context: ExportContext, file: FileIndex, step: Step, open: Step[]): readonly Place[] {
  const { name } = step;
  const tables = context.tablesOf(file);
  const resolver = context.resolverFor(file.language);
  if (
    step.isWildcard &&
    (name === "default" || name === WHOLE_MODULE || resolver?.isInWildcard?.(file, name) === false)
  )
    return [];
  // Where the language has a rule of its own for wildcards, what passes it is seen like any other name.
  const isWildcard = step.isWildcard && resolver?.isInWildcard === undefined;
  const listed = tables.exportsByName.get(name);
  if (listed !== undefined) return listed.flatMap((entry) => fromExport(context, file, entry, step, open));
  const hasList = tables.exportsByName.size > 0 || tables.starExports.length > 0;
  if (isWildcard && hasList) return [];
  const declarations = tables.topLevel.get(name) ?? [];
  const visible = declarations.filter((index) => file.declarations[index]?.isExported);
  if (visible.length > 0) return declared(file, visible);
  const isSeen = !isWildcard || seesHidden(resolver, step.importer, file);
  if (isSeen && !hasList && declarations.length > 0) return declared(file, declarations);
  return (tables.importsByLocal.get(name) ?? []).flatMap((index) => {
    const entry = file.imports[index] as Import;
    return entry.isReexport && entry.within < 0 ? fromImport(context, file, entry, step, open) : [];
  });
}

function seesHidden(
  resolver: Resolver | undefined,
  importer: FileIndex | undefined,
  owner: FileIndex,
): boolean {
  if (importer === undefined) return false;
  return importer.path === owner.path || resolver?.seesHidden?.(importer, owner) === true;
}

function fromExport(
  context: ExportContext,
  file: FileIndex,
  entry: Export,
  step: Step,
  open: Step[],
): readonly Place[] {
  if (entry.specifier !== undefined) {
    const module = context.resolverFor(file.language)?.resolve(file, {
      specifier: entry.specifier,
      kind: entry.local === "" ? "namespace" : "named",
      imported: entry.local,
      isTypeOnly: entry.isTypeOnly,
    });
    if (module === undefined) return [];
    if (entry.local === "") return [{ kind: "module", module, language: file.language }];
    open.push(next(step, file, module, entry.local));
    return [];
  }
  if (entry.declaration >= 0) return declared(file, twinsOf(context.tablesOf(file), file, entry.declaration));
  const imported = file.imports[entry.import];
  return imported === undefined ? [] : fromImport(context, file, imported, step, open);
}

function fromImport(
  context: ExportContext,
  file: FileIndex,
  entry: Import,
  step: Step,
  open: Step[],
): readonly Place[] {
  const module = context.resolveImport(file, entry);
  if (entry.kind === "named" || entry.kind === "default") {
    // A package that imports a name from itself means the module of that name below it.
    if (entry.imported === step.name && moduleKey(module) === moduleKey(step.module)) return [];
    open.push(next(step, file, module, entry.imported));
    return [];
  }
  return [{ kind: "module", module, language: file.language }];
}

function starsOf(context: ExportContext, file: FileIndex, step: Step): Step[] {
  if (step.name === "default" || step.name === WHOLE_MODULE) return [];
  const tables = context.tablesOf(file);
  const resolver = context.resolverFor(file.language);
  const fromExports = tables.starExports.flatMap((entry) => {
    const request = { specifier: entry.specifier ?? "", kind: "wildcard" as const, imported: "" };
    const module = entry.specifier === undefined ? undefined : resolver?.resolve(file, request);
    return module === undefined ? [] : [module];
  });
  const fromImports = tables.wildcardImports
    .filter((entry) => entry.isReexport && entry.within < 0)
    .map((entry) => context.resolveImport(file, entry));
  return [...fromExports, ...fromImports].map((module) => star(step, file, module));
}

function submodule(
  context: ExportContext,
  module: ResolvedModule,
  name: string,
  language: string,
): readonly Place[] {
  const found = context.resolverFor(language)?.submodule?.(module, name);
  return found === undefined || found.kind === "missing" ? [] : [{ kind: "module", module: found, language }];
}

function next(step: Step, file: FileIndex, module: ResolvedModule, name: string): Step {
  const { isThroughWildcard } = step;
  return {
    module,
    name,
    language: file.language,
    hops: step.hops + 1,
    isWildcard: false,
    isThroughWildcard,
  };
}

function star(step: Step, file: FileIndex, module: ResolvedModule): Step {
  return { ...next(step, file, module, step.name), isWildcard: true, isThroughWildcard: true };
}

function inner<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, Value>();
  map.set(key, made);
  return made;
}

/** All declarations that share name and place with one: overloads, a type and a value of one name. */
export function twinsOf(tables: FileTables, file: FileIndex, declaration: number): readonly number[] {
  const one = file.declarations[declaration];
  if (one === undefined || one.level === "local") return [declaration];
  const siblings =
    one.owner !== undefined
      ? tables.owned.get(one.owner.slice(one.owner.lastIndexOf(".") + 1))
      : one.parent >= 0
        ? tables.children.get(one.parent)
        : tables.topLevel;
  const twins = siblings?.get(one.name) ?? [];
  return twins.includes(declaration)
    ? twins.filter((index) => file.declarations[index]?.owner === one.owner)
    : [declaration];
}
