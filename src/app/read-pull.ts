import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Forge, PullAddress, PullRequest } from "../adapters/forge/forge.ts";
import { type ChangeRepository, MissingRef } from "../adapters/git/git.ts";
import { fileNameOf, homeAt, type StateFile, stateFile } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import type { Forges } from "./forges.ts";
import { type CloneOptions, type FoundClone, findClone, forgeRemotes } from "./pull-clone.ts";
import { FETCH_FRESH_MS, RESOLVE_PAUSE_MS, RESOLVE_TRIES } from "./pull-limits.ts";
import { isSameRepository, type PullName } from "./pull-names.ts";
import type { PullOfChange } from "./pull-of-change.ts";

export interface ReadPullOptions extends CloneOptions {
  /** Fetch, however recently that was done. */
  readonly isRefreshing?: boolean;
}

/** A pull request whose two sides are here. */
export interface FetchedPull {
  readonly pull: PullOfChange;
  readonly repository: ChangeRepository;
  readonly reviewId: string;
  /** The tip of the base, or of what it was when it was merged. */
  readonly baseTip: string;
  readonly head: string;
  /** Where the diff starts. */
  readonly mergeBase: string;
  readonly notes: readonly string[];
}

/**
 * Finds a pull request, the clone to read it in, and fetches what is missing there. Closes `here` where another
 * clone is read, and where it fails.
 *
 * @param here  the repository at hand
 */
export async function readPull(
  name: PullName,
  here: ChangeRepository | undefined,
  forges: Forges,
  options: ReadPullOptions,
  signal: AbortSignal,
): Promise<FetchedPull> {
  const opened = new Set(here === undefined ? [] : [here]);
  try {
    const { forge, request, asked } = await resolvePull(name, here, forges, signal);
    const clone = await findClone(here, forge, request, asked, options, signal);
    opened.add(clone.repository);
    const fetched = await fetchPull({ forge, request }, clone, options, signal);
    const moved =
      asked === undefined || isSameRepository(asked, fetched.pull.request.address)
        ? []
        : [`${asked.owner}/${asked.name} is now ${nameOf(fetched.pull.request.address)}.`];
    if (clone.repository !== here) here?.close();
    return {
      ...fetched,
      notes: [...moved, ...clone.notes, ...fetched.notes, ...stateNotes(fetched.pull.request)],
    };
  } catch (error) {
    for (const repository of opened) repository.close();
    throw error;
  }
}

interface Resolved extends PullOfChange {
  /** As it was named; absent where only its number was. */
  readonly asked?: PullAddress;
}

async function resolvePull(
  name: PullName,
  here: ChangeRepository | undefined,
  forges: Forges,
  signal: AbortSignal,
): Promise<Resolved> {
  const remotes = here === undefined ? [] : await forgeRemotes(here, signal);
  switch (name.kind) {
    case "address":
      return resolveAt(name.address, forges, signal);
    case "full": {
      const known = new Set((await forges.known()).map(({ host }) => host));
      const usual = await forges.defaultHost();
      const there = remotes.find(
        ({ repository }) =>
          known.has(repository.host) &&
          isSameRepository({ ...repository, owner: name.owner, name: name.name }, repository),
      );
      const { owner, number } = name;
      return resolveAt(
        { host: there?.repository.host ?? usual, owner, name: name.name, number },
        forges,
        signal,
      );
    }
    case "number":
      return resolveNumber(name.number, here, forges, signal);
  }
}

async function resolveAt(asked: PullAddress, forges: Forges, signal: AbortSignal): Promise<Resolved> {
  const forge = await forges.at(asked.host, signal);
  return { forge, request: await forge.resolve(asked, signal), asked };
}

/** In the first of the repositories at hand that has it: the original before a fork of it. */
async function resolveNumber(
  number: number,
  here: ChangeRepository | undefined,
  forges: Forges,
  signal: AbortSignal,
): Promise<Resolved> {
  const repositories = here === undefined ? [] : await knownRepositories(here, forges, signal);
  let missing: unknown;
  for (const repository of repositories) {
    const forge = await forges.at(repository.host, signal);
    try {
      return { forge, request: await forge.resolve({ ...repository, number }, signal) };
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== "no-such-pull-request") throw error;
      missing ??= error;
    }
  }
  if (missing !== undefined) throw missing;
  throw noForge(here, `#${number}`);
}

