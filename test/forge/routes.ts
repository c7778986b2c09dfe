import { createHash } from "node:crypto";
import type { Context } from "hono";
import { Hono } from "hono";
import type { Call, Env, Limits } from "./call.ts";
import type { How, Plans } from "./failures.ts";
import { serveGit } from "./git-http.ts";
import { answerGraphql, type GraphqlRequest, operationsOf } from "./graphql.ts";
import type { Rates } from "./rates.ts";
import { restRoutes } from "./rest.ts";
import { schemaFault } from "./schema-check.ts";
import type { State, User } from "./state.ts";

/** All of a forge that its routes work on. */
export interface ForgeInside {
  readonly state: State;
  readonly plans: Plans;
  readonly rates: Rates;
  readonly limits: Limits;
  readonly requests: LoggedRequest[];
  readonly faults: string[];
  readonly counts: { writes: number };
  url: string;
}

export interface LoggedRequest {
  readonly method: string;
  /** Without `/api/v3`. */
  readonly path: string;
  readonly query: string;
  /** The first fields of a GraphQL query or mutation. */
  readonly operations: readonly string[];
  /** Who asked; null without a token, or with one that is wrong. */
  readonly viewer: string | null;
  /** What was sent, where it is JSON. */
  readonly body: unknown;
  /** Whether the forge did what was asked, or failed before. */
  isHandled: boolean;
  /** Null while there is none, and for good when the connection was cut. */
  status: number | null;
}

interface Incoming {
  readonly call: Call;
  readonly log: LoggedRequest;
  readonly kind: "rest" | "graphql" | "git";
  readonly isBadToken: boolean;
  readonly writes: number;
}

export function routes(inside: ForgeInside): Hono<Env> {
  const rest = restRoutes();
  const app = new Hono<Env>();
  app.use("*", async (c) => {
    const incoming = await readRequest(c, inside);
    inside.requests.push(incoming.log);
    const failure = await inside.plans.due(incoming.log);
    const failed = failure === undefined ? undefined : await fail(c, incoming, failure, inside);
    if (failed !== undefined) {
      incoming.log.status = failed === "cut" ? null : failed.status;
      return failed === "cut" ? cut(c) : failed;
    }
    const response = await answer(incoming, rest, inside);
    incoming.log.status = response.status;
    if (failure !== "cut-after") return response;
    await response.arrayBuffer();
    incoming.log.status = null;
    return cut(c);
  });
  return app;
}

async function readRequest(c: Context<Env>, inside: ForgeInside): Promise<Incoming> {
  const url = new URL(c.req.url);
  const isUnderV3 = url.pathname.startsWith("/api/v3/") || url.pathname === "/api/v3";
  const path = decodeURI(isUnderV3 ? url.pathname.slice("/api/v3".length) || "/" : url.pathname);
  const bytes = Buffer.from(await c.req.arrayBuffer());
  const kind = kindOf(path);
  const { viewer, isBadToken } = authenticated(c.req.header("authorization"), inside.state);
  const body = jsonOf(c.req.header("content-type"), bytes);
  const query = kind === "graphql" ? String((body as GraphqlRequest | undefined)?.query ?? "") : "";
  const asked = operationsOf(query);
  const isWrite = kind === "rest" && c.req.method !== "GET" && c.req.method !== "HEAD";
  const call: Call = {
    state: inside.state,
    method: c.req.method,
    path,
    query: url.search,
    search: url.searchParams,
    accept: c.req.header("accept") ?? "",
    headers: c.req.raw.headers,
    bytes,
    viewer,
    urls: { web: inside.url, api: isUnderV3 ? `${inside.url}/api/v3` : inside.url },
    limits: inside.limits,
    rate: () => inside.rates.overview(viewer),
    graphqlRate: () => inside.rates.graphql(viewer),
    checkAnswer: (operation, status, given) => {
      const fault = schemaFault(operation, status, given);
      if (fault !== undefined) inside.faults.push(fault);
    },
  };
  const log: LoggedRequest = {
    method: call.method,
    path,
    query: url.search,
    operations: asked.fields,
    viewer: viewer?.login ?? null,
    body,
    isHandled: false,
    status: null,
  };
  return { call, log, kind, isBadToken, writes: isWrite ? 1 : asked.writes };
}

const gitPath = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/;

function kindOf(path: string): Incoming["kind"] {
  if (path === "/api/graphql" || path === "/graphql") return "graphql";
  return gitPath.test(path) && !path.startsWith("/repos/") ? "git" : "rest";
}

function jsonOf(type: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0 || !type?.includes("json")) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `Bearer T` and `token T` as the API knows them, `Basic name:T` as git sends them. */
function authenticated(header: string | undefined, state: State) {
  if (header === undefined) return { viewer: undefined, isBadToken: false };
  const [scheme, value] = header.split(/\s+/, 2) as [string, string | undefined];
  const isBasic = scheme.toLowerCase() === "basic";
  const decoded = isBasic ? Buffer.from(value ?? "", "base64").toString("utf8") : (value ?? "");
  const token = isBasic ? decoded.slice(decoded.indexOf(":") + 1) : decoded;
  const viewer: User | undefined = state.users.find((user) => user.token === token);
  return { viewer, isBadToken: viewer === undefined };
}

