import { expect, it } from "vitest";
import { parse } from "yaml";
import { workspacePackages } from "../../../src/languages/javascript/pnpm-workspace.ts";

const texts = [
  "packages:\n  - 'packages/*'\n  - \"apps/**\"\n  - docs\n  - '!packages/skipped'\n",
  "# all of them\npackages:\n# first\n- a # the first\n\n- b/*   \ncatalog:\n  react: ^19\n",
  "packages: [a, 'b/*', \"c\"]\nother: 1\n",
  "packages: [\n  a,\n  'b'\n]\n",
  "packages:\r\n  - a\r\n  - 'it''s#not'\r\n",
  "catalogs:\n  packages:\n    - no\npackages:\n  - yes/*\n",
  "'packages':\n  - a\n",
  "packages:\n",
  "packages: a\n",
  "other:\n  - a\n",
  "",
];

it("the packages of a workspace are read as YAML reads them", () => {
  for (const text of texts) {
    const read: unknown = (parse(text) as { packages?: unknown } | null)?.packages;
    expect(workspacePackages(text), text).toEqual(Array.isArray(read) ? read : []);
  }
});

it("a list that does not end, or that is none, names no packages", () => {
  for (const text of ["packages: [\n", "packages: [a", "packages:\n  a: b\n", "packages: {a: 1}\n"]) {
    expect(workspacePackages(text)).toEqual([]);
  }
});
