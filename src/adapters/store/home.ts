import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";

/** Where things lie under HEADWATER_HOME. Reviews hold what a person made; all else may be deleted at any time. */
export interface Home {
  readonly root: string;
  readonly settings: string;
  readonly reviews: string;
  readonly cache: string;
  readonly run: string;
}

export function homeAt(root: string): Home {
  return {
    root,
    settings: join(root, "settings.json"),
    reviews: join(root, "reviews"),
    cache: join(root, "cache"),
    run: join(root, "run"),
  };
}

/** The folder of a review's own state. */
export function reviewFolder(home: Home, reviewId: string): string {
  return join(home.reviews, fileNameOf(reviewId));
}

/**
 * An id as one file name: what is not a plain letter, digit, dot, dash or underscore becomes `~` and its
 * code, so two ids never share a name and none leaves its folder.
 */
export function fileNameOf(id: string): string {
  const name = id.replace(/[^A-Za-z0-9._-]/g, (sign) => `~${sign.codePointAt(0)?.toString(16)}~`);
  return name.startsWith(".") ? `~2e~${name.slice(1)}` : name;
}

/** Makes a folder that only its owner can read. Throws `home-unwritable`. */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Node says this of a parent that it cannot make on a read-only disk.
    if (codeOf(error) === "ENOENT") throw unwritable(folder, new Error("no folder can be made there"));
    throw unwritable(folder, error);
  }
}

/** The names of what lies in a folder, in no order; none where there is no such folder. Throws `home-unwritable`. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw unwritable(folder, error);
  }
}

/** What a failed write under HEADWATER_HOME means to the user. */
export function unwritable(path: string, cause: unknown): UserError {
  return new UserError("home-unwritable", `Cannot write ${path}: ${reasonOf(cause)}.`, { cause });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is a file",
  EEXIST: "a file is in the way",
  EISDIR: "it is a folder",
  ENOENT: "its folder does not exist",
};

/** Why a file operation failed, in words that continue a sentence. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  return (code && reasons[code]) ?? (cause instanceof Error ? cause.message : String(cause));
}

/** The system's code of a failed file operation, as "ENOENT". */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
