/** How much of a source file is read, each with its reason. Reaching one is a problem of that file's record. */
export interface SourceLimits {
  readonly fileBytes: number;
  readonly fileTimeMs: number;
}

export const sourceLimits: SourceLimits = {
  /** Larger files are data or bundles. A tree takes 40 times its text, and up to 200 times where code is dense. */
  fileBytes: 4 * 1024 * 1024,
  /** Twice what code of the largest size takes. On a machine that is far too busy more files reach it. */
  fileTimeMs: 2_000,
};

/** A thread that does not even stop itself at the time limit is ended after this many times the limit. */
export const TIMES_UNTIL_KILLED = 1.5;
/** The parser's memory never shrinks, so a thread in which it grew over that of the largest common file is replaced. */
export const THREAD_MEMORY_BYTES = 256 * 1024 * 1024;
/** Each thread takes 50 MB and more, and this one, which unpacks all records, feeds no more than that. */
export const MAX_THREADS = 8;
