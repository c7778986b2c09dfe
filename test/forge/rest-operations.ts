import { type Answer, readable } from "./access.ts";
import { type Call, fieldsOf, viewerOf } from "./call.ts";
import { paged } from "./paging.ts";
import { notFound, Refusal, unprocessable } from "./refusals.ts";
import {
  commitFormat,
  commitJson,
  fileJson,
  fullRepositoryJson,
  issueCommentJson,
  oldReviewCommentJson,
  pullJson,
  pullSummaryJson,
  reviewCommentJson,
  reviewJson,
  viewerJson,
} from "./rest-json.ts";
import type { NewThread, ReviewEvent } from "./reviews.ts";
import {
  commentAtOnce,
  createReview,
  deletePending,
  isVisible,
  replyAtOnce,
  sideOf,
  submitReview,
  updateReview,
} from "./reviews.ts";
import type { Pull, Review, ReviewComment } from "./state.ts";

export interface Operation {
  /** As in GitHub's description: method and path. */
  readonly name: string;
  readonly run: (call: Call, params: Record<string, string>) => Answer | Promise<Answer>;
  /** In which form a 422 names what is wrong. */
  readonly errors?: "text" | "fields";
}

const repository = "/repos/{owner}/{repo}";
const pulls = `${repository}/pulls`;
const pull = `${pulls}/{pull_number}`;
const review = `${pull}/reviews/{review_id}`;

export const operations: readonly Operation[] = [
  { name: "get /user", run: (call) => ({ body: viewerJson(viewerOf(call), call.urls) }) },
  { name: "get /rate_limit", run: (call) => ({ body: call.rate() }) },
  {
    name: `get ${repository}`,
    run: (call, params) => ({ body: fullRepositoryJson(repositoryOf(call, params), call.urls) }),
  },
  { name: `get ${pulls}`, run: listPulls },
  { name: `get ${pull}`, run: getPull },
  { name: `get ${pull}/files`, run: listFiles },
  { name: `get ${pull}/commits`, run: listCommits },
  { name: `get ${pull}/comments`, run: listComments },
  { name: `post ${pull}/comments`, run: postComment, errors: "fields" },
  { name: `post ${pull}/comments/{comment_id}/replies`, run: postReply, errors: "fields" },
  { name: `get ${pull}/reviews`, run: listReviews },
  { name: `post ${pull}/reviews`, run: postReview },
  { name: `get ${review}`, run: (call, params) => ({ body: reviewJson(reviewOf(call, params), call.urls) }) },
  { name: `put ${review}`, run: putReview },
  { name: `delete ${review}`, run: deleteReview },
  { name: `get ${review}/comments`, run: listReviewComments },
  { name: `post ${review}/events`, run: postEvent },
  { name: `get ${repository}/issues/{issue_number}/comments`, run: listIssueComments },
];

function repositoryOf(call: Call, params: Record<string, string>) {
  return readable(call, `${params.owner}/${params.repo}`);
}

function pullOf(call: Call, params: Record<string, string>): Pull {
  const number = Number(params.pull_number ?? params.issue_number);
  const found = repositoryOf(call, params).pulls.find((candidate) => candidate.number === number);
  if (found === undefined) throw notFound();
  return found;
}

function reviewOf(call: Call, params: Record<string, string>): Review {
  const id = Number(params.review_id);
  const found = pullOf(call, params).reviews.find((candidate) => candidate.id === id);
  const isHidden = found?.state === "PENDING" && found.user !== call.viewer;
  if (found === undefined || isHidden) throw notFound();
  return found;
}

function listPulls(call: Call, params: Record<string, string>): Answer {
  const { search, urls } = call;
  const state = search.get("state") ?? "open";
  const head = search.get("head");
  const base = search.get("base");
  const found = repositoryOf(call, params).pulls.filter((candidate) => {
    if (state !== "all" && candidate.state !== state) return false;
    if (base !== null && candidate.baseRef !== base) return false;
    if (head === null || !head.includes(":")) return true;
    const owner = candidate.headRepository?.owner.login ?? candidate.author.login;
    return `${owner}:${candidate.headRef}` === head;
  });
  const isAscending = search.get("direction") === "asc";
  const page = paged(call, isAscending ? found : found.reverse());
  return { ...page, body: page.items.map((candidate) => pullSummaryJson(candidate, urls)) };
}

async function getPull(call: Call, params: Record<string, string>): Promise<Answer> {
  const found = pullOf(call, params);
  if (!/\b(diff|patch)\b/.test(call.accept)) return { body: await pullJson(found, call.urls) };
  const diff = await found.diff();
  const limit = diff.files.length > 300 ? "files (300)" : diff.lineCount > 20_000 ? "lines (20000)" : null;
  if (limit !== null) {
    throw new Refusal(
      406,
      `Sorry, the diff exceeded the maximum number of ${limit}. Consider using 'List pull requests files' API or locally cloning the repository instead.`,
      [{ resource: "PullRequest", field: "diff", code: "too_large" }],
    );
  }
  const text = await found.repository.store.read(["diff", "-M50%", diff.mergeBase, diff.head]);
  return { text: text.toString("utf8") };
}

/** GitHub lists no more files than this. */
const maxListedFiles = 3000;

async function listFiles(call: Call, params: Record<string, string>): Promise<Answer> {
  const found = pullOf(call, params);
  const diff = await found.diff();
  const page = paged(call, diff.files.slice(0, maxListedFiles));
  return { ...page, body: page.items.map((file) => fileJson(found, diff, file, call.urls)) };
}

