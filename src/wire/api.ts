import { z } from "zod";
import {
  bandSchema,
  changeInfoSchema,
  changeNodeSchema,
  contextNodeSchema,
  coreSchema,
  diffLineSchema,
  limitSchema,
  noiseSchema,
  problemSchema,
  reviewEdgeSchema,
} from "./review-graph.ts";

/*
 * What the page and the server say to each other. All under /api/, JSON, with the header
 * `x-headwater-token`; each answer carries `x-headwater-build` and `x-headwater-snapshot`. A request that sends
 * back the latter and asks for placements, hunks or lines of files is answered from that very snapshot, or with
 * `stale-revision` once another one is shown: ids mean something within one snapshot only. A page is at most 200 kB compressed: a
 * long hunk comes with its first lines and is read on in windows.
 */

const count = z.int().min(0);

/** What is known so far. Each stage keeps what the one before gave. */
export const stageSchema = z.enum(["resolving", "diffing", "analysing", "ready", "failed"]);

export const errorSchema = z.object({ code: z.string(), message: z.string(), hint: z.string() });

/**
 * A line of a hunk as it is sent. `cut` is given where `text` is only the first part of a long line: the
 * length of the whole line in UTF-16 units. The rest is read with GET /api/line.
 */
export const shownLineSchema = diffLineSchema.extend({ cut: count.optional() });

/** Which of the lines beside it were shortened: [index from 0, length of the whole line]. */
const cutsSchema = z.array(z.tuple([count, count]));

/**
 * A hunk without its lines. `hash` is what a mark is kept by: the same string in every answer, and to the
 * page only a name (the start of the whole hash, or all of it where two in the change start alike).
 */
export const hunkHeadSchema = z.object({
  id: z.string(),
  hash: z.string(),
  path: z.string(),
  oldStart: count,
  oldLines: count,
  newStart: count,
  newLines: count,
  section: z.string(),
  added: count,
  removed: count,
  lineCount: count,
  noise: noiseSchema.optional(),
  /** The placement whose page holds it; absent for low-signal hunks. */
  placement: z.string().optional(),
});

/** One changed file in the tree of files. */
export const fileHeadSchema = z.object({
  path: z.string(),
  oldPath: z.string().optional(),
  status: z.enum(["added", "deleted", "modified", "renamed", "copied", "typechange"]),
  binary: z.boolean(),
  noise: noiseSchema.optional(),
  oldMode: z.string().optional(),
  newMode: z.string().optional(),
  added: count,
  removed: count,
  /** [id, hash, placement or ""] of each hunk, in order. */
  hunks: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

/** One line of the walk in the rail. `hunks` are ids; a context placement has none and is marked by its node's hash. */
export const outlinePlacementSchema = z.object({
  id: z.string(),
  band: bandSchema,
  title: z.string(),
  path: z.string(),
  hunks: z.array(z.string()),
  repeatOf: z.string().optional(),
  /** What the mark of a placement without hunks is kept by. */
  markHash: z.string().optional(),
});

/**
 * GET /api/review: the overview, the walk and the files. The first thing that a page asks. The pages of a core
 * stand in reading order; those without a change come whole with the first cores only, as far as one answer
 * can hold, and further on by their ids alone: GET /api/core/:id has the rest.
 */
export const overviewSchema = z.object({
  build: z.string(),
  stage: stageSchema,
  error: errorSchema.optional(),
  change: changeInfoSchema.optional(),
  counts: z.object({
    files: count,
    hunks: count,
    added: count,
    removed: count,
    lowSignal: count,
    cores: count,
    placements: count,
  }),
  /** Low-signal hunks by reason, with how many. */
  folded: z.array(z.object({ reason: noiseSchema, hunks: count })),
  files: z.array(fileHeadSchema),
  cores: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      hook: z.string(),
      placements: z.array(z.union([outlinePlacementSchema, z.string()])),
    }),
  ),
  walk: z.array(z.string()),
  problems: z.array(problemSchema),
  limits: z.array(limitSchema),
  tree: z.enum(["static", "model"]),
  /** What the reader should know of the surroundings, as that marks cannot be saved. */
  notices: z.array(errorSchema).optional(),
});

