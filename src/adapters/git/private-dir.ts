import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { sha1 } from "../../kit/hash.ts";
import type { RepositoryPlace } from "./locate-repository.ts";
import { copyPlainFile } from "./plain-file.ts";

/**
 * A git directory of Headwater's own that sees the objects of a repository and nothing else of it: none of
 * its configuration, attributes, hooks, filters, replaced objects or refs. What git writes goes here.
 */
export interface PrivateDir {
  readonly gitDir: string;
  /** Stays empty: the working tree of commands that read trees alone. */
  readonly emptyFolder: string;
  /** A path for an index; there is nothing at it at first. */
  readonly indexFile: string;
  /** An index for a second use at the same time. */
  readonly attributeIndexFile: string;
  /** Kept between runs, shared by all who read the same repository. */
  readonly objectsDir: string;
  /** What its file `config` says, for a further git directory of the same kind. */
  readonly configText: string;
  remove(): void;
}

/** Holds a folder for each repository that was read. */
export function cacheFolder(homeDir: string): string {
  return join(homeDir, "cache", "git");
}

/**
 * Makes the folder under `homeDir`, and sweeps away those of processes that are gone. A disk that is full or
 * read-only must keep nobody from reading a change: then the folder is a temporary one, and goes with the rest.
 *
 * @throws UserError  `home-unwritable`
 */
export function makePrivateDir(homeDir: string, place: RepositoryPlace, objectFormat: string): PrivateDir {
  const folder = join(cacheFolder(homeDir), sha1(place.commonDir));
  try {
    return makeDirIn(folder, place, objectFormat);
  } catch (cause) {
    if (refusals.has(codeOf(cause) ?? "")) {
      const instead = temporaryFolder();
      if (instead !== undefined) {
        const dir = makeDirIn(instead, place, objectFormat);
        return { ...dir, remove: () => rmSync(instead, { recursive: true, force: true }) };
      }
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("home-unwritable", `${homeDir} cannot be written: ${reason}`, { cause });
  }
}

/**
 * The disk says no, or its owner does; Node says ENOENT when it cannot make a parent on a read-only disk. Any
 * other failure is a mistake in the path, which is to be told.
 */
const refusals: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM", "ENOENT", "ENOSPC", "EDQUOT"]);

function temporaryFolder(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "headwater-git-"));
  } catch {
    // Nothing can be written anywhere: then the error of the home is the one to show.
    return undefined;
  }
}

function makeDirIn(folder: string, place: RepositoryPlace, objectFormat: string): PrivateDir {
  const objectsDir = join(folder, "objects");
  mkdirSync(objectsDir, { recursive: true, mode: 0o700 });
  sweep(folder);
  const gitDir = mkdtempSync(join(folder, `run-${process.pid}-`));
  try {
    const emptyFolder = join(gitDir, "empty");
    for (const part of ["objects", "refs", "info", "empty"]) mkdirSync(join(gitDir, part));
    writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
    const config = configText(objectFormat, place);
    writeFileSync(join(gitDir, "config"), config);
    copyPlainFile(join(place.commonDir, "info", "exclude"), join(gitDir, "info", "exclude"));
    return {
      gitDir,
      emptyFolder,
      indexFile: join(gitDir, "index"),
      attributeIndexFile: join(gitDir, "attribute-index"),
      objectsDir,
      configText: config,
      remove: () => rmSync(gitDir, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(gitDir, { recursive: true, force: true });
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function configText(objectFormat: string, place: RepositoryPlace): string {
  const isSha1 = objectFormat === "sha1";
  return [
    "[core]",
    `\trepositoryformatversion = ${isSha1 ? 0 : 1}`,
    "\tbare = false",
    `\tfileMode = ${recordsFileModes(place)}`,
    ...(isSha1 ? [] : ["[extensions]", `\tobjectFormat = ${objectFormat}`]),
    "",
  ].join("\n");
}

/**
 * Whether the file system knows which files are executable. git asks its configuration; here a file tells
 * that git made itself and never as an executable.
 */
function recordsFileModes(place: RepositoryPlace): boolean {
  const head = statSync(join(place.gitDir, "HEAD"), { throwIfNoEntry: false });
  return head === undefined || (head.mode & 0o111) === 0;
}

/** Whether a process that runs reads with this folder of a repository. */
export function isInUse(folder: string): boolean {
  return (existsSync(folder) ? readdirSync(folder) : []).some((name) => {
    const found = /^run-(\d+)-/.exec(name);
    return found !== null && isRunning(Number(found[1]));
  });
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const found = /^run-(\d+)-/.exec(name);
    if (found !== null && !isRunning(Number(found[1]))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
