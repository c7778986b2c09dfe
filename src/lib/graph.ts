/** `headwater/graph`: from records to the project graph, and what a name stands for. */
export {
  type LinkProjectOptions,
  linkProject,
  type ReadProject,
  type ReadProjectOptions,
  readManifests,
  readProject,
} from "../app/read-project.ts";
export { readRules } from "../app/read-rules.ts";
export * from "../engine/graph/graph.ts";
