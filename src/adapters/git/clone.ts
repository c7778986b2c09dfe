import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { type Environment, findGit, gitEnvironment, pinnedConfig } from "./environment.ts";
import { type GitRemote, networkPlace, type OnGitProgress, runNetworkGit } from "./network.ts";

/** A clone that was begun so long ago by another process was broken off. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * A full clone without tags and without files at `folder`, a bare repository. It is made beside and moved into place
 * when it is whole, so that a half one is never used; of two processes the second one's is thrown away.
 *
 * @throws UserError  as `fetchRefs`, and `home-unwritable`
 */
export async function cloneRepository(
  folder: string,
  remote: GitRemote,
  environment: Environment,
  onProgress: OnGitProgress,
  signal: AbortSignal,
): Promise<void> {
  const program = findGit(environment);
  const beside = makeBeside(folder);
  try {
    const place = {
      program,
      folder: beside,
      variables: gitEnvironment(environment),
      options: ["--no-pager", ...pinnedConfig],
    };
    const words = [
      "clone",
      "--bare",
      "--no-tags",
      "--no-recurse-submodules",
      // Without it the hooks of whoever installed git come along.
      "--template=",
      "--progress",
      "--end-of-options",
      remote.url,
      join(beside, "clone"),
    ];
    await runNetworkGit(networkPlace(place, remote), words, onProgress, signal);
    moveIntoPlace(join(beside, "clone"), folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function makeBeside(folder: string): string {
  const parent = dirname(folder);
  const start = `.${basename(folder)}.new-`;
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(parent)) {
      if (!name.startsWith(start)) continue;
      const old = join(parent, name);
      const ageMs = Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (ageMs > ABANDONED_MS) rmSync(old, { recursive: true, force: true });
    }
    return mkdtempSync(join(parent, start));
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function moveIntoPlace(from: string, folder: string): void {
  try {
    renameSync(from, folder);
  } catch (cause) {
    if (!existsSync(join(folder, "HEAD"))) throw unwritable(folder, cause);
  }
}

function unwritable(folder: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError("home-unwritable", `${folder} cannot be written: ${reason}`, { cause });
}
