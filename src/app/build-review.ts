import { type NameMatch, type Repository, SEARCHED_LINE_BYTES, type TreeEntry } from "../adapters/git/git.ts";
import type { FileDiff } from "../engine/diff/diff.ts";
import { type Binder, createBinder, createPathTree, type ProjectView } from "../engine/graph/graph.ts";
import type { FileIndex } from "../engine/index/index.ts";
import {
  type Analysis,
  type AnalysisInput,
  analyse,
  buildGraph,
  type ChangeInfo,
  createTallies,
  finalizeTree,
  findUnits,
  isPassing,
  type Mention,
  makeStaticTree,
  planSearch,
  type ReviewGraph,
  type ReviewProblem,
  type SearchPlan,
  snippetPaths,
  type Tallies,
  type UnitsFound,
  wantImports,
} from "../engine/review/review.ts";
import { compareBytes } from "../kit/order.ts";
import type { LanguagePack } from "../languages/language-pack.ts";
import { allLanguages } from "../languages/registry.ts";
import {
  createProjectReader,
  isUsable,
  languageByPath,
  type ProjectReader,
  toReviewProblem,
} from "./project-reader.ts";
import { type ReviewLimits, reviewLimits } from "./review-budget.ts";
import type { SourceBytes, SourceReader } from "./source-reader.ts";

/** A change whose two sides are known. */
export interface ReviewedChange {
  readonly info: ChangeInfo;
  readonly repository: Pick<Repository, "listTree" | "readBlobs" | "grepNames">;
}

export interface BuildReviewOptions {
  readonly sourceReader: Pick<SourceReader, "read" | "prepare">;
  readonly generatorVersion: string;
  readonly onProgress?: (progress: ReviewProgress) => void;
  readonly limits?: Partial<ReviewLimits>;
  readonly languages?: readonly LanguagePack[];
}

/** How far it is, in files or names as `what` says. A total of 0 is not known. */
export interface ReviewProgress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

/**
 * Reads the code around a change and puts the change in an order to read it in. Files that cannot be read by
 * their syntax are reviewed as text and listed under `problems`; what a limit left out is counted under
 * `limits`. It starts a constant number of git processes: one listing, one search for each 500 names, and one
 * that reads objects. Equal input gives an equal graph, whatever the order in which files were parsed.
 *
 * @throws UserError  when git fails
 */
export async function buildReview(
  change: ReviewedChange,
  files: readonly FileDiff[],
  options: BuildReviewOptions,
  signal: AbortSignal,
): Promise<ReviewGraph> {
  const limits: ReviewLimits = { ...reviewLimits, ...options.limits };
  const languages = options.languages ?? allLanguages;
  const report = (what: string, done: number, total: number) => options.onProgress?.({ what, done, total });
  const tallies = createTallies();
  const { repository } = change;

  report("files of the project listed", 0, 0);
  const paths = files.map((file) => file.path);
  const [entries] = await Promise.all([
    repository.listTree(change.info.head, signal),
    paths.length > FILES_READ_HERE ? undefined : options.sourceReader.prepare?.(paths),
  ]);
  const reading = { repository, entries, languages, sourceReader: options.sourceReader, limits, tallies };
  const reader = createProjectReader(reading);

  report("changed files read", 0, files.length);
  reader.want(paths.filter((path) => reader.isSource(path)));
  await reader.load(signal, (done, total) => report("changed files read", done, total));
  const old = await readOldSides(change, files, options, languages, limits, signal);
  report("changed files read", files.length, files.length);

  const isTestPath = testPaths(languages);
  const found = findUnits({ files, index: reader.loaded, oldIndex: old.index, isTestPath });
  const plan = planSearch(files, found, tallies);
  const searched = [...plan.names, ...plan.words];
  report("names searched", 0, searched.length);
  const [matches] = await Promise.all([
    searchNames(change, searched, entries, limits, tallies, signal),
    // While git searches, what the changed lines import is read.
    readImported(files, found, reader, languages, limits, signal),
  ]);
  report("names searched", searched.length, searched.length);

  const around: Around = { files, found, plan, matches, reader, old, languages, isTestPath, limits, tallies };
  const { analysis, counted } = await analyseUntilRead(around, report, signal);
  const tree = finalizeTree(makeStaticTree(analysis, counted), analysis);
  const texts = await readTexts(snippetPaths(tree, analysis), reader, repository, limits, signal);
  report("pages made", files.length, files.length);
  return buildGraph(
    {
      generatorVersion: options.generatorVersion,
      change: change.info,
      files,
      analysis,
      tree,
      linesOf: (path) => texts.get(path),
      problems: problemsOf(files, reader, old),
    },
    counted,
  );
}

