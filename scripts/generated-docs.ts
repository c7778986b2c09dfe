import { z } from "zod";
import { errorCatalog } from "../src/kit/errors.ts";
import * as api from "../src/wire/api.ts";
import { diffSchema } from "../src/wire/diff.ts";
import { graphSchema, indexSchema, reachSchema, rootRulesSchema } from "../src/wire/graph.ts";
import { reviewGraphSchema } from "../src/wire/review-graph.ts";

/** Every generated page of docs/, by its path. */
export function generatedDocs(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  pages.set("docs/schema/review-graph.json", schemaText(reviewGraphSchema, "ReviewGraph"));
  pages.set("docs/schema/diff.json", schemaText(diffSchema, "Diff"));
  pages.set("docs/schema/index.json", schemaText(indexSchema, "Index"));
  pages.set("docs/schema/graph.json", schemaText(graphSchema, "Graph"));
  pages.set("docs/schema/reach.json", schemaText(reachSchema, "Reach"));
  pages.set("docs/schema/root-rules.json", schemaText(rootRulesSchema, "RootRules"));
  pages.set("docs/schema/api.json", apiText());
  pages.set("docs/errors.md", errorsText());
  return pages;
}

function schemaText(schema: z.ZodType, title: string): string {
  return `${JSON.stringify({ title, ...z.toJSONSchema(schema) }, null, 2)}\n`;
}

function apiText(): string {
  const shapes: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(api).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!name.endsWith("Schema") || !(schema instanceof z.ZodType)) continue;
    shapes[name.slice(0, -"Schema".length)] = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  }
  return `${JSON.stringify({ title: "Headwater HTTP API", $defs: shapes }, null, 2)}\n`;
}

function errorsText(): string {
  const rows = Object.entries(errorCatalog).map(
    ([code, { exitCode, hint }]) => `| \`${code}\` | ${exitCode} | ${hint} |`,
  );
  return [
    "# Errors",
    "",
    "A command that cannot do its work prints one line that says what is wrong and what to do about it, and ends with",
    "the exit code below. The page and the HTTP interface give the same as `{code, message, hint}`.",
    "",
    "Exit codes: 0 done; 1 a gate that you asked for failed; 2 the input is wrong; 3 the surroundings failed.",
    "",
    "| code | exit | what to do |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
