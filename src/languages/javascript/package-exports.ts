import { asObject, type Json, type JsonObject } from "./manifests.ts";

/**
 * The targets that `exports` or `imports` of a package.json give for a key ("." or "./sub", "#name"), best
 * first: those of the wanted conditions in the order of the file, then those of all others, since a package
 * may be unbuilt and only one of its forms be in the project.
 */
export function mappedTargets(
  table: Json,
  key: string,
  conditions: readonly (readonly string[])[],
): readonly string[] {
  const entry = entryFor(normalTable(table), key);
  if (entry === undefined) return [];
  const found: string[] = [];
  for (const wanted of conditions) collect(entry.value, new Set(wanted), found);
  collect(entry.value, undefined, found);
  return [...new Set(found)].map((target) => target.replaceAll("*", () => entry.matched));
}

/** A package with one entry may write it without a key. */
function normalTable(table: Json): JsonObject {
  const object = asObject(table);
  const isByKey =
    object !== undefined && Object.keys(object).some((key) => key.startsWith(".") || key.startsWith("#"));
  return isByKey ? object : { ".": table };
}

interface Entry {
  readonly value: Json;
  /** What the "*" of the key stands for. */
  readonly matched: string;
}

function entryFor(table: JsonObject, key: string): Entry | undefined {
  if (Object.hasOwn(table, key) && !key.includes("*")) return { value: table[key], matched: "" };
  let best: { readonly pattern: string; readonly start: number; readonly matched: string } | undefined;
  for (const pattern of Object.keys(table)) {
    const matched = matchPattern(pattern, key);
    const start = pattern.indexOf("*");
    if (matched === undefined) continue;
    const isBetter =
      best === undefined ||
      start > best.start ||
      (start === best.start && pattern.length > best.pattern.length);
    if (isBetter) best = { pattern, start, matched };
  }
  return best && { value: table[best.pattern], matched: best.matched };
}

function matchPattern(pattern: string, key: string): string | undefined {
  // "./folder/" is the old form of "./folder/*".
  const full = pattern.endsWith("/") ? `${pattern}*` : pattern;
  const star = full.indexOf("*");
  if (star < 0) return undefined;
  const start = full.slice(0, star);
  const end = full.slice(star + 1);
  const isFit = key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length;
  return isFit ? key.slice(start.length, key.length - end.length) : undefined;
}

/** Conditions nested deeper than this are no one's. */
const maxDepth = 16;

/** Adds the targets below a value; with `wanted`, only those whose conditions all hold. */
function collect(value: Json, wanted: ReadonlySet<string> | undefined, found: string[], depth = 0): void {
  if (depth > maxDepth) return;
  if (typeof value === "string") found.push(value.endsWith("/") ? `${value}*` : value);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, wanted, found, depth + 1);
  else {
    for (const [condition, inner] of Object.entries(asObject(value) ?? {})) {
      if (wanted === undefined || condition === "default" || wanted.has(condition)) {
        collect(inner, wanted, found, depth + 1);
      }
    }
  }
}
