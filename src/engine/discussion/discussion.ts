/** What people say of a change: threads and where they stand, drafts, and what is sent of them. */
export { type FollowedLines, followLines, type QuotedLines, quoteLines } from "./follow-lines.ts";
export { type DiffForms, type ForgePlace, forgePlaces } from "./forge-place.ts";
export { matchPosted, type PostedComment } from "./match-posted.ts";
export { comparePlaces, hunkAt, placeThreads, type ShownFiles, shownFiles } from "./place-threads.ts";
export {
  type About,
  type DraftToSend,
  type PlannedItem,
  planSubmission,
  type Refusal,
  type SendsAs,
  type SubmissionInput,
  type SubmissionPlan,
} from "./plan-submission.ts";
export { cutToFit } from "./review-body.ts";
export {
  fenceFor,
  suggestionBlock,
  suggestionProblem,
  suggestionsIn,
  withoutSuggestions,
} from "./suggestion.ts";
export type * from "./thread.ts";
