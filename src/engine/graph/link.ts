import { compareBytes } from "../../kit/order.ts";
import type { FileIndex } from "../index/index.ts";
import { createBinder } from "./bind.ts";
import { maxBases } from "./bind-members.ts";
import { createFlowReads } from "./flow-reads.ts";
import { linkClasses } from "./link-classes.ts";
import type { LinkContext } from "./link-context.ts";
import { linkFlags } from "./link-flags.ts";
import { linkImpliedCalls } from "./link-implied.ts";
import { linkImports } from "./link-imports.ts";
import { createMemberIndex } from "./link-members.ts";
import { createNamedClasses, linkAnnotated } from "./link-named-classes.ts";
import { createPrograms } from "./link-programs.ts";
import { type LinkRules, plainLinkRules } from "./link-rules.ts";
import { createLinkTable, type LinkTable, noSite } from "./link-table.ts";
import { createTypeHierarchy } from "./link-types.ts";
import { createUseLinker, type LinkedUses } from "./link-uses.ts";
import { createValueReader } from "./link-values.ts";
import { createPathTree, type ProjectView } from "./project.ts";
import {
  type EdgeKind,
  edgeKinds,
  type FileStatus,
  GRAPH_VERSION,
  type Graph,
  type KeyRules,
  type Truncation,
} from "./project-graph.ts";
import type { LanguageLinks, Resolver } from "./resolver.ts";
import type { RootRule } from "./root-rules.ts";
import { type FoundRoot, fallbackRoots, findRoots, hasStart, rankOf } from "./roots.ts";

/** What the link step asks of a language. */
export interface LinkLanguage extends LanguageLinks {
  readonly id: string;
  readonly family: string;
  readonly isTestPath: (path: string) => boolean;
  readonly extensions?: readonly string[];
}

export interface LinkOptions {
  readonly languages: readonly LinkLanguage[];
  /** The texts of the manifests of the project, by path. Without one, none is read. */
  readonly manifests?: ReadonlyMap<string, string>;
  /** All paths of the project, as far as they are known beyond the records and the manifests. */
  readonly paths?: Iterable<string>;
  /** What became of files that have no record. */
  readonly files?: ReadonlyMap<string, FileStatus>;
  /** Paths of files with tests, besides those that the languages know. */
  readonly isTestPath?: (path: string) => boolean;
  /** Rules that go over those of the languages by their id. */
  readonly rules?: readonly RootRule[];
  /** The cap of the edges: past it none is added, and that is recorded. Default 5,000,000. */
  readonly maxEdges?: number;
  /** The cap of a walk through re-exports. Default 64. */
  readonly maxExportHops?: number;
}

const defaultMaxEdges = 5_000_000;
/** Ten, as elsewhere, cuts chains of barrels that people do write. */
const defaultMaxExportHops = 64;
/** A variable with values of more types than this is as good as unknown. */
const maxValues = 8;

/**
 * Joins the records of a project into its call graph. The order of `indexes` does not matter. Time and memory grow
 * with the uses of names and the edges that they make.
 */
