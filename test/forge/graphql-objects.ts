import type { Call } from "./call.ts";
import { type ConnectionArguments, connection } from "./paging.ts";
import { type Place, placeOf } from "./places.ts";
import type { PullDiff } from "./pull-diff.ts";
import { pullPage } from "./rest-json.ts";
import { isVisible } from "./reviews.ts";
import type {
  IssueComment,
  NodeObject,
  Pull,
  Repository,
  Review,
  ReviewComment,
  ReviewState,
  Thread,
  User,
} from "./state.ts";

// Each function gives one object of GitHub's schema; what is a function there is worked out only when it is asked for.

export function nodeObject(node: NodeObject, call: Call): object | null {
  switch (node.kind) {
    case "user":
      return userObject(node, call);
    case "repository":
      return node.mayRead(call.viewer) ? repositoryObject(node, call) : null;
    case "pull":
      return node.repository.mayRead(call.viewer) ? pullObject(node, call) : null;
    case "review":
      return mayRead(node, call) ? reviewObject(node, call) : null;
    case "thread":
      return node.comments.some((comment) => isVisible(comment, call.viewer))
        ? threadObject(node, call)
        : null;
    case "comment":
      return isVisible(node, call.viewer) && mayRead(node.review, call) ? commentObject(node, call) : null;
    case "issue-comment":
      return issueCommentObject(node, call);
  }
}

function mayRead(review: Review, call: Call): boolean {
  const { pull } = review;
  if (!pull.reviews.includes(review) || !pull.repository.mayRead(call.viewer)) return false;
  return review.state !== "PENDING" || review.user === call.viewer;
}

export function userObject(user: User, { urls }: Call) {
  return {
    __typename: "User",
    id: user.nodeId,
    databaseId: user.id,
    login: user.login,
    name: user.login,
    url: `${urls.web}/${user.login}`,
    avatarUrl: `${urls.web}/avatars/${user.id}`,
  };
}

const orNull = <T, R>(value: T | null | undefined, show: (value: T) => R): R | null =>
  value === null || value === undefined ? null : show(value);

export function repositoryObject(repository: Repository, call: Call) {
  const { fullName } = repository;
  return {
    __typename: "Repository",
    id: repository.nodeId,
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName,
    owner: userObject(repository.owner, call),
    url: `${call.urls.web}/${fullName}`,
    isPrivate: repository.isPrivate,
    isFork: repository.fork !== undefined,
    defaultBranchRef: { __typename: "Ref", id: `REF_${repository.id}`, name: "main" },
    pullRequest: ({ number }: { number: number }) => {
      const found = repository.pulls.find((pull) => pull.number === number);
      if (found !== undefined) return pullObject(found, call);
      throw new MissingObject(`Could not resolve to a PullRequest with the number of ${number}.`);
    },
    pullRequests: (asked: PullsAsked) => {
      const found = repository.pulls.filter((pull) => isAsked(pull, asked));
      const isAscending = asked.orderBy ? asked.orderBy.direction === "ASC" : true;
      const shown = isAscending ? found : found.reverse();
      return connection("pullRequests", shown, asked, (pull) => pullObject(pull, call));
    },
  };
}

interface PullsAsked extends ConnectionArguments {
  readonly states?: readonly string[] | null;
  readonly baseRefName?: string | null;
  readonly headRefName?: string | null;
  readonly orderBy?: { readonly direction: string } | null;
}

function isAsked(pull: Pull, asked: PullsAsked): boolean {
  if (asked.states && !asked.states.includes(stateOf(pull))) return false;
  if (asked.baseRefName && asked.baseRefName !== pull.baseRef) return false;
  return !asked.headRefName || asked.headRefName === pull.headRef;
}

/** What a name or number leads to nothing: GitHub says so beside a null. */
export class MissingObject extends Error {}

function stateOf(pull: Pull): "OPEN" | "CLOSED" | "MERGED" {
  if (pull.mergedAt !== null) return "MERGED";
  return pull.state === "open" ? "OPEN" : "CLOSED";
}

