/** What people say of a change: threads and where they stand, drafts, and what is sent of them. */
export { followLines, type QuotedLines, quoteLines } from "./follow-lines.ts";
export { type ForgePlace, forgePlaces } from "./forge-place.ts";
export { matchPosted } from "./match-posted.ts";
export { comparePlaces, hunkAt, placeThreads, shownFiles } from "./place-threads.ts";
export {
  type About,
  type DraftToSend,
  type PlannedItem,
  planSubmission,
  type Refusal,
} from "./plan-submission.ts";
export { cutToFit } from "./review-body.ts";
export {
  suggestionBlock,
  suggestionProblem,
  suggestionsIn,
  withoutSuggestions,
} from "./suggestion.ts";
export type * from "./thread.ts";
