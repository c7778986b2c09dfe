import type { ChangeRepository } from "../adapters/git/git.ts";
import { type FileDiff, type MovedPair, parseDiff } from "../engine/diff/diff.ts";
import { invariant } from "../kit/errors.ts";

/** For each pair one renamed file with the hunks from its old to its new content, in the order of the pairs. */
export async function diffMovedPairs(
  repository: ChangeRepository,
  files: readonly FileDiff[],
  pairs: readonly MovedPair[],
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const deleted = new Map(files.filter((file) => file.status === "deleted").map((file) => [file.path, file]));
  const added = new Map(files.filter((file) => file.status === "added").map((file) => [file.path, file]));
  const ends = pairs.map(({ from, to }, i) => {
    const old = deleted.get(from);
    const now = added.get(to);
    invariant(old?.oldBlob !== undefined && now?.newBlob !== undefined, "both ends of a pair have blobs");
    return { name: nameOf(i, to), old, now, oldBlob: old.oldBlob, newBlob: now.newBlob };
  });
  const bytes = await repository.diffBlobPairs(ends, signal);
  const endsByName = new Map(ends.map((end) => [end.name, end]));
  const parsed = parseDiff(bytes, (name) => endsByName.get(name)?.now.path ?? name);
  return parsed.files.map((file) => {
    const end = endsByName.get(file.path);
    invariant(end !== undefined, "git's diff of the pairs names only them");
    return {
      path: end.now.path,
      oldPath: end.old.path,
      status: "renamed",
      binary: file.binary,
      ...(end.old.oldMode === undefined ? {} : { oldMode: end.old.oldMode }),
      ...(end.now.newMode === undefined ? {} : { newMode: end.now.newMode }),
      oldBlob: end.oldBlob,
      newBlob: end.newBlob,
      hunks: file.hunks,
    };
  });
}

/** Numbered, and with the extension, by which git knows how to name a hunk's section. */
function nameOf(number: number, path: string): string {
  const extension = /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? "";
  return `${String(number).padStart(8, "0")}${extension}`;
}
