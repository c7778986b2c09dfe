import type { RepositoryPlace } from "./locate-repository.ts";
import type { PrivateDir } from "./private-dir.ts";
import type { TrackedEntry, TrackedFiles } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import { copyIndex } from "./snapshot.ts";

/**
 * The files that git tracks, with the blobs of those that are on disk as git has them. Works on a copy of the
 * index, and no filter runs. An unmerged file is listed once, without a blob.
 */
export async function listTracked(
  place: GitPlace,
  repository: RepositoryPlace,
  privateDir: PrivateDir,
  signal: AbortSignal,
): Promise<TrackedFiles> {
  copyIndex(repository, privateDir);
  const [entries, changed, untracked] = await Promise.all([
    listIndex(place, signal),
    listChanged(place, signal),
    listOthers(place, signal),
  ]);
  const found = new Map<string, TrackedEntry>();
  for (const { tag, mode, blob, stage, raw } of entries) {
    const isKnown = stage === "0" && !changed.has(raw);
    found.set(raw, {
      path: decode(raw),
      mode,
      isOnDisk: tag !== "S",
      ...(isKnown ? { blob } : {}),
    });
  }
  return { entries: [...found.values()], untracked: untracked.map(decode) };
}

/** As git prints a path, one byte a character. */
function decode(raw: string): string {
  return Buffer.from(raw, "latin1").toString("utf8");
}

async function listIndex(place: GitPlace, signal: AbortSignal) {
  const { output } = await runGit(place, ["ls-files", "-s", "-t", "-z"], {}, signal);
  return fieldsOf(output).map((entry) => {
    const tab = entry.indexOf("\t");
    const [tag = "", mode = "", blob = "", stage = ""] = entry.slice(0, tab).split(" ");
    return { tag, mode, blob, stage, raw: entry.slice(tab + 1) };
  });
}

/** The paths whose file is not, or may not be, what the index says. */
async function listChanged(place: GitPlace, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const words = ["diff-files", "--raw", "-z", "--no-renames", "--no-ext-diff", "--ignore-submodules=all"];
  const { output } = await runGit(place, words, {}, signal);
  return new Set(fieldsOf(output).filter((_, at) => at % 2 === 1));
}

/** Neither tracked nor ignored. What git lists as a folder is a repository of its own. */
async function listOthers(place: GitPlace, signal: AbortSignal): Promise<readonly string[]> {
  const { output } = await runGit(place, ["ls-files", "--others", "--exclude-standard", "-z"], {}, signal);
  return fieldsOf(output).filter((path) => !path.endsWith("/"));
}

function fieldsOf(output: Buffer): string[] {
  const fields = output.toString("latin1").split("\0");
  fields.pop();
  return fields;
}
