import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { addBig, addDemo } from "./demo.ts";
import { type Pull, startForge, type TestForge } from "./forge.ts";
import { environment } from "./git-store.ts";

let forge: TestForge;
let pull: Pull;
const scratch = mkdtempSync(join(tmpdir(), "headwater-forge-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
});
// Closing throws when an answer was not as GitHub describes it.
afterEach(() => forge.close());

interface Asked {
  readonly as?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function rest(path: string, { as = "reviewer", method = "GET", body, headers = {} }: Asked = {}) {
  const response = await fetch(forge.apiUrl + path, {
    method,
    headers: {
      ...(as !== null && { authorization: `Bearer ${forge.user(as).token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

async function graphql(query: string, variables: object = {}, as = "reviewer") {
  const response = await fetch(forge.graphqlUrl, {
    method: "POST",
    headers: { authorization: `bearer ${forge.user(as).token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as GraphqlAnswer;
}

interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  readonly data?: any;
  readonly errors?: readonly { readonly type?: string; readonly message: string }[];
}

const base = "/repos/acme/app";
const one = `${base}/pulls/1`;
const post = (path: string, body: unknown, as = "reviewer") => rest(path, { method: "POST", body, as });
const _post = (path: string, body: unknown, as = "reviewer") => rest(path, { method: "POST", body, as });
const git = (...words: readonly string[]) =>
  promisify(execFile)("git", words, { cwd: scratch, env: { ...environment, GIT_TERMINAL_PROMPT: "0" } });

test("what is read has the form that GitHub publishes", async () => {
  for (const path of ["/user", "/rate_limit", base, `${base}/pulls`, one, `${one}/files`, `${one}/commits`]) {
    expect((await rest(path)).status, path).toBe(200);
  }
  for (const path of [`${one}/comments`, `${one}/reviews`, `${base}/issues/1/comments`]) {
    const { body } = await rest(path);
    expect(body.length, path).toBeGreaterThan(0);
  }
  const sent = pull.reviews[0]!;
  expect((await rest(`${one}/reviews/${sent.id}/comments`)).body).toHaveLength(4);
  expect((await rest(one)).body.base.sha).not.toBe(pull.baseTip());
});

const threadsQuery = `query($first: Int!, $after: String, $inner: Int!) {
  repository(owner: "acme", name: "app") { pullRequest(number: 1) {
    reviewThreads(first: $first, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id path line startLine originalLine originalStartLine diffSide startDiffSide subjectType isResolved
        isOutdated resolvedBy { login }
        comments(first: $inner) { totalCount pageInfo { hasNextPage endCursor } nodes { id databaseId body
          author { __typename login } createdAt diffHunk outdated replyTo { id } pullRequestReview { id state } } } }
    }
  } }
}`;

test("review threads are paged, outside and inside", async () => {
  const first = await graphql(threadsQuery, { first: 3, inner: 1 });
  expect(first.errors).toBeUndefined();
  const { reviewThreads } = first.data.repository.pullRequest;
  expect(reviewThreads.totalCount).toBe(4);
  expect(reviewThreads.pageInfo.hasNextPage).toBe(true);
  expect(reviewThreads.nodes.map((thread: { line: number | null }) => thread.line)).toEqual([5, 3, null]);
  expect(reviewThreads.nodes[0].comments).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true } });
  expect(reviewThreads.nodes[1]).toMatchObject({
    isResolved: true,
    startLine: 1,
    resolvedBy: { login: "author" },
  });
  const after = reviewThreads.pageInfo.endCursor;
  const second = await graphql(threadsQuery, { first: 3, after, inner: 1 });
  expect(second.data.repository.pullRequest.reviewThreads.nodes).toMatchObject([
    { path: "old.txt", diffSide: "LEFT", line: 1, isOutdated: false },
  ]);
});

test("a clone has the branches, and a fetch the pull request's head", async () => {
  await git("clone", "-q", `${forge.url}/acme/app.git`, "clone");
  const dir = join(scratch, "clone");
  await git("-C", dir, "fetch", "-q", "origin", "+refs/pull/1/head:refs/headwater/1/head");
  const { stdout } = await git("-C", dir, "rev-parse", "refs/headwater/1/head", "origin/main");
  expect(stdout.trim().split("\n")).toEqual([pull.headSha, pull.baseTip()]);
});

describe("a review in one request", () => {
  const comment = (fields: object) => ({ path: "src/price.ts", body: "A comment.", ...fields });
  const review = (comments: readonly object[], fields: object = {}) => ({
    commit_id: pull.headSha,
    body: "All in all.",
    event: "COMMENT",
    comments,
    ...fields,
  });

  test("is taken with comments on lines, ranges and the left side", async () => {
    const sent = await post(
      `${one}/reviews`,
      review([
        comment({ line: 6 }),
        comment({ start_line: 5, line: 7, side: "RIGHT" }),
        comment({ line: 4, side: "LEFT" }),
        comment({ start_line: 4, start_side: "LEFT", line: 6, side: "RIGHT" }),
      ]),
    );
    expect(sent).toMatchObject({ status: 200, body: { state: "COMMENTED", commit_id: pull.headSha } });
    const { body } = await rest(`${one}/comments?per_page=100`);
    const mine = body.filter((each: { user: { login: string } }) => each.user.login === "reviewer");
    expect(mine).toMatchObject([
      { line: 6, side: "RIGHT", start_line: null, original_line: 6, position: 7 },
      { line: 7, start_line: 5, start_side: "RIGHT" },
      { line: 4, side: "LEFT" },
      { line: 6, start_line: 4, start_side: "LEFT" },
    ]);
    expect(forge.contentWrites).toBe(1);
  });

  test.each([
    ["a line outside every hunk", { line: 1000 }, "Line could not be resolved"],
    ["unchanged code between hunks", { line: 13 }, "Line could not be resolved"],
    ["context on the left", { line: 3, side: "LEFT" }, "Line could not be resolved"],
    ["a path that is not changed", { path: "README.md", line: 1 }, "Path could not be resolved"],
    ["a start at the line", { start_line: 6, line: 6 }, "must precede the end line"],
    ["a start after the line", { start_line: 7, line: 6 }, "must precede the end line"],
    ["a start in another hunk", { start_line: 6, line: 20 }, "same hunk"],
    ["an empty comment", { line: 6, body: " " }, "Body can't be blank"],
    ["a comment that is too long", { line: 6, body: "x".repeat(65_537) }, "Body is too long"],
  ])("%s loses the whole review, and is not named", async (_, fields, text) => {
    const refused = await post(`${one}/reviews`, review([comment({ line: 6 }), comment(fields)]));
    expect(refused).toMatchObject({ status: 422, body: { message: "Unprocessable Entity" } });
    expect(refused.body.errors).toEqual([expect.stringContaining(text)]);
    expect(pull.reviews.filter((each) => each.user.login === "reviewer")).toEqual([]);
  });

  test.each([
    ["a body that is too long", { body: "x".repeat(65_537) }, "Body is too long"],
    ["a commit that is none of its own", { commit_id: "0".repeat(40) }, "not part of the pull request"],
    ["nothing to say", { body: "", comments: [] }, "can not be blank"],
  ])("%s is refused", async (_, fields, text) => {
    const refused = await post(`${one}/reviews`, review([comment({ line: 6 })], fields));
    expect(refused.status).toBe(422);
    expect(String(refused.body.errors).toLowerCase()).toContain(text.toLowerCase());
  });

  test("a key that is not permitted in a batch is refused", async () => {
    const refused = await post(`${one}/reviews`, review([comment({ subject_type: "file" })]));
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("not a permitted key") },
    });
  });

  test("one's own pull request can be commented on only", async () => {
    for (const event of ["APPROVE", "REQUEST_CHANGES"]) {
      const refused = await post(`${one}/reviews`, review([], { event }), "author");
      expect(refused.status).toBe(422);
      expect(refused.body.errors[0]).toContain("your own pull request");
    }
    expect((await post(`${one}/reviews`, review([], { event: "COMMENT" }), "author")).status).toBe(200);
  });

  test("more comments than the host bears end in a 502, and nothing is kept", async () => {
    const many = Array.from({ length: 31 }, () => comment({ line: 6 }));
    expect((await post(`${one}/reviews`, review(many))).status).toBe(502);
    expect(pull.reviews).toHaveLength(2);
  });

  test("a commit of the past of the branch is taken, one that was pushed away is not", async () => {
    const first = pull.headSha;
    pull.push({ "README.md": "# Shop 2\n" });
    expect((await post(`${one}/reviews`, review([comment({ line: 6 })], { commit_id: first }))).status).toBe(
      200,
    );
    pull.forcePush({ "README.md": "# Shop 3\n" });
    const refused = await post(`${one}/reviews`, review([], { commit_id: first }));
    expect(refused.body.errors).toEqual(["Start commit oid is not part of the pull request"]);
  });
});

