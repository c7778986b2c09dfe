import type { LanguagePack } from "../language-pack.ts";
import { readEntries } from "./entries.ts";
import { extract } from "./extract.ts";
import { linkRules } from "./link-rules.ts";
import { mendGenericMethods } from "./mend.ts";
import { createResolver } from "./resolve.ts";
import { rootRules } from "./roots.ts";

export const go: LanguagePack = {
  id: "go",
  name: "Go",
  family: "go",
  extensions: [".go"],
  grammar: { file: "tree-sitter-go.wasm", version: "@vscode/tree-sitter-wasm 0.3.1" },
  indentationMatters: false,
  extract,
  mend: mendGenericMethods,
  dependencyFolders: [{ name: "vendor", beside: ["go.mod", "go.work"] }],
  isTestPath: (path) => path.endsWith("_test.go") || /(^|\/)testdata\//.test(path),
  isManifest: (path) => /(^|\/)go\.(mod|work)$/.test(path),
  createResolver,
  link: linkRules,
  roots: rootRules,
  readEntries,
};
