/** From a graph and a query to what is known of each target. */

export { type Query, reach } from "./reach-query.ts";
export * from "./reach-result.ts";
export { pathString, resultText } from "./reach-text.ts";
export {
  BadQueryError,
  type Source,
  type SourceMode,
  sourceByKey,
  sourceInFile,
  sourcesByKey,
  UnknownSourceError,
} from "./source.ts";
export { BadTargetError, type Target, targetByImport, targetByKey, targetsByKey } from "./target.ts";
