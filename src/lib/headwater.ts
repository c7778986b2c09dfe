/** `headwater`: all of it. */
export * from "./diff.ts";
export * from "./index.ts";
export * from "./review.ts";
