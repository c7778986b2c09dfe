import type { PlaceSide, Thread, ThreadComment } from "../../../engine/discussion/discussion.ts";
import type { PullRequest } from "../pull-request.ts";
import type { GitHubApi } from "./api.ts";
import { COMMENTS_A_THREAD, MAX_PAGES, PAGE_SIZE } from "./limits.ts";
import { GHOST } from "./pulls.ts";
import { placeOf } from "./rest-threads.ts";

interface Page<T> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (T | null)[] | null;
}

interface QueriedComment {
  readonly id: string;
  readonly author: { readonly login: string } | null;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
  readonly lastEditedAt: string | null;
  readonly state: "PENDING" | "SUBMITTED";
  readonly isMinimized: boolean;
  readonly minimizedReason: string | null;
  readonly diffHunk: string;
  readonly originalCommit: { readonly oid: string } | null;
}

interface QueriedThread {
  readonly id: string;
  readonly isResolved: boolean;
  readonly isOutdated: boolean;
  readonly path: string;
  readonly line: number | null;
  readonly startLine: number | null;
  readonly originalLine: number | null;
  readonly originalStartLine: number | null;
  readonly diffSide: PlaceSide;
  readonly startDiffSide: PlaceSide | null;
  readonly subjectType: "LINE" | "FILE";
  readonly comments: Page<QueriedComment>;
}

const commentFields = `pageInfo { hasNextPage endCursor }
  nodes {
    id author { login } body url createdAt lastEditedAt state isMinimized minimizedReason diffHunk
    originalCommit { oid }
  }`;

const threadsQuery = `query ($pull: ID!, $after: String) {
  node(id: $pull) {
    ... on PullRequest {
      reviewThreads(first: ${PAGE_SIZE}, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated path line startLine originalLine originalStartLine diffSide startDiffSide
          subjectType
          comments(first: ${COMMENTS_A_THREAD}) { ${commentFields} }
        }
      }
    }
  }
}`;

const commentsQuery = `query ($thread: ID!, $after: String) {
  node(id: $thread) {
    ... on PullRequestReviewThread { comments(first: ${PAGE_SIZE}, after: $after) { ${commentFields} } }
  }
}`;

/** All threads with all of their comments, in GitHub's order, and whether there were more than are read. */
export async function queryThreads(
  api: GitHubApi,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<{ readonly threads: readonly Thread[]; readonly isCut: boolean }> {
  const { owner, name, number } = pull.address;
  const what = `the threads of ${owner}/${name}#${number}`;
  type ThreadsAnswer = { readonly node: { readonly reviewThreads?: Page<QueriedThread> } | null };
  type CommentsAnswer = { readonly node: { readonly comments?: Page<QueriedComment> } | null };
  const found = await allPages(async (after) => {
    const answer = await api.query<ThreadsAnswer>(threadsQuery, { pull: pull.nodeId, after }, what, signal);
    return answer.node?.reviewThreads;
  }, null);
  const threads: Thread[] = [];
  let isCut = found.isCut;
  for (const thread of found.items) {
    const { nodes, pageInfo } = thread.comments;
    const first = (nodes ?? []).filter((node) => node !== null);
    if (!pageInfo.hasNextPage) {
      threads.push(threadOf(thread, first));
      continue;
    }
    const more = await allPages(async (after) => {
      const answer = await api.query<CommentsAnswer>(
        commentsQuery,
        { thread: thread.id, after },
        what,
        signal,
      );
      return answer.node?.comments;
    }, pageInfo.endCursor);
    isCut ||= more.isCut;
    threads.push(threadOf(thread, [...first, ...more.items]));
  }
  // One without a comment is what is left of a comment that was deleted.
  return { threads: threads.filter((thread) => thread.comments.length > 0), isCut };
}

async function allPages<T>(
  ask: (after: string | null) => Promise<Page<T> | undefined>,
  start: string | null,
): Promise<{ readonly items: readonly T[]; readonly isCut: boolean }> {
  const items: T[] = [];
  let after = start;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await ask(after);
    items.push(...(answer?.nodes ?? []).filter((node) => node !== null));
    after = answer?.pageInfo.hasNextPage ? answer.pageInfo.endCursor : null;
    if (after === null) return { items, isCut: false };
  }
  return { items, isCut: true };
}

function threadOf(thread: QueriedThread, comments: readonly QueriedComment[]): Thread {
  const { path, line, startLine, originalLine, originalStartLine } = thread;
  const isFile = thread.subjectType === "FILE";
  const sides = { side: thread.diffSide, start_side: thread.startDiffSide };
  const isOutdated = thread.isOutdated || (!isFile && line === null);
  const [first] = comments;
  return {
    id: thread.id,
    ...(isOutdated ? {} : { present: isFile ? { path } : placeOf(path, sides, line, startLine) }),
    original: {
      ...(isFile ? { path } : placeOf(path, sides, originalLine ?? line, originalStartLine ?? startLine)),
      commit: first?.originalCommit?.oid ?? "",
      diff: first?.diffHunk ?? "",
    },
    isOutdated,
    isResolved: thread.isResolved,
    comments: comments.map(commentOf),
  };
}

function commentOf(comment: QueriedComment): ThreadComment {
  return {
    id: comment.id,
    author: comment.author?.login ?? GHOST,
    createdAt: comment.createdAt,
    isEdited: comment.lastEditedAt !== null,
    body: comment.body,
    url: comment.url,
    isPending: comment.state === "PENDING",
    ...(comment.isMinimized ? { folded: (comment.minimizedReason ?? "hidden").toLowerCase() } : {}),
  };
}
