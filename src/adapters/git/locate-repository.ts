import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { readPlainFile } from "./plain-file.ts";

export interface RepositoryPlace {
  /** The top of the working tree; of a bare repository, the git directory. */
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly isBare: boolean;
}

/**
 * The repository that `folder` lies in, found as git finds it but without asking git: git refuses the
 * repositories of other owners, and lets `core.worktree` point the working tree anywhere.
 *
 * @throws UserError  `not-a-repository`
 */
export function locateRepository(folder: string): RepositoryPlace {
  const start = realFolder(folder);
  for (let at = start; ; at = dirname(at)) {
    const entry = join(at, ".git");
    const gitDir = isFolder(entry) ? entry : linkedGitDir(entry);
    if (gitDir !== undefined && isGitDir(gitDir)) return placeOf(at, realpathSync(gitDir), false);
    if (isGitDir(at)) {
      // Within the git directory of an ordinary repository its working tree is meant.
      const isInside = basename(at) === ".git";
      return placeOf(isInside ? dirname(at) : at, at, !isInside);
    }
    if (dirname(at) === at) throw new UserError("not-a-repository", `${start} is not in a git repository.`);
  }
}

function placeOf(root: string, gitDir: string, isBare: boolean): RepositoryPlace {
  return { root, gitDir, commonDir: commonDirOf(gitDir) ?? gitDir, isBare };
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    return isFolder(real) ? real : dirname(real);
  } catch (cause) {
    throw new UserError("not-a-repository", `${folder} cannot be opened.`, { cause });
  }
}

function isGitDir(folder: string): boolean {
  if (readText(join(folder, "HEAD")) === undefined) return false;
  const common = commonDirOf(folder) ?? folder;
  return isFolder(join(common, "objects")) && isFolder(join(common, "refs"));
}

/** A `.git` file of a linked worktree or a submodule says where its git directory is. */
function linkedGitDir(file: string): string | undefined {
  const found = /^gitdir: (.+?)\r?\n*$/s.exec(readText(file) ?? "");
  return found === null ? undefined : resolve(dirname(file), found[1] as string);
}

function commonDirOf(gitDir: string): string | undefined {
  const text = readText(join(gitDir, "commondir"))?.replace(/\r?\n*$/, "");
  if (text === undefined || text === "") return undefined;
  const folder = resolve(gitDir, text);
  return isFolder(folder) ? realpathSync(folder) : undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // A link that leads to itself, or a folder that may not be entered.
    return false;
  }
}

/** The text of a small file; nothing where there is none that can be read. */
function readText(file: string): string | undefined {
  try {
    return readPlainFile(file, 65_535)?.toString("utf8");
  } catch {
    return undefined;
  }
}
