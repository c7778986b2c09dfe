import type { ChangeRepository } from "../adapters/git/git.ts";
import { UserError } from "../kit/errors.ts";

/** A commit with the name it was found by. */
export interface FoundName {
  readonly commit: string;
  /** As a person calls it: "main", "origin/main", "v1.2". */
  readonly name: string;
  /** The full name of a branch or tag; for an id the commit's, and for an expression the expression. */
  readonly ref: string;
  readonly isBranch: boolean;
}

/**
 * What each name means, in the order asked. A name that is both a branch and something else is the branch,
 * but for whole ids and git's own names, which nobody can take over by making a branch.
 */
export async function findNames(
  repository: ChangeRepository,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly (FoundName | undefined)[]> {
  const readings = names.map(readingsOf);
  const asked = readings.flat().map((reading) => reading.ask);
  const [commits, current] = await Promise.all([
    repository.resolveCommits(asked, signal),
    names.some(isHead) ? repository.symbolicTarget("HEAD", signal) : undefined,
  ]);
  let next = 0;
  const found = readings.map((list) => {
    const answers = list.map((reading) => ({ reading, commit: commits[next++] }));
    return answers.find((answer) => answer.commit !== undefined);
  });
  return found.map((answer, i) => {
    if (answer?.commit === undefined) return undefined;
    const { reading, commit } = answer;
    const name = names[i] as string;
    const ref =
      reading.ref ?? (isHead(name) ? current : undefined) ?? (/^[0-9a-f]{4,64}$/.test(name) ? commit : name);
    return { commit, name: shortName(name), ref, isBranch: reading.ref !== undefined && reading.isBranch };
  });
}

/** Where a base is looked for, beyond the names that branches usually have. */
export interface BaseSearch {
  /** The base of the branch's pull request, as the forge knows it. */
  readonly askForge?: (
    repository: ChangeRepository,
    branchRef: string,
    signal: AbortSignal,
  ) => Promise<{ readonly base?: FoundName; readonly notes: readonly string[] }>;
  readonly chooseBase?: (tried: readonly string[]) => Promise<string | undefined>;
}

export interface FoundBase extends FoundName {
  /** What the reader should know of how it was found. */
  readonly notes: readonly string[];
}

/**
 * The base that a branch is most likely meant for: that of its pull request, what `origin/HEAD` stands for, then the
 * usual names. Never the branch itself.
 *
 * @param ownRef  the full name of the branch under review, "" for none
 * @throws UserError  `no-base`, with the names that were tried
 */
export async function findBase(
  repository: ChangeRepository,
  ownRef: string,
  search: BaseSearch,
  signal: AbortSignal,
): Promise<FoundBase> {
  const ofForge = await search.askForge?.(repository, ownRef, signal);
  const notes = ofForge?.notes ?? [];
  if (ofForge?.base !== undefined) return { ...ofForge.base, notes };
  const originHead = await repository.symbolicTarget("refs/remotes/origin/HEAD", signal);
  const candidates = [originHead ?? "refs/remotes/origin/HEAD", ...usualBases].filter(
    (ref) => ref !== ownRef,
  );
  const commits = await repository.resolveCommits(candidates, signal);
  const place = commits.findIndex((commit) => commit !== undefined);
  if (place !== -1) {
    const ref = candidates[place] as string;
    return { commit: commits[place] as string, name: shortName(ref), ref, isBranch: true, notes };
  }
  const tried = candidates.map(shortName);
  const chosen = await search.chooseBase?.(tried);
  if (chosen === undefined) {
    const own = ownRef === "" ? "" : ` for ${shortName(ownRef)}`;
    throw new UserError("no-base", `No base was found${own}; tried ${tried.join(", ")}.`);
  }
  const [found] = await findNames(repository, [chosen], signal);
  if (found === undefined) {
    throw new UserError(
      "unknown-revision",
      `unknown revision: ${chosen} is no commit in ${repository.root}.`,
    );
  }
  return { ...found, notes };
}

const usualBases = ["main", "master", "develop", "development"].flatMap((name) => [
  `refs/remotes/origin/${name}`,
  `refs/heads/${name}`,
]);

interface Reading {
  /** What git is asked. */
  readonly ask: string;
  /** The full name, where the question holds one. */
  readonly ref?: string;
  readonly isBranch: boolean;
}

function readingsOf(name: string): readonly Reading[] {
  const plain: Reading = { ask: name, isBranch: false };
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(name) || /^(?:[A-Z_]*HEAD|@)$/.test(name)) return [plain];
  if (/^refs\/(?:heads|remotes)\//.test(name)) return [{ ask: name, ref: name, isBranch: true }];
  const branches = [`refs/heads/${name}`, `refs/remotes/${name}`].map((ref) => ({
    ask: ref,
    ref,
    isBranch: true,
  }));
  const tag = `refs/tags/${name}`;
  // An expression such as main~2 or HEAD@{1} is no name of a branch.
  if (/[~^:@{]/.test(name)) return [plain, ...branches];
  return [branches[0] as Reading, { ask: tag, ref: tag, isBranch: false }, plain, branches[1] as Reading];
}

function isHead(name: string): boolean {
  return name === "HEAD" || name === "@";
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes|tags)\//, "");
}
