import { UserError } from "../../../kit/errors.ts";
import type {
  CommentOnForge,
  ForgeWrite,
  ForgeWriter,
  ReviewOnForge,
  SentOnForge,
  WritableState,
  WriteAnswer,
} from "../writer.ts";
import type { GitHubApi } from "./api.ts";
import {
  ADDITIONS_AT_ONCE,
  BODY_LENGTH,
  COMMENTS_AT_ONCE,
  githubRequest,
  type PullNames,
  shownRequest,
} from "./write-requests.ts";

/** The writing side of GitHub for one pull request. */
export function githubWriter(api: GitHubApi, pull: PullNames): ForgeWriter {
  const what = `pull request ${pull.owner}/${pull.name}#${pull.number}`;
  return {
    limits: { comments: COMMENTS_AT_ONCE, additions: ADDITIONS_AT_ONCE, bodyLength: BODY_LENGTH },
    state: (signal) => readState(api, pull, what, signal),
    review: (id, signal) => readReview(api, id, what, signal),
    async patches(signal) {
      const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/files";
      const parameters = { owner: pull.owner, repo: pull.name, pull_number: pull.number };
      const { items } = await api.list<{ filename: string; patch?: string }>(route, parameters, what, signal);
      return new Map(items.map((file) => [file.filename, file.patch]));
    },
    requestOf: (write) => shownRequest(githubRequest(write, pull)),
    write: (write, signal) => makeWrite(api, write, pull, what, signal),
    isRefusal: (error) =>
      error instanceof UserError && error.code === "forge-refused" && isAboutContent(error.cause),
  };
}

/** A token that is not accepted or may not write is no fault of what is written. */
function isAboutContent(cause: unknown): boolean {
  if (typeof cause !== "object" || cause === null) return false;
  const { status, errors } = cause as { status?: unknown; errors?: readonly { type?: unknown }[] };
  if (status === 422 || status === 400) return true;
  return errors?.every(({ type }) => type !== "FORBIDDEN" && type !== "INSUFFICIENT_SCOPES") ?? false;
}

async function makeWrite(
  api: GitHubApi,
  write: ForgeWrite,
  pull: PullNames,
  what: string,
  signal: AbortSignal,
): Promise<WriteAnswer> {
  const request = githubRequest(write, pull);
  if (request.kind === "rest") {
    const made = await api.write<{ node_id: string }>(request.route, request.parameters, what, signal);
    return { review: made.node_id };
  }
  const answer = api.mutate<AddedFields>(request.text, request.variables, what, signal);
  if (write.kind !== "add") {
    await answer;
    return {};
  }
  const { data, errors } = await answer.then((fields) => ({ data: fields, errors: [] }), partOf);
  return { refused: write.additions.map((_, index) => refusalOf(`a${index}`, data, errors)) };
}

type AddedFields = Readonly<Record<string, Added | null | undefined>>;
interface Added {
  readonly thread?: {
    readonly id: string;
    readonly line: number | null;
    readonly subjectType: string;
  } | null;
  readonly comment?: { readonly id: string } | null;
}
interface FieldError {
  readonly message?: string;
  readonly path?: readonly (string | number)[];
}

/** Of several mutations some may have been carried out: the answer then holds both data and errors. */
function partOf(error: unknown): { data: AddedFields; errors: readonly FieldError[] } {
  const cause = error instanceof UserError && error.code === "forge-refused" ? error.cause : undefined;
  const { data, errors } = (cause ?? {}) as { data?: AddedFields | null; errors?: readonly FieldError[] };
  // Without a field that an error is about, nothing was begun.
  if (errors === undefined || !errors.every((one) => one.path !== undefined)) throw error;
  return { data: data ?? {}, errors };
}

/** A thread that the answer lacks, or that stands on no line, is never shown by GitHub. */
function refusalOf(field: string, data: AddedFields, errors: readonly FieldError[]): string | undefined {
  const error = errors.find(({ path }) => path?.[0] === field);
  if (error) return error.message ?? "It was refused without a reason.";
  const { thread, comment } = data[field] ?? {};
  if (!thread && !comment) return "It was accepted, and is not there.";
  const isLost = thread?.subjectType === "LINE" && thread.line === null;
  return isLost ? "It was accepted, and stands on no line." : undefined;
}

const reviewFields = `id state body url commit { oid }`;
const commentFields = `id body url path line startLine originalLine originalStartLine diffHunk subjectType replyTo { id }`;
const commentPage = `comments(first: 100, after: $after) { nodes { ${commentFields} } pageInfo { hasNextPage endCursor } }`;

