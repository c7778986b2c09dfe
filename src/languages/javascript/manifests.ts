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
  return text === undefined || nestsTooDeep(text) ? undefined : parse(text, [], { allowTrailingComma: true });
}

/** The JSON parser calls itself for each level, and a file that no one wrote must not overflow its stack. */
const maxDepth = 200;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) depth++;
    else if (unit === 0x5d || unit === 0x7d) depth--;
    if (depth > maxDepth) return true;
  }
  return false;
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
