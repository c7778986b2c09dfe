/** Places where pull requests are: reading them, and sending a review. */
export type * from "./adapter.ts";
export { findToken } from "./find-token.ts";
export { ForgeLimit, retryAfterMsOf } from "./limit.ts";
export { type ForgeOptions, openForge } from "./open-forge.ts";
export type * from "./pull-request.ts";
export type * from "./writer.ts";
