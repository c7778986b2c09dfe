import { z } from "zod";

/* What people say of a change, as it leaves the process: in the ReviewGraph and for the page alike. */

const line = z.int().min(1);
const sideSchema = z.enum(["LEFT", "RIGHT"]);

/** Where a comment stands. Without `line` on the file as a whole. */
export const placeSchema = z.object({
  path: z.string(),
  side: sideSchema.optional(),
  line: line.optional(),
  /** The first of several lines; above `line`. */
  startLine: line.optional(),
  /** Only where the first line is on the other side. */
  startSide: sideSchema.optional(),
});

export const commentSchema = z.object({
  id: z.string(),
  author: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  isEdited: z.boolean(),
  body: z.string(),
  url: z.string(),
  /** Part of a review that its author has not sent yet. */
  isPending: z.boolean(),
  /** Why the forge folds it, as "spam" or "outdated". */
  folded: z.string().optional(),
});

/** A conversation at one place of the diff. */
export const placedThreadSchema = z.object({
  id: z.string(),
  /** Where it stands in what is shown now; absent where its lines are gone. */
  place: placeSchema.optional(),
  /** Where it was written, and the lines that it was written about, as the forge kept them. */
  original: placeSchema.extend({ commit: z.string(), diff: z.string() }),
  isOutdated: z.boolean(),
  /** Absent where it is not known: the REST interface does not tell. */
  isResolved: z.boolean().optional(),
  /** The hunk that shows it, where there is one. */
  hunk: z.string().optional(),
  comments: z.array(commentSchema),
});

/** What somebody sent as a review, with its body. */
export const sentReviewSchema = z.object({
  id: z.string(),
  author: z.string(),
  state: z.enum(["commented", "approved", "changes-requested", "dismissed", "pending"]),
  body: z.string(),
  submittedAt: z.string().optional(),
  commit: z.string().optional(),
  url: z.string(),
});
