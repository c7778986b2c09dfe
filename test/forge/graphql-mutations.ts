import { type Call, viewerOf } from "./call.ts";
import { commentObject, MissingObject, reviewObject, threadObject } from "./graphql-objects.ts";
import type { Side } from "./pull-diff.ts";
import { notFound, Refusal } from "./refusals.ts";
import type { NewThread, ReviewEvent } from "./reviews.ts";
import {
  addToReview,
  createReview,
  deletePending,
  newReview,
  pendingReview,
  replyAtOnce,
  replyInReview,
  submitReview,
  updateReview,
} from "./reviews.ts";
import type { NodeObject, Pull, Review, Thread } from "./state.ts";

/** A mutation's only argument. */
interface Input<T> {
  readonly input: T & { readonly clientMutationId?: string };
}

interface ThreadInput {
  readonly path: string;
  readonly body: string;
  readonly line?: number | null;
  readonly side?: Side | null;
  readonly startLine?: number | null;
  readonly startSide?: Side | null;
  readonly subjectType?: "LINE" | "FILE" | null;
}

interface Subject {
  readonly pullRequestId?: string | null;
  readonly pullRequestReviewId?: string | null;
}

export function mutations(call: Call) {
  const answer = (input: { readonly clientMutationId?: string }, fields: object) => ({
    clientMutationId: input.clientMutationId ?? null,
    ...fields,
  });
  return {
    addPullRequestReview: async ({ input }: Input<NewReviewInput>) => {
      const viewer = viewerOf(call);
      const review = await createReview(pullOf(call, input.pullRequestId), viewer, {
        commit: input.commitOID ?? undefined,
        body: input.body ?? "",
        event: input.event ?? undefined,
        threads: (input.threads ?? []).map(newThread),
      });
      return answer(input, { pullRequestReview: reviewObject(review, call) });
    },
    addPullRequestReviewThread: async ({ input }: Input<ThreadInput & Subject>) => {
      const review = pendingFor(call, input);
      const thread = await addToReview(review, newThread(input), call.limits.outsideThreads);
      return answer(input, { thread: thread === undefined ? null : threadObject(thread, call) });
    },
    addPullRequestReviewThreadReply: ({ input }: Input<ReplyInput>) => {
      const viewer = viewerOf(call);
      const thread = threadOf(call, input.pullRequestReviewThreadId);
      const review = input.pullRequestReviewId
        ? reviewOf(call, input.pullRequestReviewId)
        : pendingReview(thread.pull, viewer);
      const comment = review
        ? replyInReview(review, thread, input.body)
        : replyAtOnce(thread.pull, viewer, thread, input.body);
      return answer(input, { comment: commentObject(comment, call) });
    },
    submitPullRequestReview: ({ input }: Input<SubmitInput>) => {
      const viewer = viewerOf(call);
      const review = input.pullRequestReviewId
        ? reviewOf(call, input.pullRequestReviewId)
        : pendingReview(pullOf(call, input.pullRequestId), viewer);
      if (review === undefined)
        throw new Refusal(422, "Could not find pending review for this pull request.");
      submitReview(review, viewer, input.event, input.body ?? undefined);
      return answer(input, { pullRequestReview: reviewObject(review, call) });
    },
    updatePullRequestReview: ({ input }: Input<{ pullRequestReviewId: string; body: string }>) => {
      const review = reviewOf(call, input.pullRequestReviewId);
      updateReview(review, viewerOf(call), input.body);
      return answer(input, { pullRequestReview: reviewObject(review, call) });
    },
    deletePullRequestReview: ({ input }: Input<{ pullRequestReviewId: string }>) => {
      const review = reviewOf(call, input.pullRequestReviewId);
      const shown = reviewObject(review, call);
      deletePending(review, viewerOf(call));
      return answer(input, { pullRequestReview: shown });
    },
    resolveReviewThread: ({ input }: Input<{ threadId: string }>) => {
      const thread = threadOf(call, input.threadId);
      thread.resolvedBy = viewerOf(call);
      return answer(input, { thread: threadObject(thread, call) });
    },
    unresolveReviewThread: ({ input }: Input<{ threadId: string }>) => {
      const thread = threadOf(call, input.threadId);
      viewerOf(call);
      thread.resolvedBy = null;
      return answer(input, { thread: threadObject(thread, call) });
    },
  };
}

interface NewReviewInput {
  readonly pullRequestId: string;
  readonly commitOID?: string | null;
  readonly body?: string | null;
  readonly event?: ReviewEvent | null;
  readonly threads?: readonly ThreadInput[] | null;
}

interface ReplyInput {
  readonly pullRequestReviewThreadId: string;
  readonly pullRequestReviewId?: string | null;
  readonly body: string;
}

interface SubmitInput extends Subject {
  readonly event: ReviewEvent;
  readonly body?: string | null;
}

/** The pending review that is named, or the viewer's own one of the pull request, which is made when there is none. */
function pendingFor(call: Call, input: Subject): Review {
  const viewer = viewerOf(call);
  if (input.pullRequestReviewId) return reviewOf(call, input.pullRequestReviewId);
  const pull = pullOf(call, input.pullRequestId);
  return pendingReview(pull, viewer) ?? newReview(pull, viewer, pull.headSha, "");
}

function newThread(input: ThreadInput): NewThread {
  const isFile = input.subjectType === "FILE";
  const startLine = input.startLine ?? null;
  return {
    path: input.path,
    body: input.body,
    subject: isFile ? "FILE" : "LINE",
    line: isFile ? null : (input.line ?? null),
    side: input.side ?? "RIGHT",
    startLine: isFile ? null : startLine,
    startSide: isFile || startLine === null ? null : (input.startSide ?? "RIGHT"),
  };
}

function nodeOf<K extends NodeObject["kind"]>(call: Call, id: string | null | undefined, kind: K) {
  const found = call.state.nodes.get(id ?? "");
  if (found?.kind !== kind)
    throw new MissingObject(`Could not resolve to a node with the global id of '${id}'`);
  return found as Extract<NodeObject, { readonly kind: K }>;
}

function pullOf(call: Call, id: string | null | undefined): Pull {
  const pull = nodeOf(call, id, "pull");
  if (!pull.repository.mayRead(call.viewer)) throw notFound();
  return pull;
}

function reviewOf(call: Call, id: string): Review {
  const review = nodeOf(call, id, "review");
  const isThere = review.pull.reviews.includes(review) && review.user === call.viewer;
  if (!isThere) throw new MissingObject(`Could not resolve to a node with the global id of '${id}'`);
  return review;
}

function threadOf(call: Call, id: string): Thread {
  const thread = nodeOf(call, id, "thread");
  if (!thread.pull.repository.mayRead(call.viewer)) throw notFound();
  return thread;
}
