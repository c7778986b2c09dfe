import type { FetchedRef } from "./fetch.ts";
import type { GitRemote, OnGitProgress } from "./network.ts";
import type { ConfiguredRemote } from "./remotes.ts";

/** One git repository, read-only: nothing here writes into it, and no program that it names runs. */
export interface Repository {
  /** The top folder of the working tree; of a bare repository, the git directory. Absolute, without links. */
  readonly root: string;
  readonly gitDir: string;
  /** The git directory that linked worktrees share. */
  readonly commonDir: string;
  readonly isBare: boolean;
  /** Every file of a commit or tree, sorted by path in byte order. One git process. */
  listTree(treeish: string, signal: AbortSignal): Promise<readonly TreeEntry[]>;
  /**
   * The bytes of blobs, in the order asked; `undefined` for one that is not there. Of each no more than the
   * first `keepBytes` are kept, all without it: for whoever does not know how large they are. One long-lived
   * git process serves all calls.
   */
  readBlobs(
    ids: readonly string[],
    signal: AbortSignal,
    keepBytes?: number,
  ): Promise<readonly (Uint8Array | undefined)[]>;
  /**
   * The paths of the files of a commit or tree that hold any of the names as a whole word, sorted. One git
   * process for each 500 names. The files of `without` are not searched; of a longer line its beginning is given.
   */
  grepNames(
    treeish: string,
    names: readonly string[],
    signal: AbortSignal,
    without?: readonly string[],
  ): Promise<readonly NameMatch[]>;
  /** Ends the long-lived process. */
  close(): void;
}

export interface TreeEntry {
  readonly path: string;
  /** As git writes it: "100644", "100755", "120000" (link), "160000" (submodule). */
  readonly mode: string;
  readonly blob: string;
  /** Not given for a submodule. */
  readonly sizeBytes?: number;
}

export interface NameMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The line is longer than `text`. */
  readonly isCut?: true;
}

/** What a pull request asks of a repository: the only calls that use the network or write a ref. */
export interface FetchingRepository {
  /** Objects were left with the repository that it was cloned from. */
  readonly isPartial: boolean;
  /** In the order of the configuration. */
  remotes(signal: AbortSignal): Promise<readonly ConfiguredRemote[]>;
  /** Where a branch is pushed to; nothing where no configuration says so. */
  upstreamOf(
    branch: string,
    signal: AbortSignal,
  ): Promise<{ readonly remote: string; readonly branch: string } | undefined>;
  /** Brings refs of another repository to below `refs/headwater/`, and gives their commits. */
  fetch(
    remote: GitRemote,
    refs: readonly FetchedRef[],
    onProgress: OnGitProgress,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Lets refs below `refs/headwater/` stand for commits that are here. */
  keepCommits(
    refs: readonly { readonly ref: string; readonly commit: string }[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** What finding and showing a change asks of a repository, beyond reading its trees. */
export interface ChangeRepository extends Repository, FetchingRepository {
  /** "sha1" or "sha256". */
  readonly objectFormat: string;
  /** The id of the tree without files. */
  readonly emptyTree: string;
  /** The commits whose parents are missing on purpose: the ends of a shallow clone. */
  readonly shallowCommits: ReadonlySet<string>;
  /** The commit that each name means; `undefined` for a name that means none. Any text is safe. One process. */
  resolveCommits(names: readonly string[], signal: AbortSignal): Promise<readonly (string | undefined)[]>;
  /** The commit that is checked out; `undefined` before the first one. */
  headCommit(signal: AbortSignal): Promise<HeadCommit | undefined>;
  /** The full name of the ref that a symbolic ref such as HEAD stands for, also of a branch without commits. */
  symbolicTarget(ref: string, signal: AbortSignal): Promise<string | undefined>;
  /** The best common ancestors of two commit ids, git's first one first; none for unrelated histories. */
  mergeBases(left: string, right: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The commits that `head` has and `base` has not, oldest first: the newest `limit` of them, and how many there are. */
  commitsBetween(
    base: string | undefined,
    head: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ readonly commits: readonly CommitText[]; readonly count: number }>;
  /** What git tracks, and of which files the blob is known without reading them. Not for a bare repository. */
  listTracked(signal: AbortSignal): Promise<TrackedFiles>;
  /** The tracked files as they are on disk, as a tree in Headwater's own store. Not for a bare repository. */
  takeSnapshot(includeUntracked: boolean, signal: AbortSignal): Promise<Snapshot>;
  /**
   * Makes the diffs and attributes that are asked for next heed the `.gitattributes` files of `tree` and no
   * others. Answers whether it has any.
   */
  takeAttributesFrom(tree: string, signal: AbortSignal): Promise<boolean>;
  /** The attributes of each path, which is given in raw bytes. */
  readAttributes(paths: readonly Uint8Array[], signal: AbortSignal): Promise<readonly AttributeValues[]>;
  /** The bytes of git's diff of two commits or trees, given by id: raw lines, then the patch. */
  diffTrees(base: string, head: string, options: DiffOptions, signal: AbortSignal): Promise<Uint8Array>;
  /** The bytes of git's diff of pairs of blobs, each as one modified file. */
  diffBlobPairs(pairs: readonly BlobPair[], signal: AbortSignal): Promise<Uint8Array>;
}

export interface HeadCommit {
  readonly commit: string;
  readonly tree: string;
}

export interface CommitText {
  readonly id: string;
  readonly author: string;
  /** ISO 8601, with the author's time zone. */
  readonly date: string;
  readonly subject: string;
  readonly body: string;
}

export interface Snapshot {
  /** The id of a tree that is the same as long as the files are. */
  readonly tree: string;
  /** Files that are neither tracked nor ignored and that the tree does not hold. */
  readonly untrackedCount: number;
  /** The files that a merge in progress has left in conflict. */
  readonly unmergedPaths: readonly string[];
}

export interface TrackedFiles {
  /** In git's order, which is by path in byte order. */
  readonly entries: readonly TrackedEntry[];
  /** Files that are neither tracked nor ignored. */
  readonly untracked: readonly string[];
}

export interface TrackedEntry {
  /** With U+FFFD for what is not UTF-8. */
  readonly path: string;
  readonly mode: string;
  /** Of the file on disk, which git knows to be unchanged. Absent where it is changed, gone or unmerged. */
  readonly blob?: string;
  /** False for a file that a sparse checkout leaves out. */
  readonly isOnDisk: boolean;
}

export interface DiffOptions {
  readonly findCopies: boolean;
}

/** Two blobs to compare. `name` is a file name without folders, unique among the pairs. */
export interface BlobPair {
  readonly name: string;
  readonly oldBlob: string;
  readonly newBlob: string;
}

/** As git prints them: "set", "unset", "unspecified" or the value. */
export interface AttributeValues {
  readonly linguistGenerated: string;
  readonly diff: string;
  readonly binary: string;
  readonly filter: string;
}