const stateQuery = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    id headRefOid state viewerDidAuthor
    pending: reviews(states: [PENDING], last: 10) { nodes { ${reviewFields} viewerDidAuthor ${commentPage} } }
    sent: reviews(states: [COMMENTED, APPROVED, CHANGES_REQUESTED, DISMISSED], last: 100) {
      nodes { ${reviewFields} viewerDidAuthor }
    }
  } }
}`;

const reviewQuery = `query ($id: ID!, $after: String) {
  node(id: $id) { ... on PullRequestReview { ${reviewFields} ${commentPage} } }
}`;

interface StateAnswer {
  readonly viewer: { readonly login: string };
  readonly repository: {
    readonly pullRequest: {
      readonly id: string;
      readonly headRefOid: string;
      readonly state: string;
      readonly viewerDidAuthor: boolean;
      readonly pending: { readonly nodes: readonly (FullReview & { readonly viewerDidAuthor: boolean })[] };
      readonly sent: { readonly nodes: readonly (ReviewNode & { readonly viewerDidAuthor: boolean })[] };
    } | null;
  } | null;
}
interface ReviewNode {
  readonly id: string;
  readonly state: string;
  readonly body: string;
  readonly url: string;
  readonly commit: { readonly oid: string } | null;
}
interface FullReview extends ReviewNode {
  readonly comments: CommentPage;
}
interface CommentPage {
  readonly nodes: readonly CommentNode[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
interface CommentNode {
  readonly id: string;
  readonly body: string;
  readonly url: string;
  readonly path: string;
  readonly line: number | null;
  readonly startLine: number | null;
  readonly originalLine: number | null;
  readonly originalStartLine: number | null;
  readonly diffHunk: string;
  readonly subjectType: string;
  readonly replyTo: { readonly id: string } | null;
}

async function readState(
  api: GitHubApi,
  pull: PullNames,
  what: string,
  signal: AbortSignal,
): Promise<WritableState> {
  const variables = { owner: pull.owner, name: pull.name, number: pull.number };
  const { viewer, repository } = await api.query<StateAnswer>(stateQuery, variables, what, signal);
  const found = repository?.pullRequest;
  if (!found)
    throw new UserError("no-such-pull-request", `There is no ${what}, or the token may not see it.`);
  const waiting = found.pending.nodes.find((review) => review.viewerDidAuthor);
  const pending = waiting && (await withAllComments(api, waiting, what, signal));
  const sent = found.sent.nodes.filter((review) => review.viewerDidAuthor).reverse();
  return {
    id: found.id,
    head: found.headRefOid,
    isOpen: found.state === "OPEN",
    viewer: viewer.login,
    isOwn: found.viewerDidAuthor,
    ...(pending ? { pending } : {}),
    sent: sent.map((review) => ({ ...reviewOf(review), state: sentState(review.state) })),
  };
}

async function readReview(
  api: GitHubApi,
  id: string,
  what: string,
  signal: AbortSignal,
): Promise<ReviewOnForge | undefined> {
  try {
    const { node } = await api.query<{ node: Partial<FullReview> | null }>(reviewQuery, { id }, what, signal);
    // Deleted, or the id of something else: then none of the fields is there.
    if (node?.comments === undefined) return undefined;
    return await withAllComments(api, node as FullReview, what, signal);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-such-pull-request") return undefined;
    throw error;
  }
}

async function withAllComments(
  api: GitHubApi,
  review: FullReview,
  what: string,
  signal: AbortSignal,
): Promise<ReviewOnForge | undefined> {
  const nodes = [...review.comments.nodes];
  let { pageInfo } = review.comments;
  while (pageInfo.hasNextPage) {
    const variables = { id: review.id, after: pageInfo.endCursor };
    const { node } = await api.query<{ node: FullReview | null }>(reviewQuery, variables, what, signal);
    // Deleted while it was read.
    if (!node) return undefined;
    nodes.push(...node.comments.nodes);
    pageInfo = node.comments.pageInfo;
  }
  const state = review.state === "PENDING" ? "pending" : sentState(review.state);
  return { ...reviewOf(review), state, comments: nodes.map(commentOf) };
}

function reviewOf({ id, body, url, commit }: ReviewNode) {
  return { id, body, url, ...(commit ? { commit: commit.oid } : {}) };
}

function sentState(state: string): SentOnForge["state"] {
  if (state === "APPROVED") return "approved";
  if (state === "CHANGES_REQUESTED") return "changes-requested";
  return state === "DISMISSED" ? "dismissed" : "commented";
}

/** GitHub does not tell the side of a comment; the last line of its piece of the diff does. */
function commentOf(node: CommentNode): CommentOnForge {
  const { id, body, url, path } = node;
  const last = node.diffHunk.split("\n").at(-1) ?? "";
  const side = last === "" ? {} : { side: last.startsWith("-") ? ("LEFT" as const) : ("RIGHT" as const) };
  const placeAt = (line: number | null, startLine: number | null) =>
    node.subjectType === "FILE" || line === null
      ? { path }
      : { path, line, ...side, ...(startLine === null ? {} : { startLine }) };
  const written = placeAt(node.originalLine, node.originalStartLine);
  const isOutdated = node.line === null && node.originalLine !== null;
  const replyTo = node.replyTo ? { replyTo: node.replyTo.id } : {};
  return {
    id,
    body,
    url,
    place: isOutdated ? written : placeAt(node.line, node.startLine),
    written,
    ...replyTo,
  };
}
