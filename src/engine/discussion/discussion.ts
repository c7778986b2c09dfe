/** What people say of a change: threads and where they stand, drafts, and what is sent of them. */
export { comparePlaces, hunkAt, placeThreads, type ShownFiles, shownFiles } from "./place-threads.ts";
export type * from "./thread.ts";
