import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";

/** The index of the largest repositories has some hundred megabytes. */
const maxBytes = 1 << 30;

/**
 * The bytes of a file of a repository; `undefined` where there is none. Whoever made the repository may have
 * put a pipe or a device at its place, which would never end and could not be interrupted.
 *
 * @throws UserError  `git-failed` for what is no plain file, is far too large or may not be read
 */
export function readPlainFile(file: string, limitBytes = maxBytes): Buffer | undefined {
  let opened: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    opened = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw unreadable(file, cause);
  }
  try {
    const found = fstatSync(opened);
    if (!found.isFile()) throw notPlain(file);
    if (found.size > limitBytes) {
      throw new UserError("git-failed", `${file} has ${found.size} bytes; up to ${limitBytes} are read.`);
    }
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Copies a plain file if it is there. Only its owner can read the copy. */
export function copyPlainFile(from: string, to: string): void {
  const bytes = readPlainFile(from);
  if (bytes !== undefined) writeFileSync(to, bytes, { mode: 0o600 });
}

/** What git itself opens, whatever is asked of it. */
const ofGitDir = ["HEAD", "commondir", "config.worktree", "index", "info/sparse-checkout"];
const ofCommonDir = [
  "config",
  "packed-refs",
  "shallow",
  "info/exclude",
  "objects/info/alternates",
  "objects/info/commit-graph",
  "objects/info/commit-graphs/commit-graph-chain",
  "objects/pack/multi-pack-index",
];

/**
 * Refuses a repository with pipes or devices where git expects files: git would wait for them for ever.
 *
 * @throws UserError  `git-failed`
 */
export function expectPlainFiles(place: { readonly gitDir: string; readonly commonDir: string }): void {
  const files = [
    ...ofGitDir.map((name) => join(place.gitDir, name)),
    ...ofCommonDir.map((name) => join(place.commonDir, name)),
  ];
  for (const file of files) {
    const found = statOf(file);
    if (found !== undefined && !found.isFile() && !found.isDirectory()) throw notPlain(file);
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function isAbsent(cause: unknown): boolean {
  const { code } = cause as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

function unreadable(file: string, cause: unknown): UserError {
  const { code } = cause as NodeJS.ErrnoException;
  return new UserError("git-failed", `${file} cannot be read (${code}).`, { cause });
}

function notPlain(file: string): UserError {
  return new UserError("git-failed", `${file} is no plain file, so this repository is not read.`);
}
