/** From a diff and records to the ReviewGraph. */
export * from "./analyse.ts";
export type { Analysis, Certainty, Followed, PlaceRef, Unit, UnitEdge, UnitRole } from "./analysis.ts";
export { buildGraph, type GraphInput, snippetPaths } from "./build-graph.ts";
export * from "./change-tree.ts";
export { isProse } from "./file-roles.ts";
export { finalizeTree } from "./finalize.ts";
export * from "./review-graph.ts";
export { makeStaticTree } from "./static-tree.ts";
export { createTallies, type Tallies } from "./tallies.ts";
export type { Mention } from "./text-search.ts";
export { findUnits, type UnitsFound, type UnitsInput } from "./units.ts";
export { wantImports } from "./want-imports.ts";
