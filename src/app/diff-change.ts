import type { ChangeRepository } from "../adapters/git/git.ts";
import {
  type FileDiff,
  type MovedPair,
  markNoise,
  pairMoves,
  parseDiff,
  reviewForm,
} from "../engine/diff/diff.ts";
import { UserError } from "../kit/errors.ts";
import { diffMovedPairs } from "./diff-moved-pairs.ts";
import { familyOf, readNoiseFacts } from "./noise-facts.ts";
import type { ResolvedChange } from "./read-change.ts";

/** The diff of a change, with git's own statuses. */
export interface DiffedChange {
  /** Sorted by path in byte order. */
  readonly files: readonly FileDiff[];
  /** Deleted and added files that are one file moved and rewritten; both are in `files` too. */
  readonly pairs: readonly MovedPair[];
  /** What the reader should know of how the diff was made, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Reads the diff of a change: its files and hunks with ids, hashes and noise, and the pairs of files that
 * were moved and rewritten. Attributes are those of the merge base, so that a change cannot hide itself; a
 * change of them is noted. The same ends give the same answer, and no configuration bends it. The number of
 * git processes does not grow with the change; memory grows with the lines of the diff.
 *
 * @throws UserError  `git-failed` when objects are missing or broken, `diff-too-large`, `cancelled`
 */
export async function diffChange(change: ResolvedChange, signal: AbortSignal): Promise<DiffedChange> {
  const { repository, diffBase, head, findCopies } = change;
  const hasAttributes = await repository.takeAttributesFrom(diffBase, signal);
  const bytes = await repository.diffTrees(diffBase, head, { findCopies }, signal);
  const plain = parseWhole(bytes);
  const facts = await readNoiseFacts(repository, plain, hasAttributes, signal);
  const files = markNoise(plain, (file) => facts.noiseFactsOf(file));
  return {
    files,
    pairs: pairMoves(files, familyOf),
    notes: [...notesOn(files), ...notesOnFilters(change, facts.filters)],
  };
}

/**
 * The files in the form that is reviewed: each moved pair as one renamed file with the hunks between its two
 * ends, each file without lines with one empty hunk, hunks numbered anew.
 */
export async function reviewFiles(
  change: Pick<ResolvedChange, "repository">,
  diff: Pick<DiffedChange, "files" | "pairs">,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const renamed = await movedFiles(change.repository, diff, signal);
  return reviewForm(diff.files, renamed);
}

/** The files as git tells them without looking for copies. */
export async function plainFiles(
  change: ResolvedChange,
  diff: Pick<DiffedChange, "files">,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  if (!change.findCopies) return diff.files;
  const { repository, diffBase, head } = change;
  return parseWhole(await repository.diffTrees(diffBase, head, { findCopies: false }, signal));
}

/** New paths by the old ones of what moved between two commits. */
export async function movedPaths(
  repository: ChangeRepository,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  try {
    const files = parseWhole(await repository.diffTrees(from, to, { findCopies: false }, signal));
    return new Map(files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[oldPath, path]])));
  } catch (error) {
    // A commit of long ago may be gone from the repository: then nothing is known of what moved since.
    if (error instanceof UserError && error.code === "git-failed") return new Map();
    throw error;
  }
}

async function movedFiles(
  repository: ChangeRepository,
  diff: Pick<DiffedChange, "files" | "pairs">,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  if (diff.pairs.length === 0) return [];
  const plain = await diffMovedPairs(repository, diff.files, diff.pairs, signal);
  const facts = await readNoiseFacts(repository, plain, false, signal);
  return markNoise(plain, (file) => facts.noiseFactsOf(file));
}

/** git's own output is never broken; what cannot be read of it must not be lost in silence. */
function parseWhole(bytes: Uint8Array): readonly FileDiff[] {
  const { files, problems } = parseDiff(bytes);
  const [problem] = problems;
  if (problem === undefined) {
    expectEachOnce(files);
    return files;
  }
  throw new UserError(
    "git-failed",
    `git's diff cannot be read at byte ${problem.byteOffset}: ${problem.kind}.`,
  );
}

/** A tree that names a file twice is damaged or made to show one content and to check out another. */
function expectEachOnce(files: readonly FileDiff[]): void {
  const seen = new Set<string>();
  for (const { path, pathHex } of files) {
    const name = pathHex === undefined ? path : `\0${pathHex}`;
    if (seen.has(name)) throw new UserError("git-failed", `A tree of this change names ${path} twice.`);
    seen.add(name);
  }
}

/** A clean filter would have changed what git compares; what is on disk is compared instead. */
function notesOnFilters(change: ResolvedChange, filters: readonly string[]): readonly string[] {
  if (!change.info.isWorkingCopy || filters.length === 0) return [];
  return [
    `Filters named by attributes do not run (${filters.join(", ")}); such files are shown as they are on disk.`,
  ];
}

function notesOn(files: readonly FileDiff[]): readonly string[] {
  const changed = files
    .flatMap((file) => (file.oldPath === undefined ? [file.path] : [file.path, file.oldPath]))
    .filter((path) => path === ".gitattributes" || path.endsWith("/.gitattributes"));
  if (changed.length === 0) return [];
  return [`This change edits ${changed.join(", ")}; what is generated or binary was decided as before it.`];
}
