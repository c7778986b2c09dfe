import { createSourceParser, type SourceParser } from "../../src/adapters/parser/parser.ts";
import { type FileIndex, parseMended } from "../../src/engine/index/index.ts";
import { blobId } from "../../src/kit/hash.ts";
import type { LanguagePack } from "../../src/languages/language-pack.ts";
import { allLanguages } from "../../src/languages/registry.ts";

let parser: Promise<SourceParser> | undefined;

/** The records of source files, parsed in this thread; files that no language reads are left out. */
export async function readSources(
  files: readonly { readonly path: string; readonly bytes: Uint8Array; readonly blob?: string }[],
  languages: readonly LanguagePack[] = allLanguages,
): Promise<Map<string, FileIndex>> {
  parser ??= createSourceParser([]);
  const ready = await parser;
  const records = new Map<string, FileIndex>();
  for (const { path, bytes, blob } of files) {
    const pack = languages.find((one) =>
      one.extensions.some((extension) => path.toLowerCase().endsWith(extension)),
    );
    if (pack === undefined) continue;
    const { tree } = parseMended(pack, new TextDecoder().decode(bytes), (text) => ({
      kind: "tree" as const,
      tree: ready.parse(text, pack.grammar.file),
    }));
    records.set(path, pack.extract({ path, language: pack.id, blob: blob ?? blobId(bytes) }, tree));
  }
  return records;
}
