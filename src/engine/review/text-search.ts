import type { Followed, Use } from "./analysis.ts";
import { extensionOf, fileName, isProse } from "./file-roles.ts";
import { declaredName, isImportLine, wordsOf } from "./text-patterns.ts";

/** A line that holds one of the names that were searched for, in a file without a record. */
export interface Mention {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Uses of changed names by their words alone, in files that have no record. A symbol that was itself found
 * by text is used by files with its extension; a module-level one with a syntax tree only by a file that has
 * a line which imports it from a file of its name, since other files in other languages cannot mean it.
 */
export function findTextUses(followed: readonly Followed[], mentions: readonly Mention[]): Use[] {
  const byName = new Map<string, Followed[]>();
  for (const one of followed) {
    const known = byName.get(one.name);
    if (known === undefined) byName.set(one.name, [one]);
    else known.push(one);
  }
  const read = mentions
    .filter((mention) => !isProse(mention.path))
    .map((mention) => ({
      mention,
      names: [...wordsOf(mention.text)].filter((word) => byName.has(word)),
      isImport: isImportLine(mention.text),
      declares: declaredName(mention.text),
    }));
  const imports = new Map<string, string[]>();
  for (const { isImport, names, mention } of read) {
    if (!isImport) continue;
    for (const name of names) {
      const key = `${name}\0${mention.path}`;
      const lines = imports.get(key);
      if (lines === undefined) imports.set(key, [mention.text]);
      else lines.push(mention.text);
    }
  }
  return read.flatMap(({ mention, names, isImport, declares }) =>
    isImport
      ? []
      : names.flatMap((name) =>
          (byName.get(name) ?? [])
            .filter((one) => name !== declares && mayMean(one, mention.path, imports))
            .map((one) => textUse(one, name, mention)),
        ),
  );
}

function mayMean(followed: Followed, path: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  if (followed.kind === "text") return extensionOf(path) === extensionOf(followed.path);
  const one = followed.file?.declarations[followed.declaration];
  if (one?.level !== "module") return false;
  const lines = imports.get(`${followed.name}\0${path}`) ?? [];
  const stem = stemOf(followed.path);
  return lines.some((line) => wordsOf(line).has(stem));
}

/** The name that an import of the file ends with: the file's, or its folder's for an index file. */
function stemOf(path: string): string {
  const name = fileName(path).replace(/\..*$/, "");
  const isIndex = name === "index" || name === "mod" || name === "__init__";
  return isIndex ? (path.split("/").at(-2) ?? name) : name;
}

function textUse(followed: Followed, name: string, mention: Mention): Use {
  return {
    followed,
    path: mention.path,
    line: mention.line,
    column: mention.text.indexOf(name) + 1,
    symbol: fileName(mention.path),
    symbolKind: "file",
    role: "read",
    certainty: "text",
  };
}
