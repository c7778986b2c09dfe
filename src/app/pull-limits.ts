/* How often a forge is asked and for how long, with the reason for each number. */

/**
 * So long after a fetch the base is not fetched again while the head is the same: a base that moved on gives another
 * diff only where it took in what the head has.
 */
export const FETCH_FRESH_MS = 15 * 60_000;
/** How often a pull request is resolved anew when what is fetched is not what the forge has just said. */
export const RESOLVE_TRIES = 3;
export const RESOLVE_PAUSE_MS = 700;
/** How many remotes are asked for the name that they have now, where none has the name that is looked for. */
export const ASKED_REMOTES = 3;
/** How long a local review waits for the pull request of its branch. */
export const BASE_ASK_MS = 2_500;
/** How long an answer about the pull request of a branch holds, and how long none at all. */
export const BASE_FRESH_MS = 10 * 60_000;
export const BASE_RETRY_MS = 2 * 60_000;
/** How often a forge is asked whether a head moved or somebody wrote, while a page is open. */
const FORGE_CHECK_MS = 30_000;
/** Without a token GitHub counts a question also where nothing is new, and answers 60 an hour: a look takes five. */
const CHECK_WITHOUT_TOKEN_MS = 10 * 60_000;

export function forgeCheckMs(forge: { readonly tokenSource?: string }): number {
  return forge.tokenSource === undefined ? CHECK_WITHOUT_TOKEN_MS : FORGE_CHECK_MS;
}
