import type { SourceParser } from "../adapters/parser/parser.ts";
import type { InTime } from "../adapters/workers/within-time.ts";
import {
  type FileIndex,
  INDEX_VERSION,
  type LanguageSyntax,
  parseMended,
  type SourceFile,
  type SourceProblem,
} from "../engine/index/index.ts";
import type { SourceLimits } from "./source-limits.ts";

/** How a step that may not end is done: as it is, where another thread watches this one, or with a watch of its own. */
export type Watch = <T>(limitMs: number, step: () => T) => InTime<T>;

/**
 * The record of one file. Whatever the bytes are, there is one: what could not be read stands in its problems.
 * It is the same on every thread.
 */
export function readRecord(
  parser: SourceParser,
  language: LanguageSyntax,
  file: SourceFile & { readonly bytes: Uint8Array },
  limits: SourceLimits,
  watch: Watch,
): FileIndex {
  const { bytes, path, blob } = file;
  const source = { path, blob, language: language.id };
  const fail = (kind: SourceProblem["kind"], detail: string) => unreadFile(source, bytes, kind, detail);
  if (bytes.byteLength > limits.fileBytes) return tooLargeFile(file, bytes, limits);
  if (bytes.includes(0)) return fail("not-text", "It holds NUL bytes, which no source file does.");
  const tooSlow = () => fail("timed-out", `Reading it took longer than ${limits.fileTimeMs / 1000} s.`);
  try {
    // It is no time of this file, and on a busy machine as long as a file may take.
    parser.load(language.grammar.file);
    const started = performance.now();
    const leftMs = () => Math.max(1, Math.ceil(limits.fileTimeMs - (performance.now() - started)));
    const parsed = parseMended(language, textOf(bytes), (text) =>
      parser.parseWithin(text, language.grammar.file, leftMs()),
    );
    if (parsed.kind === "timed-out") return tooSlow();
    const record = watch(leftMs(), () => language.extract(source, parsed.tree));
    return record.kind === "timed-out" ? tooSlow() : record.value;
  } catch (error) {
    // A language does not throw, so this is a mistake of ours; it costs this file and no other.
    if (isStackOverflow(error)) return fail("too-deep", "It nests too deep to be read.");
    return fail(
      "failed",
      `Headwater failed on it: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The record of a file over the size limit, for which nothing but its lines is looked at. */
export function tooLargeFile(file: SourceFile, bytes: Uint8Array, limits: SourceLimits): FileIndex {
  const mebibytes = (count: number) => (count / 1024 / 1024).toFixed(1);
  const detail = `It has ${mebibytes(bytes.byteLength)} MiB, over the limit of ${mebibytes(limits.fileBytes)} MiB.`;
  return unreadFile(file, bytes, "too-large", detail);
}

/** A record with nothing in it but why. */
export function unreadFile(
  file: SourceFile,
  bytes: Uint8Array,
  kind: SourceProblem["kind"],
  detail: string,
): FileIndex {
  const lineCount = countLines(bytes);
  return {
    version: INDEX_VERSION,
    path: file.path,
    language: file.language,
    blob: file.blob,
    lineCount,
    declarations: [],
    references: [],
    imports: [],
    exports: [],
    assignments: [],
    flags: [],
    multilineStrings: [],
    problems: [{ kind, detail, startLine: 0, endLine: lineCount - 1 }],
  };
}

function countLines(bytes: Uint8Array): number {
  let count = 1;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/**
 * UTF-8, with U+FFFD for what is none. A byte order mark stays as a unit of the first line, as it does in a
 * diff, so that columns mean the same in both; the parser skips it.
 */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
