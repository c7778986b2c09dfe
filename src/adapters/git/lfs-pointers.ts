import { createHash } from "node:crypto";
import { createReadStream, existsSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RepositoryPlace } from "./locate-repository.ts";
import type { PrivateDir } from "./private-dir.ts";
import { cancelled, type GitPlace, runGit } from "./run-git.ts";

/** A file of Git LFS as git would hold it. The path is as git prints it, one byte a character. */
export interface PointerEntry {
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly blob: string;
}

/** A pointer is smaller than this, by the rules of Git LFS. */
const maxPointerBytes = 1024;
const pointerStart = "version https://git-lfs.github.com/spec/v1\n";

/**
 * For those of the changed files that Git LFS keeps elsewhere, their pointers, made here as its filter would
 * make them: the filter is a program and does not run, and without it the whole content would be stored and
 * shown as a change.
 */
export async function makeLfsPointers(
  place: GitPlace,
  repository: RepositoryPlace,
  privateDir: PrivateDir,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly PointerEntry[]> {
  // git-lfs makes this folder when it first touches a repository.
  if (paths.length === 0 || !existsSync(join(repository.commonDir, "lfs"))) return [];
  const entries: { readonly path: string; readonly mode: PointerEntry["mode"]; readonly file: string }[] = [];
  for (const path of await pathsInLfs(place, paths, signal)) {
    const source = Buffer.concat([Buffer.from(`${repository.root}/`), Buffer.from(path, "latin1")]);
    const found = lstatSync(source, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile() || found.size === 0) continue;
    const pointer = await pointerOf(source, found.size, signal);
    if (pointer === undefined) continue;
    const file = join(privateDir.gitDir, `pointer-${entries.length}`);
    writeFileSync(file, pointer);
    entries.push({ path, mode: (found.mode & 0o100) === 0 ? "100644" : "100755", file });
  }
  if (entries.length === 0) return [];
  const input = entries.map((entry) => `${entry.file}\n`).join("");
  const words = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
  const { output } = await runGit(place, words, { input }, signal);
  const blobs = output.toString("latin1").split("\n");
  return entries.map(({ path, mode }, i) => ({ path, mode, blob: blobs[i] as string }));
}

async function pathsInLfs(
  place: GitPlace,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(""), "latin1");
  const { output } = await runGit(place, ["check-attr", "-z", "--stdin", "filter"], { input }, signal);
  const fields = output.toString("latin1").split("\0");
  return paths.filter((_, i) => fields[i * 3 + 2] === "lfs");
}

/** The pointer to a file's content; nothing for a file that is itself a pointer. */
async function pointerOf(file: Buffer, size: number, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash("sha256");
  let isFirst = true;
  for await (const chunk of createReadStream(file)) {
    if (signal.aborted) throw cancelled(signal);
    if (isFirst && size < maxPointerBytes && (chunk as Buffer).toString("latin1").startsWith(pointerStart)) {
      return undefined;
    }
    isFirst = false;
    hash.update(chunk as Buffer);
  }
  return `${pointerStart}oid sha256:${hash.digest("hex")}\nsize ${size}\n`;
}
