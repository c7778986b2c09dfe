/** `headwater/diff`: from a repository and a CHANGE to files, hunks and their hashes. */
export * from "../app/diff-change.ts";
export * from "../app/read-change.ts";
export * from "../engine/diff/diff.ts";
export * from "../kit/errors.ts";
