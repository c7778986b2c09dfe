import type { Discussion, SentReview, Thread, ThreadComment } from "../../../engine/discussion/discussion.ts";
import type { PullRequest } from "../pull-request.ts";
import type { GitHubApi } from "./api.ts";
import { MAX_PAGES, PAGE_SIZE, THREADS_FRESH_MS } from "./limits.ts";
import { GHOST } from "./pulls.ts";
import { queryThreads } from "./queried-threads.ts";
import { type RestReviewComment, threadsOfComments, withLines } from "./rest-threads.ts";

interface RestReview {
  readonly id: number | bigint;
  readonly node_id: string;
  readonly user: { readonly login: string } | null;
  readonly body: string;
  readonly state: string;
  readonly html_url: string;
  readonly submitted_at?: string;
  readonly commit_id: string | null;
}

interface RestComment {
  readonly node_id: string;
  readonly user: { readonly login: string } | null;
  readonly body?: string;
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What a discussion was made of, to tell whether it is to be made anew. */
interface Read {
  readonly discussion: Discussion;
  readonly parts: readonly (readonly unknown[])[];
  readonly threadsReadMs: number;
}

/**
 * Reads discussions, and again only what changed: comments, reviews and the conversation are asked for with the
 * names of their last answers, which costs nothing while nothing is new. Threads are the same for GitHub while their
 * comments are, but for whether they are resolved, so they are also read anew from time to time.
 */
export function discussionReader(
  api: GitHubApi,
  viewer: (signal: AbortSignal) => Promise<string | undefined>,
) {
  const known = new WeakMap<Discussion, Read>();
  return async (
    pull: PullRequest,
    before: Discussion | undefined,
    signal: AbortSignal,
  ): Promise<Discussion> => {
    const { owner, name: repo, number } = pull.address;
    const what = `the discussion of ${owner}/${repo}#${number}`;
    const of = { owner, repo, pull_number: number };
    // One after the other: GitHub counts requests that are made at once.
    const login = await viewer(signal);
    const comments = await api.list<RestReviewComment>(
      "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
      of,
      what,
      signal,
    );
    const reviews = await api.list<RestReview>(
      "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
      of,
      what,
      signal,
    );
    const conversation = await api.list<RestComment>(
      "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      { owner, repo, issue_number: number },
      what,
      signal,
    );
    const pending = reviews.items.filter((review) => review.state === "PENDING");
    const waiting: RestReviewComment[] = [];
    for (const review of pending) {
      const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments";
      waiting.push(
        ...(await api.list<RestReviewComment>(route, { ...of, review_id: review.id }, what, signal)).items,
      );
    }
    const parts = [[pull.headSha, login], comments.items, reviews.items, conversation.items, waiting];
    const last = before && known.get(before);
    const isSame = last !== undefined && sameParts(last.parts, parts);
    if (last && isSame && performance.now() - last.threadsReadMs < THREADS_FRESH_MS) return last.discussion;
    const found = api.hasToken
      ? await queryThreads(api, pull, signal)
      : { threads: threadsOfComments(comments.items, false), isCut: false };
    const isCut = found.isCut || comments.isCut || reviews.isCut || conversation.isCut;
    const made: Discussion = {
      threads: withWaiting(found.threads, waiting),
      reviews: reviews.items.map(reviewOf),
      comments: conversation.items.map(commentOf),
      notes: [
        ...(api.hasToken
          ? []
          : ["Whether a thread is resolved is not known: GitHub tells it only with a token."]),
        ...(isCut
          ? [`Of each list no more than ${MAX_PAGES * PAGE_SIZE} entries were read; there are more.`]
          : []),
      ],
      ...(login === undefined ? {} : { viewer: login }),
    };
    const discussion =
      last && JSON.stringify(last.discussion) === JSON.stringify(made) ? last.discussion : made;
    known.set(discussion, { discussion, parts, threadsReadMs: performance.now() });
    return discussion;
  };
}

/** Answers that did not change have the same entries. */
function sameParts(before: Read["parts"], now: Read["parts"]): boolean {
  return now.every((part, i) => {
    const other = before[i] ?? [];
    return part.length === other.length && part.every((entry, k) => entry === other[k]);
  });
}

/** GitHub leaves comments of a review that waits out of its threads where they are on files that are new. */
function withWaiting(threads: readonly Thread[], waiting: readonly RestReviewComment[]): readonly Thread[] {
  const there = new Set(threads.flatMap((thread) => thread.comments.map((comment) => comment.id)));
  const missing = threadsOfComments(
    withLines(waiting.filter((comment) => !there.has(comment.node_id))),
    true,
  );
  return missing.length === 0 ? threads : [...threads, ...missing];
}

const states: Readonly<Record<string, SentReview["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  DISMISSED: "dismissed",
  PENDING: "pending",
};

function reviewOf(review: RestReview): SentReview {
  return {
    id: review.node_id,
    author: review.user?.login ?? GHOST,
    state: states[review.state] ?? "commented",
    body: review.body,
    ...(review.submitted_at === undefined ? {} : { submittedAt: review.submitted_at }),
    ...(review.commit_id ? { commit: review.commit_id } : {}),
    url: review.html_url,
  };
}

function commentOf(comment: RestComment): ThreadComment {
  return {
    id: comment.node_id,
    author: comment.user?.login ?? GHOST,
    createdAt: comment.created_at,
    isEdited: comment.updated_at !== comment.created_at,
    body: comment.body ?? "",
    url: comment.html_url,
    isPending: false,
  };
}
