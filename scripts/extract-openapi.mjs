// Takes out of GitHub's published OpenAPI description what the test forge answers, as JSON Schemas:
//   npm pack @octokit/openapi@23.0.2, unpack it, then
//   node scripts/extract-openapi.mjs package/generated/api.github.com.json
// The description is GitHub's, under the MIT licence; the whole package has 385 MB, so it is no dependency.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: node scripts/extract-openapi.mjs api.github.com.json");
  process.exit(2);
}

const pull = "/repos/{owner}/{repo}/pulls/{pull_number}";
const operations = [
  "get /user",
  "get /rate_limit",
  "get /repos/{owner}/{repo}",
  "get /repos/{owner}/{repo}/pulls",
  `get ${pull}`,
  `get ${pull}/files`,
  `get ${pull}/commits`,
  `get ${pull}/comments`,
  `post ${pull}/comments`,
  `post ${pull}/comments/{comment_id}/replies`,
  `get ${pull}/reviews`,
  `post ${pull}/reviews`,
  `get ${pull}/reviews/{review_id}`,
  `put ${pull}/reviews/{review_id}`,
  `delete ${pull}/reviews/{review_id}`,
  `get ${pull}/reviews/{review_id}/comments`,
  `post ${pull}/reviews/{review_id}/events`,
  "get /repos/{owner}/{repo}/issues/{issue_number}/comments",
];

/** Where GitHub answers null though its description does not say so: outdated comments, comments on a file, deleted forks. */
const alsoNull = {
  "pull-request-review-comment": ["position", "original_position", "line", "original_line", "side"],
  "review-comment": ["position", "original_position", "line", "original_line", "side"],
  "pull-request": ["head.repo", "head.user", "user"],
  "pull-request-simple": ["head.repo", "head.user"],
};

const prose = new Set([
  "description",
  "title",
  "example",
  "examples",
  "nullable",
  "deprecated",
  "default",
  "externalDocs",
  "discriminator",
  "readOnly",
]);

const description = JSON.parse(readFileSync(source, "utf8"));
const schemas = new Map();
const answers = {};
for (const operation of operations) {
  const [method, path] = operation.split(" ");
  const found = description.paths[path]?.[method];
  if (found === undefined) throw new Error(`${source} has no ${operation}`);
  answers[operation] = answersOf(found);
}
// Errors that every operation can give; the description lists them for some only.
keep("basic-error");
keep("validation-error");

const target = join(
  fileURLToPath(new URL(".", import.meta.url)),
  "..",
  "test",
  "forge",
  "generated",
  "github-openapi.json",
);
const byName = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  target,
  `${JSON.stringify({
    generator: "scripts/extract-openapi.mjs",
    source: `GitHub's OpenAPI description ${description.info.version}, @octokit/openapi 23.0.2`,
    license: "MIT, Copyright GitHub and the Octokit contributors",
    answers,
    schemas: Object.fromEntries(byName),
  })}\n`,
);

/** The schema of each status that the operation answers; null where it has no body. */
function answersOf(operation) {
  const found = {};
  for (const [status, written] of Object.entries(operation.responses)) {
    const response = written.$ref === undefined ? written : at(written.$ref);
    const schema = response.content?.["application/json"]?.schema;
    found[status] = schema === undefined ? null : toJsonSchema(schema);
  }
  return found;
}

function at(pointer) {
  return pointer
    .slice(2)
    .split("/")
    .reduce((value, key) => value[key], description);
}

function keep(name) {
  if (schemas.has(name)) return;
  schemas.set(name, true);
  const schema = toJsonSchema(description.components.schemas[name]);
  for (const path of alsoNull[name] ?? []) {
    const steps = path.split(".");
    const last = steps.pop();
    const owner = steps.reduce((within, step) => within.properties[step], schema);
    owner.properties[last] = orNull(owner.properties[last]);
  }
  schemas.set(name, schema);
}

/** OpenAPI 3.0 writes `nullable`, which JSON Schema does not know; prose and examples are left out. */
function toJsonSchema(written) {
  if (Array.isArray(written)) return written.map(toJsonSchema);
  if (written === null || typeof written !== "object") return written;
  if (written.$ref !== undefined) {
    const name = written.$ref.split("/").at(-1);
    keep(name);
    return { $ref: `#/schemas/${name}` };
  }
  const made = {};
  for (const [key, value] of Object.entries(written)) {
    if (key === "properties") {
      made.properties = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, toJsonSchema(v)]));
    } else if (!prose.has(key) && !key.startsWith("x-")) made[key] = toJsonSchema(value);
  }
  return written.nullable === true ? orNull(made) : made;
}

function orNull(schema) {
  return { anyOf: [schema, { type: "null" }] };
}
