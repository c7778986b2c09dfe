/*
 * How much of a project one review reads, with the reason for each number. What a limit leaves unread is
 * counted in the graph's `limits`.
 */

export interface ReviewLimits {
  /** Files read besides the changed ones. Each costs about a millisecond to parse. */
  readonly files: number;
  /** Bytes of these files: about ten seconds of parsing on one core. */
  readonly bytes: number;
  /** A larger file is no source that a person reads; the same limit holds wherever a file is parsed. */
  readonly fileBytes: number;
  /** Times that the analysis may ask for more files: a chain of re-exports longer than this is not followed. */
  readonly rounds: number;
  readonly exportHops: number;
}

export const reviewLimits: ReviewLimits = {
  files: 4_000,
  bytes: 64 * 1024 * 1024,
  fileBytes: 4 * 1024 * 1024,
  rounds: 24,
  exportHops: 64,
};
