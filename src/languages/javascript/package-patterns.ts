import { asObject, type Json } from "./manifests.ts";
import { type EntryAsker, type EntryContext, firstFile } from "./package-entry.ts";
import type { Package } from "./packages.ts";

/** Conditions in conditions end here. */
const maxDepth = 16;

/** The files that patterns in the `exports` of a manifest show: `"./parts/*": "./src/parts/*.js"`. */
export function patternFiles(context: EntryContext, own: Package, asker: EntryAsker): readonly string[] {
  const table = asObject(own.manifest.exports) ?? {};
  const patterns = Object.entries(table).filter(([key]) => key.includes("*"));
  const closed = patterns
    .filter(([, value]) => value === null)
    .map(([key]) => key.split("*") as [string, string]);
  const isClosed = (subpath: string, above: string) =>
    closed.some(([start, end]) => {
      return start.length > above.length && subpath.startsWith(start) && subpath.endsWith(end);
    });
  const found = new Set<string>();
  const partsFor = createParts(patterns.length === 0 ? [] : stemsOf(context, own));
  // Several conditions name one file.
  const fileOf = new Map<string, string | undefined>();
  for (const [key, value] of patterns) {
    const [start = "", end = ""] = key.split("*");
    for (const target of textsIn(value, 0)) {
      for (const part of partsFor(target)) {
        if (closed.length > 0 && isClosed(`${start}${part}${end}`, start)) continue;
        const named = target.replaceAll("*", part);
        if (!fileOf.has(named)) fileOf.set(named, firstFile(context, own, [named], asker));
        const file = fileOf.get(named);
        if (file !== undefined) found.add(file);
      }
    }
  }
  return [...found];
}

/** The paths of the package's files from its folder, with and without what follows the name. */
function stemsOf({ tree }: EntryContext, own: Package): readonly string[] {
  const start = own.folder === "" ? "" : `${own.folder}/`;
  return tree.paths.flatMap((path) => {
    if (!path.startsWith(start) || !/\.[cm]?[jt]sx?$/u.test(path)) return [];
    const within = path.slice(start.length);
    return [within.replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, ""), within];
  });
}

/**
 * What a star may stand for: the ends of paths behind the folder that stands before it. A folder at the top may be one
 * that a build makes: then all that lies in any folder counts.
 */
function createParts(stems: readonly string[]): (target: string) => ReadonlySet<string> {
  const byFolder = new Map<string, ReadonlySet<string>>();
  return (target) => {
    const before = target.slice(0, target.indexOf("*")).replace(/^\.\//u, "").split("/").slice(0, -1);
    const folder = before.length > 1 ? `/${before.at(-1)}/` : "/";
    const parts = byFolder.get(folder) ?? partsBehind(stems, folder);
    byFolder.set(folder, parts);
    return parts;
  };
}

function partsBehind(stems: readonly string[], folder: string): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const stem of stems) {
    if (folder === "/") parts.add(stem);
    const whole = `/${stem}`;
    for (let at = whole.indexOf(folder); at >= 0; at = whole.indexOf(folder, at + 1)) {
      parts.add(whole.slice(at + folder.length));
    }
  }
  return parts;
}

function textsIn(value: Json, depth: number): string[] {
  if (typeof value === "string") return value.includes("*") ? [value] : [];
  if (typeof value !== "object" || value === null || depth > maxDepth) return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === "types" || key === "typings" ? [] : textsIn(below, depth + 1),
  );
}