describe("a pending review", () => {
  let id: number;
  let nodeId: string;

  beforeEach(async () => {
    const made = await post(`${one}/reviews`, {
      commit_id: pull.headSha,
      comments: [{ path: "src/price.ts", line: 6, body: "First." }],
    });
    expect(made).toMatchObject({ status: 200, body: { state: "PENDING" } });
    id = made.body.id;
    nodeId = made.body.node_id;
  });

  const add = (input: object) =>
    graphql(
      `mutation($input: AddPullRequestReviewThreadInput!) {
        addPullRequestReviewThread(input: $input) { thread { id line subjectType comments(first: 1) { nodes { body } } } }
      }`,
      { input: { pullRequestReviewId: nodeId, body: "More.", path: "src/price.ts", ...input } },
    );
  const readBack = () =>
    graphql(
      `query($id: ID!) { node(id: $id) { ... on PullRequestReview { state body comments(first: 100) {
        nodes { body path line startLine subjectType state } } } } }`,
      { id: nodeId },
    );

  test("there is one a person and pull request", async () => {
    const text = "User can only have one pending review per pull request";
    const second = await post(`${one}/reviews`, { commit_id: pull.headSha, body: "x", event: "COMMENT" });
    expect(second).toMatchObject({ status: 422, body: { message: "Validation Failed", errors: [text] } });
    const single = { commit_id: pull.headSha, path: "src/price.ts", line: 6, body: "x" };
    expect((await post(`${one}/comments`, single)).status).toBe(422);
    expect((await post(`${one}/reviews`, { commit_id: pull.headSha }, "other")).status).toBe(200);
  });

  test("only its author sees it", async () => {
    expect((await rest(`${one}/reviews`)).body.at(-1).state).toBe("PENDING");
    expect((await rest(`${one}/reviews`, { as: "other" })).body).toHaveLength(2);
    expect((await rest(`${one}/reviews/${id}`, { as: "other" })).status).toBe(404);
    expect((await rest(`${one}/reviews/${id}/comments`)).body).toHaveLength(1);
    expect((await rest(`${one}/comments?per_page=100`)).body).toHaveLength(5);
  });

  test("takes threads, also on a file, and is sent once", async () => {
    expect((await add({ startLine: 5, line: 7 })).data.addPullRequestReviewThread.thread.line).toBe(7);
    const file = await add({ subjectType: "FILE", body: "File." });
    expect(file.data.addPullRequestReviewThread.thread).toMatchObject({ subjectType: "FILE", line: null });
    const { data } = await readBack();
    expect(data.node).toMatchObject({ state: "PENDING", comments: { nodes: [{}, { startLine: 5 }, {}] } });
    const sent = await post(`${one}/reviews/${id}/events`, { event: "APPROVE", body: "Good." });
    expect(sent).toMatchObject({ status: 200, body: { state: "APPROVED", body: "Good." } });
    expect((await post(`${one}/reviews/${id}/events`, { event: "APPROVE" })).status).toBe(422);
    expect((await rest(`${one}/comments?per_page=100`)).body).toHaveLength(8);
  });

  test("a thread outside the diff is accepted, and there is none", async () => {
    const answer = await add({ line: 1000 });
    expect(answer).toEqual({ data: { addPullRequestReviewThread: { thread: null } } });
    forge.limits.outsideThreads = "lost";
    expect((await add({ line: 1000 })).data.addPullRequestReviewThread.thread.id).toBeTruthy();
    expect((await readBack()).data.node.comments.nodes).toHaveLength(1);
  });

  test("its threads on files that the pull request adds are missing from the list of threads", async () => {
    await add({ path: "src/discount.ts", line: 2 });
    const { data } = await graphql(threadsQuery, { first: 100, inner: 10 });
    expect(data.repository.pullRequest.reviewThreads.totalCount).toBe(5);
    expect((await readBack()).data.node.comments.nodes).toHaveLength(2);
  });

  test("can be changed, deleted, and made by GraphQL", async () => {
    expect((await rest(`${one}/reviews/${id}`, { method: "PUT", body: { body: "New." } })).body.body).toBe(
      "New.",
    );
    expect((await rest(`${one}/reviews/${id}`, { method: "DELETE" })).status).toBe(200);
    expect((await rest(`${one}/reviews/${id}`)).status).toBe(404);
    const made = await graphql(
      `mutation($input: AddPullRequestReviewInput!) { addPullRequestReview(input: $input) { pullRequestReview { id state } } }`,
      { input: { pullRequestId: pull.nodeId, commitOID: pull.headSha } },
    );
    nodeId = made.data.addPullRequestReview.pullRequestReview.id;
    await add({ line: 6 });
    const sent = await graphql(
      `mutation($input: SubmitPullRequestReviewInput!) { submitPullRequestReview(input: $input) { pullRequestReview { state } } }`,
      { input: { pullRequestReviewId: nodeId, event: "REQUEST_CHANGES" } },
    );
    expect(sent.data.submitPullRequestReview.pullRequestReview.state).toBe("CHANGES_REQUESTED");
  });
});

