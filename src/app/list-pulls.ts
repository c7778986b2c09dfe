import type { PullList, RepositoryAddress } from "../adapters/forge/forge.ts";
import { type ChangeRepository, openRepository } from "../adapters/git/git.ts";
import type { Pulls } from "../wire/discussion.ts";
import type { Forges } from "./forges.ts";
import { openMarks } from "./marks.ts";
import { knownRepositories, noForge, reviewIdOf } from "./read-pull.ts";

export interface ListPullsOptions {
  /** A folder within the repository. */
  readonly repoDir: string;
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly forges: Forges;
}

/**
 * The open pull requests of the repository around a folder: of the original where its remotes point at several.
 *
 * @throws UserError  `unknown-forge` where no remote points at a forge that may be asked
 */
export async function listPulls(options: ListPullsOptions, signal: AbortSignal): Promise<Pulls> {
  const { repoDir: folder, homeDir, environment, forges } = options;
  const repository = await openRepository({ folder, homeDir, environment }, signal);
  try {
    return await pullsOf(await originalOf(repository, forges, signal), forges, homeDir, signal);
  } finally {
    repository.close();
  }
}

/** The repository whose pull requests are meant where nothing else is said. Throws `unknown-forge`. */
export async function originalOf(
  repository: ChangeRepository,
  forges: Forges,
  signal: AbortSignal,
): Promise<RepositoryAddress> {
  const [original] = await knownRepositories(repository, forges, signal);
  if (original === undefined) throw noForge(repository, "Pull requests");
  return original;
}

/** The open pull requests of one repository, with how many hunks of each are marked here. */
export async function pullsOf(
  address: RepositoryAddress,
  forges: Forges,
  homeDir: string,
  signal: AbortSignal,
): Promise<Pulls> {
  const forge = await forges.at(address.host, signal);
  const list: PullList = await forge.listPulls(address, signal);
  const [owner = "", name = ""] = list.repository.split("/");
  const pulls: Pulls["pulls"] = [];
  for (const { headSha: _, ...pull } of list.pulls) {
    const reviewId = reviewIdOf({ host: address.host, owner, name, number: pull.number });
    const marked = (await openMarks(homeDir, reviewId).read()).table.size;
    pulls.push({ ...pull, ...(marked > 0 ? { marked } : {}) });
  }
  return { repository: list.repository, pulls, total: list.total, notes: [...list.notes] };
}
