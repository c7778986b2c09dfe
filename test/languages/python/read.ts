import { createSourceParser, type SourceParser } from "../../../src/adapters/parser/parser.ts";
import type { FileIndex, TypeName } from "../../../src/engine/index/index.ts";
import { python } from "../../../src/languages/python/python.ts";

let parser: Promise<SourceParser> | undefined;

/** The record of a Python text. */
export async function read(text: string, path = "a.py"): Promise<FileIndex> {
  parser ??= createSourceParser([python.grammar.file]);
  const tree = (await parser).parse(text, python.grammar.file);
  return python.extract({ path, language: "python", blob: "" }, tree);
}

/**
 * What each bare name in the text is bound to, as "line name -> line kind" with lines from 1; the kind
 * "import" stands for an import, and "-" for nothing.
 */
export function bindings(file: FileIndex): string[] {
  return file.references
    .filter((use) => use.through.length === 0)
    .map((use) => {
      const declaration = file.declarations[use.declaration];
      const entry = file.imports[use.import];
      let target = "-";
      if (declaration !== undefined) target = `${declaration.line + 1} ${declaration.kind}`;
      else if (entry !== undefined) target = `${entry.line + 1} import`;
      return `${use.line + 1} ${use.name} -> ${target}`;
    });
}

export function typeText(type: TypeName | undefined): string {
  if (type === undefined) return "";
  const head = [...type.through, type.name].join(".");
  return type.typeArguments.length === 0 ? head : `${head}[${type.typeArguments.map(typeText).join(", ")}]`;
}
