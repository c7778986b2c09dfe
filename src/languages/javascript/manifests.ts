import { parse } from "jsonc-parser";
import type { ProjectView } from "../../engine/graph/graph.ts";

/** A value read from a file that anyone may have written: nothing is known of its shape. */
export type Json = unknown;

export interface Manifests {
  /** The object in a JSON file, with comments and trailing commas allowed; `undefined` when there is none. */
  object(path: string): JsonObject | undefined;
}

export type JsonObject = { readonly [key: string]: Json };

export function createManifests(project: ProjectView): Manifests {
  const known = new Map<string, JsonObject | undefined>();
  return {
    object(path) {
      if (!known.has(path)) known.set(path, asObject(read(project, path)));
      return known.get(path);
    },
  };
}

function read(project: ProjectView, path: string): Json {
  if (!project.tree.has(path)) return undefined;
  const text = project.manifest(path);
  return text === undefined ? undefined : parse(text, [], { allowTrailingComma: true });
}

export function asObject(value: Json): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function asText(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asTexts(value: Json): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
