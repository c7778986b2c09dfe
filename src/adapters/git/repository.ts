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
  /** The bytes of blobs, in the order asked; `undefined` for one that is not there. One long-lived git process serves all calls. */
  readBlobs(ids: readonly string[], signal: AbortSignal): Promise<readonly (Uint8Array | undefined)[]>;
  /**
   * The paths of the files of a commit or tree that hold any of the names as a whole word, sorted. One git
   * process for each 500 names.
   */
  grepNames(treeish: string, names: readonly string[], signal: AbortSignal): Promise<readonly NameMatch[]>;
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
}
