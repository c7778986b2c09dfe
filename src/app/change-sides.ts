import type { ChangeRepository, HeadCommit } from "../adapters/git/git.ts";
import { UserError } from "../kit/errors.ts";
import type { AskedChange } from "./change-request.ts";
import { type BaseSearch, type FoundName, findBase, findNames } from "./find-revisions.ts";

/** The two ends of a change, by id and by name. */
export interface ChangeSides {
  /** The commit or tree that the diff starts from. */
  readonly base: string;
  readonly head: string;
  /** The tip of the base, from which on commits count as part of the change; absent for the empty tree. */
  readonly baseCommit?: string;
  /** Absent where the branch has no commit yet. */
  readonly headCommit?: string;
  readonly isWorkingCopy: boolean;
  /** Just `headCommit`, even where it merges others. */
  readonly isOneCommit: boolean;
  readonly untrackedCount: number;
  /** As a person calls it. */
  readonly branch: string;
  readonly baseRef: string;
  /** What tells one review of the repository from the others; never an id that moves with the branch. */
  readonly branchId: string;
  readonly baseId: string;
  readonly notes: readonly string[];
}

export interface SideOptions extends BaseSearch {
  readonly includeUntracked: boolean;
}

/** Finds both ends of what is asked for. */
export async function findSides(
  repository: ChangeRepository,
  asked: Exclude<AskedChange, { kind: "pull" }>,
  options: SideOptions,
  signal: AbortSignal,
): Promise<ChangeSides> {
  switch (asked.kind) {
    case "working-copy":
      return workingCopySides(repository, asked.base, options, signal);
    case "range":
      return rangeSides(repository, asked, options, signal);
    case "name":
      return nameSides(repository, asked.name, options, signal);
  }
}

async function rangeSides(
  repository: ChangeRepository,
  asked: { readonly from?: string; readonly to: string },
  options: SideOptions,
  signal: AbortSignal,
): Promise<ChangeSides> {
  const names = asked.from === undefined ? [asked.to] : [asked.to, asked.from];
  const [to, from] = await findNames(repository, names, signal);
  if (to === undefined) throw unknownRevision(repository, asked.to);
  if (asked.from !== undefined && from === undefined) throw unknownRevision(repository, asked.from);
  const base = from ?? (await findBase(repository, to.ref, options, signal));
  return commitSides(repository, base, to, signal);
}

async function nameSides(
  repository: ChangeRepository,
  name: string,
  options: SideOptions,
  signal: AbortSignal,
): Promise<ChangeSides> {
  const [found] = await findNames(repository, [name], signal);
  if (found === undefined) throw unknownRevision(repository, name);
  if (found.isBranch) {
    return commitSides(repository, await findBase(repository, found.ref, options, signal), found, signal);
  }
  return oneCommitSides(repository, found, signal);
}

/** A commit against its first parent; the first commit of all against nothing. */
async function oneCommitSides(
  repository: ChangeRepository,
  found: FoundName,
  signal: AbortSignal,
): Promise<ChangeSides> {
  const [parent] = await repository.resolveCommits([`${found.commit}^1`], signal);
  if (parent === undefined && repository.shallowCommits.has(found.commit)) {
    throw new UserError(
      "no-merge-base",
      `There is no merge base for ${found.name}: this shallow clone ends at it, so its parent is not here.`,
    );
  }
  const short = found.commit.slice(0, 12);
  return {
    base: parent ?? repository.emptyTree,
    head: found.commit,
    ...(parent === undefined ? {} : { baseCommit: parent }),
    headCommit: found.commit,
    isWorkingCopy: false,
    isOneCommit: true,
    untrackedCount: 0,
    branch: found.name,
    baseRef: parent === undefined ? "" : `${short}^`,
    branchId: found.commit,
    baseId: parent ?? "",
    notes: parent === undefined ? [`${short} has no parent: all of its files are new.`] : [],
  };
}

async function commitSides(
  repository: ChangeRepository,
  base: FoundName & { readonly notes?: readonly string[] },
  head: FoundName,
  signal: AbortSignal,
): Promise<ChangeSides> {
  const start = await mergeBase(repository, base, head.name, head.commit, signal);
  return {
    base: start.commit,
    head: head.commit,
    baseCommit: base.commit,
    headCommit: head.commit,
    isWorkingCopy: false,
    isOneCommit: false,
    untrackedCount: 0,
    branch: head.isBranch ? head.name : branchNameOf(head),
    baseRef: base.name,
    branchId: head.ref,
    baseId: base.ref,
    notes: start.notes,
  };
}