function written(
  node: {
    readonly id: number;
    readonly nodeId: string;
    readonly createdAt: string;
    readonly body: string | null;
  },
  author: User | null,
  call: Call,
) {
  return {
    id: node.nodeId,
    databaseId: node.id,
    fullDatabaseId: String(node.id),
    author: orNull(author, (user) => userObject(user, call)),
    authorAssociation: "CONTRIBUTOR",
    body: node.body ?? "",
    bodyText: node.body ?? "",
    createdAt: node.createdAt,
    updatedAt: node.createdAt,
    publishedAt: node.createdAt,
    lastEditedAt: null,
    isMinimized: false,
    minimizedReason: null,
    viewerDidAuthor: author !== null && author === call.viewer,
  };
}

export function pullObject(pull: Pull, call: Call) {
  const { viewer } = call;
  const { repository } = pull;
  const reviews = pull.reviews.filter((review) => review.state !== "PENDING" || review.user === viewer);
  const size = (count: (diff: PullDiff) => number) => async () => count(await pull.diff());
  return {
    ...written(pull, pull.author, call),
    __typename: "PullRequest",
    number: pull.number,
    title: pull.title,
    state: stateOf(pull),
    isDraft: pull.isDraft,
    merged: pull.mergedAt !== null,
    closed: pull.state === "closed",
    locked: false,
    mergeable: "MERGEABLE",
    url: pullPage(pull, call.urls),
    permalink: pullPage(pull, call.urls),
    headRefName: pull.headRef,
    headRefOid: pull.headSha,
    headRepository: orNull(pull.headRepository, (head) => repositoryObject(head, call)),
    headRepositoryOwner: orNull(pull.headRepository, (head) => userObject(head.owner, call)),
    isCrossRepository: pull.headRepository !== repository,
    baseRefName: pull.baseRef,
    baseRefOid: pull.baseSha,
    baseRepository: repositoryObject(repository, call),
    repository: () => repositoryObject(repository, call),
    additions: size((diff) => diff.additions),
    deletions: size((diff) => diff.deletions),
    changedFiles: size((diff) => diff.files.length),
    comments: (asked: ConnectionArguments) =>
      connection("comments", pull.issueComments, asked, (comment) => issueCommentObject(comment, call)),
    reviews: (asked: ReviewsAsked) =>
      connection(
        "reviews",
        reviews.filter((review) => isReviewAsked(review, asked)),
        asked,
        (review) => reviewObject(review, call),
      ),
    latestReviews: (asked: ConnectionArguments) =>
      connection("latestReviews", latest(pull), asked, (review) => reviewObject(review, call)),
    reviewThreads: async (asked: ConnectionArguments) =>
      connection("reviewThreads", await shownThreads(pull, viewer), asked, (thread) =>
        threadObject(thread, call),
      ),
    reviewDecision: decision(latest(pull).map((review) => review.state)),
    totalCommentsCount: pull.issueComments.length + pull.threads.flatMap((thread) => thread.comments).length,
    viewerLatestReview: orNull(
      reviews.findLast((review) => review.user === viewer),
      (review) => reviewObject(review, call),
    ),
  };
}

interface ReviewsAsked extends ConnectionArguments {
  readonly states?: readonly string[] | null;
  readonly author?: string | null;
}

function isReviewAsked(review: Review, asked: ReviewsAsked): boolean {
  if (asked.states && !asked.states.includes(review.state)) return false;
  return !asked.author || asked.author === review.user.login;
}

/** The last review of each person that decides anything. */
function latest(pull: Pull): readonly Review[] {
  const byUser = new Map<User, Review>();
  for (const review of pull.reviews) if (review.state !== "PENDING") byUser.set(review.user, review);
  return [...byUser.values()];
}