/** The repositories that the remotes point at, at forges that may be asked. */
export async function knownRepositories(here: ChangeRepository, forges: Forges, signal: AbortSignal) {
  const known = new Set((await forges.known()).map(({ host }) => host));
  const remotes = await forgeRemotes(here, signal);
  const repositories = remotes.map(({ repository }) => repository).filter(({ host }) => known.has(host));
  return repositories.filter(
    (repository, i) => repositories.findIndex((other) => isSameRepository(other, repository)) === i,
  );
}

export function noForge(here: ChangeRepository | undefined, what: string): UserError {
  const where =
    here === undefined
      ? "There is no repository here"
      : `No remote of ${here.root} points at a forge that Headwater may ask`;
  return new UserError("unknown-forge", `${what} cannot be looked up: ${where}.`);
}

/** What was fetched last, and when. Deleting it costs one fetch. */
interface LastFetch {
  readonly commonDir: string;
  readonly baseRef: string;
  readonly head: string;
  readonly baseTip: string;
  readonly atMs: number;
}

async function fetchPull(
  first: PullOfChange,
  { repository }: FoundClone,
  options: ReadPullOptions,
  signal: AbortSignal,
): Promise<FetchedPull> {
  const reviewId = reviewIdOf(first.request.address);
  const kept = lastFetchFile(options.homeDir, reviewId);
  let { request } = first;
  const last = (await kept.read()).value;
  if (!options.isRefreshing && last && (await isFresh(last, request, repository, signal))) {
    return finish({ ...first, request }, repository, reviewId, last, [], signal);
  }
  for (let tries = 1; ; tries++) {
    const { head, baseTip, notes } = await fetchOnce(first.forge, request, repository, options, signal);
    if (head !== request.headSha && tries < RESOLVE_TRIES) {
      // It was pushed to between two questions.
      await sleep(tries === 1 ? 0 : RESOLVE_PAUSE_MS, undefined, { signal }).catch(() => {
        throw new UserError("cancelled", "Fetching was cancelled.");
      });
      request = await first.forge.resolve(request.address, signal);
      if (head !== request.headSha) continue;
    }
    const late =
      head === request.headSha
        ? []
        : [
            `The forge says that the head is ${request.headSha.slice(0, 12)} and gives ${head.slice(0, 12)}, which is shown.`,
          ];
    const fetch: LastFetch = {
      commonDir: repository.commonDir,
      baseRef: request.baseRef,
      head,
      baseTip,
      atMs: Date.now(),
    };
    // A disk that is full costs another fetch.
    if (head === request.headSha && notes.length === 0) await kept.update(() => fetch).catch(onlyUserErrors);
    return finish({ ...first, request }, repository, reviewId, fetch, [...notes, ...late], signal);
  }
}

