import { type ChangeRepository, type CommitText, openRepository } from "../adapters/git/git.ts";
import type { ChangeInfo, CommitInfo } from "../engine/review/review.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import { type AskedChange, askedChange } from "./change-request.ts";
import { type ChangeSides, findSides } from "./change-sides.ts";
import { findNames } from "./find-revisions.ts";
import type { Forges } from "./forges.ts";
import type { PullName } from "./pull-names.ts";
import type { PullOfChange } from "./pull-of-change.ts";
import type { FetchedPull } from "./read-pull.ts";
import type { StageProgress } from "./session-input.ts";

/** What the user asks to review, and where. */
export interface ReadChangeOptions {
  /** A folder within the repository. */
  readonly repoDir: string;
  /** The folder was named by the user: a pull request is read in this very clone or not at all. */
  readonly isRepoNamed?: boolean;
  /** CHANGE as typed: a branch, a commit, `A..B`, a pull request; absent for the current branch with uncommitted changes. */
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
  /** Where pull requests are; without it there are none, and no forge is asked for anything. */
  readonly forges?: Forges;
  /** Fetch a pull request, however recently that was done. */
  readonly isRefreshing?: boolean;
  /** Hears of cloning and fetching. */
  readonly onProgress?: (progress: StageProgress) => void;
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
  /** Absent for a local review. */
  readonly pull?: PullOfChange;
}

/** More commits than this are counted and not listed. */
const maxListedCommits = 1000;

/**
 * Finds the change that is asked for: its two ends, its title and commits. It reads no diff, and is cheap
 * enough for every start; where uncommitted changes count, it takes a snapshot of the tracked files. The
 * same files and commits give the same ids.
 *
 * @throws UserError  `not-a-repository`, `unknown-revision`, `no-base`, `no-merge-base`, `bad-option`,
 * `unreadable-file`, for pull requests `unknown-forge`, `no-such-pull-request`, `forge-refused`, `rate-limited`,
 * `forge-unreachable`, and those of the surroundings
 */
export async function readChange(options: ReadChangeOptions, signal: AbortSignal): Promise<ResolvedChange> {
  const asked = askedChange(options);
  const repository = await openHere(asked, options, signal);
  let pull: PullName | undefined;
  try {
    pull = await pullMeant(asked, repository, signal);
    if (pull === undefined && repository !== undefined && asked.kind !== "pull") {
      const { forges, homeDir } = options;
      const askForge = forges && (await import("./forge-base.ts")).forgeBaseAsker(forges, homeDir);
      const search = { ...options, ...(askForge === undefined ? {} : { askForge }) };
      const sides = await findSides(repository, asked, search, signal);
      const info = await describe(repository, sides, signal);
      return { repository, info, diffBase: sides.base, head: sides.head, findCopies: options.findCopies };
    }
  } catch (error) {
    repository?.close();
    throw error;
  }
  return readPullChange(pull as PullName, repository, options, signal);
}

/** A pull request that is named in full needs no repository here, unless one was named. */
async function openHere(
  asked: AskedChange,
  options: ReadChangeOptions,
  signal: AbortSignal,
): Promise<ChangeRepository | undefined> {
  const { repoDir: folder, homeDir, environment } = options;
  try {
    return await openRepository({ folder, homeDir, environment }, signal);
  } catch (error) {
    const isFull = asked.kind === "pull" || (asked.kind === "name" && asked.pull?.kind === "full");
    const isNone = error instanceof UserError && error.code === "not-a-repository";
    if (isFull && isNone && !options.isRepoNamed) return undefined;
    throw error;
  }
}

/** What is also a branch, tag or commit is that, and no pull request. */
async function pullMeant(
  asked: AskedChange,
  repository: ChangeRepository | undefined,
  signal: AbortSignal,
): Promise<PullName | undefined> {
  if (asked.kind === "pull") return asked.pull;
  if (asked.kind !== "name" || asked.pull === undefined) return undefined;
  const [found] = repository === undefined ? [] : await findNames(repository, [asked.name], signal);
  return found === undefined ? asked.pull : undefined;
}

async function readPullChange(
  name: PullName,
  here: ChangeRepository | undefined,
  options: ReadChangeOptions,
  signal: AbortSignal,
): Promise<ResolvedChange> {
  const { readPull, noForge } = await import("./read-pull.ts");
  if (options.forges === undefined) {
    here?.close();
    throw noForge(here, "The pull request");
  }
  const fetched = await readPull(name, here, options.forges, options, signal);
  const { repository, mergeBase, head, pull } = fetched;
  try {
    const info = await describePull(fetched, signal);
    return { repository, info, diffBase: mergeBase, head, findCopies: options.findCopies, pull };
  } catch (error) {
    repository.close();
    throw error;
  }
}

async function describePull(fetched: FetchedPull, signal: AbortSignal): Promise<ChangeInfo> {
  const { pull, repository, head, baseTip, mergeBase } = fetched;
  const { request, forge } = pull;
  const listed = await repository.commitsBetween(baseTip, head, maxListedCommits, signal);
  return {
    reviewId: fetched.reviewId,
    title: request.title,
    body: request.body,
    provider: forge.name,
    number: request.address.number,
    url: request.url,
    author: request.author,
    branch: request.headRef,
    baseRef: request.baseRef,
    base: mergeBase,
    head,
    isWorkingCopy: false,
    commits: withoutBodies(listed.commits),
    untrackedCount: 0,
    notes: [...fetched.notes, ...unlistedNotes(listed)],
  };
}

async function describe(
  repository: ChangeRepository,
  sides: ChangeSides,
  signal: AbortSignal,
): Promise<ChangeInfo> {
  const listed = await listCommits(repository, sides, signal);
  const newest = listed.commits.at(-1);
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
    commits: withoutBodies(listed.commits),
    untrackedCount: sides.untrackedCount,
    notes: [...sides.notes, ...unlistedNotes(listed)],
  };
}

function withoutBodies(commits: readonly CommitText[]): readonly CommitInfo[] {
  return commits.map(({ id, subject, author, date }) => ({ id, subject, author, date }));
}

interface ListedCommits {
  readonly commits: readonly CommitText[];
  readonly count: number;
}

function unlistedNotes({ commits, count }: ListedCommits): readonly string[] {
  const unlisted = count - commits.length;
  return unlisted > 0 ? [`${unlisted} older commits of ${count} are not listed.`] : [];
}

async function listCommits(
  repository: ChangeRepository,
  sides: ChangeSides,
  signal: AbortSignal,
): Promise<ListedCommits> {
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
