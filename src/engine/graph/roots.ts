import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { type LinkContext, packageParts } from "./link-context.ts";
import { decoratedBy } from "./link-decorators.ts";
import type { RootKind } from "./project-graph.ts";
import type { NamedEntry, RootMatch, RootRule } from "./root-rules.ts";

export interface FoundRoot {
  /** The number of the node in the table. */
  readonly node: number;
  readonly kind: RootKind;
  readonly rule: string;
}

export interface RootLanguage {
  readonly id: string;
  readonly roots?: readonly RootRule[];
  readonly isTestPath: (path: string) => boolean;
}

/** Finds where the code of a project starts. */
export function findRoots(
  context: LinkContext,
  options: {
    readonly languageOf: (id: string) => RootLanguage | undefined;
    readonly entries: readonly NamedEntry[];
    /** Packages that the manifests say the project depends on. */
    readonly dependencies: ReadonlySet<string>;
    readonly rules: readonly RootRule[];
    /** Paths of files that some other file imports. */
    readonly imported: ReadonlySet<string>;
    readonly isTest: (path: string) => boolean;
  },
): FoundRoot[] {
  const { table, binder, files } = context;
  const found: FoundRoot[] = [];
  const last: FoundRoot[] = [];
  const overridden = new Map(options.rules.map((rule) => [rule.id, rule]));
  for (const file of files) {
    const language = options.languageOf(file.language);
    const own = (language?.roots ?? []).map((rule) => overridden.get(rule.id) ?? rule);
    const ids = new Set(own.map((rule) => rule.id));
    const isTest = options.isTest(file.path) || language?.isTestPath(file.path) === true;
    const imports = packagesOf(file);
    for (const rule of [...own, ...options.rules.filter((one) => !ids.has(one.id))]) {
      if (rule.packages !== undefined && !isUsed(rule.packages, imports)) continue;
      matchRule(file, isTest && rule.kind !== "test" ? { ...rule, kind: "test" } : rule);
    }
    if (isTest && context.rulesFor(file.language).importRuns) addModule(file, "test", "test file");
  }
  for (const entry of options.entries) addEntry(entry);
  return found.some((root) => root.kind !== "test") ? found : [...found, ...last];

  function packagesOf(file: FileIndex): ReadonlySet<string> {
    const rules = context.rulesFor(file.language);
    const names = new Set<string>();
    for (const entry of file.imports) {
      const module = binder.resolveImport(file, entry);
      if (module.kind !== "outside") continue;
      const parts = packageParts(module.name, rules.packageSeparator, rules.hasScopedPackages === true);
      parts.forEach((_, index) => {
        names.add(parts.slice(0, index + 1).join(rules.packageSeparator));
      });
    }
    return names;
  }

  function isUsed(packages: readonly string[], imports: ReadonlySet<string>): boolean {
    return packages.some((name) => imports.has(name) || options.dependencies.has(name));
  }

  function matchRule(file: FileIndex, rule: RootRule): void {
    const { match } = rule;
    switch (match.by) {
      case "name":
        matchName(file, rule, match);
        return;
      case "guard": {
        const isGuarded = file.references.some(
          (one) => one.within < 0 && one.role === "read" && one.name === match.name && isBare(one),
        );
        if (isGuarded && hasGuardedCode(file, match.name)) addModule(file, rule.kind, rule.id);
        return;
      }
      case "script":
        if (options.imported.has(file.path) || !callsAtTop(file)) return;
        if (match.isLast) last.push({ node: table.moduleNode(file), kind: rule.kind, rule: rule.id });
        else addModule(file, rule.kind, rule.id);
        return;
      case "path":
        if (!new RegExp(match.path, "u").test(file.path)) return;
        addModule(file, rule.kind, rule.id);
        if (match.exports !== undefined) addExports(file, rule, match.exports);
        return;
      case "decorator":
        matchDecorators(file, rule, match);
        return;
      case "base":
        matchBases(file, rule, match);
    }
  }

  function matchName(file: FileIndex, rule: RootRule, match: Extract<RootMatch, { by: "name" }>): void {
    if (match.inPackage !== undefined && file.packageName !== match.inPackage) return;
    if (match.inPath !== undefined && !new RegExp(match.inPath, "u").test(file.path)) return;
    file.declarations.forEach((one, declaration) => {
      if (!isCallable(one.kind) || !matchesOne(match.names, one.name)) return;
      const isStatic = match.level !== "static" || one.isStatic;
      if (one.level === (match.level === "module" ? "module" : "member") && isStatic) {
        addDeclaration(file, declaration, rule);
      }
    });
  }

  function hasGuardedCode(file: FileIndex, name: string): boolean {
    const guard = file.references.findIndex((one) => one.within < 0 && one.name === name && isBare(one));
    return file.references.slice(guard + 1).some((one) => one.within < 0 && one.role === "call");
  }

  function callsAtTop(file: FileIndex): boolean {
    // A call whose result gets a name makes a value, as modules do that are only imported.
    const named = new Set(file.assignments.map((entry) => entry.reference));
    return file.references.some((one, index) => {
      if (one.within >= 0 || one.role !== "call" || named.has(index)) return false;
      return binder
        .places(file, one)
        .some((place) => place.kind === "declaration" && !isDecoration(file, one));
    });
  }

  function matchDecorators(
    file: FileIndex,
    rule: RootRule,
    match: Extract<RootMatch, { by: "decorator" }>,
  ): void {
    file.references.forEach((reference) => {
      if (reference.role !== "decorator" && reference.role !== "call") return;
      if (!matchesOne(match.names, reference.name)) return;
      const declaration = decoratedBy(file, reference);
      if (declaration < 0 || !isOfPackage(file, reference, rule.packages)) return;
      addDeclaration(file, declaration, rule);
      const type: DeclarationPlace = { kind: "declaration", file, declaration };
      if (match.starts === "members") addMembers(type, rule, undefined);
      if (match.starts === "constructors") addMembers(type, rule, neverMatches);
    });
  }

  /** The decorator is of one of the packages, or it cannot be told of which it is. */
  function isOfPackage(
    file: FileIndex,
    reference: Reference,
    packages: readonly string[] | undefined,
  ): boolean {
    if (packages === undefined) return true;
    const rules = context.rulesFor(file.language);
    return binder.places(file, reference).some((place) => {
      if (place.kind === "unknown") return place.reason === "member" || place.reason === "unbound";
      if (place.kind !== "outside") return false;
      const written = place.name.replaceAll("//", rules.packageSeparator);
      return packages.some((name) => written === name || written.startsWith(name + rules.packageSeparator));
    });
  }

  function matchBases(file: FileIndex, rule: RootRule, match: Extract<RootMatch, { by: "base" }>): void {
    const members = new RegExp(`^(?:${match.members})$`, "u");
    file.declarations.forEach((one, declaration) => {
      if (!isTypeKind(one.kind)) return;
      const isDerived = binder.members
        .line(file, declaration)
        .flatMap((type) => binder.members.bases(type.file, type.declaration))
        .some((base) => {
          const name =
            base.kind === "outside" ? (base.names.at(-1) ?? base.name.split(/\/\/|\./u).at(-1)) : undefined;
          return name !== undefined && matchesOne(match.bases, name);
        });
      if (!isDerived) return;
      addDeclaration(file, declaration, rule);
      addMembers({ kind: "declaration", file, declaration }, rule, members);
    });
  }

  function addMembers(type: DeclarationPlace, rule: RootRule, names: RegExp | undefined): void {
    const below = binder.tablesOf(type.file).children.get(type.declaration);
    for (const declaration of [...(below?.values() ?? [])].flat()) {
      const one = type.file.declarations[declaration];
      if (one === undefined || one.level !== "member" || !isCallable(one.kind)) continue;
      const isAsked = names === undefined ? one.isExported : names.test(one.name);
      if (isAsked || one.kind === "constructor") addDeclaration(type.file, declaration, rule);
    }
  }

  function addExports(file: FileIndex, rule: Pick<RootRule, "kind" | "id">, names: readonly string[]): void {
    const listed = file.exports.map((entry) => entry.name).filter((name) => name !== "*");
    const declared = file.declarations
      .filter((one) => one.level === "module" && one.isExported)
      .map((one) => one.name);
    for (const name of new Set([...listed, ...declared])) {
      if (!names.includes("*") && !names.includes(name)) continue;
      const module = { kind: "files" as const, paths: [file.path], scope: [] };
      for (const place of binder.exportPlaces(module, name, file.language)) {
        if (place.kind === "declaration") addPublic(place, rule);
      }
    }
  }

  /** A definition that others can use, with what it shows. */
  function addPublic(place: DeclarationPlace, rule: Pick<RootRule, "kind" | "id">): void {
    const kind = place.file.declarations[place.declaration]?.kind;
    if (kind === undefined) return;
    addDeclaration(place.file, place.declaration, rule);
    if (!isCallable(kind)) addMembers(place, { ...rule, match: { by: "script" } }, undefined);
  }

  function addEntry(entry: NamedEntry): void {
    const file = context.project.index(entry.path);
    if (file === undefined) return;
    const rule = { kind: "manifest" as const, id: entry.rule };
    if (entry.names.length === 0) addModule(file, rule.kind, rule.id);
    const module = { kind: "files" as const, paths: [file.path], scope: [] };
    const [first, ...rest] = entry.names;
    if (first !== undefined) {
      for (const place of binder.exportPlaces(module, first, file.language)) {
        if (place.kind !== "declaration") continue;
        const ends = rest.reduce<readonly DeclarationPlace[]>(
          (at, name) => at.flatMap((one) => binder.members.own(one.file, one.declaration, name)),
          [place],
        );
        for (const end of ends) addDeclaration(end.file, end.declaration, rule);
      }
    }
    if (entry.isPublic) addExports(file, rule, ["*"]);
  }

  function addDeclaration(file: FileIndex, declaration: number, rule: Pick<RootRule, "kind" | "id">): void {
    const node = table.declarationNode(file, declaration);
    if (node < 0) return;
    found.push({ node, kind: rule.kind, rule: rule.id });
    // What runs a definition has loaded its file before.
    if (context.rulesFor(file.language).importRuns) addModule(file, rule.kind, `${rule.id}, its file`);
    if (context.rulesFor(file.language).classBodyRuns === "at-use") addAround(file, declaration, rule);
  }

  function addAround(file: FileIndex, declaration: number, rule: Pick<RootRule, "kind" | "id">): void {
    const parent = file.declarations[declaration]?.parent ?? -1;
    const node = parent < 0 ? -1 : table.declarationNode(file, parent);
    if (node >= 0) found.push({ node, kind: rule.kind, rule: `${rule.id}, its class` });
  }

  function addModule(file: FileIndex, kind: RootKind, rule: string): void {
    found.push({ node: table.moduleNode(file), kind, rule });
  }
}

