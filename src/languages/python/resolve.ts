import type { ProjectView, Resolver } from "../../engine/graph/graph.ts";
export function isManifest(path: string): boolean {
  return path === "";
}
export function createResolver(_project: ProjectView): Resolver {
  return { resolve: () => ({ kind: "missing", reason: "" }), siblings: () => [] };
}