async function answer(incoming: Incoming, rest: Hono<Env>, inside: ForgeInside): Promise<Response> {
  const { call, kind, log } = incoming;
  if (kind === "git") {
    log.isHandled = true;
    return answerGit(incoming);
  }
  const resource = kind === "graphql" ? "graphql" : "core";
  if (incoming.isBadToken) return message(401, "Bad credentials");
  if (kind === "graphql" && call.viewer === undefined) {
    return message(401, "This endpoint requires you to be authenticated.");
  }
  const isFree = call.path === "/rate_limit";
  if (!isFree && !inside.rates.take(call.viewer, resource)) return overRate(call, inside, resource);
  log.isHandled = true;
  inside.counts.writes += incoming.writes;
  const response = await named(incoming, await handled(incoming, rest, inside));
  // What did not change costs nothing.
  if (response.status === 304) inside.rates.giveBack(call.viewer, resource);
  for (const [name, value] of Object.entries(inside.rates.headers(call.viewer, resource))) {
    response.headers.set(name, value);
  }
  return response;
}

async function handled(
  { call, kind, log }: Incoming,
  rest: Hono<Env>,
  inside: ForgeInside,
): Promise<Response> {
  try {
    if (kind === "graphql") return Response.json(await answerGraphql(call, log.body as GraphqlRequest));
    const url = new URL(call.path, "http://forge");
    const response = await rest.request(url.href + call.query, { method: call.method }, { call });
    // Hono's own 404 and 500 are text: GitHub has neither.
    if (response.headers.get("content-type")?.includes("text/plain") !== true) return response;
    if (response.status === 404) return message(404, "Not Found");
    throw new Error(`${call.method} ${call.path}: ${await response.text()}`);
  } catch (error) {
    inside.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return message(500, "The test forge failed");
  }
}

/** Names an answer by its content, and gives none to a client that has the very same already. */
async function named({ call, kind }: Incoming, response: Response): Promise<Response> {
  if (kind !== "rest" || call.method !== "GET" || response.status !== 200) return response;
  const text = await response.text();
  const link = response.headers.get("link") ?? "";
  const etag = `W/"${createHash("sha256").update(link).update(text).digest("hex")}"`;
  const isKnown = call.headers.get("if-none-match") === etag;
  const headers = new Headers(response.headers);
  headers.set("etag", etag);
  if (isKnown) headers.delete("content-type");
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
}

async function answerGit({ call, isBadToken }: Incoming): Promise<Response> {
  const [, owner, name, service] = gitPath.exec(call.path) as unknown as [string, string, string, string];
  const fullName = `${owner}/${name}`;
  const found = call.state.find(fullName);
  // GitHub does not tell a stranger which repositories there are: it asks for a name and a token.
  const asksForToken = new Response("Repository not found.\n", {
    status: 401,
    headers: { "www-authenticate": 'Basic realm="GitHub"' },
  });
  if (isBadToken) return asksForToken;
  if (found?.mayRead(call.viewer)) {
    const { headers } = call;
    const { dir } = found.store;
    return serveGit({
      dir,
      method: call.method,
      service,
      query: call.query.slice(1),
      headers,
      body: call.bytes,
    });
  }
  const moved = found === undefined ? call.state.moved.get(fullName.toLowerCase()) : undefined;
  if (moved?.mayRead(call.viewer)) {
    const location = `${call.urls.web}/${moved.fullName}.git${service}${call.query}`;
    return new Response(null, { status: 301, headers: { location } });
  }
  return call.viewer === undefined ? asksForToken : new Response("Repository not found.\n", { status: 404 });
}

function message(status: number, text: string, headers: Record<string, string> = {}): Response {
  const body = { message: text, documentation_url: "https://docs.github.com/rest", status: String(status) };
  return Response.json(body, { status, headers });
}

function overRate(call: Call, inside: ForgeInside, resource: "core" | "graphql"): Response {
  const headers = inside.rates.headers(call.viewer, resource);
  const who =
    call.viewer === undefined
      ? "127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : `user ID ${call.viewer.id}.`;
  if (resource === "core") return message(403, `API rate limit exceeded for ${who}`, headers);
  const error = { type: "RATE_LIMITED", message: `API rate limit exceeded for ${who}` };
  return Response.json({ errors: [error] }, { headers });
}

/** The planned failure as an answer; undefined where the request is handled first. */
async function fail(
  c: Context<Env>,
  incoming: Incoming,
  how: How,
  inside: ForgeInside,
): Promise<Response | "cut" | undefined> {
  const resource = incoming.kind === "graphql" ? "graphql" : "core";
  if (typeof how === "object") {
    if ("secondaryLimit" in how) {
      const text =
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
      return message(how.secondaryLimit, text, { "retry-after": String(how.retryAfterSeconds) });
    }
    if ("graphqlError" in how) {
      return Response.json({
        data: null,
        errors: [{ type: how.type ?? "INTERNAL", message: how.graphqlError }],
      });
    }
    return Response.json(how.body, { status: how.status });
  }
  switch (how) {
    case "bad-credentials":
      return message(401, "Bad credentials");
    case "rate-limit":
      inside.rates.set(incoming.call.viewer?.login ?? null, resource, 0);
      return overRate(incoming.call, inside, resource);
    case "bad-gateway":
      return new Response("<html><title>Unicorn!</title></html>", {
        status: 502,
        headers: { "content-type": "text/html" },
      });
    case "unavailable":
      return message(503, "Service Unavailable");
    case "cut-before":
      return "cut";
    case "hang":
      await new Promise((resolve) => c.env.incoming.socket.once("close", resolve));
      return "cut";
    case "cut-after":
      return undefined;
  }
}

/** The client sees a connection that ends without an answer. */
function cut(c: Context<Env>): Response {
  c.env.incoming.socket.destroy();
  return new Response(null);
}
