import type { LanguagePack } from "../language-pack.ts";
import { readEntries } from "./entries.ts";
import { createExtract } from "./extract.ts";
import { linkRules } from "./link-rules.ts";
import { mendTsx, mendTypeScript } from "./mend.ts";
import { createResolver, isManifest } from "./resolve.ts";
import { rootRules } from "./roots.ts";
import { isTestPath } from "./test-paths.ts";

const shared = {
  family: "javascript",
  indentationMatters: false,
  isTestPath,
  dependencyFolders: [{ name: "node_modules" }, { name: "bower_components" }],
  isManifest,
  createResolver,
  link: linkRules,
  roots: rootRules,
  readEntries,
};

/** TypeScript without JSX. */
export const typescript: LanguagePack = {
  ...shared,
  id: "typescript",
  name: "TypeScript",
  extensions: [".ts", ".mts", ".cts"],
  grammar: { file: "tree-sitter-typescript.wasm", version: "0.3.1" },
  extract: createExtract(),
  mend: mendTypeScript,
};

/** TypeScript with JSX: a cast in angle brackets is an element here. */
export const tsx: LanguagePack = {
  ...shared,
  id: "tsx",
  name: "TSX",
  extensions: [".tsx"],
  grammar: { file: "tree-sitter-tsx.wasm", version: "0.3.1" },
  extract: createExtract(),
  mend: mendTsx,
};

/** JavaScript, with JSX in any of its files. */
export const javascript: LanguagePack = {
  ...shared,
  id: "javascript",
  name: "JavaScript",
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  grammar: { file: "tree-sitter-javascript.wasm", version: "0.3.1" },
  extract: createExtract(),
};
