import { existsSync } from "node:fs";
import { type CompiledGrammars, createSourceParser } from "../adapters/parser/parser.ts";
import { type JobAnswer, serveJobs } from "../adapters/workers/serve.ts";
import { encodeFileIndex, type LanguageSyntax, type SourceFile } from "../engine/index/index.ts";
import { Bug, invariant } from "../kit/errors.ts";
import { readRecord, type Watch } from "./source-file.ts";
import type { SourceLimits } from "./source-limits.ts";

/** What a thread that reads source files is started with. */
export interface SourceThreadStart {
  readonly compiled: CompiledGrammars;
  readonly limits: SourceLimits;
  /** Of the languages that the other side has, see `fingerprintOf`. */
  readonly languages: string;
}

export interface SourceJob extends SourceFile {
  readonly bytes: Uint8Array;
}

export interface SourceAnswer {
  /** The packed record. */
  readonly record: Uint8Array<ArrayBuffer>;
  /** It has nothing in it, since the time ran out. */
  readonly isTimedOut: boolean;
  readonly memoryBytes: number;
}

/** Reads source files for the process that started this thread, which has the same languages. */
export function serveSourceReading(languages: readonly LanguageSyntax[]): Promise<void> {
  return serveJobs<SourceJob, SourceAnswer>(async (startedWith) => {
    const { compiled, limits, languages: expected } = startedWith as SourceThreadStart;
    invariant(fingerprintOf(languages) === expected, "a thread reads the languages of its process");
    const byId = new Map(languages.map((language) => [language.id, language]));
    // Loaded before the first job, whose time runs from when it is given.
    const parser = await createSourceParser([...compiled.grammars.keys()], { compiled });
    return (job): JobAnswer<SourceAnswer> => {
      const language = byId.get(job.language);
      invariant(language !== undefined, "a file is of a language that this thread has");
      const read = readRecord(parser, language, job, limits, watchedByThePool);
      const isTimedOut = read.problems.some(({ kind }) => kind === "timed-out");
      const record = encodeFileIndex(read);
      return { answer: { record, isTimedOut, memoryBytes: parser.memoryBytes }, transfer: [record.buffer] };
    };
  });
}

/** The pool ends this thread when it does not answer. */
const watchedByThePool: Watch = (_limitMs, step) => ({ kind: "done", value: step() });

export function fingerprintOf(languages: readonly LanguageSyntax[]): string {
  return languages.map(({ id, grammar }) => `${id} ${grammar.file} ${grammar.version}`).join("\n");
}

/**
 * The file that such a thread runs: `src/doors/worker/main.ts`, or in a build `doors/worker/main.js` in the
 * folder of the build, wherever in it the bundler put this code. Where the build made one file of it, that one starts
 * sooner.
 */
export function sourceWorkerEntry(): URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return new URL("../doors/worker/main.ts", here);
  for (const folder of ["./", "../", "../../"]) {
    const entry = new URL(`${folder}doors/worker/main.js`, here);
    if (!existsSync(entry)) continue;
    const bundle = new URL("../../headwater-thread.cjs", entry);
    const start = new URL("../../../bin/thread.cjs", entry);
    return existsSync(bundle) && existsSync(start) ? start : entry;
  }
  throw new Bug("a build holds doors/worker/main.js");
}