function decision(states: readonly ReviewState[]): string | null {
  if (states.includes("CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
  return states.includes("APPROVED") ? "APPROVED" : null;
}

/** GitHub drops pending threads on files that the pull request adds from this list: only the review has them. */
async function shownThreads(pull: Pull, viewer: User | undefined): Promise<readonly Thread[]> {
  const { files } = await pull.diff();
  const added = new Set(files.filter((file) => file.status === "added").map((file) => file.path));
  return pull.threads.filter((thread) => {
    const shown = thread.comments.filter((comment) => isVisible(comment, viewer));
    const isPending = shown.every((comment) => comment.review.state === "PENDING");
    return shown.length > 0 && !(isPending && added.has(thread.path));
  });
}

export function reviewObject(review: Review, call: Call): object {
  const { pull } = review;
  return {
    ...written(review, review.user, call),
    __typename: "PullRequestReview",
    publishedAt: review.submittedAt,
    url: `${pullPage(pull, call.urls)}#pullrequestreview-${review.id}`,
    state: review.state,
    submittedAt: review.submittedAt,
    commit: commitObject(review.commit),
    pullRequest: () => pullObject(pull, call),
    repository: () => repositoryObject(pull.repository, call),
    comments: (asked: ConnectionArguments) => {
      const shown = pull.commentsOf(review).filter((comment) => isVisible(comment, call.viewer));
      return connection("comments", shown, asked, (comment) => commentObject(comment, call));
    },
  };
}

export function threadObject(thread: Thread, call: Call): object {
  const place = once(() => placeOf(thread));
  return {
    __typename: "PullRequestReviewThread",
    id: thread.nodeId,
    path: thread.path,
    line: async () => (await place()).line,
    startLine: async () => (await place()).startLine,
    originalLine: thread.line,
    originalStartLine: thread.startLine,
    diffSide: thread.side,
    startDiffSide: thread.startSide,
    subjectType: thread.subject,
    isResolved: thread.resolvedBy !== null,
    isCollapsed: thread.resolvedBy !== null,
    isOutdated: async () => (await place()).isOutdated,
    resolvedBy: orNull(thread.resolvedBy, (user) => userObject(user, call)),
    viewerCanReply: call.viewer !== undefined,
    viewerCanResolve: thread.resolvedBy === null,
    viewerCanUnresolve: thread.resolvedBy !== null,
    pullRequest: () => pullObject(thread.pull, call),
    repository: () => repositoryObject(thread.pull.repository, call),
    comments: (asked: ConnectionArguments) => {
      const shown = thread.comments.filter((comment) => isVisible(comment, call.viewer));
      return connection("comments", shown, asked, (comment) => commentObject(comment, call));
    },
  };
}

export function commentObject(comment: ReviewComment, call: Call): object {
  const { thread, review } = comment;
  const { pull } = thread;
  const place: () => Promise<Place> = once(() => placeOf(thread));
  return {
    ...written(comment, comment.user, call),
    __typename: "PullRequestReviewComment",
    publishedAt: review.submittedAt,
    draftedAt: comment.createdAt,
    url: `${pullPage(pull, call.urls)}#discussion_r${comment.id}`,
    path: thread.path,
    line: async () => (await place()).line,
    startLine: async () => (await place()).startLine,
    originalLine: thread.line,
    originalStartLine: thread.startLine,
    outdated: async () => (await place()).isOutdated,
    state: review.state === "PENDING" ? "PENDING" : "SUBMITTED",
    subjectType: thread.subject,
    diffHunk: thread.diffHunk,
    commit: commitObject(pull.headSha),
    originalCommit: commitObject(thread.commit),
    replyTo: orNull(comment.replyTo, (first) => commentObject(first, call)),
    pullRequestReview: () => reviewObject(review, call),
    pullRequest: () => pullObject(pull, call),
    repository: () => repositoryObject(pull.repository, call),
  };
}

function issueCommentObject(comment: IssueComment, call: Call): object {
  const { pull } = comment;
  return {
    ...written(comment, comment.user, call),
    __typename: "IssueComment",
    url: `${pullPage(pull, call.urls)}#issuecomment-${comment.id}`,
    pullRequest: () => pullObject(pull, call),
    repository: () => repositoryObject(pull.repository, call),
  };
}

function commitObject(oid: string) {
  return { __typename: "Commit", id: `C_${oid}`, oid, abbreviatedOid: oid.slice(0, 7) };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= work();
    return answer;
  };
}
