import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { addDemo } from "./demo.ts";
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
