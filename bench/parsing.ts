import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Language, Parser } from "web-tree-sitter";
import { createSourceParser } from "../src/adapters/parser/parser.ts";
import { createSourceReader, type SourceBytes } from "../src/app/source-reader.ts";
import { decodeFileIndex, encodeFileIndex, type LanguageSyntax } from "../src/engine/index/index.ts";
import { compareBytes } from "../src/kit/order.ts";
import { allLanguages } from "../src/languages/registry.ts";

/** Times are the best of the rounds, in milliseconds, on one thread, warm, with the files in memory. */
export interface ParsingFigures {
  readonly language: string;
  readonly files: number;
  readonly bytes: number;
  readonly lines: number;
  readonly references: number;
  /** web-tree-sitter alone: parse and delete. */
  readonly parseMs: number;
  /** And the tree read into columns. */
  readonly columnsMs: number;
  /** And the record made of it. */
  readonly extractMs: number;
  readonly packMs: number;
  readonly unpackMs: number;
  readonly packedBytes: number;
}

export interface ThreadFigures {
  readonly workerCount: number;
  /** With the start of the threads. */
  readonly firstMs: number;
  readonly againMs: number;
}

const ROUNDS = 5;
const skipped = new Set([".git", "node_modules"]);

/** What reading the source files of a folder costs, a language a row. */
export async function measureParsing(folder: string): Promise<ParsingFigures[]> {
  const parser = await createSourceParser([]);
  const bare = new Parser();
  const figures: ParsingFigures[] = [];
  for (const language of allLanguages) {
    const files = sourcesIn(folder, language);
    if (files.length === 0) continue;
    bare.setLanguage(await loadGrammar(language));
    figures.push(measureLanguage(language, files, parser, bare));
  }
  bare.delete();
  return figures;
}

/** The same files through the reader, with each number of threads. */
export async function measureThreads(
  folder: string,
  workerCounts: readonly number[],
): Promise<ThreadFigures[]> {
  const files = allLanguages.flatMap((language) => sourcesIn(folder, language));
  const signal = new AbortController().signal;
  const figures: ThreadFigures[] = [];
  for (const workerCount of workerCounts) {
    const reader = createSourceReader({ languages: allLanguages, workerCount });
    const firstMs = await timed(() => reader.read(files, signal));
    let againMs = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      againMs = Math.min(againMs, await timed(() => reader.read(files, signal)));
    }
    await reader.close();
    figures.push({ workerCount, firstMs, againMs });
  }
  return figures;
}

function measureLanguage(
  language: LanguageSyntax,
  files: readonly SourceBytes[],
  parser: Awaited<ReturnType<typeof createSourceParser>>,
  bare: Parser,
): ParsingFigures {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const texts = files.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) }));
  const parse = (text: string) => parser.parse(text, language.grammar.file);
  const extract = ({ path, text }: { path: string; text: string }) =>
    language.extract({ path, language: language.id, blob: "" }, parse(text));
  const records = texts.map(extract);
  const packed = records.map(encodeFileIndex);
  const best = bestOf({
    parseMs: () => {
      for (const { text } of texts) bare.parse(text)?.delete();
    },
    columnsMs: () => {
      for (const { text } of texts) parse(text);
    },
    extractMs: () => {
      for (const one of texts) extract(one);
    },
    packMs: () => {
      for (const one of records) encodeFileIndex(one);
    },
    unpackMs: () => {
      for (const one of packed) decodeFileIndex(one);
    },
  });
  return {
    language: language.id,
    files: files.length,
    bytes: sum(files.map(({ bytes }) => bytes.length)),
    lines: sum(records.map(({ lineCount }) => lineCount)),
    references: sum(records.map(({ references }) => references.length)),
    ...best,
    packedBytes: sum(packed.map(({ length }) => length)),
  };
}

/** Each step once a round, in turn, so that a slow moment of the machine hits all of them. */
function bestOf<Name extends string>(steps: Readonly<Record<Name, () => void>>): Record<Name, number> {
  const names = Object.keys(steps) as Name[];
  const best = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Name,
    number
  >;
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const started = performance.now();
      steps[name]();
      best[name] = Math.min(best[name], performance.now() - started);
    }
  }
  return best;
}

async function timed(step: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await step();
  return performance.now() - started;
}

function sourcesIn(folder: string, language: LanguageSyntax): SourceBytes[] {
  const found: SourceBytes[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !language.extensions.some((ending) => entry.name.endsWith(ending))) continue;
    const path = join(entry.parentPath, entry.name);
    if (path.split("/").some((part) => skipped.has(part))) continue;
    found.push({ path, blob: "", bytes: readFileSync(path) });
  }
  return found.sort((one, other) => compareBytes(one.path, other.path));
}

async function loadGrammar(language: LanguageSyntax): Promise<Language> {
  const file = `@vscode/tree-sitter-wasm/wasm/${language.grammar.file}`;
  return Language.load(createRequire(import.meta.url).resolve(file));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
