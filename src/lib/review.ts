/** `headwater/review`: from a change to its ReviewGraph, and a session that a person reads it through. */
export { type BuildReviewOptions, buildReview, type ReviewProgress } from "../app/build-review.ts";
export { ReviewSession, type SessionOptions } from "../app/review-session.ts";
export type { ChangeSource, OpenChange } from "../app/session-input.ts";
export { type OpenedChange, openChange, type SourceOptions } from "../app/session-source.ts";
export * from "../engine/review/review.ts";
export { reviewGraphSchema } from "../wire/review-graph.ts";
