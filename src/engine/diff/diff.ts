/** From git's unified diff to files and hunks. */
export * from "./file-diff.ts";
