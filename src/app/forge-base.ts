import { join } from "node:path";
import type { PullSummary, RepositoryAddress } from "../adapters/forge/forge.ts";
import type { ChangeRepository } from "../adapters/git/git.ts";
import { homeAt, type StateFile, stateFile } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import type { FoundName } from "./find-revisions.ts";
import type { Forges } from "./forges.ts";
import { type ForgeRemote, forgeRemotes } from "./pull-clone.ts";
import { BASE_ASK_MS, BASE_FRESH_MS, BASE_RETRY_MS } from "./pull-limits.ts";
import { isSameRepository } from "./pull-names.ts";

/** What the forge says of a branch: the base of its pull request where that is here, and what to know of it. */
export interface ForgeBase {
  readonly base?: FoundName;
  readonly notes: readonly string[];
}

/** Asks for the base of a branch, given by its full name. Never fails: a forge that does not answer is a note. */
export type AskForgeBase = (
  repository: ChangeRepository,
  branchRef: string,
  signal: AbortSignal,
) => Promise<ForgeBase>;

/**
 * Asks the forges that the remotes point at for the pull request of a branch, and waits only a moment. Answers hold for
 * some minutes, so that looking again asks nobody.
 */
export function forgeBaseAsker(forges: Forges, homeDir: string): AskForgeBase {
  return async (repository, branchRef, signal) => {
    if (!branchRef.startsWith("refs/heads/")) return { notes: [] };
    try {
      return await findForgeBase(forges, homeDir, repository, branchRef.slice("refs/heads/".length), signal);
    } catch (error) {
      if (!(error instanceof UserError) || (error.code === "cancelled" && signal.aborted)) throw error;
      return { notes: [noteOf(error)] };
    }
  };
}

function noteOf(error: UserError): string {
  const why = error.code === "cancelled" ? `there was no answer in ${BASE_ASK_MS / 1000} s` : error.message;
  return `The base of this branch's pull request was not asked for: ${why.replace(/\.$/, "")}.`;
}

async function findForgeBase(
  forges: Forges,
  homeDir: string,
  repository: ChangeRepository,
  branch: string,
  signal: AbortSignal,
): Promise<ForgeBase> {
  const remotes = await forgeRemotes(repository, signal);
  if (remotes.length === 0 || !(await forges.mayAskForBase())) return { notes: [] };
  const known = new Set((await forges.known()).map(({ host }) => host));
  const asked = remotes.filter((remote) => known.has(remote.repository.host));
  if (asked.length === 0) return { notes: [] };
  const upstream = await repository.upstreamOf(branch, signal);
  const own =
    asked.find(({ name }) => name === upstream?.remote) ?? asked.find(({ name }) => name === "origin");
  const head = {
    owner: (own ?? (asked[0] as ForgeRemote)).repository.owner,
    branch: upstream?.branch ?? branch,
  };
  const answer = await askOrRecall(forges, homeDir, repository, asked, head, signal);
  if (answer.note !== undefined) return { notes: [answer.note] };
  if (answer.pull === undefined) return { notes: [] };
  const { remote, number, baseRef } = answer.pull;
  const ref = `refs/remotes/${remote}/${baseRef}`;
  const [commit] = await repository.resolveCommits([ref], signal);
  if (commit === undefined) {
    return {
      notes: [
        `Pull request #${number} of this branch goes into ${baseRef}, which was not fetched from ${remote}.`,
      ],
    };
  }
  return { base: { commit, name: `${remote}/${baseRef}`, ref, isBranch: true }, notes: [] };
}

/** What a forge said of a branch, and when. */
interface Answer {
  readonly atMs: number;
  readonly pull?: { readonly remote: string; readonly number: number; readonly baseRef: string };
  /** Why it could not be asked. */
  readonly note?: string;
}

interface Head {
  readonly owner: string;
  readonly branch: string;
}

async function askOrRecall(
  forges: Forges,
  homeDir: string,
  repository: ChangeRepository,
  remotes: readonly ForgeRemote[],
  head: Head,
  signal: AbortSignal,
): Promise<Answer> {
  const key = sha1([repository.commonDir, head.owner, head.branch, JSON.stringify(remotes)].join("\0"));
  const file = answerFile(join(homeAt(homeDir).cache, "pull-bases", `${key}.json`));
  const known = (await file.read()).value;
  const ageMs = known === undefined ? Number.POSITIVE_INFINITY : Date.now() - known.atMs;
  const freshMs = known?.note === undefined ? BASE_FRESH_MS : BASE_RETRY_MS;
  if (known !== undefined && ageMs >= 0 && ageMs < freshMs) return known;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(BASE_ASK_MS)]);
  let answer: Answer = { atMs: Date.now() };
  try {
    const pull = await ask(forges, remotes, head, limit);
    if (pull !== undefined) answer = { ...answer, pull };
  } catch (error) {
    if (!(error instanceof UserError) || signal.aborted) throw error;
    answer = { ...answer, note: noteOf(error) };
  }
  await file
    .update(() => answer)
    .catch((error: unknown) => {
      // A disk that is full costs another question.
      if (!(error instanceof UserError)) throw error;
    });
  return answer;
}

/** The first repository that has a pull request of this head; a private one that may not be seen has none. */
async function ask(
  forges: Forges,
  remotes: readonly ForgeRemote[],
  head: Head,
  signal: AbortSignal,
): Promise<Answer["pull"]> {
  const distinct = remotes.filter(
    ({ repository }, i) => remotes.findIndex((other) => isSameRepository(other.repository, repository)) === i,
  );
  for (const { name, repository } of distinct) {
    const found = await pullOf(forges, repository, head, signal);
    if (found !== undefined) return { remote: name, number: found.number, baseRef: found.baseRef };
  }
  return undefined;
}

async function pullOf(
  forges: Forges,
  repository: RepositoryAddress,
  head: Head,
  signal: AbortSignal,
): Promise<PullSummary | undefined> {
  const forge = await forges.at(repository.host, signal);
  try {
    return await forge.pullOfBranch(repository, head, signal);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-such-pull-request") return undefined;
    throw error;
  }
}

function answerFile(path: string): StateFile<Answer | undefined> {
  return stateFile<Answer | undefined>(path, {
    version: 1,
    empty: undefined,
    parse(value) {
      const answer = value as Partial<Answer> | null;
      const { pull } = answer ?? {};
      const isPull =
        pull === undefined || [pull.remote, pull.baseRef].every((text) => typeof text === "string");
      return typeof answer?.atMs === "number" && isPull ? (answer as Answer) : undefined;
    },
    format: (value) => value,
  });
}