describe("single comments and replies", () => {
  const single = (fields: object) => ({
    commit_id: pull.headSha,
    path: "src/price.ts",
    body: "One.",
    ...fields,
  });

  test("a line, a range, a file and a reply", async () => {
    const line = await post(`${one}/comments`, single({ line: 6, side: "RIGHT" }));
    expect(line).toMatchObject({ status: 201, body: { line: 6, subject_type: "line" } });
    const file = await post(`${one}/comments`, single({ subject_type: "file" }));
    expect(file).toMatchObject({ status: 201, body: { line: null, subject_type: "file" } });
    const reply = await post(`${one}/comments/${line.body.id}/replies`, { body: "Yes." });
    expect(reply).toMatchObject({ status: 201, body: { in_reply_to_id: line.body.id } });
    expect((await post(`${one}/comments/${reply.body.id}/replies`, { body: "No." })).status).toBe(404);
  });

  test("a refusal names the field", async () => {
    const refused = await post(`${one}/comments`, single({ line: 1000 }));
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0].field).toBe("pull_request_review_thread.line");
    expect((await post(`${one}/comments`, single({ line: 6, body: "x".repeat(65_537) }))).status).toBe(422);
  });

  test("a thread is resolved and opened again", async () => {
    const change = (what: string) =>
      graphql(`mutation($id: ID!) { ${what}(input: { threadId: $id }) { thread { isResolved } } }`, {
        id: pull.threads[0]?.nodeId,
      });
    expect((await change("resolveReviewThread")).data.resolveReviewThread.thread.isResolved).toBe(true);
    expect((await change("unresolveReviewThread")).data.unresolveReviewThread.thread.isResolved).toBe(false);
  });
});

