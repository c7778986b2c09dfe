import type { Declaration, FileIndex } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { type LinkContext, packageParts } from "./link-context.ts";
import type { RootKind } from "./project-graph.ts";
import { createPublicReader } from "./root-exports.ts";
import { createFactsReader, type MatchContext, type RuleReader, readerOf } from "./root-matches.ts";
import type { NamedEntry, RootRule } from "./root-rules.ts";

export interface FoundRoot {
  /** The number of the node in the table. */
  readonly node: number;
  readonly kind: RootKind;
  readonly rule: string;
  /** It builds or checks the project. */
  readonly isTooling: boolean;
  /** Where its name stands; a top level has none. */
  readonly at?: { readonly line: number; readonly column: number };
}

export interface RootLanguage {
  readonly id: string;
  readonly roots?: readonly RootRule[];
  readonly isTestPath: (path: string) => boolean;
}

/** What a root is said to be. */
interface Said {
  readonly kind: RootKind;
  readonly rule: string;
  readonly isTooling: boolean;
}

interface ReadyRule {
  readonly rule: RootRule;
  readonly read: RuleReader;
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
  const publicReader = createPublicReader(context);
  const matching: MatchContext = {
    ...context,
    publicReader,
    imported: options.imported,
    facts: createFactsReader(context),
  };
  const found: FoundRoot[] = [];
  const last: FoundRoot[] = [];
  const listed = new Map<FoundRoot[], Map<string, SaidNodes>>();
  const collectors = new Map<string, (file: FileIndex) => readonly DeclarationPlace[]>();
  const overridden = new Map(options.rules.map((rule) => [rule.id, rule]));
  const rulesOf = new Map<string, readonly ReadyRule[]>();
  for (const file of files) {
    const isTest = options.isTest(file.path);
    const imports = packagesOf(file);
    for (const { rule, read } of rulesFor(file.language)) {
      if (!isSwitchedOn(rule, imports)) continue;
      const kind = isTest ? "test" : rule.kind;
      const said: Said = { kind, rule: rule.id, isTooling: rule.isTooling === true };
      const isLast = rule.match.by === "script" && rule.match.isLast === true;
      const importsPackage = rule.packages?.some((name) => imports.has(name)) === true;
      for (const one of read(file, importsPackage))
        add(isLast ? last : found, one.file, one.declaration, said);
    }
    if (isTest && context.rulesFor(file.language).importRuns) {
      add(found, file, -1, { kind: "test", rule: "test file", isTooling: false });
    }
  }
  for (const entry of options.entries) addEntry(entry);
  return hasStart(found) ? found : [...found, ...last];

  function rulesFor(id: string): readonly ReadyRule[] {
    const known = rulesOf.get(id);
    if (known !== undefined) return known;
    const own = options.languageOf(id)?.roots ?? [];
    const ids = new Set(own.map((rule) => rule.id));
    const more = options.rules.filter((rule) => !ids.has(rule.id));
    const all = [...own.map((rule) => overridden.get(rule.id) ?? rule), ...more];
    const made = all.map((rule) => ({ rule, read: readerOf(matching, rule) }));
    rulesOf.set(id, made);
    return made;
  }

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

  function isSwitchedOn({ packages, isImported }: RootRule, imports: ReadonlySet<string>): boolean {
    if (packages === undefined) return true;
    return packages.some((name) => imports.has(name) || (!isImported && options.dependencies.has(name)));
  }

  function addEntry(entry: NamedEntry): void {
    const file = context.project.index(entry.path);
    if (file === undefined) return;
    const kind = options.isTest(entry.path) ? "test" : "manifest";
    const said: Said = { kind, rule: entry.rule, isTooling: entry.isTooling === true };
    const isPublic = entry.isPublic === true;
    if (entry.names.length === 0) {
      if (!isPublic || context.rulesFor(file.language).importRuns) add(found, file, -1, said);
      for (const one of isPublic ? newlyPublic(file, said) : []) add(found, one.file, one.declaration, said);
    }
    for (const end of entry.names.length === 0 ? [] : definitionsOf(file, entry.names)) {
      const shown = isPublic ? publicReader.shown(end) : [end];
      for (const one of shown) add(found, one.file, one.declaration, said);
    }
  }

  /** What is listed already, as said in the same words, need not be found again. */
  function newlyPublic(file: FileIndex, said: Said): readonly DeclarationPlace[] {
    const key = wordsOf(said);
    const collect = collectors.get(key) ?? publicReader.collect();
    collectors.set(key, collect);
    return collect(file);
  }

