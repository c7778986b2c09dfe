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
 * by text is used by files with its extension; one with a syntax tree only by a file that has a line which
 * imports it, since other files of other languages cannot mean it.
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
  const imported = new Set(
    read
      .filter((one) => one.isImport)
      .flatMap((one) => one.names.map((name) => `${name}\0${one.mention.path}`)),
  );
  return read.flatMap(({ mention, names, isImport, declares }) =>
    isImport
      ? []
      : names.flatMap((name) =>
          (byName.get(name) ?? [])
            .filter((one) => name !== declares && mayMean(one, mention.path, imported))
            .map((one) => textUse(one, name, mention)),
        ),
  );
}

function mayMean(followed: Followed, path: string, imported: ReadonlySet<string>): boolean {
  if (followed.kind === "text") return extensionOf(path) === extensionOf(followed.path);
  return imported.has(`${followed.name}\0${path}`);
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
