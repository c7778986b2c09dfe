import type { LanguagePack } from "../language-pack.ts";
import { readEntries } from "./entries.ts";
import { extract } from "./extract.ts";
import { linkRules } from "./link-rules.ts";
import { createResolver } from "./resolve.ts";
import { rootRules } from "./roots.ts";

export const rust: LanguagePack = {
  id: "rust",
  name: "Rust",
  family: "rust",
  extensions: [".rs"],
  grammar: { file: "tree-sitter-rust.wasm", version: "0.3.1" },
  indentationMatters: false,
  extract,
  dependencyFolders: [
    { name: "target", beside: ["Cargo.toml"] },
    { name: "vendor", beside: ["Cargo.toml"] },
  ],
  isTestPath: (path) => /(^|\/)(tests|benches)\//.test(path) || /(^|\/)(tests?|[^/]*_tests?)\.rs$/.test(path),
  isManifest: (path) => path === "Cargo.toml" || path.endsWith("/Cargo.toml"),
  createResolver,
  link: linkRules,
  roots: rootRules,
  readEntries,
};
