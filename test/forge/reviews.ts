import type { PullDiff, PullFile, Side } from "./pull-diff.ts";
import { findRow, hunkText, positionOf } from "./pull-diff.ts";
import { notFound, unprocessable, validationFailed } from "./refusals.ts";
import type { Anchor, Pull, Review, ReviewComment, ReviewState, Thread, User } from "./state.ts";

export const maxBodyLength = 65_536;

export type ReviewEvent = "APPROVE" | "REQUEST_CHANGES" | "COMMENT";

export interface NewReview {
  readonly commit?: string | undefined;
  readonly body?: string | undefined;
  /** Absent: the review stays pending. */
  readonly event?: ReviewEvent | undefined;
  readonly threads: readonly NewThread[];
}

export interface NewThread extends Anchor {
  readonly body: string;
}

/** Creates a review with all its comments, or nothing at all. */
export async function createReview(pull: Pull, user: User, asked: NewReview): Promise<Review> {
  if (pendingReview(pull, user) !== undefined) {
    throw validationFailed("User can only have one pending review per pull request");
  }
  const commit = asked.commit ?? pull.headSha;
  requireCommit(pull, commit);
  checkBody(asked.body ?? "");
  if (asked.event !== undefined) checkEvent(pull, user, asked.event, asked.body ?? "", asked.threads.length);
  const diff = await pull.diff(commit);
  // One bad comment loses the whole review, and the answer does not say which.
  for (const thread of asked.threads) checkThread(diff, thread);
  const review = newReview(pull, user, commit, asked.body ?? "");
  for (const thread of asked.threads) addThread(review, diff, thread, user);
  if (asked.event !== undefined) finish(review, asked.event);
  return review;
}

export function pendingReview(pull: Pull, user: User | undefined): Review | undefined {
  return pull.reviews.find((review) => review.state === "PENDING" && review.user === user);
}

/** Adds a thread to a pending review; undefined where GitHub accepts it and shows it nowhere. */
export async function addToReview(
  review: Review,
  asked: NewThread,
  outside: "null" | "lost",
): Promise<Thread | undefined> {
  if (review.state !== "PENDING") throw unprocessable("Pull request review has already been submitted");
  checkBody(asked.body);
  const diff = await review.pull.diff(review.commit);
  if (anchorFault(diff, asked) === undefined) return addThread(review, diff, asked, review.user);
  if (outside === "null") return undefined;
  return addThread(review, diff, asked, review.user, true);
}

/** One comment outside any pending review: GitHub makes a review of its own for it. */
export async function commentAtOnce(
  pull: Pull,
  user: User,
  commit: string,
  asked: NewThread,
): Promise<ReviewComment> {
  refusePending(pull, user);
  if (!isOfPull(pull, commit))
    throw validationFailed(fieldError("commit_id", "commit_id is not part of the pull request"));
  checkBody(asked.body);
  const diff = await pull.diff(commit);
  const fault = anchorFault(diff, asked);
  if (fault !== undefined) {
    const field = `pull_request_review_thread.${fault.field}`;
    throw validationFailed(fieldError(field, `${field} ${fault.message}`));
  }
  const review = newReview(pull, user, commit, "");
  const thread = addThread(review, diff, asked, user);
  finish(review, "COMMENT");
  return thread.comments[0] as ReviewComment;
}

export function replyAtOnce(pull: Pull, user: User, thread: Thread, body: string): ReviewComment {
  refusePending(pull, user);
  checkBody(body);
  const review = newReview(pull, user, pull.headSha, "");
  finish(review, "COMMENT");
  return addComment(thread, review, user, body);
}

export function replyInReview(review: Review, thread: Thread, body: string): ReviewComment {
  if (review.state !== "PENDING") throw unprocessable("Pull request review has already been submitted");
  checkBody(body);
  return addComment(thread, review, review.user, body);
}

export function submitReview(review: Review, user: User, event: ReviewEvent, body: string | undefined): void {
  if (review.user !== user) throw notFound();
  if (review.state !== "PENDING") throw unprocessable("Can not submit a review that is not pending");
  const text = body ?? review.body;
  checkBody(text);
  checkEvent(review.pull, user, event, text, review.pull.commentsOf(review).length);
  review.body = text;
  finish(review, event);
}

export function updateReview(review: Review, user: User, body: string): void {
  if (review.user !== user) throw notFound();
  checkBody(body);
  review.body = body;
}

export function deletePending(review: Review, user: User): void {
  if (review.user !== user) throw notFound();
  if (review.state !== "PENDING") throw unprocessable("Can not delete a non-pending pull request review");
  const { pull } = review;
  pull.reviews.splice(pull.reviews.indexOf(review), 1);
  for (const thread of [...pull.threads]) {
    const kept = thread.comments.filter((comment) => comment.review !== review);
    thread.comments.splice(0, thread.comments.length, ...kept);
    if (kept.length === 0) pull.threads.splice(pull.threads.indexOf(thread), 1);
  }
}

/** A review that is there already, without any check: for tests that need one to begin with. */
export function newReview(pull: Pull, user: User, commit: string, body: string): Review {
  const { state } = pull.repository;
  const id = state.nextId();
  const made: Review = {
    kind: "review",
    id,
    nodeId: `PRR_${id}`,
    pull,
    user,
    commit,
    createdAt: state.now(),
    body,
    state: "PENDING",
    submittedAt: null,
  };
  pull.reviews.push(made);
  return state.keep(made);
}

