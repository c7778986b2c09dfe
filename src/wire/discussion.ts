import { z } from "zod";
import { errorSchema } from "./api.ts";
import { commentSchema, placedThreadSchema, placeSchema, sentReviewSchema } from "./thread.ts";

/*
 * What the page and the server say to each other about a pull request's discussion, about drafts and about sending
 * them. All as in `api.ts`. Text of people (bodies, names) is untrusted: Markdown that the page renders without
 * HTML and without remote pictures. Lines count from 1, on the LEFT those of the base, on the RIGHT of the head.
 */

const count = z.int().min(0);

/** A conversation, with the page that shows it, where there is one. */
export const threadSchema = placedThreadSchema.extend({ placement: z.string().optional() });

/** GET /api/discussion, asked again after a `discussion` event. Threads are sorted by path and line, outdated ones last. */
export const discussionSchema = z.object({
  /** "none" for a local review, "loading" until it is here first. */
  state: z.enum(["none", "loading", "ready", "failed"]),
  error: errorSchema.optional(),
  /** ISO 8601: when it was read. */
  readAt: z.string().optional(),
  threads: z.array(threadSchema),
  reviews: z.array(sentReviewSchema),
  /** The conversation of the pull request itself. */
  comments: z.array(commentSchema),
  /** What could not be read, or is not known, a sentence each. */
  notes: z.array(z.string()),
  /** Who asks, as the forge knows them; absent without a token. */
  viewer: z.string().optional(),
  /** Why nothing can be written, as that there is no token. */
  readOnly: errorSchema.optional(),
  /** Why these ways of sending are off, as for one's own pull request. */
  off: z.object({ approve: z.string().optional(), requestChanges: z.string().optional() }),
});

/** What a draft is about: a place of the change, an answer in a thread, or the review as a whole. */
export const aboutSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("place"), place: placeSchema }),
  z.object({ kind: z.literal("reply"), thread: z.string() }),
  z.object({ kind: z.literal("review") }),
]);

export const draftSchema = z.object({
  id: z.string(),
  /** Where it stands in what is shown now; as it was written where `status` is "gone". */
  about: aboutSchema,
  body: z.string(),
  updatedAt: z.string(),
  /** A draft whose lines moved follows them; one whose lines are no longer there says so. */
  status: z.enum(["here", "moved", "gone"]),
  /** The lines that it was written about, as they were. */
  quoted: z.array(z.string()),
  /** The head that it was written at. */
  writtenAt: z.string(),
  hunk: z.string().optional(),
  placement: z.string().optional(),
  /** How it would be sent now. */
  sendsAs: z.enum(["comment", "file-comment", "body-entry", "reply", "body"]),
  /** Why it is not sent where it stands. */
  why: z.string().optional(),
  revision: count,
});

/** GET /api/drafts; asked again after a `drafts` event, but for one whose data is `{detail}`: a sentence on how sending goes. Sorted by place. */
export const draftsSchema = z.object({
  drafts: z.array(draftSchema),
  /** The draft that the request wrote, where it wrote one. */
  saved: z.string().optional(),
  /** Files of drafts that could not be read, and drafts that could not be saved, as errors. */
  problems: z.array(errorSchema),
  /** A submission that was not finished; it is taken up by sending again. */
  unfinished: z.object({ startedAt: z.string(), posted: count, total: count, event: z.string() }).optional(),
});

/**
 * POST /api/drafts writes a new draft, or with `id` and `revision` a new text of one; it is on disk when the answer
 * comes. A stale revision answers `stale-revision`. DELETE /api/drafts/:id?revision=N.
 */
export const draftChangeSchema = z.object({
  id: z.string().optional(),
  revision: count.optional(),
  about: aboutSchema,
  body: z.string().max(65_536),
});

/** GET /api/suggestion?path&side&line[&startLine]: whether a suggestion may stand there, and the exact lines. */
export const suggestionSchema = z.object({
  lines: z.array(z.string()),
  /** A suggestion of these very lines as Markdown, to be changed. */
  block: z.string(),
  /** Why none may stand there. */
  refused: z.string().optional(),
});

