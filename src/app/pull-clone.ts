import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Forge, PullAddress, PullRequest, RepositoryAddress } from "../adapters/forge/forge.ts";
import { type ChangeRepository, cloneRepository, openRepository } from "../adapters/git/git.ts";
import { fileNameOf } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";
import { ASKED_REMOTES } from "./pull-limits.ts";
import { isSameRepository, readRemoteUrl } from "./pull-names.ts";
import type { StageProgress } from "./session-input.ts";

/** Which clones there may be, and where Headwater's own go. */
export interface CloneOptions {
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder was named with `--repo`: then no other clone will do. */
  readonly isRepoNamed?: boolean;
  readonly onProgress?: (progress: StageProgress) => void;
}

export interface FoundClone {
  readonly repository: ChangeRepository;
  readonly notes: readonly string[];
}

/** A remote that points at a repository of a forge. */
export interface ForgeRemote {
  readonly name: string;
  readonly repository: RepositoryAddress;
}

/** The remotes that point at forges: those that people call the original first. */
export async function forgeRemotes(
  repository: ChangeRepository,
  signal: AbortSignal,
): Promise<readonly ForgeRemote[]> {
  const remotes = (await repository.remotes(signal)).flatMap(({ name, url }) => {
    const address = readRemoteUrl(url);
    return address === undefined ? [] : [{ name, repository: address }];
  });
  const rank = (name: string) => ["upstream", "origin"].indexOf(name) + 1 || 3;
  return remotes.sort((a, b) => rank(a.name) - rank(b.name));
}

/**
 * The clone to read a pull request in: the one at hand where a remote of it points at the repository, else one of
 * Headwater's own, made on first use. A shallow or partial clone lacks what a review needs, and completing it would
 * change it under its owner: then it is one of Headwater's own too, and that is said.
 *
 * @param asked  as it was named, which may be an old name
 * @throws UserError  `bad-option` where `--repo` names a clone of another repository
 */
export async function findClone(
  here: ChangeRepository | undefined,
  forge: Forge,
  pull: PullRequest,
  asked: PullAddress | undefined,
  options: CloneOptions,
  signal: AbortSignal,
): Promise<FoundClone> {
  const { address } = pull;
  const full = `${address.owner}/${address.name}`;
  const points = here !== undefined && (await pointsAt(here, forge, [address, asked ?? address], signal));
  if (here !== undefined && points) {
    const lack = here.shallowCommits.size > 0 ? "shallow" : here.isPartial ? "partial" : undefined;
    if (lack === undefined) return { repository: here, notes: [] };
    const found = await ownClone(forge, pull, options, signal);
    const note = `${here.root} is a ${lack} clone, which lacks history; Headwater's own full clone is read.`;
    return { ...found, notes: [note] };
  }
  if (here !== undefined && options.isRepoNamed) {
    const remotes = (await forgeRemotes(here, signal)).map(({ name, repository }) => {
      return `${name} at ${repository.host}/${repository.owner}/${repository.name}`;
    });
    const has = remotes.length === 0 ? "it has none at a forge" : `it has ${remotes.join(", ")}`;
    throw new UserError("bad-option", `No remote of ${here.root} points at ${address.host}/${full}: ${has}.`);
  }
  return ownClone(forge, pull, options, signal);
}

/** A repository that was renamed is asked for its present name, where no remote has one of the names that are known. */
async function pointsAt(
  here: ChangeRepository,
  forge: Forge,
  names: readonly RepositoryAddress[],
  signal: AbortSignal,
): Promise<boolean> {
  const remotes = (await forgeRemotes(here, signal)).filter(
    ({ repository }) => repository.host === forge.host,
  );
  const isOne = (repository: RepositoryAddress) => names.some((name) => isSameRepository(name, repository));
  if (remotes.some(({ repository }) => isOne(repository))) return true;
  for (const { repository } of remotes.slice(0, ASKED_REMOTES)) {
    const now = await forge.currentName(repository, signal);
    if (now !== undefined && isOne(now)) return true;
  }
  return false;
}

async function ownClone(
  forge: Forge,
  pull: PullRequest,
  options: CloneOptions,
  signal: AbortSignal,
): Promise<FoundClone> {
  const { homeDir, environment, onProgress } = options;
  const { host, owner, name } = pull.address;
  const steps = [host, owner, name].map((step) => fileNameOf(step.toLowerCase()));
  const folder = join(homeDir, "repos", ...steps);
  if (!existsSync(join(folder, "HEAD"))) {
    onProgress?.({ what: `cloning ${owner}/${name}`, done: 0, total: 0 });
    const tell = ({ what, done, total }: StageProgress) =>
      onProgress?.({ what: `cloning ${owner}/${name}: ${what}`, done, total });
    await cloneRepository(folder, forge.remote(pull), environment, tell, signal);
  }
  return { repository: await openRepository({ folder, homeDir, environment }, signal), notes: [] };
}
