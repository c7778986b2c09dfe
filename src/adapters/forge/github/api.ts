import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../../kit/errors.ts";
import { retryAfterMsOf } from "../limit.ts";
import { type Asked, failureOf } from "./failure.ts";
import { KEPT_ANSWERS, MAX_PAGES, MAX_WAIT_MS, MAX_WAITS, PAGE_SIZE } from "./limits.ts";
import type { OctokitOptions, ReadingOctokit, WritingOctokit } from "./octokit.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface GitHubApiOptions extends OctokitOptions {
  readonly host: string;
}

/** One host's interface with one token. Every error is a `UserError`. Loads octokit when first asked. */
export interface GitHubApi {
  readonly host: string;
  readonly hasToken: boolean;
  /** One answer; asked again, an unchanged one is the same value and counts against no limit. */
  get<T>(route: string, parameters: Fields, what: string, signal: AbortSignal): Promise<T>;
  /** All pages of a list. `isCut` where there were more than are read. */
  list<T>(
    route: string,
    parameters: Fields,
    what: string,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly T[]; readonly isCut: boolean }>;
  /** A GraphQL query that only reads. */
  query<T>(text: string, variables: Fields, what: string, signal: AbortSignal): Promise<T>;
  /** One write by REST: made at most once, never repeated. Gives the body of the answer. */
  write<T>(route: string, parameters: Fields, what: string, signal: AbortSignal): Promise<T>;
  /** One GraphQL mutation, likewise. */
  mutate<T>(text: string, variables: Fields, what: string, signal: AbortSignal): Promise<T>;
}

export function githubApi(options: GitHubApiOptions): GitHubApi {
  const { host } = options;
  const hasToken = options.token !== undefined;
  let reading: Promise<ReadingOctokit> | undefined;
  let writing: Promise<WritingOctokit> | undefined;
  const reader = () => {
    reading ??= import("./octokit.ts").then(({ readingOctokit }) => keepAnswers(readingOctokit(options)));
    return reading;
  };
  const writer = () => {
    writing ??= import("./octokit.ts").then(({ writingOctokit }) => writingOctokit(options));
    return writing;
  };
  /** Short limits are waited for, since reading again does no harm. */
  async function read<T>(what: string, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let waits = 0; ; waits++) {
      try {
        return await once({ host, what, hasToken }, ask, signal);
      } catch (error) {
        const waitMs = retryAfterMsOf(error);
        if (waitMs === undefined || waitMs > MAX_WAIT_MS || waits === MAX_WAITS) throw error;
        await sleep(waitMs, undefined, { signal }).catch(() => {
          throw new UserError("cancelled", `Waiting for ${host} was cancelled.`);
        });
      }
    }
  }
  return {
    host,
    hasToken,
    async get<T>(route: string, parameters: Fields, what: string, signal: AbortSignal) {
      const octokit = await reader();
      const ask = () => octokit.request(route, { ...parameters, request: { signal } });
      return (await read(what, ask, signal)).data as T;
    },
    async list<T>(route: string, parameters: Fields, what: string, signal: AbortSignal) {
      const octokit = await reader();
      const [method, url] = route.split(" ") as [string, string];
      // Octokit's iterator asks with the defaults alone: the signal has to be one of them.
      const ask = octokit.request.defaults({ method, url, request: { signal } });
      // Octokit knows the types of fixed routes only.
      const pages = octokit.paginate.iterator(ask as never, { ...parameters, per_page: PAGE_SIZE } as never);
      const items: T[] = [];
      const next = pages[Symbol.asyncIterator]();
      for (let page = 0; page < MAX_PAGES; page++) {
        const { done, value } = await read(what, () => next.next(), signal);
        if (done) return { items, isCut: false };
        items.push(...(value.data as unknown as readonly T[]));
      }
      return { items, isCut: true };
    },
    async query<T>(text: string, variables: Fields, what: string, signal: AbortSignal) {
      const octokit = await reader();
      return read(what, () => octokit.graphql<T>(text, { ...variables, request: { signal } }), signal);
    },
    async write<T>(route: string, parameters: Fields, what: string, signal: AbortSignal) {
      const octokit = await writer();
      const ask = () => octokit.request(route, { ...parameters, request: { signal } });
      return (await once({ host, what, hasToken }, ask, signal)).data as T;
    },
    async mutate<T>(text: string, variables: Fields, what: string, signal: AbortSignal) {
      const octokit = await writer();
      const ask = () => octokit.graphql<T>(text, { ...variables, request: { signal } });
      return once({ host, what, hasToken }, ask, signal);
    },
  };
}

/** Asks, and ends at once when `signal` says so: octokit's own pauses do not hear it. */
async function once<T>(asked: Asked, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([stopped, ask()]);
  } catch (error) {
    throw failureOf(error, asked, signal, Date.now());
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

interface KeptAnswer {
  readonly etag: string;
  readonly response: object;
}

/** Asks for what is known only whether it changed. The same answer is the same value. */
function keepAnswers(octokit: ReadingOctokit): ReadingOctokit {
  const kept = new Map<string, KeptAnswer>();
  octokit.hook.wrap("request", async (request, options) => {
    if (options.method !== "GET") return request(options);
    const key = octokit.request.endpoint(options).url;
    const known = kept.get(key);
    // Hooks hand on the options that they were given, whatever they pass.
    if (known !== undefined) options.headers["if-none-match"] = known.etag;
    try {
      return keep(key, await request(options));
    } catch (error) {
      if ((error as { status?: unknown }).status !== 304 || known === undefined) throw error;
      return known.response as never;
    }
  });
  function keep<R extends { readonly headers: Readonly<Record<string, unknown>> }>(
    key: string,
    response: R,
  ): R {
    const { etag } = response.headers;
    kept.delete(key);
    if (typeof etag === "string") kept.set(key, { etag, response });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
    return response;
  }
  return octokit;
}
