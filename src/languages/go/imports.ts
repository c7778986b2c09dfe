import { childIn, kindAt, textAt } from "../coded-tree.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";

/** Packages whose use means that the text does not name all that runs. */
const watched = new Set(["reflect", "unsafe", "plugin"]);

export function readImport(walk: GoWalk, row: number): void {
  const { builder } = walk;
  const pathNode = childIn(walk, row, Field.path);
  if (pathNode < 0) return;
  const specifier = textAt(walk, pathNode).slice(1, -1);
  const nameNode = childIn(walk, row, Field.name);
  const at = { node: row, nameNode: nameNode < 0 ? pathNode : nameNode, specifier };
  switch (kindAt(walk, nameNode)) {
    case Kind.dot:
      builder.addImport({ ...at, kind: "wildcard", local: "" });
      break;
    case Kind.blank_identifier:
      builder.addImport({ ...at, kind: "effect", local: "" });
      break;
    default: {
      const local = nameNode < 0 ? assumedPackageName(specifier) : textAt(walk, nameNode);
      builder.addImport({ ...at, kind: "namespace", local });
      if (watched.has(specifier)) walk.watchedImports.set(local, specifier);
    }
  }
  if (specifier === "C") builder.flag(row, "native", 'import "C"');
}

/**
 * The package name that an import path most likely stands for, as Go's own tools guess it: the last element,
 * or the one before a major version; without "go-" before it, and up to the first sign that no name can have.
 */
export function assumedPackageName(importPath: string): string {
  const elements = importPath.split("/");
  let last = elements.at(-1) ?? "";
  if (/^v[0-9]+$/.test(last) && elements.length > 1) last = elements.at(-2) ?? "";
  last = last.replace(/^go-/, "");
  const end = last.search(/[^\p{L}\p{Nd}_]/u);
  return end < 0 ? last : last.slice(0, end);
}
