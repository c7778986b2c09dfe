import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedDocs } from "../../scripts/generated-docs.ts";
import { root } from "./sources.ts";

test.each([...generatedDocs()])("%s is what `npm run schema` writes", (path, text) => {
  const written = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "(absent)";
  expect(written).toBe(text);
});