  function definitionsOf(file: FileIndex, names: readonly string[]): readonly DeclarationPlace[] {
    const module = { kind: "files" as const, paths: [file.path], scope: [] };
    const [first = "", ...rest] = names;
    const heads = binder.exportPlaces(module, first, file.language);
    return rest.reduce<readonly DeclarationPlace[]>(
      (at, name) => at.flatMap((one) => binder.members.own(one.file, one.declaration, name)),
      heads.filter((place) => place.kind === "declaration"),
    );
  }

  /** Who calls such a method, where no code of the project made the instance, has made it. */
  function isOfInstance(file: FileIndex, declaration: number): boolean {
    const one = file.declarations[declaration];
    return one?.kind === "method" && !one.isStatic && !one.isAbstract;
  }

  function constructorsOf(file: FileIndex, type: number): readonly number[] {
    const below = [...(binder.tablesOf(file).children.get(type)?.values() ?? [])].flat();
    return below.filter((index) => file.declarations[index]?.kind === "constructor");
  }

  /** A definition, or for -1 the top level of the file, with what has run before it does. */
  function add(list: FoundRoot[], file: FileIndex, declaration: number, said: Said): void {
    const rules = context.rulesFor(file.language);
    const nodes = nodesOf(list, said);
    const push = (node: number, where: Set<number>, rule: string, at?: FoundRoot["at"]): void => {
      if (node < 0 || where.has(node)) return;
      where.add(node);
      list.push({ ...said, node, rule, ...(at === undefined ? {} : { at }) });
    };
    if (declaration < 0) {
      push(table.moduleNode(file), nodes.self, said.rule);
      return;
    }
    const node = table.declarationNode(file, declaration);
    if (node < 0) return;
    const { line, column } = file.declarations[declaration] as Declaration;
    push(node, nodes.self, said.rule, { line, column });
    if (rules.importRuns) push(table.moduleNode(file), nodes.file, nodes.fileRule);
    const parent = file.declarations[declaration]?.parent ?? -1;
    const around = rules.classBodyRuns === "at-use" && parent >= 0 ? table.declarationNode(file, parent) : -1;
    if (around < 0) return;
    push(around, nodes.around, nodes.aroundRule);
    if (nodes.made.has(around) || !isOfInstance(file, declaration)) return;
    nodes.made.add(around);
    for (const made of constructorsOf(file, parent)) {
      push(table.declarationNode(file, made), nodes.around, nodes.aroundRule);
    }
  }

  /** What a list says of which nodes in the same words. */
  function nodesOf(list: FoundRoot[], said: Said): SaidNodes {
    const inList = listed.get(list) ?? new Map<string, SaidNodes>();
    listed.set(list, inList);
    const key = wordsOf(said);
    let known = inList.get(key);
    if (known === undefined) {
      known = {
        self: new Set(),
        file: new Set(),
        around: new Set(),
        made: new Set(),
        fileRule: `${said.rule}, its file`,
        aroundRule: `${said.rule}, its class`,
      };
      inList.set(key, known);
    }
    return known;
  }
}

/** The nodes that are listed with one `Said`: themselves, for what is in their file, for what is in them. */
interface SaidNodes {
  readonly self: Set<number>;
  readonly file: Set<number>;
  readonly around: Set<number>;
  /** The types around whose constructors are listed. */
  readonly made: Set<number>;
  readonly fileRule: string;
  readonly aroundRule: string;
}

function wordsOf({ kind, rule, isTooling }: Said): string {
  return `${kind}\0${isTooling}\0${rule}`;
}

/** Something says where the program starts: more than tests and tools do. */
export function hasStart(roots: readonly FoundRoot[]): boolean {
  return roots.some((root) => root.kind !== "test" && !root.isTooling);
}

/** Every exported definition, for a project in which nothing says where it starts. */
export function fallbackRoots(context: LinkContext, isTest: (path: string) => boolean): FoundRoot[] {
  const said = { kind: "fallback", rule: "exported definition", isTooling: false } as const;
  return context.files.flatMap((file) => {
    if (isTest(file.path)) return [];
    const runs = context.rulesFor(file.language).importRuns;
    const module = runs ? [{ ...said, node: context.table.moduleNode(file) }] : [];
    const exported = file.declarations.flatMap((one, declaration) => {
      const node = context.table.declarationNode(file, declaration);
      const isShown = one.isExported && one.level !== "local";
      const { line, column } = one;
      return node >= 0 && isShown ? [{ ...said, node, at: { line, column } }] : [];
    });
    return [...module, ...exported];
  });
}

/** Where a search looks first: the program, then what an unknown user calls, then tools, then tests. */
export function rankOf({ kind, isTooling }: FoundRoot): number {
  if (kind === "test") return 3;
  if (isTooling) return 2;
  return kind === "fallback" ? 1 : 0;
}
