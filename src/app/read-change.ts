import { type ChangeRepository, type CommitText, openRepository } from "../adapters/git/git.ts";
import type { ChangeInfo, CommitInfo } from "../engine/review/review.ts";
import { sha1 } from "../kit/hash.ts";
import { askedChange } from "./change-request.ts";
import { type ChangeSides, findSides } from "./change-sides.ts";

/** What the user asks to review, and where. */
export interface ReadChangeOptions {
  /** A folder within the repository. */
  readonly repoDir: string;
  /** CHANGE as typed: a branch, a commit, `A..B`; absent for the current branch with uncommitted changes. */
  readonly change?: string;
  readonly base?: string;
  readonly head?: string;
  /** Files that are neither tracked nor ignored belong to the change. */
  readonly includeUntracked: boolean;
  readonly findCopies: boolean;
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  /** The variables of the process; what git starts with is made of them, without any `GIT_*`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asks a person for the base when none was found; `tried` are the names that were looked for. */
  readonly chooseBase?: (tried: readonly string[]) => Promise<string | undefined>;
}

/** A change that is found and not yet read. Close `repository` when done with it. */
export interface ResolvedChange {
  readonly repository: ChangeRepository;
  readonly info: ChangeInfo;
  /** The commit or tree that the diff starts from: the merge base. The same as `info.base`. */
  readonly diffBase: string;
  /** A commit, or the tree of a snapshot of the working copy. The same as `info.head`. */
  readonly head: string;
  readonly findCopies: boolean;
}

/** More commits than this are counted and not listed. */
const maxListedCommits = 1000;

/**
 * Finds the change that is asked for: its two ends, its title and commits. It reads no diff, and is cheap
 * enough for every start; where uncommitted changes count, it takes a snapshot of the tracked files. The
 * same files and commits give the same ids.
 *
 * @throws UserError  `not-a-repository`, `unknown-revision`, `no-base`, `no-merge-base`, `bad-option`,
 * `pull-requests-not-yet`, `unreadable-file` and those of the surroundings
 */
export async function readChange(options: ReadChangeOptions, signal: AbortSignal): Promise<ResolvedChange> {
  const asked = askedChange(options);
  const { repoDir: folder, homeDir, environment } = options;
  const repository = await openRepository({ folder, homeDir, environment }, signal);
  try {
    const sides = await findSides(repository, asked, options, signal);
    const info = await describe(repository, sides, signal);
    return { repository, info, diffBase: sides.base, head: sides.head, findCopies: options.findCopies };
  } catch (error) {
    repository.close();
    throw error;
  }
}

async function describe(
  repository: ChangeRepository,
  sides: ChangeSides,
  signal: AbortSignal,
): Promise<ChangeInfo> {
  const listed = await listCommits(repository, sides, signal);
  const newest = listed.commits.at(-1);
  const unlisted = listed.count - listed.commits.length;
  return {
    reviewId: sha1([repository.commonDir, sides.branchId, sides.baseId].join("\0")),
    title: titleOf(listed.commits, listed.count, sides),
    body: listed.count === 1 ? (newest?.body ?? "") : "",
    provider: "local",
    number: 0,
    url: "",
    author: newest?.author ?? "",
    branch: sides.branch,
    baseRef: sides.baseRef,
    base: sides.base,
    head: sides.head,
    isWorkingCopy: sides.isWorkingCopy,
    commits: listed.commits.map(
      ({ id, subject, author, date }): CommitInfo => ({ id, subject, author, date }),
    ),
    untrackedCount: sides.untrackedCount,
    notes: [
      ...sides.notes,
      ...(unlisted > 0 ? [`${unlisted} older commits of ${listed.count} are not listed.`] : []),
    ],
  };
}

async function listCommits(
  repository: ChangeRepository,
  sides: ChangeSides,
  signal: AbortSignal,
): Promise<{ readonly commits: readonly CommitText[]; readonly count: number }> {
  const { baseCommit, headCommit, isOneCommit } = sides;
  if (headCommit === undefined) return { commits: [], count: 0 };
  const limit = isOneCommit ? 1 : maxListedCommits;
  const listed = await repository.commitsBetween(baseCommit, headCommit, limit, signal);
  return isOneCommit ? { commits: listed.commits, count: listed.commits.length } : listed;
}

/** The subject of the first commit says what a branch is about; what follows is counted. */
function titleOf(commits: readonly CommitInfo[], count: number, sides: ChangeSides): string {
  const first = commits[0];
  if (first === undefined) {
    return sides.isWorkingCopy
      ? `Uncommitted changes on ${sides.branch}`
      : `${sides.branch} against ${sides.baseRef}`;
  }
  const subject = first.subject === "" ? first.id.slice(0, 12) : first.subject;
  return count === 1 ? subject : `${subject} (and ${count - 1} more)`;
}
