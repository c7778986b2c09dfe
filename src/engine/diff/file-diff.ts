export type FileStatus = "added" | "deleted" | "modified" | "renamed" | "copied" | "typechange";

/** Why a file or a hunk is low-signal: folded, counted, and never marked as reviewed by itself. */
export type Noise =
  | "lockfile"
  | "generated"
  | "binary"
  | "lfs pointer"
  | "whitespace"
  | "renamed"
  | "mode change"
  | "empty file"
  | "unchanged";

/** One changed file. A path is never escaped and is relative to the top of the repository. */
export interface FileDiff {
  readonly path: string;
  /** The path before, of a renamed or copied file. */
  readonly oldPath?: string;
  /** The bytes of `path` in hex, where it is not UTF-8. */
  readonly pathHex?: string;
  readonly oldPathHex?: string;
  readonly status: FileStatus;
  /** git has no lines to show for it. */
  readonly binary: boolean;
  readonly noise?: Noise;
  /** The file mode in octal as git writes it, "100644"; given when there is one and it matters. */
  readonly oldMode?: string;
  readonly newMode?: string;
  /** The blob ids before and after; absent on the side where there is no file. */
  readonly oldBlob?: string;
  readonly newBlob?: string;
  /** In the order of the file. A file with no lines to show has none here and one empty hunk in a review. */
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** h1, h2, …: the hunk's place in this one diff. */
  readonly id: string;
  /**
   * SHA-1 of the path, the lines with their context, and its number among twins. The same after a rebase or
   * force-push that left the hunk alone. Marks are kept by it.
   */
  readonly hash: string;
  /** As `hash`, without the context lines: the same where only what surrounds the change is different. */
  readonly changeHash: string;
  /** Counted from 1, as in the hunk's header; 0 with 0 lines. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** What git prints after the second "@@". */
  readonly section: string;
  readonly noise?: Noise;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: " " | "+" | "-";
  /** Line numbers from 1; absent on the side where the line is not. */
  readonly old?: number;
  readonly new?: number;
  /** Without the LF that ends it. A CR at the end stays. */
  readonly text: string;
  /** The line is the last of its file and has no LF. */
  readonly noNewline?: true;
}

/** A deleted and an added file that are one file, moved and largely rewritten. */
export interface MovedPair {
  readonly from: string;
  readonly to: string;
}