export const reviewEventSchema = z.enum(["comment", "approve", "request-changes"]);

/** POST /api/submit/preview and POST /api/submit. `head` is the one that the person looked at. */
export const submitSchema = z.object({
  event: reviewEventSchema,
  body: z.string().max(65_536),
  head: z.string(),
  /** Which drafts; all without it. */
  drafts: z.array(z.string()).optional(),
});

/** What exactly is sent, and what falls back where. */
export const submitPreviewSchema = z.object({
  event: reviewEventSchema,
  body: z.string(),
  items: z.array(
    z.object({
      draft: z.string(),
      sendsAs: draftSchema.shape.sendsAs,
      place: placeSchema.optional(),
      body: z.string(),
      why: z.string().optional(),
    }),
  ),
  /** How many requests that write this will take. */
  writes: count,
  /** A pending review of the same person that it will be part of, with how many comments. */
  adopts: z.object({ comments: count, url: z.string() }).optional(),
  /** What stands in the way; with any, nothing is sent. */
  problems: z.array(errorSchema),
  /** Drafts that are not sent now, and why: they stay. */
  left: z.array(z.object({ draft: z.string(), why: z.string() })),
  /** What else the sender should know, a sentence each. */
  notes: z.array(z.string()),
});

/** What was sent. With `error` the rest stays draft, and sending again goes on from there. */
export const submittedSchema = z.object({
  url: z.string().optional(),
  posted: z.array(z.string()),
  left: z.array(z.string()),
  isSubmitted: z.boolean(),
  error: errorSchema.optional(),
  notes: z.array(z.string()),
});

/** POST /api/threads/:id: resolves a conversation or takes that back. Answers with the discussion. */
export const threadChangeSchema = z.object({ isResolved: z.boolean() });

/** GET /api/pulls: the open pull requests of the repository, newest first. */
export const pullSchema = z.object({
  number: z.int(),
  title: z.string(),
  author: z.string(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  isDraft: z.boolean(),
  baseRef: z.string(),
  headRef: z.string(),
  /** Absent where the forge did not tell. */
  size: z.object({ files: count, added: count, removed: count }).optional(),
  reviewState: z.enum(["approved", "changes-requested", "review-required", "none"]).optional(),
  /** How many hunks of it are marked here. */
  marked: count.optional(),
});
export const pullsSchema = z.object({
  repository: z.string(),
  pulls: z.array(pullSchema),
  total: count,
  notes: z.array(z.string()),
  error: errorSchema.optional(),
});

/** POST /api/pulls/open: answers with the address of its review, which works once. */
export const openPullSchema = z.object({ number: z.int().min(1) });

/** GET /api/since: what changed since the marks were made. Hunk ids. */
export const sinceSchema = z.object({
  /** Hunks that are not marked although an earlier state of them was: to be read first. */
  changed: z.array(z.string()),
  /** Marked ones whose lines around changed. */
  contextChanged: z.array(z.string()),
  /** Unmarked ones that were not there before. */
  added: z.array(z.string()),
  /** The head at which marks were last made, where it is known. */
  lastHead: z.string().optional(),
});

export type Place = z.infer<typeof placeSchema>;
export type Comment = z.infer<typeof commentSchema>;
export type Thread = z.infer<typeof threadSchema>;
export type SentReview = z.infer<typeof sentReviewSchema>;
export type Discussion = z.infer<typeof discussionSchema>;
export type About = z.infer<typeof aboutSchema>;
export type Draft = z.infer<typeof draftSchema>;
export type Drafts = z.infer<typeof draftsSchema>;
export type DraftChange = z.infer<typeof draftChangeSchema>;
export type Suggestion = z.infer<typeof suggestionSchema>;
export type ReviewEvent = z.infer<typeof reviewEventSchema>;
export type Submit = z.infer<typeof submitSchema>;
export type SubmitPreview = z.infer<typeof submitPreviewSchema>;
export type Submitted = z.infer<typeof submittedSchema>;
export type Pull = z.infer<typeof pullSchema>;
export type Pulls = z.infer<typeof pullsSchema>;
export type Since = z.infer<typeof sinceSchema>;
