import {
  createIndexBuilder,
  kindOf,
  type LanguageSyntax,
  type SourceFile,
  type SyntaxTree,
  textOf,
} from "../../src/engine/index/index.ts";

/** Two languages that know nothing but names, and do what certain names tell them to. */
export const tinyLanguages: readonly LanguageSyntax[] = [
  tiny("tiny", [".tiny", ".x.tiny"], "tree-sitter-javascript.wasm"),
  tiny("teeny", [".teeny"], "tree-sitter-python.wasm"),
];

function tiny(id: string, extensions: readonly string[], file: string): LanguageSyntax {
  return {
    id,
    name: id,
    family: id,
    extensions,
    grammar: { file, version: "1" },
    indentationMatters: false,
    extract,
    isTestPath: () => false,
  };
}

function extract(file: SourceFile, tree: SyntaxTree) {
  const builder = createIndexBuilder(file, tree);
  for (let row = 0; row < tree.size; row++) {
    builder.enter(row);
    if (kindOf(tree, row) !== "identifier") continue;
    obey(textOf(tree, row));
    builder.refer(row, "read");
  }
  return builder.finish();
}

function obey(name: string): void {
  if (name === "hang_forever") for (;;);
  if (name === "throw_up") throw new TypeError("I cannot read this");
  if (name === "recurse") recurse(1);
}

function recurse(depth: number): number {
  return recurse(depth + 1) + 1;
}
