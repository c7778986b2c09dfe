import type { Repository } from "../adapters/git/git.ts";
import type { SourceParser } from "../adapters/parser/parser.ts";
import { type LineRange, mayHoldLongStrings } from "../engine/diff/diff.ts";
import { type LanguageSyntax, parseMended } from "../engine/index/index.ts";

/** A version of a file, and the language that reads it, if there is one. */
export interface SourceVersion {
  readonly path: string;
  readonly blob: string;
  readonly language: LanguageSyntax | undefined;
}

/** Larger files are not read for this, so that none of their blanks count as meaningless. */
const maxSourceBytes = 4 * 1024 * 1024;
const parseLimitMs = 2000;

/**
 * Where strings run over line ends, for each version in the order asked; `undefined` where nobody can tell:
 * the file is large or broken, or no language reads it and it looks as if it could hold such strings. Starts
 * the parser only when it is needed.
 */
export async function readLongStrings(
  repository: Repository,
  versions: readonly SourceVersion[],
  signal: AbortSignal,
): Promise<readonly (readonly LineRange[] | undefined)[]> {
  const found: (readonly LineRange[] | undefined)[] = [];
  let parser: SourceParser | undefined;
  // One at a time: the content of a large change need not be in memory at once.
  for (const { path, blob, language } of versions) {
    const [content] = await repository.readBlobs([blob], signal, maxSourceBytes + 1);
    if (content === undefined || content.length > maxSourceBytes) {
      found.push(undefined);
      continue;
    }
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
    if (!mayHoldLongStrings(text)) {
      found.push([]);
      continue;
    }
    if (language === undefined) {
      found.push(undefined);
      continue;
    }
    parser ??= await startParser();
    const ready = parser;
    const result = parseMended(language, text, (asRead) =>
      ready.parseWithin(asRead, language.grammar.file, parseLimitMs),
    );
    if (result.kind === "timed-out") {
      found.push(undefined);
      continue;
    }
    const index = language.extract({ path, language: language.id, blob }, result.tree);
    found.push(index.problems.length > 0 ? undefined : index.multilineStrings);
  }
  return found;
}

async function startParser(): Promise<SourceParser> {
  const { createSourceParser } = await import("../adapters/parser/parser.ts");
  return createSourceParser([]);
}
