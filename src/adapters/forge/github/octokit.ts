import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { guardedFetch } from "./guarded-fetch.ts";
import { READ_RETRIES, RETRY_BASE_MS } from "./limits.ts";

export interface OctokitOptions {
  /** Of the REST interface, without a slash at its end. */
  readonly apiUrl: string;
  readonly token?: string;
  readonly userAgent: string;
  /** Writes follow one another at once: for a forge that is one's own. */
  readonly isUnhurried?: true;
}

const ReadingOctokit = Octokit.plugin(retry, paginateRest);
const WritingOctokit = Octokit.plugin(throttling);

/** Repeats what was broken off. Limits are told by the answer and are not run against again. */
export function readingOctokit(options: OctokitOptions) {
  return new ReadingOctokit({
    ...common(options),
    retry: {
      retries: READ_RETRIES,
      retryAfterBaseValue: RETRY_BASE_MS,
      doNotRetry: [400, 401, 403, 404, 406, 409, 410, 422, 429, 451],
    },
  });
}

/**
 * One write after the other, a second apart and three where people are notified, as GitHub asks. Reads are
 * not held back so: the plugin takes each GraphQL query for a write. A limit is never waited for here, where
 * nobody could see or stop the waiting, and no write is ever repeated: its answer may only have been lost.
 */
export function writingOctokit(options: OctokitOptions) {
  return new WritingOctokit({
    ...common(options),
    throttle: {
      enabled: options.isUnhurried !== true,
      id: options.apiUrl,
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false,
    },
  });
}

export type ReadingOctokit = ReturnType<typeof readingOctokit>;
export type WritingOctokit = ReturnType<typeof writingOctokit>;

function common({ apiUrl, token, userAgent }: OctokitOptions) {
  return {
    baseUrl: apiUrl,
    userAgent,
    ...(token === undefined ? {} : { auth: token }),
    request: { fetch: guardedFetch(new URL(apiUrl).origin) },
    // What it would print belongs to no door.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
}
