/** `headwater/graph`: from records to the project graph, and what a name stands for. */
export * from "../engine/graph/graph.ts";
