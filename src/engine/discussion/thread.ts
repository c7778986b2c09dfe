/*
 * What people said of a change, as a forge tells it. Bodies and names are untrusted text. Lines count from 1: on the
 * LEFT those of the merge base, on the RIGHT those of the head.
 */

export type PlaceSide = "LEFT" | "RIGHT";

/** Where a comment stands. Without `line` it is on the file as a whole. */
export interface Place {
  readonly path: string;
  readonly side?: PlaceSide;
  readonly line?: number;
  /** The first of several lines; above `line`. */
  readonly startLine?: number;
  /** Only where the first line is on the other side. */
  readonly startSide?: PlaceSide;
}

export interface ThreadComment {
  /** The forge's own name of it, unique there. */
  readonly id: string;
  /** "ghost" where the account is gone. */
  readonly author: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly isEdited: boolean;
  readonly body: string;
  readonly url: string;
  /** Part of a review that its author has not sent yet. */
  readonly isPending: boolean;
  /** Why the forge folds it, as "spam" or "outdated". */
  readonly folded?: string;
}

/** Where a thread was written, and the lines that it was written about, as the forge kept them. */
export interface OriginalPlace extends Place {
  readonly commit: string;
  /** The forge's piece of the diff of that time; its last line is the one commented on. */
  readonly diff: string;
}

/** A conversation at one place of the diff, as the forge tells it. */
export interface Thread {
  /** What an answer or resolving it names; the first comment's id where the forge names no threads. */
  readonly id: string;
  /** Where the forge places it in the head that it has now; absent where it says that it is outdated. */
  readonly present?: Place;
  readonly original: OriginalPlace;
  readonly isOutdated: boolean;
  /** Absent where it is not known: without a token the forge does not tell. */
  readonly isResolved?: boolean;
  /** In the order of writing; the first one began it. */
  readonly comments: readonly ThreadComment[];
}

/** A thread in what is shown now. */
export interface PlacedThread extends Thread {
  /** Where it stands in the files that are shown; absent where its lines are gone. */
  readonly place?: Place;
  /** The id of the hunk that shows its last line. */
  readonly hunk?: string;
}

/** What somebody sent as a review, with its body. */
export interface SentReview {
  readonly id: string;
  readonly author: string;
  readonly state: "commented" | "approved" | "changes-requested" | "dismissed" | "pending";
  readonly body: string;
  readonly submittedAt?: string;
  readonly commit?: string;
  readonly url: string;
}

/** All that was said of a pull request, as the forge tells it, before it is placed. */
export interface Discussion<T extends Thread = Thread> {
  readonly threads: readonly T[];
  readonly reviews: readonly SentReview[];
  /** The conversation of the pull request itself. */
  readonly comments: readonly ThreadComment[];
  /** What could not be read, or is not known, a sentence each. */
  readonly notes: readonly string[];
  /** Who asks, as the forge knows them; absent without a token. */
  readonly viewer?: string;
}
