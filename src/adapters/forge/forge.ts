/** Places where pull requests are: reading them, and sending a review. */
export type * from "./adapter.ts";
export { findToken } from "./find-token.ts";
export { retryAfterMsOf } from "./limit.ts";
export { openForge } from "./open-forge.ts";
export type * from "./pull-request.ts";
export type * from "./writer.ts";
