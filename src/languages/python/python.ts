import type { LanguagePack } from "../language-pack.ts";
import { readEntries } from "./entries.ts";
import { extract } from "./extract.ts";
import { linkRules } from "./link-rules.ts";
import { isManifest } from "./manifests.ts";
import { createResolver } from "./resolve.ts";
import { rootRules } from "./roots.ts";

/** Python 2 and 3, with stub files. */
export const python: LanguagePack = {
  id: "python",
  name: "Python",
  family: "python",
  extensions: [".py", ".pyi", ".pyw"],
  grammar: { file: "tree-sitter-python.wasm", version: "@vscode/tree-sitter-wasm 0.3.1" },
  indentationMatters: true,
  extract,
  isTestPath,
  dependencyFolders: [
    { holds: "pyvenv.cfg" },
    { name: "site-packages" },
    { name: ".tox" },
    { name: ".nox" },
    { name: "__pypackages__" },
  ],
  isManifest,
  createResolver,
  link: linkRules,
  roots: rootRules,
  readEntries,
};

/** Files of pytest and unittest, and all under a folder of tests. */
function isTestPath(path: string): boolean {
  return /(?:^|\/)tests?\/|(?:^|\/)(?:test_[^/]*|[^/]*_tests?|conftest|tests)\.pyi?$/u.test(path);
}
