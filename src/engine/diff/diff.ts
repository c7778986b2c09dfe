/** From git's unified diff to files and hunks: what changed, what is noise, what moved. */
export * from "./comment-anchor.ts";
export type { DiffProblem } from "./cursor.ts";
export * from "./file-diff.ts";
export { type ParsedDiff, parseDiff } from "./parse-diff.ts";
