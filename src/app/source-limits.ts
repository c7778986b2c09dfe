/** How much of a source file is read, each with its reason. Reaching one is a problem of that file's record. */
export interface SourceLimits {
  readonly fileBytes: number;
  readonly fileTimeMs: number;
}

export const sourceLimits: SourceLimits = {
  /** Larger files are data or bundles; a tree takes about fifty times its text. */
  fileBytes: 4 * 1024 * 1024,
  /** Ten times what the largest file allowed takes on a slow machine. */
  fileTimeMs: 2_000,
};

/** A thread that does not even stop itself at the time limit is ended after this many times the limit. */
export const TIMES_UNTIL_KILLED = 1.5;
/** The parser's memory never shrinks, so a thread whose memory grew this large is replaced. */
export const THREAD_MEMORY_BYTES = 512 * 1024 * 1024;
/** Each thread takes 50 MB and more, and this one, which unpacks all records, feeds no more than that. */
export const MAX_THREADS = 8;
