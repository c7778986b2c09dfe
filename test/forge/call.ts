import type { HttpBindings } from "@hono/node-server";
import { Refusal } from "./refusals.ts";
import type { Urls } from "./rest-json.ts";
import type { State, User } from "./state.ts";

/** One request, as the routes see it. */
export interface Call {
  readonly state: State;
  readonly method: string;
  /** Without `/api/v3`. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly search: URLSearchParams;
  readonly accept: string;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly viewer: User | undefined;
  readonly urls: Urls;
  readonly limits: Limits;
  /** What `GET /rate_limit` answers. */
  readonly rate: () => unknown;
  readonly graphqlRate: () => unknown;
  /** Notes an answer that GitHub would not give: the test fails of it. */
  readonly checkAnswer: (operation: string, status: number, body: unknown) => void;
}

/** What differs between forges, or what a test sets. */
export interface Limits {
  /** More comments in one new review than this end in a 502, as they do on some hosts. */
  reviewComments: number;
  /** What becomes of a GraphQL thread outside the diff: a null, or a thread that is lost when the review is sent. */
  outsideThreads: "null" | "lost";
}

export interface Env {
  Bindings: HttpBindings & { readonly call?: Call };
  Variables: { call: Call };
}

export function viewerOf(call: Call): User {
  if (call.viewer === undefined) throw new Refusal(401, "Requires authentication");
  return call.viewer;
}

/** The body as JSON: an object, or a refusal. */
export function fieldsOf(call: Call): Record<string, unknown> {
  if (call.bytes.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(call.bytes.toString("utf8"));
    if (parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refusal(400, "Problems parsing JSON");
}
