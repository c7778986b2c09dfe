import type { Addition, CommentToSend, EventToSend, ForgeWrite, WriteRequest } from "../writer.ts";
import type { Fields } from "./api.ts";

/** GitHub answers 422, or on some hosts 502, to more at once. */
export const COMMENTS_AT_ONCE = 30;
/** One request of several mutations counts as one; more than these take GitHub too long. */
export const ADDITIONS_AT_ONCE = 10;
/** Of any text; GitHub answers 422 to more. */
export const BODY_LENGTH = 65_536;

/** What a write becomes: a REST route with its body, or a GraphQL mutation with its variables. */
export type GitHubRequest =
  | { readonly kind: "rest"; readonly route: string; readonly parameters: Fields }
  | { readonly kind: "graphql"; readonly text: string; readonly variables: Fields };

export interface PullNames {
  readonly owner: string;
  readonly name: string;
  readonly number: number;
}

/** The request of a write, exactly as it is made. */
export function githubRequest(write: ForgeWrite, pull: PullNames): GitHubRequest {
  switch (write.kind) {
    case "create":
      return {
        kind: "rest",
        route: "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
        parameters: {
          owner: pull.owner,
          repo: pull.name,
          pull_number: pull.number,
          commit_id: write.commit,
          ...(write.body ? { body: write.body } : {}),
          ...(write.event ? { event: events[write.event] } : {}),
          ...(write.comments.length > 0 ? { comments: write.comments.map(restComment) } : {}),
        },
      };
    case "add":
      return additions(write.review, write.additions);
    case "submit":
      return {
        kind: "graphql",
        text: "mutation ($input: SubmitPullRequestReviewInput!) { submitPullRequestReview(input: $input) { pullRequestReview { id state } } }",
        variables: {
          input: {
            pullRequestReviewId: write.review,
            event: events[write.event],
            ...(write.body ? { body: write.body } : {}),
          },
        },
      };
    case "resolve":
      return {
        kind: "graphql",
        text: write.isResolved
          ? "mutation ($input: ResolveReviewThreadInput!) { resolveReviewThread(input: $input) { thread { id isResolved } } }"
          : "mutation ($input: UnresolveReviewThreadInput!) { unresolveReviewThread(input: $input) { thread { id isResolved } } }",
        variables: { input: { threadId: write.thread } },
      };
  }
}

/** A request as a person may read it before it is made. */
export function shownRequest(request: GitHubRequest): WriteRequest {
  if (request.kind === "graphql") {
    return { request: "POST /graphql", payload: { query: request.text, variables: request.variables } };
  }
  const { owner, repo, pull_number: number, ...payload } = request.parameters;
  const route = request.route
    .replace("{owner}", String(owner))
    .replace("{repo}", String(repo))
    .replace("{pull_number}", String(number));
  return { request: route, payload };
}

const events: Readonly<Record<EventToSend, string>> = {
  comment: "COMMENT",
  approve: "APPROVE",
  "request-changes": "REQUEST_CHANGES",
};

function restComment({ place, body }: CommentToSend): Fields {
  const { path, line, startLine } = place;
  const side = place.side ?? "RIGHT";
  const start = startLine === undefined ? {} : { start_line: startLine, start_side: place.startSide ?? side };
  return { path, body, line, side, ...start };
}

/** One mutation for each addition, in one request: they are carried out in their order, each for itself. */
function additions(review: string, list: readonly Addition[]): GitHubRequest {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const fields = list.map((addition, index) => {
    variables[`i${index}`] = graphqlInput(review, addition);
    if (addition.kind === "reply") {
      declared.push(`$i${index}: AddPullRequestReviewThreadReplyInput!`);
      return `a${index}: addPullRequestReviewThreadReply(input: $i${index}) { comment { id } }`;
    }
    declared.push(`$i${index}: AddPullRequestReviewThreadInput!`);
    return `a${index}: addPullRequestReviewThread(input: $i${index}) { thread { id line isOutdated subjectType } }`;
  });
  return { kind: "graphql", text: `mutation (${declared.join(", ")}) { ${fields.join(" ")} }`, variables };
}

function graphqlInput(review: string, addition: Addition): Fields {
  const common = { pullRequestReviewId: review, body: addition.body };
  if (addition.kind === "reply") return { ...common, pullRequestReviewThreadId: addition.thread };
  const { path, line, startLine } = addition.place;
  if (line === undefined) return { ...common, path, subjectType: "FILE" };
  const side = addition.place.side ?? "RIGHT";
  const start = startLine === undefined ? {} : { startLine, startSide: addition.place.startSide ?? side };
  return { ...common, path, line, side, ...start, subjectType: "LINE" };
}
