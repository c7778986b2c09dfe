/** From git's unified diff to files and hunks: what changed, what is noise, what moved. */
export { bytesOf, bytesOfHex } from "./bytes.ts";
export { type CommentAnchor, isValidAnchor } from "./comment-anchor.ts";
export type { DiffProblem } from "./cursor.ts";
export type * from "./file-diff.ts";
export { hasGeneratedHeader } from "./generated-header.ts";
export { pairMoves } from "./moved-pairs.ts";
export { type BlankFacts, fileNoise, isSpecial, markNoise, type NoiseFacts } from "./noise.ts";
export { type ParsedDiff, parseDiff } from "./parse-diff.ts";
export { reviewForm } from "./review-form.ts";
export {
  type BlankRules,
  blankRulesOf,
  changesOnlyBlanks,
  type LineRange,
  mayHoldLongStrings,
} from "./whitespace.ts";