async function workingCopySides(
  repository: ChangeRepository,
  baseName: string | undefined,
  options: SideOptions,
  signal: AbortSignal,
): Promise<ChangeSides> {
  if (repository.isBare) {
    throw new UserError(
      "bad-option",
      `${repository.root} is a bare repository without a working tree; name a range such as A..B.`,
    );
  }
  const snapshotTaken = repository.takeSnapshot(options.includeUntracked, signal);
  const startFound = currentBranch(repository, signal).then(async (current) => ({
    current,
    start: await workingCopyBase(repository, current, baseName, options, signal),
  }));
  // Both end before anything is thrown: whoever handles the error closes the repository.
  await Promise.allSettled([snapshotTaken, startFound]);
  const { current, start } = await startFound;
  const snapshot = await snapshotTaken;
  const isClean = current.head?.tree === snapshot.tree;
  const conflicts = snapshot.unmergedPaths.length;
  return {
    ...start,
    // Without uncommitted changes it is the same review as that of the commit, and the same cached answers.
    head: isClean && current.head !== undefined ? current.head.commit : snapshot.tree,
    ...(current.head === undefined ? {} : { headCommit: current.head.commit }),
    isWorkingCopy: !isClean,
    isOneCommit: false,
    untrackedCount: snapshot.untrackedCount,
    branch: current.name,
    branchId: current.ref ?? `HEAD of ${repository.gitDir}`,
    notes: [
      ...start.notes,
      ...(conflicts === 0
        ? []
        : [`A merge is in progress; files in conflict, shown as on disk: ${conflicts}.`]),
    ],
  };
}

interface CurrentBranch {
  readonly name: string;
  /** `undefined` while HEAD is detached. */
  readonly ref: string | undefined;
  /** `undefined` before the first commit. */
  readonly head: HeadCommit | undefined;
}

async function currentBranch(repository: ChangeRepository, signal: AbortSignal): Promise<CurrentBranch> {
  const [ref, head] = await Promise.all([
    repository.symbolicTarget("HEAD", signal),
    repository.headCommit(signal),
  ]);
  return { name: ref?.replace(/^refs\/heads\//, "") ?? "detached HEAD", ref, head };
}

async function workingCopyBase(
  repository: ChangeRepository,
  current: CurrentBranch,
  baseName: string | undefined,
  options: SideOptions,
  signal: AbortSignal,
): Promise<Pick<ChangeSides, "base" | "baseCommit" | "baseRef" | "baseId" | "notes">> {
  const { name: branch, ref: branchRef, head } = current;
  const [named] = baseName === undefined ? [] : await findNames(repository, [baseName], signal);
  if (head === undefined) {
    const isOwnName =
      baseName === undefined || baseName === "HEAD" || baseName === branch || baseName === branchRef;
    if (named === undefined && isOwnName) {
      const notes = [`${branch} has no commits yet: all of its files are new.`];
      return { base: repository.emptyTree, baseRef: "", baseId: "", notes };
    }
    if (named === undefined) throw unknownRevision(repository, baseName as string);
    throw new UserError(
      "no-merge-base",
      `There is no merge base of ${named.name} and ${branch}: ${branch} has no commits yet.`,
    );
  }
  if (baseName !== undefined && named === undefined) throw unknownRevision(repository, baseName);
  const base = named ?? (await findBase(repository, branchRef ?? "", options, signal));
  const start = await mergeBase(repository, base, branch, head.commit, signal);
  return {
    base: start.commit,
    baseCommit: base.commit,
    baseRef: base.name,
    baseId: base.ref,
    notes: start.notes,
  };
}

async function mergeBase(
  repository: ChangeRepository,
  base: FoundName & { readonly notes?: readonly string[] },
  headName: string,
  headCommit: string,
  signal: AbortSignal,
): Promise<{ readonly commit: string; readonly notes: readonly string[] }> {
  const found = await repository.mergeBases(base.commit, headCommit, signal);
  const [first] = found;
  if (first === undefined) {
    const why =
      repository.shallowCommits.size > 0
        ? "this is a shallow clone, and the commit where they part is not in it"
        : "their histories are unrelated";
    throw new UserError("no-merge-base", `There is no merge base of ${base.name} and ${headName}: ${why}.`);
  }
  const notes =
    found.length === 1
      ? []
      : [
          `${base.name} and ${headName} have ${found.length} merge bases; the diff starts from the first, ${first.slice(0, 12)}.`,
        ];
  return { commit: first, notes: [...(base.notes ?? []), ...notes] };
}

/** HEAD is shown as the branch that it stands for. */
function branchNameOf(found: FoundName): string {
  return found.ref.startsWith("refs/heads/") ? found.ref.slice("refs/heads/".length) : found.name;
}

function unknownRevision(repository: ChangeRepository, name: string): UserError {
  return new UserError("unknown-revision", `unknown revision: ${name} is no commit in ${repository.root}.`);
}
