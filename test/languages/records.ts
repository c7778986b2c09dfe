import type { FileIndex, Reference } from "../../src/engine/index/index.ts";
import { readSources } from "../graph/read-sources.ts";

/** The record of one source text. The path says the language. */
export async function readText(path: string, text: string): Promise<FileIndex> {
  const records = await readSources([{ path, bytes: new TextEncoder().encode(text) }]);
  return records.get(path) as FileIndex;
}

/** "line:name" of where a use is declared, counting lines from 1; what it is imported from; or "unbound". */
export function boundTo(file: FileIndex, reference: Reference): string {
  const declaration = file.declarations[reference.declaration];
  if (declaration !== undefined) return `${declaration.line + 1}:${declaration.name}`;
  return file.imports[reference.import]?.specifier ?? "unbound";
}

/** "line:path role -> where" for all uses of the names, in the order of the text; lines count from 1. */
export function uses(file: FileIndex, ...names: string[]): string[] {
  return file.references
    .filter((one) => names.includes(one.name))
    .map(
      (one) => `${one.line + 1}:${[...one.through, one.name].join(".")} ${one.role} -> ${boundTo(file, one)}`,
    );
}

/** "kind name" of the declarations, with the name before of its owner or parent. */
export function declared(file: FileIndex, ...kinds: string[]): string[] {
  return file.declarations
    .filter((one) => kinds.length === 0 || kinds.includes(one.kind))
    .map((one) => {
      const owner = one.owner ?? file.declarations[one.parent]?.name;
      return `${one.level} ${one.kind} ${owner === undefined ? "" : `${owner}.`}${one.name}`;
    });
}
