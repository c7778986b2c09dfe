import type { LanguagePack } from "../language-pack.ts";
import { isManifest, readEntries } from "./entries.ts";
import { extract } from "./extract.ts";
import { linkRules } from "./link-rules.ts";
import { createResolver } from "./resolve.ts";
import { rootRules } from "./roots.ts";

export const java: LanguagePack = {
  id: "java",
  name: "Java",
  family: "java",
  extensions: [".java"],
  grammar: { file: "tree-sitter-java.wasm", version: "@vscode/tree-sitter-wasm 0.3.1" },
  indentationMatters: false,
  extract,
  dependencyFolders: [
    { name: "target", beside: ["pom.xml"] },
    { name: "build", beside: ["build.gradle", "build.gradle.kts"] },
  ],
  isTestPath,
  isManifest,
  createResolver,
  link: linkRules,
  roots: rootRules,
  readEntries,
};

/** A folder of tests as Maven, Gradle and Android name it, or a class named as JUnit's runners look for it. */
function isTestPath(path: string): boolean {
  if (/(^|\/)(tests?|testFixtures|androidTest|integrationTest|it)\/java\//.test(path)) return true;
  if (/(^|\/)(tests?|javatests)\//.test(path)) return true;
  return /(^|\/)(Test\w*|\w*(Test|Tests|TestCase|IT))\.java$/.test(path);
}
