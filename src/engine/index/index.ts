/** Reading source: what one file gives, and what a language must provide. */
export * from "./file-index.ts";
export { decodeFileIndex, encodeFileIndex } from "./file-index-codec.ts";
export type { FlowArgument, FlowBuilder, FlowEntry, ReadValue } from "./flow-builder.ts";
export type { FlowStep, ReadSteps } from "./flow-order.ts";
export * from "./index-builder.ts";
export * from "./index-result.ts";
export * from "./language.ts";
export * from "./plugin.ts";
export * from "./project-files.ts";
export * from "./store.ts";
export * from "./syntax-tree.ts";
export * from "./value-flow.ts";
