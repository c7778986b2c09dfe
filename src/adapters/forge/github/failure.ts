import { UserError } from "../../../kit/errors.ts";
import { ForgeLimit } from "../limit.ts";
import { UNSAID_WAIT_MS } from "./limits.ts";

/** What is asked, for the words of an error. */
export interface Asked {
  readonly host: string;
  /** As "pull request octo/repo#7". */
  readonly what: string;
  readonly hasToken: boolean;
}

interface AnswerError extends Error {
  readonly status?: number;
  readonly response?: {
    readonly headers?: Readonly<Record<string, string | number | undefined>>;
    readonly data?: unknown;
  };
  /** Of a GraphQL answer, which is a 200. */
  readonly errors?: readonly { readonly type?: string; readonly message?: string }[];
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
}

/** What a request that failed means to the user. No token is in any of its words: octokit blackens it. */
export function failureOf(error: unknown, asked: Asked, signal: AbortSignal, nowMs: number): unknown {
  if (error instanceof UserError) return error;
  if (signal.aborted)
    return new UserError("cancelled", `Asking ${asked.host} was cancelled.`, { cause: signal.reason });
  if (!(error instanceof Error)) return error;
  const { status, response, errors } = error as AnswerError;
  if (errors !== undefined) return queryFailure(error as AnswerError, asked, nowMs);
  if (response === undefined) return unreachable(error, asked);
  const headers = response.headers ?? {};
  const said = saidIn(response.data) ?? error.message;
  const limit = limitOf(status ?? 0, headers, said, nowMs);
  if (limit !== undefined) return limited(limit, asked, nowMs);
  const options = { cause: error };
  switch (status) {
    case 401:
      return new UserError(
        "forge-refused",
        asked.hasToken
          ? `${asked.host} does not accept the token: ${sentence(said)}`
          : `${asked.host} answers nobody without a token.`,
        options,
      );
    case 404:
    case 410:
      return new UserError("no-such-pull-request", absent(asked), options);
    default:
      if ((status ?? 0) >= 500) {
        return new UserError(
          "forge-unreachable",
          `${asked.host} failed (${status}): ${sentence(said)}`,
          options,
        );
      }
      return new UserError(
        "forge-refused",
        `${asked.host} refuses ${asked.what} (${status}): ${sentence(said)}`,
        options,
      );
  }
}

function absent({ host, what, hasToken }: Asked): string {
  const why = hasToken
    ? "it does not exist, or the token may not see it"
    : "it does not exist, or it is private and there is no token";
  return `${host} has no ${what}: ${why}.`;
}

interface Limit {
  readonly waitMs: number;
  readonly isPrimary: boolean;
}

/** As GitHub documents it: 403 or 429, with how long to wait, when the limit begins anew, or neither. */
function limitOf(
  status: number,
  headers: NonNullable<AnswerError["headers"]>,
  said: string,
  nowMs: number,
): Limit | undefined {
  const isText = /rate limit|abuse detection/i.test(said);
  if (status !== 429 && !(status === 403 || isText)) return undefined;
  const retryAfter = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(retryAfter)) {
    return { waitMs: retryAfter * 1000, isPrimary: false };
  }
  const isUsedUp = String(headers["x-ratelimit-remaining"] ?? "") === "0";
  const resetMs = Number(headers["x-ratelimit-reset"]) * 1000;
  if (isUsedUp && Number.isFinite(resetMs)) return { waitMs: Math.max(0, resetMs - nowMs), isPrimary: true };
  return status === 429 || isText ? { waitMs: UNSAID_WAIT_MS, isPrimary: false } : undefined;
}

function limited({ waitMs, isPrimary }: Limit, { host, hasToken }: Asked, nowMs: number): UserError {
  const until = `${new Date(nowMs + waitMs).toISOString().slice(0, 19)}Z`;
  const who = hasToken ? "this token" : "requests without a token";
  const message = isPrimary
    ? `The limit of ${host} for ${who} is used up until ${until}.`
    : `${host} asks to wait until ${until}.`;
  return new UserError("rate-limited", message, { cause: new ForgeLimit(message, waitMs) });
}

function queryFailure(error: AnswerError, asked: Asked, nowMs: number): UserError {
  const [first] = error.errors ?? [];
  const said = first?.message ?? error.message;
  if (first?.type === "RATE_LIMITED" || /rate limit/i.test(said)) {
    const limit = limitOf(403, error.headers ?? {}, said, nowMs);
    return limited(limit ?? { waitMs: UNSAID_WAIT_MS, isPrimary: false }, asked, nowMs);
  }
  if (first?.type === "NOT_FOUND")
    return new UserError("no-such-pull-request", absent(asked), { cause: error });
  return new UserError("forge-refused", `${asked.host} refuses ${asked.what}: ${sentence(said)}`, {
    cause: error,
  });
}

function unreachable(error: Error, { host }: Asked): UserError {
  const cause = rootOf(error);
  const code = (cause as { code?: unknown }).code;
  const why =
    (typeof code === "string" && reasons[code]) ||
    (typeof code === "string" && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code)
      ? `its certificate is not trusted (${code})`
      : cause.message);
  return new UserError("forge-unreachable", `${host} cannot be reached: ${sentence(why)}`, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name cannot be looked up",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
  ETIMEDOUT: "it does not answer",
  ENETUNREACH: "there is no network",
  EHOSTUNREACH: "there is no way to it",
};

function rootOf(error: Error): Error {
  let at = error;
  for (let depth = 0; depth < 5 && at.cause instanceof Error; depth++) at = at.cause;
  return at;
}

function saidIn(data: unknown): string | undefined {
  if (typeof data === "object" && data !== null && "message" in data) return String(data.message);
  return undefined;
}

/** The first line alone, short, ending like a sentence. A proxy may answer with a whole page, which says nothing here. */
function sentence(text: string): string {
  if (/^\s*<(!doctype|html)/i.test(text)) return "it answered with a web page.";
  const line = (text.split("\n").find((part) => part.trim() !== "") ?? "").trim().slice(0, 300);
  return /[.!?]$/.test(line) ? line : `${line || "no reason given"}.`;
}
