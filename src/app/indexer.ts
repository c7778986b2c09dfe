import type { IndexResult, ProjectFiles } from "../engine/index/index.ts";
import { IndexRun } from "./index-run.ts";
import { checkIndexerOptions, type IndexerOptions } from "./indexer-options.ts";

export type { IndexerOptions } from "./indexer-options.ts";

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Gets the number of files that are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Turns the files of a project into records. */
export interface Indexer {
  /**
   * The record of each file that a language reads, and what became of it. A file that cannot be read costs nothing
   * but itself. When the signal ends the run it gives what it has, with `stopped`; it does not throw for that.
   *
   * @throws UserError  where the files cannot be listed at all
   */
  run(files: ProjectFiles, options?: RunOptions): Promise<IndexResult>;
}

/**
 * @throws UserError  `bad-option` for no language, two languages on one extension, two plugins of one name, and a
 * negative limit or number of workers
 */
export function createIndexer(options: IndexerOptions): Indexer {
  checkIndexerOptions(options);
  return { run: (files, runOptions = {}) => runIndexer(options, files, runOptions) };
}

async function runIndexer(
  options: IndexerOptions,
  files: ProjectFiles,
  { signal = new AbortController().signal, onProgress = () => {} }: RunOptions,
): Promise<IndexResult> {
  const run = new IndexRun(options, files, signal, onProgress);
  try {
    return await run.result();
  } finally {
    await run.close();
  }
}
