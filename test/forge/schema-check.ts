import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";

const description = JSON.parse(
  readFileSync(new URL("generated/github-openapi.json", import.meta.url), "utf8"),
) as { readonly answers: Record<string, Record<string, unknown>>; readonly schemas: object };

const ajv = new Ajv({ strict: false, allErrors: false, logger: false });
ajv.addFormat("uri", (text) => URL.canParse(text));
ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
ajv.addFormat("email", /^[^@\s]+@[^@\s]+$/);
for (const name of ["int64", "repo.nwo", "timestamp", "uri-template", "hostname"]) ajv.addFormat(name, true);
ajv.addSchema(description, "github");
const compiled = new Map<string, ValidateFunction>();

/** Says what GitHub's own description has against an answer to `operation`; undefined when it matches. */
export function schemaFault(operation: string, status: number, body: unknown): string | undefined {
  const answers = description.answers[operation];
  if (answers === undefined) return `${operation} is not in github-openapi.json`;
  // Refusals that the description lists for no operation have the form that all have.
  const written = answers[String(status)];
  if (written === null) return body === undefined ? undefined : `${operation} ${status} has no body`;
  const where =
    written === undefined
      ? "github#/schemas/basic-error"
      : `github#/answers/${encodeURIComponent(operation.replaceAll("/", "~1"))}/${status}`;
  if (written === undefined && status < 400) return `${operation} does not answer ${status}`;
  const check = compiled.get(where) ?? ajv.compile({ $ref: where });
  compiled.set(where, check);
  if (check(body)) return undefined;
  return `${operation} ${status}: ${ajv.errorsText(check.errors, { dataVar: "answer" })}`;
}
