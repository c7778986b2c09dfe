import type { IndexPlugin, LanguageSyntax, Store } from "../engine/index/index.ts";
import { UserError } from "../kit/errors.ts";

export interface IndexerOptions {
  /** What is read: files of no other language are only listed. */
  readonly languages: readonly LanguageSyntax[];
  /** Keeps records between runs. Without one, every file is parsed. */
  readonly store?: Store;
  /** They see the tree of each file, on this thread and in the order of the paths. */
  readonly plugins?: readonly IndexPlugin[];
  /** A larger file fails. 0: 4 MiB. */
  readonly maxFileBytes?: number;
  /** Files that are parsed at once. 0: one a core. The result does not depend on it. */
  readonly workers?: number;
  /** What the worker threads run; for languages that are not those of the product. */
  readonly workerEntry?: URL;
  /** How long one file may take, in milliseconds. */
  readonly fileTimeMs?: number;
}

/** Throws `bad-option` for options that an indexer could not work with. */
export function checkIndexerOptions({
  languages,
  plugins = [],
  maxFileBytes = 0,
  workers = 0,
}: IndexerOptions): void {
  const refuse = (message: string): never => {
    throw new UserError("bad-option", message);
  };
  if (languages.length === 0) refuse("An indexer needs at least one language.");
  const owners = new Map<string, string>();
  for (const { id, extensions } of languages) {
    for (const extension of extensions) {
      const other = owners.get(extension);
      if (other !== undefined) refuse(`The languages ${other} and ${id} share the extension ${extension}.`);
      owners.set(extension, id);
    }
  }
  const names = plugins.map((plugin) => plugin.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) refuse(`Two plugins have the name ${twice}.`);
  for (const [name, value] of Object.entries({ maxFileBytes, workers })) {
    if (!Number.isSafeInteger(value) || value < 0)
      refuse(`${name} is ${value}; it must be 0 or a whole number above.`);
  }
}
