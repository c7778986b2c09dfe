import { readdirSync, rmSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { compareBytes } from "../../kit/order.ts";
import { cacheFolder, codeOf, isInUse } from "./private-dir.ts";

/** The objects of a repository that nobody reviewed in this long would be written anew in seconds. */
const UNUSED_DAYS = 30;

/** What snapshots of working trees have written: one entry a repository. */
export interface SnapshotObjects {
  readonly folder: string;
  readonly entries: number;
  readonly bytes: number;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/**
 * How much snapshots have written under `homeDir`.
 *
 * @throws UserError  `home-unwritable`
 */
export function snapshotObjects(homeDir: string): SnapshotObjects {
  return total(cacheFolder(homeDir), entriesOf(homeDir));
}

/**
 * Removes the objects of repositories that were long not reviewed, or of all; never those of a review that is
 * open. Gives what was removed.
 *
 * @throws UserError  `home-unwritable`
 */
export function pruneSnapshotObjects(
  homeDir: string,
  { all, now }: { readonly all: boolean; readonly now: Date },
): SnapshotObjects {
  const oldestMs = now.getTime() - UNUSED_DAYS * 24 * 60 * 60 * 1000;
  const doomed = entriesOf(homeDir).filter(
    ({ path, usedMs }) => (all || usedMs < oldestMs) && !isInUse(path),
  );
  for (const { path } of doomed) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (cause) {
      throw unusable(path, "removed", cause);
    }
  }
  return total(cacheFolder(homeDir), doomed);
}

function entriesOf(homeDir: string): readonly Entry[] {
  const folder = cacheFolder(homeDir);
  return namesIn(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, bytes: sizeOf(path), usedMs: infoOf(path)?.mtimeMs ?? 0 }));
}

/** Files that go away meanwhile, as they do when a review ends, count nothing. */
function sizeOf(path: string): number {
  const info = infoOf(path);
  if (info === undefined) return 0;
  if (!info.isDirectory()) return info.size;
  return namesIn(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort(compareBytes);
  } catch (cause) {
    // Nothing was ever written there, or it is gone.
    if (codeOf(cause) === "ENOENT") return [];
    throw unusable(folder, "read", cause);
  }
}

function unusable(path: string, what: string, cause: unknown): UserError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UserError("home-unwritable", `${path} cannot be ${what}: ${reason}`, { cause });
}

function infoOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function total(folder: string, entries: readonly Entry[]): SnapshotObjects {
  return { folder, entries: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) };
}