async function listCommits(call: Call, params: Record<string, string>): Promise<Answer> {
  const found = pullOf(call, params);
  // GitHub lists the first 250.
  const page = paged(call, found.commits().slice(0, 250));
  const { store } = found.repository;
  const lines = page.items.map((sha) => store.git("log", "-1", `--format=${commitFormat}`, sha));
  return { ...page, body: lines.map((line) => commitJson(found, line, call.urls)) };
}

async function listComments(call: Call, params: Record<string, string>): Promise<Answer> {
  // Pending ones are not in this list, not even for their author.
  const shown = pullOf(call, params)
    .threads.flatMap((thread) => thread.comments)
    .filter((comment) => isVisible(comment, undefined))
    .sort((a, b) => a.id - b.id);
  const page = paged(call, call.search.get("direction") === "desc" ? shown.reverse() : shown);
  return { ...page, body: await Promise.all(page.items.map((each) => reviewCommentJson(each, call.urls))) };
}

function listReviews(call: Call, params: Record<string, string>): Answer {
  const shown = pullOf(call, params).reviews.filter(
    (candidate) => candidate.state !== "PENDING" || candidate.user === call.viewer,
  );
  const page = paged(call, shown);
  return { ...page, body: page.items.map((each) => reviewJson(each, call.urls)) };
}

async function listReviewComments(call: Call, params: Record<string, string>): Promise<Answer> {
  const found = reviewOf(call, params);
  const shown = found.pull.commentsOf(found).filter((comment) => isVisible(comment, call.viewer));
  const page = paged(call, shown);
  return {
    ...page,
    body: await Promise.all(page.items.map((each) => oldReviewCommentJson(each, call.urls))),
  };
}

function listIssueComments(call: Call, params: Record<string, string>): Answer {
  const page = paged(call, pullOf(call, params).issueComments);
  return { ...page, body: page.items.map((each) => issueCommentJson(each, call.urls)) };
}

async function postReview(call: Call, params: Record<string, string>): Promise<Answer> {
  const viewer = viewerOf(call);
  const found = pullOf(call, params);
  const fields = fieldsOf(call);
  const comments = (fields.comments ?? []) as readonly Record<string, unknown>[];
  const event = fields.event as ReviewEvent | undefined;
  if (event !== undefined && !["APPROVE", "REQUEST_CHANGES", "COMMENT"].includes(event)) {
    throw unprocessable(`Variable $event of type PullRequestReviewEvent was provided invalid value`);
  }
  if (comments.length > call.limits.reviewComments) throw new Refusal(502, "Server Error");
  const made = await createReview(found, viewer, {
    commit: fields.commit_id as string | undefined,
    body: (fields.body ?? "") as string,
    event,
    threads: comments.map(batchThread),
  });
  return { body: reviewJson(made, call.urls) };
}

const batchKeys = ["path", "position", "body", "line", "side", "start_line", "start_side"];

function batchThread(comment: Record<string, unknown>): NewThread {
  const unknownKey = Object.keys(comment).find((key) => !batchKeys.includes(key));
  if (unknownKey !== undefined) {
    throw new Refusal(422, `Invalid request.\n\nFor 'items', "${unknownKey}" is not a permitted key.`);
  }
  if (comment.position !== undefined) throw new Error("the forge knows lines and no positions");
  return threadFields(comment, "LINE");
}

function threadFields(fields: Record<string, unknown>, subject: "LINE" | "FILE"): NewThread {
  const startLine = (fields.start_line ?? null) as number | null;
  const isFile = subject === "FILE";
  return {
    path: String(fields.path ?? ""),
    body: String(fields.body ?? ""),
    subject,
    line: isFile ? null : ((fields.line ?? null) as number | null),
    side: sideOf(fields.side),
    startLine: isFile ? null : startLine,
    startSide: isFile || startLine === null ? null : sideOf(fields.start_side ?? fields.side),
  };
}

async function postComment(call: Call, params: Record<string, string>): Promise<Answer> {
  const viewer = viewerOf(call);
  const found = pullOf(call, params);
  const fields = fieldsOf(call);
  const subject = fields.subject_type === "file" ? "FILE" : "LINE";
  const made = await commentAtOnce(found, viewer, String(fields.commit_id), threadFields(fields, subject));
  return created(call, made);
}

async function postReply(call: Call, params: Record<string, string>): Promise<Answer> {
  const viewer = viewerOf(call);
  const found = pullOf(call, params);
  const first = found.threads
    .map((thread) => thread.comments[0])
    .find((comment) => comment?.id === Number(params.comment_id));
  // There are no replies to replies.
  if (first === undefined || !isVisible(first, viewer)) throw notFound();
  return created(call, replyAtOnce(found, viewer, first.thread, String(fieldsOf(call).body ?? "")));
}

async function created(call: Call, comment: ReviewComment): Promise<Answer> {
  const body = await reviewCommentJson(comment, call.urls);
  return { status: 201, body, headers: { location: body.url } };
}

function putReview(call: Call, params: Record<string, string>): Answer {
  const viewer = viewerOf(call);
  const found = reviewOf(call, params);
  updateReview(found, viewer, String(fieldsOf(call).body ?? ""));
  return { body: reviewJson(found, call.urls) };
}

function deleteReview(call: Call, params: Record<string, string>): Answer {
  const viewer = viewerOf(call);
  const found = reviewOf(call, params);
  deletePending(found, viewer);
  return { body: reviewJson(found, call.urls) };
}

function postEvent(call: Call, params: Record<string, string>): Answer {
  const viewer = viewerOf(call);
  const found = reviewOf(call, params);
  const fields = fieldsOf(call);
  const event = fields.event as ReviewEvent;
  if (!["APPROVE", "REQUEST_CHANGES", "COMMENT"].includes(event)) {
    throw unprocessable("Review event is invalid");
  }
  submitReview(found, viewer, event, fields.body as string | undefined);
  return { body: reviewJson(found, call.urls) };
}