describe("when the head moves", () => {
  test("threads follow their lines, and those whose line is changed are outdated", async () => {
    const { store } = pull.repository;
    const text = store.run(["show", `${pull.headSha}:src/price.ts`]).toString();
    pull.push({
      "src/price.ts": `// A line on top.\n${text}`,
      "src/discount.ts": "export const none = 0;\n",
    });
    const { body } = await rest(`${one}/comments`);
    expect(body[0]).toMatchObject({ line: 6, original_line: 5, path: "src/price.ts" });
    expect(body[1]).toMatchObject({ line: null, original_line: 3, original_start_line: 1, position: null });
    const { data } = await graphql(threadsQuery, { first: 100, inner: 1 });
    const nodes = data.repository.pullRequest.reviewThreads.nodes;
    expect(nodes.map((node: { isOutdated: boolean }) => node.isOutdated)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  test("it can do so between two requests", async () => {
    const first = pull.headSha;
    forge.before({ path: one, after: 1 }, () => pull.forcePush({ "new.txt": "new\n" }));
    expect((await rest(one)).body.head.sha).toBe(first);
    expect((await rest(one)).body.head.sha).not.toBe(first);
  });
});

describe("who may read what", () => {
  beforeEach(() => {
    forge.addRepository("acme/secret", { "a.txt": "a\n" }, { private: true, readers: ["reviewer"] });
  });

  test("a private repository is not there for a stranger", async () => {
    expect((await rest("/repos/acme/secret")).status).toBe(200);
    for (const as of [null, "other"]) expect((await rest("/repos/acme/secret", { as })).status).toBe(404);
    expect((await rest("/repos/acme/nothing")).status).toBe(404);
  });

  test("git asks for a token, and is told no more than that", async () => {
    const info = (name: string, token?: string) =>
      fetch(`${forge.url}/acme/${name}.git/info/refs?service=git-upload-pack`, {
        ...(token && { headers: { authorization: `Basic ${btoa(`x-access-token:${token}`)}` } }),
      });
    expect((await info("secret")).status).toBe(401);
    expect((await info("nothing")).status).toBe(401);
    expect((await info("secret")).headers.get("www-authenticate")).toContain("Basic");
    expect((await info("secret", "wrong")).status).toBe(401);
    expect((await info("secret", forge.user("other").token)).status).toBe(404);
    expect((await info("secret", forge.user("reviewer").token)).status).toBe(200);
  });

  test("a wrong token is refused, and writing wants one", async () => {
    const headers = { authorization: "Bearer wrong" };
    expect(await rest("/user", { as: null, headers })).toMatchObject({
      status: 401,
      body: { message: "Bad credentials" },
    });
    expect((await rest(`${one}/reviews`, { as: null, method: "POST", body: {} })).status).toBe(401);
    const query = await fetch(forge.graphqlUrl, { method: "POST", body: '{"query":"{viewer{login}}"}' });
    expect(query.status).toBe(401);
  });

  test("a moved repository redirects REST and git, and GraphQL follows it", async () => {
    pull.repository.move("acme/shop");
    const answer = await rest(base);
    expect(answer).toMatchObject({ status: 200, body: { full_name: "acme/shop" } });
    const first = await fetch(forge.apiUrl + one, { redirect: "manual" });
    expect(first.status).toBe(301);
    expect(first.headers.get("location")).toContain(`/repositories/${pull.repository.id}/pulls/1`);
    expect(
      (await post(`${one}/reviews`, { commit_id: pull.headSha, body: "x", event: "COMMENT" })).status,
    ).toBe(200);
    await git("clone", "-q", `${forge.url}/acme/app.git`, "moved");
    expect((await graphql(threadsQuery, { first: 1, inner: 1 })).errors).toBeUndefined();
  });

  test("a deleted fork leaves its pull request without a head repository", async () => {
    const fork = forge.addRepository("other/app", {}, { fork: pull.repository });
    fork.commit({ "f.txt": "f\n" }, { branch: "feature" });
    const second = pull.repository.open({ head: "feature", headRepository: fork, author: "other" });
    const path = `${base}/pulls/${second.number}`;
    expect((await rest(path)).body.head.repo.full_name).toBe("other/app");
    fork.delete();
    expect((await rest(path)).body.head.repo).toBeNull();
    expect((await rest(`${base}/pulls`)).body[0].head.repo).toBeNull();
  });
});

describe("the list of pull requests", () => {
  test("is filtered and paged", async () => {
    for (let index = 0; index < 4; index++)
      pull.repository.open({ head: "discounts", title: `More ${index}` });
    pull.repository.pull(2).close({ merged: true });
    const first = await rest(`${base}/pulls?per_page=3`);
    expect(first.body.map((each: { number: number }) => each.number)).toEqual([5, 4, 3]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] as string;
    const second = await rest(next.slice(forge.apiUrl.length));
    expect(second.body.map((each: { number: number }) => each.number)).toEqual([1]);
    expect((await rest(`${base}/pulls?state=closed`)).body).toHaveLength(1);
    expect((await rest(`${base}/pulls?head=acme:nothing`)).body).toHaveLength(0);
  });

  test("is given by GraphQL with sizes and states", async () => {
    const { data, errors } = await graphql(`{ repository(owner: "acme", name: "app") {
      pullRequests(first: 10, states: [OPEN]) { nodes { number additions deletions changedFiles reviewDecision
        latestReviews(first: 5) { nodes { state author { login } } } } } } }`);
    expect(errors).toBeUndefined();
    expect(data.repository.pullRequests.nodes).toMatchObject([
      { number: 1, changedFiles: 3, reviewDecision: null },
    ]);
  });
});

describe("the diff by the API", () => {
  const diff = (path: string) => rest(path, { headers: { accept: "application/vnd.github.v3.diff" } });

  test("is refused above 300 files, and above 20,000 lines", async () => {
    expect((await diff(one)).body).toContain("diff --git a/src/price.ts");
    const { repository } = pull;
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f${index}.txt`, "x\n"]));
    repository.commit(many, { branch: "many", parent: pull.baseTip() });
    repository.commit({ "long.txt": "x\n".repeat(20_000) }, { branch: "long", parent: pull.baseTip() });
    for (const head of ["many", "long"]) {
      const { number } = repository.open({ head });
      const refused = await diff(`${base}/pulls/${number}`);
      expect(refused).toMatchObject({ status: 406, body: { errors: [{ code: "too_large" }] } });
    }
  });
});

describe("GraphQL refuses", () => {
  test("fields that GitHub does not have", async () => {
    const { data, errors } = await graphql("{ viewer { login secret } }");
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toContain("secret");
  });

  test("lists without a size, and with one above 100", async () => {
    const count = (size: string) =>
      graphql(`{ repository(owner: "acme", name: "app") { pullRequests${size} { totalCount } } }`);
    expect((await count("")).errors?.[0]?.type).toBe("MISSING_PAGINATION_BOUNDARIES");
    expect((await count("(first: 101)")).errors?.[0]?.type).toBe("EXCESSIVE_PAGINATION");
  });

  test("what is not there, with status 200", async () => {
    const answer = await graphql('{ repository(owner: "acme", name: "nothing") { id } }');
    expect(answer).toMatchObject({ data: { repository: null }, errors: [{ type: "NOT_FOUND" }] });
  });
});

describe("failures on demand", () => {
  test("what did not change is not given again, and costs nothing", async () => {
    const first = await rest(one);
    const headers = { "if-none-match": first.headers.get("etag") as string };
    const second = await rest(one, { headers });
    expect(second).toMatchObject({ status: 304, body: "" });
    expect(second.headers.get("x-ratelimit-remaining")).toBe(first.headers.get("x-ratelimit-remaining"));
    pull.push({ "new.txt": "new\n" });
    expect((await rest(one, { headers })).status).toBe(200);
  });

  test("the hour's requests are used up", async () => {
    forge.setRate(null, 1);
    expect((await rest(one, { as: null })).status).toBe(200);
    const refused = await rest(one, { as: null });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("rate limit exceeded") },
    });
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await rest("/rate_limit", { as: null })).body.rate.remaining).toBe(0);
    expect((await rest(one)).status).toBe(200);
  });

  test("secondary limits, bad gateways, errors of GraphQL, so often and not more", async () => {
    forge.failNext({ path: one, how: { secondaryLimit: 429, retryAfterSeconds: 7 } });
    forge.failNext({ path: one, times: 2, how: "bad-gateway" });
    forge.failNext({ operation: "viewer", how: { graphqlError: "Something went wrong" } });
    const limited = await rest(one);
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("7");
    expect([(await rest(one)).status, (await rest(one)).status, (await rest(one)).status]).toEqual([
      502, 502, 200,
    ]);
    expect((await graphql("{ viewer { login } }")).errors).toHaveLength(1);
    expect((await graphql("{ viewer { login } }")).data.viewer.login).toBe("reviewer");
    expect(forge.plansLeft).toBe(0);
  });

  test("a connection is cut before the work, and after it", async () => {
    const send = () => post(`${one}/reviews`, { commit_id: pull.headSha });
    forge.failNext({ method: "POST", how: "cut-before" });
    await expect(send()).rejects.toThrow();
    expect([pull.reviews.length, forge.contentWrites]).toEqual([2, 0]);
    forge.failNext({ method: "POST", how: "cut-after" });
    await expect(send()).rejects.toThrow();
    expect([pull.reviews.length, forge.contentWrites]).toEqual([3, 1]);
  });

  test("the log names what was asked and holds no token", async () => {
    await graphql("mutation { __typename }");
    await rest(one);
    expect(forge.requests.at(-1)).toMatchObject({
      method: "GET",
      path: one,
      viewer: "reviewer",
      status: 200,
    });
    expect(JSON.stringify(forge.requests)).not.toContain(forge.user("reviewer").token);
  });
});

test("an answer that is not as GitHub describes it fails the test", async () => {
  const wrong = await startForge();
  const { number } = await addDemo(wrong);
  wrong.repository("acme/app").pull(number).title = 7 as unknown as string;
  await fetch(`${wrong.apiUrl}${one}`);
  await expect(wrong.close()).rejects.toThrow("title must be string");
});

test("a pull request of many files and threads", async () => {
  const big = await addBig(forge, "acme/big", { files: 400, threads: 120 });
  expect((await big.diff()).files).toHaveLength(400);
  const query = threadsQuery.replace('name: "app"', 'name: "big"');
  const { data } = await graphql(query, { first: 100, inner: 10 });
  const { reviewThreads } = data.repository.pullRequest;
  expect(reviewThreads).toMatchObject({ totalCount: 120, pageInfo: { hasNextPage: true } });
  expect(reviewThreads.nodes[0].comments).toMatchObject({ totalCount: 13, pageInfo: { hasNextPage: true } });
});