/** Every exported definition, for a project in which nothing says where it starts. */
export function fallbackRoots(context: LinkContext, isTest: (path: string) => boolean): FoundRoot[] {
  const rule = "exported definition";
  return context.files.flatMap((file) => {
    if (isTest(file.path)) return [];
    const runs = context.rulesFor(file.language).importRuns;
    const module = runs ? [{ node: context.table.moduleNode(file), kind: "fallback" as const, rule }] : [];
    const exported = file.declarations.flatMap((one, declaration) => {
      const node = context.table.declarationNode(file, declaration);
      const isShown = one.isExported && one.level !== "local";
      return node >= 0 && isShown ? [{ node, kind: "fallback" as const, rule }] : [];
    });
    return [...module, ...exported];
  });
}

/** "get" and "*Mapping" are names; a star stands for any letters. */
function matchesOne(names: readonly string[], name: string): boolean {
  return names.some((one) =>
    one.includes("*")
      ? new RegExp(`^${one.replaceAll(/[.+?^${}()|[\]\\]/gu, "\\$&").replaceAll("*", ".*")}$`, "u").test(name)
      : one === name,
  );
}

const neverMatches = /^\b$/u;

function isBare(reference: Reference): boolean {
  return reference.through.length === 0;
}

function isDecoration(file: FileIndex, reference: Reference): boolean {
  return decoratedBy(file, reference) >= 0;
}
