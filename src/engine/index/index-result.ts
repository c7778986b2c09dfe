import type { FileIndex } from "./file-index.ts";

/**
 * What became of a file. `indexed`: parsed in this run. `cached`: served by the store. `missing`: it vanished, or
 * the run was stopped before it. `failed`: nothing of it could be read. `truncated`: a limit left out a part.
 */
export type IndexStatus = "indexed" | "cached" | "missing" | "failed" | "truncated";

export interface IndexedFile {
  readonly path: string;
  /** The id of its language. */
  readonly language: string;
  readonly status: IndexStatus;
  /** The lines that were read; 0 where none were. */
  readonly lineCount: number;
  /** Why it is missing, failed or truncated. */
  readonly detail?: string;
  /** It says nothing lasting about the file: the next run may read it. */
  readonly isPassing?: true;
}

/** A plugin that threw on a file, or took too long. */
export interface PluginProblem {
  readonly plugin: string;
  readonly path: string;
  readonly detail: string;
}

/** What the index step gives. Lists are in the order of the paths. */
export interface IndexResult {
  /** The records of the files that could be read, whole or in part. */
  readonly indexes: readonly FileIndex[];
  readonly files: readonly IndexedFile[];
  /** Every path of the project, of other files too: what an import may name. */
  readonly paths: readonly string[];
  readonly report: IndexReport;
  readonly pluginProblems: readonly PluginProblem[];
  /** What a person should know of what was not read, a sentence each. */
  readonly notes: readonly string[];
  /** The store did all that it was asked for; `notes` say what failed. True without one. */
  readonly isStoreUsable: boolean;
  /** Why the run ended before it was done: the reason of the abort. Files that it did not come to are `missing`. */
  readonly stopped?: { readonly reason: unknown };
}

export interface IndexReport {
  readonly files: number;
  readonly lines: number;
  /** Files that were parsed, and records that came from the store. */
  readonly parsed: number;
  readonly cached: number;
  readonly byStatus: Readonly<Record<IndexStatus, number>>;
  /** By id of the language, in the order of the ids. */
  readonly byLanguage: readonly LanguageCount[];
}

export interface LanguageCount {
  readonly language: string;
  readonly files: number;
  readonly lines: number;
}

/** Counts the files of a run. */
export function reportOf(files: readonly IndexedFile[], parsed: number, cached: number): IndexReport {
  const byStatus = { indexed: 0, cached: 0, missing: 0, failed: 0, truncated: 0 };
  const byLanguage = new Map<string, { files: number; lines: number }>();
  let lines = 0;
  for (const file of files) {
    byStatus[file.status]++;
    lines += file.lineCount;
    const count = byLanguage.get(file.language) ?? { files: 0, lines: 0 };
    byLanguage.set(file.language, { files: count.files + 1, lines: count.lines + file.lineCount });
  }
  const languages = [...byLanguage].map(([language, count]) => ({ language, ...count }));
  languages.sort((left, right) => (left.language < right.language ? -1 : 1));
  return { files: files.length, lines, parsed, cached, byStatus, byLanguage: languages };
}

/** The files that have no complete record, as the link step takes them. */
export function statusesOf(result: Pick<IndexResult, "files">): ReadonlyMap<string, IndexStatus> {
  return new Map(result.files.map((file) => [file.path, file.status]));
}
