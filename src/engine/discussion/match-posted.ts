import type { PlannedItem } from "./plan-submission.ts";
import type { Place } from "./thread.ts";

/** A comment that a forge has. */
export interface PostedComment {
  readonly id: string;
  readonly body: string;
  /** Without a line it is on the file; without a side the forge did not tell it. */
  readonly place: Place;
  /** Where it was written, if its lines have moved since. */
  readonly written?: Place;
  readonly replyTo?: string;
}

/**
 * Which items are among the comments that the forge has: the id of the comment by the id of the draft. They are told by
 * their exact text and place, each comment at most once, so that two equal drafts want two comments.
 *
 * @param commentsOf  the ids of the comments of a thread
 */
export function matchPosted(
  items: readonly PlannedItem[],
  comments: readonly PostedComment[],
  commentsOf: (thread: string) => readonly string[],
): ReadonlyMap<string, string> {
  const free = new Set(comments);
  const found = new Map<string, string>();
  for (const item of items) {
    for (const comment of free) {
      if (!isThatComment(item, comment, commentsOf)) continue;
      found.set(item.draft, comment.id);
      free.delete(comment);
      break;
    }
  }
  return found;
}

function isThatComment(
  item: PlannedItem,
  comment: PostedComment,
  commentsOf: (thread: string) => readonly string[],
): boolean {
  if (normal(item.body) !== normal(comment.body)) return false;
  if (item.thread !== undefined) {
    return comment.replyTo !== undefined && commentsOf(item.thread).includes(comment.replyTo);
  }
  if (comment.replyTo !== undefined || item.place === undefined) return false;
  return isSamePlace(item.place, comment.place) || isSamePlace(item.place, comment.written ?? comment.place);
}

function isSamePlace(asked: Place, there: Place): boolean {
  return (
    asked.path === there.path &&
    asked.line === there.line &&
    asked.startLine === there.startLine &&
    (asked.line === undefined || there.side === undefined || (asked.side ?? "RIGHT") === there.side)
  );
}

/** Forges keep line ends, signs that show nothing, and white space at the ends of a text in their own way. */
function normal(body: string): string {
  return body
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
}
