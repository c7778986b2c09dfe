/** `headwater`: all of it, a part a name: `import { diff, review } from "headwater"`. */
export * as diff from "./diff.ts";
export * as graph from "./graph.ts";
export * as index from "./index.ts";
export * as reach from "./reach.ts";
export * as review from "./review.ts";
