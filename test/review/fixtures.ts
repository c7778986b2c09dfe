import type { FileDiff, Hunk } from "../../src/engine/diff/diff.ts";
import {
  createBinder,
  createPathTree,
  type ProjectView,
  type Resolver,
} from "../../src/engine/graph/graph.ts";
import {
  type Declaration,
  type FileIndex,
  INDEX_VERSION,
  type Reference,
} from "../../src/engine/index/index.ts";
import {
  type Analysis,
  analyse,
  buildGraph,
  type ChangeInfo,
  type ChangeTree,
  createTallies,
  finalizeTree,
  findUnits,
  type Mention,
  makeStaticTree,
  planSearch,
  type ReviewGraph,
} from "../../src/engine/review/review.ts";

/** A record by hand: what is not given is empty. */
export function makeRecord(path: string, parts: Partial<FileIndex>): FileIndex {
  return {
    version: INDEX_VERSION,
    path,
    language: "toy",
    blob: "",
    lineCount: 100,
    declarations: [],
    references: [],
    imports: [],
    exports: [],
    assignments: [],
    flags: [],
    multilineStrings: [],
    problems: [],
    ...parts,
  };
}

/** A declaration whose name stands on its first line. Lines count from 0. */
export function makeDeclaration(
  parts: Partial<Declaration> & Pick<Declaration, "name" | "startLine" | "endLine">,
): Declaration {
  return {
    kind: "function",
    level: "module",
    parent: -1,
    line: parts.startLine,
    column: 0,
    startColumn: 0,
    endColumn: 1,
    isExported: true,
    isStatic: false,
    isAbstract: false,
    bases: [],
    results: [],
    ...parts,
  };
}

export function makeReference(parts: Partial<Reference> & Pick<Reference, "name" | "line">): Reference {
  return {
    column: 2,
    role: "call",
    through: [],
    within: -1,
    declaration: -1,
    import: -1,
    argumentCount: 0,
    ...parts,
  };
}

/** A hunk of lines as in a diff: "+added", "-removed", " kept". */
export function makeHunk(id: string, oldStart: number, newStart: number, lines: readonly string[]): Hunk {
  let old = oldStart;
  let now = newStart;
  const numbered = lines.map((line): Hunk["lines"][number] => {
    const text = line.slice(1);
    if (line.startsWith("+")) return { kind: "+", new: now++, text };
    if (line.startsWith("-")) return { kind: "-", old: old++, text };
    return { kind: " ", old: old++, new: now++, text };
  });
  return {
    id,
    hash: `hash-${id}`,
    changeHash: `change-${id}`,
    oldStart,
    oldLines: old - oldStart,
    newStart,
    newLines: now - newStart,
    section: "",
    lines: numbered,
  };
}

export function makeDiff(path: string, hunks: readonly Hunk[], parts: Partial<FileDiff> = {}): FileDiff {
  return { path, status: "modified", binary: false, hunks, ...parts };
}

export const change: ChangeInfo = {
  reviewId: "r",
  title: "A change",
  body: "",
  provider: "local",
  number: 0,
  url: "",
  author: "",
  branch: "topic",
  baseRef: "main",
  base: "b",
  head: "h",
  isWorkingCopy: false,
  commits: [],
  untrackedCount: 0,
  notes: [],
};

/** Imports name files directly; there are no packages. */
function toyResolver(project: ProjectView): Resolver {
  return {
    selfNames: ["this"],
    resolve: (_, entry) =>
      project.tree.has(entry.specifier)
        ? { kind: "files", paths: [entry.specifier], scope: [] }
        : { kind: "outside", name: entry.specifier },
    siblings: () => [],
  };
}

export interface ReviewInput {
  readonly files: readonly FileDiff[];
  readonly records: readonly FileIndex[];
  /** Records of old sides, by the path at the head. */
  readonly oldRecords?: ReadonlyMap<string, FileIndex>;
  readonly mentions?: readonly Mention[];
  readonly isTestPath?: (path: string) => boolean;
  /** Instead of the static tree. */
  readonly makeTree?: (analysis: Analysis) => ChangeTree;
}

/** The graph of a change in a project that is given as records, and what it was made of. */
export function review(input: ReviewInput): { readonly graph: ReviewGraph; readonly analysis: Analysis } {
  const { files, oldRecords = new Map<string, FileIndex>(), isTestPath = () => false } = input;
  const byPath = new Map(input.records.map((record) => [record.path, record]));
  const head: ProjectView = {
    tree: createPathTree(byPath.keys()),
    manifest: () => undefined,
    index: (path) => byPath.get(path),
  };
  const oldByPath = new Map([...oldRecords.values()].map((record) => [record.path, record]));
  const before: ProjectView = {
    tree: createPathTree(new Set([...byPath.keys(), ...oldByPath.keys()])),
    manifest: () => undefined,
    index: (path) => oldByPath.get(path) ?? byPath.get(path),
  };
  const binderOf = (project: ProjectView) => {
    const resolver = toyResolver(project);
    return createBinder({ project, resolverFor: () => resolver, maxExportHops: 8 });
  };
  const tallies = createTallies();
  const found = findUnits({ files, index: head.index, oldIndex: (path) => oldRecords.get(path), isTestPath });
  const plan = planSearch(files, found, tallies);
  const candidates = [...byPath.keys()].sort();
  const analysis = analyse(
    {
      files,
      found,
      plan,
      project: head,
      binder: binderOf(head),
      oldBinder: binderOf(before),
      candidates,
      mentions: input.mentions ?? [],
      isStructural: () => false,
      isTestPath,
    },
    tallies,
  );
  const tree = finalizeTree(input.makeTree?.(analysis) ?? makeStaticTree(analysis, tallies), analysis);
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
  const made = { generatorVersion: "0", change, files, analysis, tree, linesOf: () => lines, problems: [] };
  return { graph: buildGraph(made, tallies), analysis };
}
