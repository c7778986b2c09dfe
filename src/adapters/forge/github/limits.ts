/* How long and how much is asked of GitHub, with the reason for each number. */

/** One answer. The slowest ones, 100 threads with their comments, take GitHub some seconds. */
export const ANSWER_MS = 30_000;
/** How often a read is repeated after a broken connection or a server's error; then the network is down. */
export const READ_RETRIES = 2;
/** The first repetition comes after so long, the second after four times as long: who is offline waits no longer. */
export const RETRY_BASE_MS = 300;
/** GitHub moves a repository with one redirect, a renamed owner with a second. */
export const MAX_REDIRECTS = 5;
/** The most that GitHub gives at a time. */
export const PAGE_SIZE = 100;
/** Pages of one list: 10,000 entries, three times as many as the largest pull requests known have. */
export const MAX_PAGES = 100;
/** Comments that come with each thread: with more, GitHub counts 100 threads as a hundred requests. */
export const COMMENTS_A_THREAD = 10;
/** A limit that ends this soon is waited for; a longer one is said. */
export const MAX_WAIT_MS = 10_000;
export const MAX_WAITS = 2;
/** Where GitHub refuses for a while and does not say how long, its documentation asks for a minute. */
export const UNSAID_WAIT_MS = 60_000;
/** Answers that are kept to ask only whether they changed: a discussion of a thousand comments has thirty. */
export const KEPT_ANSWERS = 200;
/** Resolving a thread shows in nothing that can be asked cheaply, so threads are read anew after this long. */
export const THREADS_FRESH_MS = 120_000;
