import type { Place, PlaceSide, Thread, ThreadComment } from "../../../engine/discussion/discussion.ts";
import { GHOST } from "./pulls.ts";

/** A comment on the diff, as REST tells it. */
export interface RestReviewComment {
  readonly id: number | bigint;
  readonly node_id: string;
  readonly user: { readonly login: string } | null;
  readonly body: string;
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly path: string;
  readonly diff_hunk: string;
  readonly commit_id?: string;
  readonly original_commit_id: string;
  readonly line?: number | null;
  readonly original_line?: number | null;
  readonly start_line?: number | null;
  readonly original_start_line?: number | null;
  readonly side?: PlaceSide | null;
  readonly start_side?: PlaceSide | null;
  readonly subject_type?: "line" | "file";
  readonly in_reply_to_id?: number | bigint;
}

/**
 * Comments of a review that waits: GitHub may tell them without a line, and then only the end of the quoted hunk
 * says where they are. A comment on a file quotes none.
 */
export function withLines(comments: readonly RestReviewComment[]): readonly RestReviewComment[] {
  return comments.map((comment) =>
    comment.line === undefined ? { ...comment, ...endOfHunk(comment) } : comment,
  );
}

type HunkEnd = Pick<RestReviewComment, "line" | "side" | "original_line" | "subject_type">;

function endOfHunk({ diff_hunk, subject_type }: RestReviewComment): HunkEnd {
  const [header, ...rows] = diff_hunk.split("\n");
  const numbers = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header ?? "");
  const last = rows.findLast((row) => !row.startsWith("\\"));
  if (numbers === null || last === undefined) return { subject_type: subject_type ?? "file" };
  const side = last.startsWith("-") ? "LEFT" : "RIGHT";
  const other = side === "LEFT" ? "+" : "-";
  const count = rows.filter((row) => !row.startsWith(other) && !row.startsWith("\\")).length;
  const line = Number(numbers[side === "LEFT" ? 1 : 2]) + count - 1;
  return { line, original_line: line, side, subject_type: "line" };
}

/** Comments as threads: the answers name the comment that began one. Whether one is resolved is not told. */
export function threadsOfComments(
  comments: readonly RestReviewComment[],
  isPending: boolean,
): readonly Thread[] {
  const begun = new Map<string, RestReviewComment[]>();
  for (const comment of comments) {
    const first = String(comment.in_reply_to_id ?? comment.id);
    const known = begun.get(first);
    if (known) known.push(comment);
    else begun.set(first, [comment]);
  }
  return [...begun.values()].map((thread) => threadOf(thread, isPending));
}

function threadOf(comments: readonly RestReviewComment[], isPending: boolean): Thread {
  const first = comments[0] as RestReviewComment;
  const isFile = first.subject_type === "file";
  const isOutdated = !isFile && (first.line ?? null) === null;
  const place = (line: number | null | undefined, startLine: number | null | undefined): Place =>
    isFile ? { path: first.path } : placeOf(first.path, first, line, startLine);
  return {
    id: first.node_id,
    ...(isOutdated ? {} : { present: place(first.line, first.start_line) }),
    original: {
      ...place(first.original_line ?? first.line, first.original_start_line ?? first.start_line),
      commit: first.original_commit_id,
      diff: first.diff_hunk,
    },
    isOutdated,
    comments: comments.map((comment) => commentOf(comment, isPending)),
  };
}

/** A thread of several lines has a first one above the last; GitHub also tells one that is the same. */
export function placeOf(
  path: string,
  sides: { readonly side?: PlaceSide | null; readonly start_side?: PlaceSide | null },
  line: number | null | undefined,
  startLine: number | null | undefined,
): Place {
  const side = sides.side ?? "RIGHT";
  const isOtherSide = sides.start_side && sides.start_side !== side;
  const isSeveral = startLine && (startLine !== line || isOtherSide);
  return {
    path,
    side,
    ...(line ? { line } : {}),
    ...(isSeveral ? { startLine } : {}),
    ...(isSeveral && isOtherSide ? { startSide: sides.start_side as PlaceSide } : {}),
  };
}

function commentOf(comment: RestReviewComment, isPending: boolean): ThreadComment {
  return {
    id: comment.node_id,
    author: comment.user?.login ?? GHOST,
    createdAt: comment.created_at,
    isEdited: comment.updated_at !== comment.created_at,
    body: comment.body,
    url: comment.html_url,
    isPending,
  };
}
