import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorCatalog } from "../../src/kit/errors.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import type { SchemaMatchesEngine } from "../../src/wire/review-graph.ts";
import { foldersWithSources, root, sourcesBelow } from "./sources.ts";

const sources = sourcesBelow("src", [".ts"]);
const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

describe("the house", () => {
  test("every folder of src/ has its paragraph in the code map of ARCHITECTURE.md", () => {
    const missing = foldersWithSources("src").filter((folder) => !architecture.includes(`\`${folder}/\``));
    expect(missing).toEqual([]);
  });

  test("every name that ARCHITECTURE.md quotes exists", () => {
    const everything = [
      ...sources,
      ...sourcesBelow("web", [".ts", ".tsx"]),
      ...sourcesBelow("scripts", [".mjs"]),
    ]
      .map((source) => source.text)
      .concat(sourcesBelow("src", [".md"]).map((source) => source.path))
      .join("\n");
    const quoted = [...architecture.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string);
    const unknown = quoted.filter((name) => !isKnown(name, everything));
    expect(unknown).toEqual([]);
  });

  test("ARCHITECTURE.md has at most 400 lines and no line numbers", () => {
    expect(architecture.split("\n").length).toBeLessThanOrEqual(400);
    expect(architecture).not.toMatch(/\.tsx?:\d/);
  });

  test("files are named in kebab-case", () => {
    const odd = sources
      .map((source) => source.path)
      .filter((path) => !/^[a-z0-9/-]+(\.[a-z]+)*\.ts$/.test(path));
    expect(odd).toEqual([]);
  });

  test("no file is named after a drawer", () => {
    const drawers = /(^|\/)(utils?|common|misc|shared|helpers?|core)(\/|\.ts$)/;
    expect(sources.map((source) => source.path).filter((path) => drawers.test(path))).toEqual([]);
  });

  test("no name is one of the empty words", () => {
    const empty = /\b(class|interface|function|type|const)\s+\w*(Manager|Service|Processor|Helper)\b/;
    expect(sources.filter((source) => empty.test(source.text)).map((source) => source.path)).toEqual([]);
  });

  test("only doors/cli reads the arguments and the environment of the process", () => {
    const reads = sources.filter((source) => /process\.(argv|env)\b/.test(withoutComments(source.text)));
    expect(reads.map((source) => source.path).filter((path) => !path.startsWith("src/doors/cli/"))).toEqual(
      [],
    );
  });
});

describe("languages", () => {
  test("no folder but languages/ names a language", () => {
    const names = allLanguages.flatMap((language) => [language.id, language.name]);
    // "go" and "Go" are words of English too; they count where they stand alone in quotes.
    const quoted = new RegExp(`["'\`](${names.map(literally).join("|")})["'\`]`);
    const named = sources.filter(
      (source) => !source.path.startsWith("src/languages/") && quoted.test(withoutComments(source.text)),
    );
    expect(named.map((source) => source.path)).toEqual([]);
  });

  test("no two languages share an extension, and each says what it gets wrong", () => {
    const extensions = allLanguages.flatMap((language) => language.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
    expect(allLanguages.length).toBeGreaterThan(0);
    for (const folder of new Set(foldersWithSources("src/languages").map((path) => path.split("/")[2]))) {
      if (folder === undefined) continue;
      expect(existsSync(join(root, "src/languages", folder, "LIMITS.md")), folder).toBe(true);
    }
  });
});

test("the schema of the ReviewGraph and the engine's type say the same", () => {
  const holds: SchemaMatchesEngine = true;
  expect(holds).toBe(true);
});

describe("errors", () => {
  test("every code is documented in docs/errors.md with its hint", () => {
    const page = readFileSync(join(root, "docs/errors.md"), "utf8");
    for (const [code, { hint, exitCode }] of Object.entries(errorCatalog)) {
      expect(page, code).toContain(`| \`${code}\` | ${exitCode} | ${hint} |`);
    }
  });

  test("every code is thrown somewhere", () => {
    const all = sources
      .filter((source) => source.path !== "src/kit/errors.ts")
      .map((source) => source.text)
      .join("\n");
    expect(Object.keys(errorCatalog).filter((code) => !all.includes(`"${code}"`))).toEqual([]);
  });
});

function isKnown(name: string, everything: string): boolean {
  if (/[/.]/.test(name) && existsSync(join(root, name.replace(/\/$/, "")))) return true;
  if (/^(npm|headwater|node|git)\b/.test(name)) return true;
  return everything.includes(name);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