/** A change of more files is read by threads. */
const FILES_READ_HERE = 300;

async function readImported(
  files: readonly FileDiff[],
  found: UnitsFound,
  reader: ProjectReader,
  languages: readonly LanguagePack[],
  limits: ReviewLimits,
  signal: AbortSignal,
): Promise<void> {
  const { project } = reader;
  wantImports({ files, found, project, binder: binderOf({ languages, limits }, project), candidates: [] });
  await reader.load(signal);
}

/** Where the names stand. Files that are too large to be read are not searched either. */
async function searchNames(
  { repository, info }: ReviewedChange,
  names: readonly string[],
  entries: readonly TreeEntry[],
  limits: ReviewLimits,
  tallies: Tallies,
  signal: AbortSignal,
): Promise<readonly NameMatch[]> {
  if (names.length === 0) return [];
  const sizeOf = ({ sizeBytes = 0 }: TreeEntry) => sizeBytes;
  const large = entries
    .filter((entry) => sizeOf(entry) > limits.fileBytes)
    .sort((left, right) => sizeOf(right) - sizeOf(left) || compareBytes(left.path, right.path));
  const paths = large.map((entry) => entry.path);
  const matches = await repository.grepNames(info.head, names, signal, paths);
  const notSearched = `files over ${limits.fileBytes} bytes were not searched for uses`;
  tallies.cut("searched-file", limits.fileBytes, large.length, notSearched);
  const cut = matches.filter((match) => match.isCut).length;
  const inPart = "long lines were searched for uses in their beginning only";
  tallies.cut("searched-line", SEARCHED_LINE_BYTES, cut, inPart);
  return matches;
}

interface Around {
  readonly files: readonly FileDiff[];
  readonly found: UnitsFound;
  readonly plan: SearchPlan;
  readonly matches: readonly Mention[];
  readonly reader: ProjectReader;
  readonly old: OldSides;
  readonly languages: readonly LanguagePack[];
  readonly isTestPath: (path: string) => boolean;
  readonly limits: ReviewLimits;
  /** What reading has cut so far. */
  readonly tallies: Tallies;
}