const stateAfter: Readonly<Record<ReviewEvent, ReviewState>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

export function finish(review: Review, event: ReviewEvent): void {
  review.state = stateAfter[event];
  review.submittedAt = review.pull.repository.state.now();
  const { threads } = review.pull;
  for (const thread of threads.filter((candidate) => candidate.isLost))
    threads.splice(threads.indexOf(thread), 1);
}

export function addThread(
  review: Review,
  diff: PullDiff,
  asked: NewThread,
  user: User | null,
  isLost = false,
): Thread {
  const { pull } = review;
  const { state } = pull.repository;
  const id = state.nextId();
  const file = pull.file(diff, asked.path);
  const place = file && asked.line !== null ? findRow(file, asked.line, asked.side) : undefined;
  const { body, ...anchor } = asked;
  const thread: Thread = {
    ...anchor,
    kind: "thread",
    id,
    nodeId: `PRRT_${id}`,
    pull,
    commit: review.commit,
    mergeBase: diff.mergeBase,
    diffHunk: file && place ? hunkText(file, place) : "",
    position: file && place ? positionOf(file, place) : null,
    comments: [],
    resolvedBy: null,
    isLost,
  };
  pull.threads.push(state.keep(thread));
  addComment(thread, review, user, body);
  return thread;
}

export function addComment(thread: Thread, review: Review, user: User | null, body: string): ReviewComment {
  const { state } = thread.pull.repository;
  const id = state.nextId();
  const made: ReviewComment = {
    kind: "comment",
    id,
    nodeId: `PRRC_${id}`,
    thread,
    review,
    user,
    replyTo: thread.comments[0] ?? null,
    createdAt: state.now(),
    body,
  };
  thread.comments.push(made);
  return state.keep(made);
}

/** Whether the viewer sees a comment: pending ones are their author's alone, lost ones nobody's. */
export function isVisible(comment: ReviewComment, viewer: User | undefined): boolean {
  if (comment.thread.isLost) return false;
  return comment.review.state !== "PENDING" || comment.review.user === viewer;
}

function checkThread(diff: PullDiff, thread: NewThread): void {
  checkBody(thread.body);
  if (thread.body.trim() === "") throw unprocessable("Body can't be blank");
  const fault = anchorFault(diff, thread);
  if (fault === undefined) return;
  if (fault.field === "path") throw unprocessable("Path could not be resolved");
  if (fault.field === "line") throw unprocessable("Line could not be resolved");
  throw unprocessable(`Pull request review thread start line ${fault.message}`);
}

interface AnchorFault {
  readonly field: "path" | "line" | "start_line";
  readonly message: string;
}

/** What GitHub has against an anchor, by the diff that it has itself. */
export function anchorFault(diff: PullDiff, anchor: Anchor): AnchorFault | undefined {
  const file = diff.files.find((candidate) => candidate.path === anchor.path);
  if (file === undefined) return { field: "path", message: "is invalid" };
  if (anchor.subject === "FILE") return undefined;
  if (anchor.line === null) return { field: "line", message: "can't be blank" };
  const end = findRow(file, anchor.line, anchor.side);
  if (end === undefined) return { field: "line", message: "must be part of the diff" };
  return anchor.startLine === null ? undefined : startFault(file, anchor, end);
}

function startFault(
  file: PullFile,
  anchor: Anchor,
  end: { readonly hunk: number; readonly row: number },
): AnchorFault | undefined {
  const startSide = anchor.startSide ?? anchor.side;
  const startLine = anchor.startLine as number;
  if (startSide === anchor.side && startLine >= (anchor.line as number)) {
    return { field: "start_line", message: "must precede the end line." };
  }
  const start = findRow(file, startLine, startSide);
  if (start === undefined) return { field: "start_line", message: "must be part of the diff" };
  if (start.hunk !== end.hunk) {
    return { field: "start_line", message: "must be part of the same hunk as the line." };
  }
  return start.row < end.row ? undefined : { field: "start_line", message: "must precede the end line." };
}

function checkBody(body: string): void {
  if ([...body].length > maxBodyLength) {
    throw unprocessable(`Body is too long (maximum is ${maxBodyLength} characters)`);
  }
}

function checkEvent(pull: Pull, user: User, event: ReviewEvent, body: string, commentCount: number): void {
  if (user === pull.author && event === "APPROVE") {
    throw unprocessable("Review Can not approve your own pull request");
  }
  if (user === pull.author && event === "REQUEST_CHANGES") {
    throw unprocessable("Review Can not request changes on your own pull request");
  }
  if (event !== "APPROVE" && body.trim() === "" && commentCount === 0) {
    throw unprocessable("Review Can not be blank");
  }
}

function requireCommit(pull: Pull, commit: string): void {
  if (!isOfPull(pull, commit)) throw unprocessable("Start commit oid is not part of the pull request");
}

function isOfPull(pull: Pull, commit: string): boolean {
  return commit === pull.headSha || pull.commits().includes(commit);
}

function refusePending(pull: Pull, user: User): void {
  if (pendingReview(pull, user) === undefined) return;
  throw validationFailed(fieldError("user_id", "user_id can only have one pending review per pull request"));
}

function fieldError(field: string, message: string) {
  return { resource: "PullRequestReviewComment", code: "custom", field, message };
}

export function sideOf(written: unknown): Side {
  return written === "LEFT" ? "LEFT" : "RIGHT";
}
