/** From a diff and records to the ReviewGraph. */
export * from "./review-graph.ts";
