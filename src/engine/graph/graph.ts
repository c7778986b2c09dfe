/** From the records of files to what their names stand for. */
export * from "./bind.ts";
export * from "./graph-json.ts";
export * from "./link.ts";
export * from "./link-rules.ts";
export * from "./project.ts";
export * from "./project-graph.ts";
export * from "./resolver.ts";
export type { NamedEntry, RootMatch, RootRule } from "./root-rules.ts";
