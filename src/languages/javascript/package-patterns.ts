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
  const parts = patterns.length === 0 ? new Set<string>() : partsFor(context, own);
  for (const [key, value] of patterns) {
    const [start = "", end = ""] = key.split("*");
    for (const target of textsIn(value, 0)) {
      for (const part of parts) {
        if (isClosed(`${start}${part}${end}`, start)) continue;
        const file = firstFile(context, own, [target.replaceAll("*", part)], asker);
        if (file !== undefined) found.add(file);
      }
    }
  }
  return [...found];
}

/** All that a star may stand for: the ends of the paths of the package's files, without what follows the name. */
function partsFor({ tree }: EntryContext, own: Package): ReadonlySet<string> {
  const parts = new Set<string>();
  const start = own.folder === "" ? "" : `${own.folder}/`;
  for (const path of tree.paths) {
    if (!path.startsWith(start) || !/\.[cm]?[jt]sx?$/u.test(path)) continue;
    const stem = path.slice(start.length).replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, "");
    for (const whole of [stem, path.slice(start.length)]) {
      parts.add(whole);
      for (let at = whole.indexOf("/"); at >= 0; at = whole.indexOf("/", at + 1))
        parts.add(whole.slice(at + 1));
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
