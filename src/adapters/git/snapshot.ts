import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { makeLfsPointers, type PointerEntry } from "./lfs-pointers.ts";
import type { RepositoryPlace } from "./locate-repository.ts";
import { copyPlainFile } from "./plain-file.ts";
import type { PrivateDir } from "./private-dir.ts";
import type { Snapshot } from "./repository.ts";
import { type GitPlace, gitFailure, isWriteFailure, runGit } from "./run-git.ts";

/**
 * The tracked files as they are on disk, as a tree. Works on a copy of the index, within `privateDir`: the
 * repository's index, files and objects stay as they are, and no filter that its configuration names runs,
 * so the bytes on disk count; only line ends and encodings that attributes ask for are converted. Files that
 * a sparse checkout or the user keeps out of sight keep the content that the index has for them.
 *
 * @param place  git with `privateDir` as its git directory, the real working tree and the copy as index
 */
export async function takeSnapshot(
  place: GitPlace,
  repository: RepositoryPlace,
  privateDir: PrivateDir,
  includeUntracked: boolean,
  signal: AbortSignal,
): Promise<Snapshot> {
  copyIndex(repository, privateDir);
  const [dirty, untracked] = await Promise.all([readDirtyPaths(place, signal), readUntracked(place, signal)]);
  const added = includeUntracked ? untracked : [];
  const present = [...dirty.present, ...added];
  const pointers = await makeLfsPointers(place, repository, privateDir, present, signal);
  await setEntries(place, dirty.idLength, dirty.gone, pointers, signal);
  const isPointer = new Set(pointers.map((entry) => entry.path));
  await updateFiles(
    place,
    present.filter((path) => !isPointer.has(path)),
    signal,
  );
  const { output } = await runGit(place, ["write-tree", "--missing-ok"], {}, signal);
  return {
    tree: output.toString("latin1").trim(),
    untrackedCount: untracked.length - added.length,
    unmergedPaths: dirty.unmerged.map((path) => Buffer.from(path, "latin1").toString("utf8")),
  };
}

/** Takes files out of the index and puts pointers into it, without looking at the disk. */
async function setEntries(
  place: GitPlace,
  idLength: number,
  gone: readonly string[],
  pointers: readonly PointerEntry[],
  signal: AbortSignal,
): Promise<void> {
  const entries = [
    ...gone.map((path) => `0 ${"0".repeat(idLength)}\t${path}\0`),
    ...pointers.map(({ path, mode, blob }) => `${mode} ${blob}\t${path}\0`),
  ];
  if (entries.length === 0) return;
  const input = Buffer.from(entries.join(""), "latin1");
  await runGit(place, ["update-index", "-z", "--index-info"], { input }, signal);
}

async function updateFiles(place: GitPlace, paths: readonly string[], signal: AbortSignal): Promise<void> {
  if (paths.length === 0) return;
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
  const words = ["update-index", "-z", "--add", "--remove", "--stdin"];
  const answer = await runGit(place, words, { input, answers: [0, 128] }, signal);
  if (answer.exitCode === 0) return;
  if (isWriteFailure(answer.complaint)) throw gitFailure("update-index", answer);
  const reason = answer.complaint.split("\n").find((line) => line.startsWith("error: "));
  const detail = (reason ?? answer.complaint.split("\n")[0] ?? "").replace(/^(error|fatal): /, "");
  throw new UserError("unreadable-file", `A tracked file cannot be read: ${detail}`);
}

/**
 * git takes an entry for unchanged when its file is older than the index, so the copy must not look newer
 * than the original; a little older only makes git compare more files by their content.
 */
export function copyIndex(repository: RepositoryPlace, privateDir: PrivateDir): void {
  const source = join(repository.gitDir, "index");
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined) return;
  for (const name of readdirSync(repository.gitDir)) {
    if (name.startsWith("sharedindex.")) {
      copyPlainFile(join(repository.gitDir, name), join(privateDir.gitDir, name));
    }
  }
  copyPlainFile(source, privateDir.indexFile);
  const seconds = Math.floor(found.mtimeMs) / 1000;
  utimesSync(privateDir.indexFile, seconds, seconds);
}

/** Paths as git prints them, one byte a character. */
interface DirtyPaths {
  readonly present: readonly string[];
  readonly gone: readonly string[];
  readonly unmerged: readonly string[];
  /** Of object ids, in hexadecimal digits. */
  readonly idLength: number;
}

async function readDirtyPaths(place: GitPlace, signal: AbortSignal): Promise<DirtyPaths> {
  const words = ["diff-files", "--raw", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=dirty"];
  const { output } = await runGit(place, words, {}, signal);
  const fields = output.toString("latin1").split("\0");
  const idLength = fields[0]?.split(" ")[2]?.length ?? 0;
  const present = new Set<string>();
  const gone = new Set<string>();
  const unmerged = new Set<string>();
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const status = fields[i]?.at(-1);
    const path = fields[i + 1] as string;
    if (status === "U") unmerged.add(path);
    (status === "D" ? gone : present).add(path);
  }
  // An unmerged file is listed once for its conflict and once more for what is on disk.
  for (const path of gone) if (unmerged.has(path)) present.delete(path);
  for (const path of present) gone.delete(path);
  return { present: [...present], gone: [...gone], unmerged: [...unmerged], idLength };
}

/** What git lists as a folder is a repository of its own and belongs to no change. */
async function readUntracked(place: GitPlace, signal: AbortSignal): Promise<readonly string[]> {
  const words = ["ls-files", "--others", "--exclude-standard", "-z"];
  const { output } = await runGit(place, words, {}, signal);
  return output
    .toString("latin1")
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("/"));
}
