import { z } from "zod";

const count = z.int().min(0);
const line = z.int().min(1);
const place = z.object({ line, column: line });

export const edgeKindSchema = z.enum([
  "direct",
  "member",
  "assignment",
  "import",
  "export",
  "package",
  "cha",
  "field",
  "name",
  "wildcard",
  "reference",
  "llm",
]);
export const confidenceSchema = z.enum(["high", "medium", "low"]);
export const rootKindSchema = z.enum(["main", "manifest", "framework", "test", "fallback", "query"]);
export const fileStatusSchema = z.enum(["indexed", "cached", "missing", "failed", "truncated"]);

/** Which targets something unknown may concern. */
export const scopeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("any") }),
  z.object({ kind: z.literal("values") }),
  z.object({ kind: z.literal("names"), names: z.array(z.string()) }),
  z.object({ kind: z.literal("prefix"), prefix: z.string() }),
  z.object({ kind: z.literal("definitions"), keys: z.array(z.string()) }),
  z.object({ kind: z.literal("members"), prefix: z.string() }),
  z.object({ kind: z.literal("methods"), prefix: z.string() }),
]);

/** What `headwater graph` prints. docs/SPEC.md says what each field means. */
export const graphSchema = z.object({
  version: count,
  nodes: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(["module", "function", "method", "constructor", "class", "export", "external"]),
      language: z.string(),
      file: z.string().optional(),
      unit: z.string().optional(),
      external: z.string().optional(),
      span: z.object({ startLine: line, endLine: line }).optional(),
      status: fileStatusSchema.optional(),
      root: rootKindSchema.optional(),
    }),
  ),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      kind: edgeKindSchema,
      confidence: confidenceSchema,
      site: place.optional(),
      rule: z.string().optional(),
      resolver: z.string().optional(),
    }),
  ),
  roots: z.array(z.object({ key: z.string(), kind: rootKindSchema, rule: z.string() })),
  unresolved: z.array(
    z.object({
      caller: z.string(),
      site: place,
      reason: z.enum([
        "computed-name",
        "dynamic-import",
        "unknown-receiver",
        "no-definition",
        "ambiguous",
        "limit",
        "interface-receiver",
        "trait-receiver",
        "no-dependency-source",
        "syntax-error",
      ]),
      name: z.string().optional(),
      text: z.string(),
      dynamic: z.literal(true).optional(),
      scope: scopeSchema,
    }),
  ),
  truncations: z.array(
    z.object({
      limit: z.enum(["max-edges", "max-export-hops", "max-bases", "max-flow-steps"]),
      value: count,
      count,
    }),
  ),
  packages: z.array(z.object({ language: z.string(), name: z.string() })),
  stats: z.object({
    version: count,
    files: count,
    nodes: count,
    edges: count,
    byKind: z.partialRecord(edgeKindSchema, count),
    rootFallback: z.boolean(),
  }),
});

export const reachStatusSchema = z.enum(["found", "not-found", "uncertain", "no-such-target"]);
export type ReachStatusName = z.infer<typeof reachStatusSchema>;
const uncertaintyKindSchema = z.enum(["unresolved-call", "dynamic-flag", "budget", "root-fallback"]);

export const reachResultSchema = z.object({
  target: z.string(),
  language: z.string().optional(),
  status: reachStatusSchema,
  path: z
    .array(
      z.object({
        key: z.string(),
        file: z.string().optional(),
        site: place.optional(),
        edge: edgeKindSchema.optional(),
        confidence: confidenceSchema.optional(),
        rule: z.string().optional(),
        rootKind: rootKindSchema.optional(),
      }),
    )
    .optional(),
  sites: z.array(
    z.object({
      caller: z.string(),
      file: z.string().optional(),
      line,
      column: line,
      edge: edgeKindSchema,
      isReached: z.boolean(),
    }),
  ),
  uncertainties: z.array(
    z.object({
      kind: uncertaintyKindSchema,
      site: place.extend({ caller: z.string(), file: z.string().optional() }).optional(),
      scope: scopeSchema,
      detail: z.string(),
    }),
  ),
  searched: z.object({
    version: count,
    roots: z.array(z.object({ key: z.string(), kind: rootKindSchema, rule: z.string() })),
    nodes: count,
    edges: count,
    counts: z.partialRecord(uncertaintyKindSchema, count),
    unreadPackages: z.array(z.string()),
  }),
});

/** What `headwater reach --json` prints: one result for each target, in the order asked. */
export const reachSchema = z.object({ results: z.array(reachResultSchema) });

/** What `headwater index --json` prints. */
export const indexSchema = z.object({
  /** What was read: "the tracked files of /src/app". */
  read: z.string(),
  files: count,
  lines: count,
  /** Files that were parsed, and records that came from the store. */
  parsed: count,
  cached: count,
  byStatus: z.record(fileStatusSchema, count),
  byLanguage: z.array(z.object({ language: z.string(), files: count, lines: count })),
  timeMs: count,
  /** What a person should know of what was not read, a sentence each. */
  notes: z.array(z.string()),
  /** The files that were not read, or not whole. */
  unread: z.array(
    z.object({
      path: z.string(),
      language: z.string(),
      status: fileStatusSchema,
      lineCount: count,
      detail: z.string().optional(),
      /** The next run may read it. */
      isPassing: z.literal(true).optional(),
    }),
  ),
});

const pattern = z.string().refine(isPattern, "it is no regular expression");
const named = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith("^") || isPattern(text), "it is no regular expression");
const names = z.array(named).min(1);

/** One rule of where code starts. */
export const rootRuleSchema = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(["main", "manifest", "framework", "test"]),
  packages: names.optional(),
  isImported: z.literal(true).optional(),
  isTooling: z.literal(true).optional(),
  match: z.discriminatedUnion("by", [
    z.strictObject({
      by: z.literal("name"),
      names,
      level: z.enum(["module", "member", "static"]),
      inPackage: z.string().optional(),
      inPath: pattern.optional(),
      inClass: names.optional(),
    }),
    z.strictObject({ by: z.literal("guard"), name: z.string().min(1) }),
    z.strictObject({ by: z.literal("script"), isLast: z.literal(true).optional() }),
    z.strictObject({ by: z.literal("call"), names }),
    z.strictObject({ by: z.literal("macro") }),
    z.strictObject({ by: z.literal("path"), path: pattern, exports: names.optional() }),
    z.strictObject({
      by: z.literal("decorator"),
      names,
      starts: z.enum(["self", "constructors", "members"]).optional(),
    }),
    z.strictObject({ by: z.literal("base"), bases: names, members: pattern }),
    z.strictObject({
      by: z.literal("argument"),
      calls: names,
      keys: names.optional(),
      receivers: z.array(named).optional(),
    }),
    z.strictObject({ by: z.literal("field"), names }),
  ]),
});

/** The file that `--rules` names, in YAML or JSON. A rule with the id of one that is built in takes its place. */
export const rootRulesSchema = z.strictObject({ rules: z.array(rootRuleSchema) });

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