/** Reads what the analysis asks for and runs it again, until it asks for nothing or a limit is reached. */
async function analyseUntilRead(
  around: Around,
  report: (what: string, done: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ readonly analysis: Analysis; readonly counted: Tallies }> {
  const { reader, limits } = around;
  const candidates = candidatesOf(around);
  const isRead = new Set(candidates);
  const structural = new Set(
    around.languages.filter((pack) => pack.link?.isStructural === true).map((pack) => pack.id),
  );
  reader.want(candidates);
  for (let round = 1; ; round++) {
    const before = reader.filesRead;
    await reader.load(signal, (done) => report("files around the change read", before + done, 0));
    signal.throwIfAborted();
    const input: AnalysisInput = {
      files: around.files,
      found: around.found,
      plan: around.plan,
      project: reader.project,
      binder: binderOf(around, reader.project),
      oldBinder: binderOf(around, asBefore(reader.project, around.files, around.old)),
      candidates,
      mentions: around.matches.filter(
        (one) => !isRead.has(one.path) || reader.loaded(one.path) === undefined,
      ),
      isTestPath: around.isTestPath,
      isStructural: (language) => structural.has(language),
    };
    if (round === 1) wantImports(input);
    if (round === 1 && reader.isWanting) continue;
    const counted = around.tallies.copy();
    const analysis = analyse(input, counted);
    if (!reader.isWanting) return { analysis, counted };
    if (round >= limits.rounds) {
      const detail = "times the reading asked for further files; imports beyond were not followed";
      counted.cut("rounds", limits.rounds, round, detail);
      return { analysis: { ...analysis, limits: counted.list() }, counted };
    }
  }
}

/** Files that may use a changed symbol: those that mention a name, and the changed ones. */
function candidatesOf(around: Around): readonly string[] {
  const paths = new Set(around.files.map((file) => file.path));
  for (const match of around.matches) paths.add(match.path);
  return [...paths].filter((path) => around.reader.isSource(path)).sort(compareBytes);
}

function binderOf(around: Pick<Around, "languages" | "limits">, project: ProjectView): Binder {
  const resolvers = new Map(around.languages.map((pack) => [pack.id, pack.createResolver(project)] as const));
  return createBinder({
    project,
    resolverFor: (language) => resolvers.get(language),
    maxExportHops: around.limits.exportHops,
  });
}

/** The project at the head with the changed files as they were: what is gone is still there. */
function asBefore(head: ProjectView, files: readonly FileDiff[], old: OldSides): ProjectView {
  const before = new Map<string, FileIndex>();
  for (const file of files) {
    const record = old.index(file.path);
    if (record !== undefined) before.set(record.path, record);
  }
  if (before.size === 0) return head;
  return {
    tree: createPathTree(new Set([...head.tree.paths, ...before.keys()])),
    manifest: head.manifest,
    index: (path) => before.get(path) ?? head.index(path),
  };
}

interface OldSides {
  /** The record of the old side of a changed file, by its path at the head. */
  index(path: string): FileIndex | undefined;
  problemOf(path: string): ReviewProblem | undefined;
}

/** The contents of so many files are in memory at a time. */
const oldSidesAtOnce = 64;

/** Reads the old side of the files that lose lines: what is gone can be named by it alone. */
async function readOldSides(
  change: ReviewedChange,
  files: readonly FileDiff[],
  options: BuildReviewOptions,
  languages: readonly LanguagePack[],
  limits: ReviewLimits,
  signal: AbortSignal,
): Promise<OldSides> {
  const packOf = languageByPath(languages);
  const asked = files.filter(
    (file) =>
      file.oldBlob !== undefined &&
      packOf(file.oldPath ?? file.path) !== undefined &&
      file.hunks.some((hunk) => hunk.lines.some((line) => line.kind === "-")),
  );
  const problems = new Map<string, ReviewProblem>();
  const byPath = new Map<string, FileIndex>();
  for (let start = 0; start < asked.length; start += oldSidesAtOnce) {
    const chunk = asked.slice(start, start + oldSidesAtOnce);
    const blobs = await change.repository.readBlobs(
      chunk.map((file) => file.oldBlob as string),
      signal,
      limits.fileBytes + 1,
    );
    const sources = new Map<string, SourceBytes>();
    chunk.forEach((file, at) => {
      const path = file.oldPath ?? file.path;
      const bytes = blobs[at];
      if (bytes === undefined) {
        problems.set(file.path, {
          path: file.path,
          kind: "unreadable",
          detail: "git has no old side of it here",
        });
      } else if (bytes.byteLength > limits.fileBytes) {
        const detail = `its old side has over ${limits.fileBytes} bytes; such files are not parsed`;
        problems.set(file.path, { path: file.path, kind: "too-large", detail });
      } else sources.set(path, { path, blob: file.oldBlob as string, bytes });
    });
    const records = await options.sourceReader.read([...sources.values()], signal);
    for (const file of chunk) {
      const record = records.get(file.oldPath ?? file.path);
      if (record === undefined) continue;
      if (record.problems.length > 0) problems.set(file.path, toReviewProblem(file.path, record));
      if (isUsable(record)) byPath.set(file.path, record);
    }
  }
  return { index: (path) => byPath.get(path), problemOf: (path) => problems.get(path) };
}

/** A test by what its language says of its name and place, or by the folder that nearly all projects use. */
function testPaths(languages: readonly LanguagePack[]): (path: string) => boolean {
  const packOf = languageByPath(languages);
  return (path) => packOf(path)?.isTestPath(path) ?? /(^|\/)(tests?|specs?|__tests__|testdata)\//i.test(path);
}

/** The lines of files that snippets are cut from. */
async function readTexts(
  paths: readonly string[],
  reader: ProjectReader,
  repository: ReviewedChange["repository"],
  limits: ReviewLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = paths
    .flatMap((path) => reader.entry(path) ?? [])
    .filter((entry) => (entry.sizeBytes ?? 0) <= limits.fileBytes);
  const blobs = await repository.readBlobs(
    entries.map((entry: TreeEntry) => entry.blob),
    signal,
  );
  const texts = new Map<string, readonly string[]>();
  entries.forEach(({ path }, at) => {
    const bytes = blobs[at];
    if (bytes === undefined) return;
    const lines = new TextDecoder().decode(bytes).split("\n");
    if (lines.at(-1) === "") lines.pop();
    texts.set(path, lines);
  });
  return texts;
}

/** What could not be read of the changed files; of the others only what kept them from being read at all. */
function problemsOf(files: readonly FileDiff[], reader: ProjectReader, old: OldSides): ReviewProblem[] {
  const changed = new Set(files.map((file) => file.path));
  const found = files.flatMap((file) => {
    const ofSides = [reader.problemOf(file.path), old.problemOf(file.path)].filter(
      (one) => one !== undefined,
    );
    return ofSides.find(isPassing) ?? ofSides[0] ?? [];
  });
  const besides = reader.problems.filter((one) => !changed.has(one.path) && one.kind !== "syntax-error");
  return [...found, ...besides].sort((left, right) => compareBytes(left.path, right.path));
}