/** GET /api/core/:id: all pages of one core, as the rail shows them. */
export const corePagesSchema = z.object({ id: z.string(), placements: z.array(outlinePlacementSchema) });

/**
 * A hunk with its first lines: at most 400 a hunk and 1,500 a page, and no more than 150 kB of text a page;
 * a later hunk may come with none. `lines.length < lineCount` means: read on with GET /api/hunk. */
export const hunkBodySchema = hunkHeadSchema.extend({ lines: z.array(shownLineSchema) });

/** GET /api/page/:placement */
export const pageSchema = z.object({
  placement: z.object({
    id: z.string(),
    core: z.string(),
    band: bandSchema,
    title: z.string(),
    why: z.string(),
    risk: z.enum(["low", "med", "high"]).optional(),
    repeatOf: z.string().optional(),
  }),
  node: z.discriminatedUnion("kind", [changeNodeSchema, contextNodeSchema]),
  /** What the mark of a page without hunks is kept by; absent for a page with hunks. */
  markHash: z.string().optional(),
  core: coreSchema,
  /** All placements of the core, for the picture of its bands. */
  picture: z.array(
    z.object({
      id: z.string(),
      band: bandSchema,
      title: z.string(),
      path: z.string(),
      kind: z.enum(["change", "context"]),
      repeatOf: z.string().optional(),
    }),
  ),
  edges: z.array(reviewEdgeSchema),
  hunks: z.array(hunkBodySchema),
  /** Lines of the node's snippet that were shortened. */
  snippetCuts: cutsSchema.optional(),
  file: fileHeadSchema.optional(),
  previous: z.string().optional(),
  next: z.string().optional(),
});

/**
 * GET /api/hunk/:id?from=N&count=N (from counts lines of the hunk from 0; at most 1,000 at a time). It may
 * give fewer than asked where they hold much text: read on from `from + lines.length`.
 */
export const hunkWindowSchema = z.object({
  id: z.string(),
  from: count,
  lineCount: count,
  lines: z.array(shownLineSchema),
});

/** GET /api/line?hunk=ID&index=N&from=N: a part of one long line; all counts are UTF-16 units from 0. */
export const linePartSchema = z.object({
  hunk: z.string(),
  index: count,
  from: count,
  text: z.string(),
  /** The length of the whole line. */
  total: count,
});

/** GET /api/file-diff?path=P: the classic view, all hunks of one file with their first lines. */
export const fileDiffPageSchema = z.object({ file: fileHeadSchema, hunks: z.array(hunkBodySchema) });

/** GET /api/low-signal: folded hunks by file, without lines. */
export const lowSignalSchema = z.object({ hunks: z.array(hunkHeadSchema), total: count });

/**
 * GET /api/lines?path=P&side=old|new&from=N&count=N (from counts from 1; at most 1,000 at a time). It may
 * give fewer than asked where they hold much text: read on from `from + lines.length`.
 */
export const fileLinesSchema = z.object({
  path: z.string(),
  side: z.enum(["old", "new"]),
  from: count,
  lines: z.array(z.string()),
  /** The number of lines of the whole file. */
  total: count,
  /** The last line of the file has no line end. */
  noNewline: z.literal(true).optional(),
  /** Lines that were shortened. */
  cuts: cutsSchema.optional(),
});

/*
 * GET /api/raw?path=P&side=old|new: the bytes of an image (png, jpg, gif, webp, svg) of at most 10 MiB, to
 * be fetched with the token and shown in an <img> from a blob: address. Anything else answers `not-found`.
 */

/** GET /api/search?q=TEXT&from=N: hits in paths, names and lines of the whole change, case-insensitive. */
export const searchSchema = z.object({
  query: z.string(),
  total: count,
  from: count,
  hits: z.array(
    z.object({
      kind: z.enum(["file", "symbol", "line"]),
      path: z.string(),
      /** The page to open: a placement, or "" for the low-signal page. */
      placement: z.string(),
      hunk: z.string().optional(),
      /** The line within the hunk, from 0. */
      lineIndex: count.optional(),
      /** At most 200 characters around the hit, and where the hit starts in them. */
      text: z.string(),
      at: count,
    }),
  ),
});

