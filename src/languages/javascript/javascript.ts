import type { LanguagePack } from "../language-pack.ts";
import { createExtract } from "./extract.ts";
import { createResolver, isManifest } from "./resolve.ts";
import { isTestPath } from "./test-paths.ts";

/** TypeScript without JSX. */
export const typescript: LanguagePack = {
  id: "typescript",
  name: "TypeScript",
  family: "javascript",
  extensions: [".ts", ".mts", ".cts"],
  grammar: { file: "tree-sitter-typescript.wasm", version: "0.3.1" },
  indentationMatters: false,
  extract: createExtract(),
  isTestPath,
  isManifest,
  createResolver,
};

/** TypeScript with JSX: a cast in angle brackets is an element here. */
export const tsx: LanguagePack = {
  ...typescript,
  id: "tsx",
  name: "TSX",
  extensions: [".tsx"],
  grammar: { file: "tree-sitter-tsx.wasm", version: "0.3.1" },
  extract: createExtract(),
};

/** JavaScript, with JSX in any of its files. */
export const javascript: LanguagePack = {
  ...typescript,
  id: "javascript",
  name: "JavaScript",
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  grammar: { file: "tree-sitter-javascript.wasm", version: "0.3.1" },
  extract: createExtract(),
};
