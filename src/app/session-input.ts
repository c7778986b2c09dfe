import type { FileDiff } from "../engine/diff/diff.ts";
import type { ChangeInfo, ReviewGraph } from "../engine/review/review.ts";
import type { Pulls } from "../wire/discussion.ts";
import type { PullOfChange } from "./pull-of-change.ts";

export type Side = "old" | "new";

/** How far a stage is: files, hunks or names, as `what` says. A total of 0 is not known yet. */
export interface StageProgress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

/** A file of one side of the change. */
export interface SideFile {
  readonly blob: string;
  /** As git writes it: "120000" is a link, "160000" a submodule. */
  readonly mode: string;
  readonly sizeBytes?: number;
}

/** One snapshot of a change, from its resolved commits on. It is open until it is closed. */
export interface ChangeSource {
  readonly change: ChangeInfo;
  /** The graph of an earlier run with the same input, if it was kept. */
  cachedGraph(signal: AbortSignal): Promise<ReviewGraph | undefined>;
  /** The changed files as git tells them, before they are analysed. */
  diff(signal: AbortSignal): Promise<readonly FileDiff[]>;
  /** Reads the code around the change. Keeps the graph for the next run where it can. */
  analyse(report: (progress: StageProgress) => void, signal: AbortSignal): Promise<ReviewGraph>;
  fileAt(side: Side, path: string, signal: AbortSignal): Promise<SideFile | undefined>;
  /** The bytes of a blob, or `undefined` where it is not there. */
  readBlob(id: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** How many files differ between this head and that of another snapshot of the same repository. */
  countChangedFiles(otherHead: string, signal: AbortSignal): Promise<number>;
  /** git's own diff, without copies and without pairs of moved files: as a forge has it. */
  plainDiff(signal: AbortSignal): Promise<readonly FileDiff[]>;
  /** New paths by the old ones of files that git finds moved between two commits; none where one is not here. */
  movedBetween(from: string, to: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** The pull request that it is; absent for a local review. */
  readonly pull?: PullOfChange;
  /** The open pull requests beside it. Throws `unknown-forge` where there is no forge. */
  listPulls?(signal: AbortSignal): Promise<Pulls>;
  close(): void;
}

/** What is under review, as the user named it: each opening reads it anew. */
export type OpenChange = (signal: AbortSignal) => Promise<ChangeSource>;
