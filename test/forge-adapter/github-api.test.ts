import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { retryAfterMsOf } from "../../src/adapters/forge/forge.ts";
import { type GitHubApi, githubApi } from "../../src/adapters/forge/github/api.ts";
import { UserError } from "../../src/kit/errors.ts";

const never = new AbortController().signal;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function apiAt(answer: Answer, token?: string): Promise<GitHubApi> {
  const apiUrl = await serve(answer);
  return githubApi({ host: "forge.test", apiUrl, userAgent: "test", ...(token ? { token } : {}) });
}

async function failureOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`Expected a UserError, not ${String(error)}`);
  return error;
}

test("a redirect to another host is not followed, and that host hears nothing", async () => {
  const heard: string[] = [];
  const other = await serve((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`);
    json(response, 200, {});
  });
  const api = await apiAt((_, response) => {
    response.writeHead(301, { location: `${other}/stolen` });
    response.end();
  }, "secret-token");
  const error = await failureOf(api.get("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" }, "it", never));
  expect(error.code).toBe("forge-unreachable");
  expect(error.message).toContain(`It leads to ${other}`);
  expect(heard).toEqual([]);
});

test("a redirect on the same host is followed with the token, as after a rename", async () => {
  const api = await apiAt((request, response) => {
    if (request.url?.startsWith("/repos/")) {
      response.writeHead(301, { location: "/repositories/7" });
      response.end();
    } else json(response, 200, { url: request.url, auth: request.headers.authorization });
  }, "secret-token");
  const answer = await api.get("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" }, "it", never);
  expect(answer).toEqual({ url: "/repositories/7", auth: "token secret-token" });
});

test("a write is never led elsewhere, and its failure is no success", async () => {
  const api = await apiAt((_, response) => {
    response.writeHead(301, { location: "/repositories/7/pulls" });
    response.end();
  }, "secret-token");
  const error = await failureOf(
    api.write("POST /repos/{owner}/{repo}/pulls", { owner: "a", repo: "b" }, "it", never),
  );
  expect(error.message).toContain("nothing is written to where it moved to");
});

test("the link to a next page on another host is not followed", async () => {
  const api = await apiAt((_, response) =>
    json(response, 200, [1], { link: '<http://127.0.0.1:9/more>; rel="next"' }),
  );
  const error = await failureOf(api.list("GET /user/repos", {}, "it", never));
  expect(error.message).toContain("It leads to http://127.0.0.1:9");
});

test("what did not change is asked for once and is the same value", async () => {
  const asked: (string | undefined)[] = [];
  const api = await apiAt((request, response) => {
    asked.push(request.headers["if-none-match"]);
    if (request.headers["if-none-match"] === '"v1"') {
      response.writeHead(304);
      response.end();
    } else json(response, 200, { n: 1 }, { etag: '"v1"' });
  });
  const first = await api.get("GET /thing", {}, "it", never);
  const second = await api.get("GET /thing", {}, "it", never);
  expect(asked).toEqual([undefined, '"v1"']);
  expect(second).toBe(first);
});

test("a limit says when it ends and what would raise it", async () => {
  const resetAt = Math.floor(Date.now() / 1000) + 1_800;
  const api = await apiAt((_, response) =>
    json(
      response,
      403,
      { message: "API rate limit exceeded" },
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(resetAt) },
    ),
  );
  const error = await failureOf(api.get("GET /thing", {}, "it", never));
  expect(error.code).toBe("rate-limited");
  expect(error.message).toContain("requests without a token is used up until ");
  expect(error.message).toContain(new Date(resetAt * 1000).toISOString().slice(0, 16));
  expect(retryAfterMsOf(error)).toBeGreaterThan(1_700_000);
});

test("a short limit is waited for when reading, and never when writing", async () => {
  let asked = 0;
  const api = await apiAt((_, response) => {
    asked++;
    if (asked % 2 === 1) json(response, 429, { message: "secondary rate limit" }, { "retry-after": "0" });
    else json(response, 200, { asked });
  }, "secret-token");
  expect(await api.get("GET /thing", {}, "it", never)).toEqual({ asked: 2 });
  const error = await failureOf(api.write("POST /thing", {}, "it", never));
  expect(error.code).toBe("rate-limited");
  expect(asked).toBe(3);
});

test("reads are repeated when the connection is cut; a write is made once", async () => {
  let asked = 0;
  const api = await apiAt((request, response) => {
    asked++;
    if (asked === 1 || request.method === "POST") request.socket.destroy();
    else json(response, 200, { asked });
  });
  expect(await api.get("GET /thing", {}, "it", never)).toEqual({ asked: 2 });
  const error = await failureOf(api.write("POST /thing", {}, "it", never));
  expect(error.code).toBe("forge-unreachable");
  expect(error.message).toContain("the connection was cut");
  expect(asked).toBe(3);
});

test("each refusal says what was refused, and none holds the token", async () => {
  const cases: readonly [number, string, UserError["code"], string][] = [
    [401, "Bad credentials", "forge-refused", "does not accept the token: Bad credentials."],
    [
      404,
      "Not Found",
      "no-such-pull-request",
      "has no pull request a/b#1: it does not exist, or the token may not see it.",
    ],
    [
      403,
      "Resource not accessible",
      "forge-refused",
      "refuses pull request a/b#1 (403): Resource not accessible.",
    ],
    [422, "Validation Failed", "forge-refused", "(422)"],
    [503, "Unavailable", "forge-unreachable", "failed (503): Unavailable."],
  ];
  for (const [status, message, code, words] of cases) {
    const api = await apiAt((_, response) => json(response, status, { message }), "secret-token");
    const error = await failureOf(api.get("GET /thing", {}, "pull request a/b#1", never));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret-token");
    expect(String((error.cause as Error | undefined)?.stack)).not.toContain("secret-token");
  }
});

test("aborting ends at once, also between two tries", async () => {
  const api = await apiAt((request) => request.socket.destroy());
  const stop = new AbortController();
  const asking = failureOf(api.get("GET /thing", {}, "it", stop.signal));
  setTimeout(() => stop.abort(), 100);
  expect((await asking).code).toBe("cancelled");
});
