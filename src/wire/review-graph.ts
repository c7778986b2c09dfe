import { z } from "zod";
import type { ReviewGraph } from "../engine/review/review.ts";
import { REVIEW_GRAPH_VERSION } from "../engine/review/review.ts";
import { commentSchema, placedThreadSchema, placeSchema, sentReviewSchema } from "./thread.ts";

const count = z.int().min(0);
const line = z.int().min(1);

export const noiseSchema = z.enum([
  "lockfile",
  "generated",
  "binary",
  "lfs pointer",
  "whitespace",
  "renamed",
  "mode change",
  "empty file",
  "unchanged",
]);

export const diffLineSchema = z.object({
  kind: z.enum([" ", "+", "-"]),
  old: line.optional(),
  new: line.optional(),
  text: z.string(),
  noNewline: z.literal(true).optional(),
});

export const hunkSchema = z.object({
  id: z.string().regex(/^h\d+$/),
  hash: z.string(),
  changeHash: z.string(),
  oldStart: count,
  oldLines: count,
  newStart: count,
  newLines: count,
  section: z.string(),
  noise: noiseSchema.optional(),
  lines: z.array(diffLineSchema),
});

export const fileDiffSchema = z.object({
  path: z.string(),
  oldPath: z.string().optional(),
  pathHex: z.string().optional(),
  oldPathHex: z.string().optional(),
  status: z.enum(["added", "deleted", "modified", "renamed", "copied", "typechange"]),
  binary: z.boolean(),
  noise: noiseSchema.optional(),
  oldMode: z.string().optional(),
  newMode: z.string().optional(),
  oldBlob: z.string().optional(),
  newBlob: z.string().optional(),
  hunks: z.array(hunkSchema),
});

export const changeInfoSchema = z.object({
  reviewId: z.string(),
  title: z.string(),
  body: z.string(),
  provider: z.enum(["local", "github"]),
  number: count,
  url: z.string(),
  author: z.string(),
  branch: z.string(),
  baseRef: z.string(),
  base: z.string(),
  head: z.string(),
  isWorkingCopy: z.boolean(),
  commits: z.array(z.object({ id: z.string(), subject: z.string(), author: z.string(), date: z.string() })),
  untrackedCount: count,
  notes: z.array(z.string()),
});

const snippetSchema = z.object({ startLine: line, lines: z.array(z.string()) });

export const changeNodeSchema = z.object({
  kind: z.literal("change"),
  id: z.string(),
  path: z.string(),
  symbol: z.string(),
  symbolKind: z.string(),
  hunks: z.array(z.string()),
  added: count,
  removed: count,
  byText: z.boolean(),
});

export const contextNodeSchema = z.object({
  kind: z.literal("context"),
  id: z.string(),
  path: z.string(),
  line,
  symbol: z.string(),
  snippet: snippetSchema,
  byText: z.boolean(),
});

export const bandSchema = z.enum([
  "upstream",
  "upstream-changed",
  "core",
  "downstream-changed",
  "downstream",
]);

export const coreSchema = z.object({
  id: z.string().regex(/^c\d+$/),
  title: z.string(),
  hook: z.string(),
  placements: z.record(bandSchema, z.array(z.string())),
});

export const placementSchema = z.object({
  id: z.string().regex(/^p\d+$/),
  core: z.string(),
  band: bandSchema,
  node: z.string(),
  title: z.string(),
  why: z.string(),
  risk: z.enum(["low", "med", "high"]).optional(),
  repeatOf: z.string().optional(),
});

export const reviewEdgeSchema = z.object({
  core: z.string(),
  from: z.string(),
  to: z.string(),
  label: z.string(),
});

export const problemSchema = z.object({
  path: z.string(),
  kind: z.enum(["syntax-error", "too-deep", "too-large", "timed-out", "not-text", "unreadable"]),
  detail: z.string(),
});

export const limitSchema = z.object({ name: z.string(), limit: count, count, detail: z.string() });

/** The file that `headwater extract` writes. docs/SPEC.md says what each field means. */
export const reviewGraphSchema = z.object({
  version: z.literal(REVIEW_GRAPH_VERSION),
  generator: z.object({ name: z.literal("headwater"), version: z.string(), extraction: count }),
  change: changeInfoSchema,
  files: z.array(fileDiffSchema),
  nodes: z.array(z.discriminatedUnion("kind", [changeNodeSchema, contextNodeSchema])),
  cores: z.array(coreSchema),
  placements: z.array(placementSchema),
  edges: z.array(reviewEdgeSchema),
  walk: z.array(z.string()),
  lowSignal: z.array(z.string()),
  definitions: z.array(
    z.object({
      path: z.string(),
      names: z.array(
        z.object({
          name: z.string(),
          line,
          column: line,
          to: z.object({ path: z.string(), line, endLine: line }).optional(),
          ext: z.string().optional(),
        }),
      ),
    }),
  ),
  tree: z.enum(["static", "model"]),
  problems: z.array(problemSchema),
  limits: z.array(limitSchema),
  discussion: z.array(placedThreadSchema.extend({ present: placeSchema.optional() })),
  conversation: z
    .object({
      reviews: z.array(sentReviewSchema),
      comments: z.array(commentSchema),
      notes: z.array(z.string()),
    })
    .optional(),
});

type Parsed = z.infer<typeof reviewGraphSchema>;
/** Holds when the schema and the engine's type say the same. */
export type SchemaMatchesEngine = ReviewGraph extends DeepReadonly<Parsed> ? true : never;
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
