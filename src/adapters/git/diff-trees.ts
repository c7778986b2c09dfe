import type { BlobPair, DiffOptions } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** What git's output depends on, each said, so that no version's default decides. */
const pinnedDiffOptions: readonly string[] = [
  "-r",
  "--raw",
  "-p",
  "--full-index",
  "--no-abbrev",
  "-U3",
  "--inter-hunk-context=0",
  "--diff-algorithm=myers",
  "--indent-heuristic",
  "-l0",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-relative",
  "--ws-error-highlight=none",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--submodule=short",
  "--ignore-submodules=dirty",
];

/** Read, it takes up to ten times as much memory; nobody reads so many lines, and most would be of one file. */
const maxDiffBytes = 256 * 1024 * 1024;

/** The bytes of git's diff between two commits or trees, raw lines before the patch. */
export async function diffTrees(
  place: GitPlace,
  base: string,
  head: string,
  options: DiffOptions,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const moves = options.findCopies ? ["-M50%", "-C50%"] : ["-M50%"];
  const words = ["diff-tree", ...pinnedDiffOptions, ...moves, base, head, "--"];
  return (await runGit(place, words, { limitBytes: maxDiffBytes }, signal)).output;
}

/**
 * The bytes of git's diff of each pair as one modified file, named by `name`. Pairs are put into two trees
 * in Headwater's own object store, so that one diff shows them all and no likeness is asked for.
 */
export async function diffBlobPairs(
  place: GitPlace,
  pairs: readonly BlobPair[],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const sorted = [...pairs].sort((left, right) => (left.name < right.name ? -1 : 1));
  const tree = (side: (pair: BlobPair) => string) =>
    sorted.map((pair) => `100644 blob ${side(pair)}\t${pair.name}\0`).join("");
  // An empty entry ends the first tree.
  const input = `${tree((pair) => pair.oldBlob)}\0${tree((pair) => pair.newBlob)}`;
  const { output } = await runGit(place, ["mktree", "-z", "--missing", "--batch"], { input }, signal);
  const [base, head] = output.toString("latin1").split("\n") as [string, string];
  const words = ["diff-tree", ...pinnedDiffOptions, "--no-renames", base, head, "--"];
  return (await runGit(place, words, { limitBytes: maxDiffBytes }, signal)).output;
}