function onlyUserErrors(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

async function isFresh(
  last: LastFetch,
  request: PullRequest,
  repository: ChangeRepository,
  signal: AbortSignal,
): Promise<boolean> {
  const isSame =
    last.commonDir === repository.commonDir &&
    last.head === request.headSha &&
    last.baseRef === request.baseRef;
  const ageMs = Date.now() - last.atMs;
  if (!isSame || ageMs < 0 || ageMs > FETCH_FRESH_MS) return false;
  const there = await repository.resolveCommits([last.head, last.baseTip], signal);
  return there.every((commit) => commit !== undefined);
}

/** The base is always asked for, the head only where it is not here yet. */
async function fetchOnce(
  forge: Forge,
  request: PullRequest,
  repository: ChangeRepository,
  options: ReadPullOptions,
  signal: AbortSignal,
): Promise<{ readonly head: string; readonly baseTip: string; readonly notes: readonly string[] }> {
  const { number } = request.address;
  const remote = forge.remote(request);
  const ours = `refs/headwater/${number}`;
  const [known] = await repository.resolveCommits([request.headSha], signal);
  const wanted = known === undefined ? [{ from: remote.headRef, to: `${ours}/head` }] : [];
  const fetch = async (base: string) => {
    const refs = [...wanted, { from: base, to: `${ours}/base` }];
    const commits = await repository.fetch(
      remote,
      refs,
      (progress) => options.onProgress?.(progress),
      signal,
    );
    if (known !== undefined) await repository.keepCommits([{ ref: `${ours}/head`, commit: known }], signal);
    return { head: known ?? (commits[0] as string), baseTip: commits.at(-1) as string };
  };
  options.onProgress?.({ what: `fetching #${number}`, done: 0, total: 0 });
  try {
    return { ...(await fetch(remote.baseRef)), notes: [] };
  } catch (error) {
    const isGone = error instanceof UserError && error.cause instanceof MissingRef;
    if (!isGone || !remote.baseRef.endsWith((error.cause as MissingRef).ref)) throw error;
    const notes = [
      `Its base, ${request.baseRef}, is gone; it is compared with the commit that the forge names instead.`,
    ];
    return { ...(await fetch(request.statedBase)), notes };
  }
}

async function finish(
  pull: PullOfChange,
  repository: ChangeRepository,
  reviewId: string,
  { head, baseTip }: { readonly head: string; readonly baseTip: string },
  notes: readonly string[],
  signal: AbortSignal,
): Promise<FetchedPull> {
  const { request } = pull;
  const found = await repository.mergeBases(baseTip, head, signal);
  let start = found[0];
  if (start === undefined) {
    throw new UserError(
      "no-merge-base",
      `There is no merge base of ${request.baseRef} and ${request.headRef}: their histories are unrelated.`,
    );
  }
  const more: string[] = [];
  if (found.length > 1) {
    more.push(
      `${request.baseRef} and ${request.headRef} have ${found.length} merge bases; the diff starts from ${start.slice(0, 12)}.`,
    );
  }
  if (start === head) {
    // What was merged is a part of its base: it is compared with the base as it was before.
    const [stated] = await repository.resolveCommits([request.statedBase], signal);
    const [before] = stated === undefined ? [] : await repository.mergeBases(stated, head, signal);
    if (before !== undefined && before !== head) {
      start = before;
      more.push(
        `${request.baseRef} has all of it by now; it is compared with ${before.slice(0, 12)}, where it began.`,
      );
    }
  }
  return {
    pull,
    repository,
    reviewId,
    baseTip: start === found[0] ? baseTip : start,
    head,
    mergeBase: start,
    notes: [...notes, ...more],
  };
}

function stateNotes(request: PullRequest): readonly string[] {
  return [
    ...(request.state === "open" ? [] : [`This pull request is ${request.state}.`]),
    ...(request.headRepository === undefined ? ["The fork that it came from was deleted."] : []),
  ];
}

/** Of a pull request a review is known by where it is, and never by its head. */
export function reviewIdOf({ host, owner, name, number }: PullAddress): string {
  return sha1(["pull request", host, owner.toLowerCase(), name.toLowerCase(), String(number)].join("\0"));
}

function nameOf({ owner, name }: PullAddress): string {
  return `${owner}/${name}`;
}

function lastFetchFile(homeDir: string, reviewId: string): StateFile<LastFetch | undefined> {
  return stateFile<LastFetch | undefined>(
    join(homeAt(homeDir).cache, "pulls", `${fileNameOf(reviewId)}.json`),
    {
      version: 1,
      empty: undefined,
      parse(value) {
        const fetch = value as Partial<LastFetch> | null;
        const isWhole =
          typeof fetch?.commonDir === "string" &&
          typeof fetch.baseRef === "string" &&
          typeof fetch.head === "string" &&
          typeof fetch.baseTip === "string" &&
          typeof fetch.atMs === "number";
        return isWhole ? (fetch as LastFetch) : undefined;
      },
      format: (value) => value,
    },
  );
}
