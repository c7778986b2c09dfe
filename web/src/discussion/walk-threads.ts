import type { Thread } from "../../../src/wire/discussion.ts";
import type { Route } from "../address/route.ts";

/** Those that wait for an answer: not resolved (or not known to be), on lines that are there. */
export function openThreads(threads: readonly Thread[]): readonly Thread[] {
  return threads.filter((thread) => thread.isResolved !== true && thread.place !== undefined);
}

/** Where a conversation is read: on the page of its hunk, else with its file, else in the list of all. */
export function routeOfThread(thread: Thread, hasFile: (path: string) => boolean): Route {
  const { place, hunk, placement } = thread;
  const line =
    place?.line === undefined
      ? {}
      : ({ line: { by: place.side === "LEFT" ? "old" : "new", number: place.line } } as const);
  if (placement !== undefined) return { kind: "page", placement, ...(hunk ? { hunk, ...line } : {}) };
  const path = place?.path ?? thread.original.path;
  if (hasFile(path)) return { kind: "file", path, ...(hunk ? { hunk, ...line } : {}) };
  return { kind: "discussion" };
}

/** The open thread after the one that was visited last, or before it; around the ends it goes on at the other. */
export function threadBeside(
  threads: readonly Thread[],
  last: string | undefined,
  direction: 1 | -1,
): Thread | undefined {
  const open = openThreads(threads);
  if (open.length === 0) return undefined;
  const at = open.findIndex((thread) => thread.id === last);
  const next = at < 0 ? (direction === 1 ? 0 : open.length - 1) : at + direction;
  return open[(next + open.length) % open.length];
}