export function buildGraph(indexes: readonly FileIndex[], options: LinkOptions): Graph {
  const steps = graphSteps(indexes, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * As `buildGraph`, in steps of some milliseconds, for who must do something else in between or may stop it. The last
 * step returns the graph.
 */
export function* graphSteps(
  indexes: readonly FileIndex[],
  options: LinkOptions,
): Generator<void, Graph, void> {
  const maxEdges = options.maxEdges ?? defaultMaxEdges;
  const maxExportHops = options.maxExportHops ?? defaultMaxExportHops;
  const files = [...indexes].sort((left, right) => compareBytes(left.path, right.path));
  const project = createView(files, options);
  const byId = new Map(options.languages.map((language) => [language.id, language]));
  const resolverFor = rememberingLast((id: string): Resolver | undefined => {
    const language = byId.get(id);
    return language && rememberingSiblings(language.createResolver(project));
  });
  const familyOf = rememberingLast((id: string) => byId.get(id)?.family ?? id);
  const membersElsewhere = findOwnersElsewhere(files);
  const binder = createBinder({ project, resolverFor, maxExportHops, maxValues, membersElsewhere });
  const rulesFor = rememberingLast((id: string): LinkRules => byId.get(id)?.link ?? plainLinkRules);
  const table = createLinkTable(familyOf, maxEdges, (file, declaration) => {
    const isMade = file.declarations[declaration]?.type === undefined;
    return isMade && rulesFor(file.language).madeTypesHaveMethods === true;
  });
  const context: LinkContext = {
    files,
    project,
    binder: binder.parts,
    table,
    resolverFor,
    rulesFor,
    familyOf,
    readsHere: createFlowReads(rulesFor),
  };
  const packages = new Map<string, { language: string; name: string }>();
  const { cut, interleaved } = yield* linkAll(context, (language, name) =>
    packages.set(`${language}\0${name}`, { language, name }),
  );
  markStatuses(table, files, options);
  yield;
  const found = rootsOf(context, options, byId);
  linkAnnotated(context, found);
  yield;
  const { place, cutEdges, ...finished } = table.finish();
  const truncations: Truncation[] = [];
  if (cutEdges > 0) {
    truncations.push({ limit: "max-edges", value: maxEdges, count: cutEdges });
  }
  if (binder.cutExports > 0) {
    truncations.push({ limit: "max-export-hops", value: maxExportHops, count: binder.cutExports });
  }
  truncations.push(...cut);
  return {
    ...finished,
    roots: placeRoots(found, place),
    truncations,
    interleaved: [...interleaved].sort(compareBytes),
    packages: [...packages.values()].sort(
      (left, right) => compareBytes(left.name, right.name) || compareBytes(left.language, right.language),
    ),
    keyRules: keyRulesOf(options.languages),
    stats: {
      version: GRAPH_VERSION,
      files: files.length,
      nodes: finished.nodes.length,
      edges: finished.edges.count,
      byKind: countKinds(finished.edges),
      rootFallback: found.some((root) => root.kind === "fallback"),
    },
  };
}

function* linkAll(
  context: LinkContext,
  onPackage: (family: string, name: string) => void,
): Generator<void, LinkedUses, void> {
  const { files, table } = context;
  const programs = createPrograms(context);
  const types = createTypeHierarchy(context);
  const values = createValueReader(context);
  const named = createNamedClasses(context);
  const bodiesOf = new Map<FileIndex, ReadonlySet<number>>();
  const hasReferences = (file: FileIndex, declaration: number): boolean => {
    let bodies = bodiesOf.get(file);
    if (bodies === undefined) {
      bodies = new Set(file.references.map((one) => one.within));
      bodiesOf.set(file, bodies);
    }
    return bodies.has(declaration);
  };
  const uses = createUseLinker({
    ...context,
    programs,
    types,
    values,
    hasBodyCode: ({ file, declaration }) =>
      context.rulesFor(file.language).classBodyRuns === "at-use" &&
      // The constants of an enum are made by its constructor.
      (file.declarations[declaration]?.kind === "enum" || hasReferences(file, declaration)),
  });
  for (const file of files) {
    yield;
    const module = table.moduleNode(file);
    file.declarations.forEach((one, declaration) => {
      const node = table.declarationNode(file, declaration);
      const isInitializer =
        one.level === "module" && context.rulesFor(file.language).initializers?.includes(one.name);
      if (isInitializer && node >= 0) table.edge(module, node, "direct", "initializer", noSite);
    });
    linkImports(context, programs, file, onPackage);
    linkClasses(context, types, file);
    linkFlags(context, named, file);
    linkImpliedCalls({ ...context, types }, file);
    uses.link(file);
  }
  const used = yield* uses.close(() => createMemberIndex(context, values, programs));
  const cutLines = types.cutLines();
  if (cutLines === 0) return used;
  return { ...used, cut: [{ limit: "max-bases", value: maxBases, count: cutLines }, ...used.cut] };
}

/** The files with members that name a type as their owner, by the type's name and language. */
function findOwnersElsewhere(
  files: readonly FileIndex[],
): (file: FileIndex, declaration: number) => readonly string[] {
  const byName = new Map<string, Set<string>>();
  for (const file of files) {
    const owners = new Set<string>();
    for (const { owner } of file.declarations) {
      if (owner !== undefined) owners.add(owner.slice(owner.lastIndexOf(".") + 1));
    }
    // Under its own name too, where the file imports it under another.
    for (const { local, imported } of file.imports) {
      if (imported !== "" && owners.has(local)) owners.add(imported);
    }
    for (const owner of owners) {
      const key = `${file.language}\0${owner}`;
      byName.set(key, (byName.get(key) ?? new Set()).add(file.path));
    }
  }
  return (file, declaration) => [
    ...(byName.get(`${file.language}\0${file.declarations[declaration]?.name ?? ""}`) ?? []),
  ];
}

/** Makes each answer once. Whoever asks goes through the files, so most ask for the language of the last question. */
function rememberingLast<Answer>(make: (language: string) => Answer): (language: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  let lastLanguage: string | undefined;
  let last: Answer | undefined;
  return (language) => {
    if (language === lastLanguage) return last as Answer;
    let entry = known.get(language);
    if (entry === undefined) {
      entry = { answer: make(language) };
      known.set(language, entry);
    }
    lastLanguage = language;
    last = entry.answer;
    return entry.answer;
  };
}

/** A resolver that is asked once for the siblings of a file: the link step asks for each name. */
function rememberingSiblings(resolver: Resolver): Resolver {
  const known = new Map<FileIndex, readonly string[]>();
  return {
    ...resolver,
    siblings(file) {
      let found = known.get(file);
      if (found === undefined) {
        found = resolver.siblings(file);
        known.set(file, found);
      }
      return found;
    },
  };
}

function createView(files: readonly FileIndex[], options: LinkOptions): ProjectView {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const manifests = options.manifests ?? new Map<string, string>();
  return {
    tree: createPathTree(new Set([...byPath.keys(), ...manifests.keys(), ...(options.paths ?? [])])),
    manifest: (path) => manifests.get(path),
    index: (path) => byPath.get(path),
  };
}

function rootsOf(
  context: LinkContext,
  options: LinkOptions,
  languages: ReadonlyMap<string, LinkLanguage>,
): FoundRoot[] {
  const said = distinctReaders(options.languages).map((read) => read(context.project));
  const isTest = (path: string): boolean =>
    options.isTestPath?.(path) === true ||
    languages.get(context.project.index(path)?.language ?? "")?.isTestPath(path) === true;
  const found = findRoots(context, {
    languageOf: (id) => languages.get(id),
    entries: said.flatMap((one) => one.entries),
    dependencies: new Set(said.flatMap((one) => one.dependencies)),
    rules: options.rules ?? [],
    imported: importedFiles(context, isTest),
    isTest,
  });
  return hasStart(found) ? found : [...found, ...fallbackRoots(context, isTest)];
}

/** Languages of one family read the same manifests. */
function distinctReaders(languages: readonly LinkLanguage[]) {
  return [...new Set(languages.flatMap((language) => language.readEntries ?? []))];
}

/** Files that code which is no test imports. */
function importedFiles(context: LinkContext, isTest: (path: string) => boolean): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const file of context.files) {
    if (isTest(file.path)) continue;
    for (const entry of file.imports) {
      const module = context.binder.resolveImport(file, entry);
      if (module.kind !== "files") continue;
      for (const path of module.paths) if (path !== file.path) imported.add(path);
      for (const place of entry.imported === ""
        ? []
        : context.binder.exportPlaces(module, entry.imported, file.language)) {
        if (place.kind === "module" && place.module.kind === "files") {
          for (const path of place.module.paths) imported.add(path);
        }
      }
    }
  }
  return imported;
}

