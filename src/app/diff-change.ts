import { type FileDiff, type MovedPair, parseDiff } from "../engine/diff/diff.ts";
import { UserError } from "../kit/errors.ts";
import type { ResolvedChange } from "./read-change.ts";

/** The diff of a change, with git's own statuses. */
export interface DiffedChange {
  readonly files: readonly FileDiff[];
  /** Deleted and added files that are one file moved and rewritten; both are in `files` too. */
  readonly pairs: readonly MovedPair[];
  /** What the reader should know of how the diff was made, a sentence each. */
  readonly notes: readonly string[];
}

export async function diffChange(change: ResolvedChange, signal: AbortSignal): Promise<DiffedChange> {
  const { repository, diffBase, head, findCopies } = change;
  await repository.takeAttributesFrom(diffBase, signal);
  const bytes = await repository.diffTrees(diffBase, head, { findCopies }, signal);
  const { files, problems } = parseDiff(bytes);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new UserError(
      "git-failed",
      `git's diff cannot be read at byte ${problem.byteOffset} (${problem.kind}).`,
    );
  }
  return { files, pairs: [], notes: [] };
}

/** The files as they are reviewed: a moved pair as one renamed file, a file without lines with one empty hunk. */
export async function reviewFiles(
  change: ResolvedChange,
  diff: DiffedChange,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  signal.throwIfAborted();
  return diff.files;
}
