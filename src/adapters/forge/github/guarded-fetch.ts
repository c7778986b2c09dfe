import { ANSWER_MS, MAX_REDIRECTS } from "./limits.ts";

/**
 * An answer that must not be asked for again. Octokit repeats whatever a `fetch` throws, but for what has the name
 * of an abort.
 */
export class NotFollowed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AbortError";
  }
}

/**
 * A `fetch` that asks one origin and no other, whatever a redirect or the link to a next page says: each request
 * carries the token. Only reads follow redirects. An answer that takes too long is an error.
 */
export function guardedFetch(origin: string): typeof fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const isRead = (init?.method ?? "GET") === "GET";
    const limit = AbortSignal.timeout(ANSWER_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    for (let redirects = 0; ; redirects++) {
      if (url.origin !== origin) throw new NotFollowed(`It leads to ${url.origin}, which is not asked.`);
      const answer = await fetch(url, { ...init, redirect: "manual", signal }).catch((cause: unknown) => {
        throw limit.aborted ? new NotFollowed(`There was no answer in ${ANSWER_MS / 1000} s.`) : cause;
      });
      const target = answer.headers.get("location");
      if (!redirecting.has(answer.status) || target === null) return answer;
      await answer.body?.cancel();
      if (!isRead) throw new NotFollowed("It has moved, and nothing is written to where it moved to.");
      if (redirects === MAX_REDIRECTS)
        throw new NotFollowed(`It has moved more than ${MAX_REDIRECTS} times.`);
      url = new URL(target, url);
    }
  };
}

const redirecting: ReadonlySet<number> = new Set([301, 302, 307, 308]);