/**
 * GET /api/marks, POST /api/marks. `reviewed` holds hashes. `contextChanged` holds the hashes of hunks of
 * this head whose mark was carried over from one with other context lines. `pages` holds the ids of pages
 * without hunks that are reviewed, for who does not know their hashes; ids are of the snapshot that is named.
 */
export const marksSchema = z.object({
  revision: count,
  reviewed: z.array(z.string()),
  contextChanged: z.array(z.string()),
  snapshot: z.string(),
  pages: z.array(z.string()),
  /** The marks hold as long as the server runs but could not be saved: why. */
  notSaved: errorSchema.optional(),
});
/** Sets or clears marks. Marks have no order, so a change needs no revision: two tabs never undo each other. */
export const markChangeSchema = z.object({
  hashes: z.array(z.string()).max(20_000),
  isReviewed: z.boolean(),
});

/** GET /api/settings, PUT /api/settings: the page's own, kept in HEADWATER_HOME/settings.json. */
export const settingsSchema = z.object({
  theme: z.enum(["system", "light", "dark"]).default("system"),
  diffView: z.enum(["unified", "split"]).default("unified"),
  wrap: z.boolean().default(false),
  hideWhitespace: z.boolean().default(false),
  railFolded: z.boolean().default(false),
  inspectorFolded: z.boolean().default(true),
});

/** GET /api/events?after=SEQ: newline-separated JSON, one event a line, kept open. */
export const eventSchema = z.object({
  seq: count,
  type: z.enum([
    "hello",
    "stage",
    "progress",
    "marks",
    "settings",
    "discussion",
    "drafts",
    "head-moved",
    "closing",
  ]),
  head: z.string(),
  data: z.unknown(),
});
/** The data of a `progress` event. */
export const progressSchema = z.object({ stage: stageSchema, what: z.string(), done: count, total: count });
/** The data of a `head-moved` event: what is different and what a reload would give. */
export const headMovedSchema = z.object({ head: z.string(), changedFiles: count, detail: z.string() });

/**
 * GET /api/head: looks whether the head has moved since the snapshot was made. POST /api/reload reads the
 * change again and answers with the new overview once it is ready; until then, and when it fails, all stays
 * as it was.
 */
export const headSchema = z.object({ head: z.string(), moved: headMovedSchema.optional() });

/** GET /api/ping: who answers here. */
/** What opens the page once, and what the page gets for it. */
export const passSchema = z.object({ pass: z.string() });
export const tokenSchema = z.object({ token: z.string() });

/** The HMAC-SHA-256 of the nonce that was asked with, under the token, in hexadecimal digits. */
export const helloSchema = z.object({ proof: z.string() });

export const pingSchema = z.object({ build: z.string(), reviewId: z.string(), head: z.string() });

export type Stage = z.infer<typeof stageSchema>;
export type ApiError = z.infer<typeof errorSchema>;
export type ShownLine = z.infer<typeof shownLineSchema>;
export type HunkHead = z.infer<typeof hunkHeadSchema>;
export type HunkBody = z.infer<typeof hunkBodySchema>;
export type FileHead = z.infer<typeof fileHeadSchema>;
export type Overview = z.infer<typeof overviewSchema>;
export type CorePages = z.infer<typeof corePagesSchema>;
export type OutlinePlacement = z.infer<typeof outlinePlacementSchema>;
export type Page = z.infer<typeof pageSchema>;
export type HunkWindow = z.infer<typeof hunkWindowSchema>;
export type LinePart = z.infer<typeof linePartSchema>;
export type FileDiffPage = z.infer<typeof fileDiffPageSchema>;
export type LowSignal = z.infer<typeof lowSignalSchema>;
export type FileLines = z.infer<typeof fileLinesSchema>;
export type SearchAnswer = z.infer<typeof searchSchema>;
export type Marks = z.infer<typeof marksSchema>;
export type MarkChange = z.infer<typeof markChangeSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type ServerEvent = z.infer<typeof eventSchema>;
export type Progress = z.infer<typeof progressSchema>;
export type HeadMoved = z.infer<typeof headMovedSchema>;
export type Head = z.infer<typeof headSchema>;
export type Pass = z.infer<typeof passSchema>;
export type Hello = z.infer<typeof helloSchema>;
export type Token = z.infer<typeof tokenSchema>;
export type Ping = z.infer<typeof pingSchema>;