/**
 * Each node once for each kind of root that it is: what starts the program before tools and tests, so that of
 * equally short paths a search takes the one that users run; then in the order of the nodes.
 */
function placeRoots(found: readonly FoundRoot[], place: Int32Array): Graph["roots"] {
  const byKey = new Map<string, { readonly root: Graph["roots"][number]; readonly rank: number }>();
  for (const one of found) {
    const { kind, rule } = one;
    const node = place[one.node] as number;
    const rank = rankOf(one);
    const key = `${node}\0${kind}`;
    const before = byKey.get(key);
    const isBetter =
      before === undefined ||
      rank < before.rank ||
      (rank === before.rank && before.root.rule.includes(", its ") && !rule.includes(", its "));
    if (isBetter) byKey.set(key, { root: { node, kind, rule }, rank });
  }
  return [...byKey.values()]
    .sort(
      (left, right) =>
        left.rank - right.rank ||
        left.root.node - right.root.node ||
        compareBytes(left.root.kind, right.root.kind),
    )
    .map(({ root }) => root);
}

/** With such a problem a record holds nothing of its file. */
const unreadable: ReadonlySet<string> = new Set(["too-large", "timed-out", "failed"]);

/** Files that have no complete record are nodes that say so. */
function markStatuses(table: LinkTable, files: readonly FileIndex[], options: LinkOptions): void {
  for (const file of files) {
    const isUnread = file.problems.some((one) => unreadable.has(one.kind));
    const language = options.languages.find((one) => one.id === file.language);
    if (isUnread) table.statusNode(file.path, language?.family ?? file.language, "failed");
  }
  for (const [path, status] of options.files ?? []) {
    if (status !== "missing" && status !== "failed" && status !== "truncated") continue;
    const language = options.languages.find((one) =>
      one.extensions?.some((extension) => path.toLowerCase().endsWith(extension)),
    );
    table.statusNode(path, language?.family ?? "", status);
  }
}

function keyRulesOf(languages: readonly LinkLanguage[]): Record<string, KeyRules> {
  const rules: Record<string, KeyRules> = {};
  for (const { family, link } of languages) {
    const { packageSeparator, hasScopedPackages } = link ?? plainLinkRules;
    rules[family] = { separator: packageSeparator, hasScopes: hasScopedPackages === true };
  }
  return rules;
}

function countKinds(edges: Graph["edges"]): Partial<Record<EdgeKind, number>> {
  const counts = new Array<number>(edgeKinds.length).fill(0);
  for (const kind of edges.kind) counts[kind] = (counts[kind] as number) + 1;
  const named = edgeKinds.flatMap(({ kind }, at) => (counts[at] ? [[kind, counts[at]] as const] : []));
  return Object.fromEntries(named);
}
