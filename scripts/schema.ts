// `npm run schema`: writes docs/schema/*.json from the zod schemas of wire/, and docs/errors.md from the catalog.
// A test fails when what lies in docs/ is not what this writes.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedDocs } from "./generated-docs.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
for (const [path, text] of generatedDocs()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
