import { createRequire } from "node:module";
import { Language, type TreeCursor, Parser as TreeSitter } from "web-tree-sitter";
import { EXTRA, MISSING, NAMED, type SyntaxTree } from "../../engine/index/index.ts";
import { lineStartsOf } from "../../kit/text.ts";

/** Parses text with a grammar. One parser serves one thread. */
export interface SourceParser {
  /** The tree of `text`. Read it before the next call. `grammarFile` as in a language's `grammar.file`. */
  parse(text: string, grammarFile: string): SyntaxTree;
}

/** Starts tree-sitter and loads the grammars, by file name. */
export async function createSourceParser(grammarFiles: readonly string[]): Promise<SourceParser> {
  const require = createRequire(import.meta.url);
  await TreeSitter.init();
  const grammars = new Map<string, Language>();
  for (const file of new Set(grammarFiles)) {
    grammars.set(file, await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/${file}`)));
  }
  const parser = new TreeSitter();
  return {
    parse(text, grammarFile) {
      const grammar = grammars.get(grammarFile);
      if (grammar === undefined) throw new Error(`grammar ${grammarFile} was not loaded`);
      parser.setLanguage(grammar);
      const tree = parser.parse(text);
      if (tree === null) throw new Error("the parser gave no tree");
      try {
        return readColumns(text, grammar, tree.walk());
      } finally {
        tree.delete();
      }
    },
  };
}

function readColumns(text: string, grammar: Language, cursor: TreeCursor): SyntaxTree {
  const kind: number[] = [];
  const field: number[] = [];
  const flags: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  const next: number[] = [];
  const parent: number[] = [];
  const open: number[] = [];
  for (let done = false; !done; ) {
    const row = kind.length;
    kind.push(cursor.nodeTypeId);
    field.push(cursor.currentFieldId);
    const node = cursor.currentNode;
    flags.push(
      (cursor.nodeIsNamed ? NAMED : 0) | (cursor.nodeIsMissing ? MISSING : 0) | (node.isExtra ? EXTRA : 0),
    );
    start.push(cursor.startIndex);
    end.push(cursor.endIndex);
    next.push(0);
    parent.push(open.at(-1) ?? -1);
    if (cursor.gotoFirstChild()) {
      open.push(row);
      continue;
    }
    next[row] = row + 1;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        done = true;
        break;
      }
      next[open.pop() as number] = kind.length;
    }
  }
  return {
    text,
    size: kind.length,
    kindNames: grammar.types,
    fieldNames: grammar.fields.map((name) => name ?? ""),
    kind: Uint16Array.from(kind),
    field: Uint16Array.from(field),
    flags: Uint8Array.from(flags),
    start: Uint32Array.from(start),
    end: Uint32Array.from(end),
    next: Uint32Array.from(next),
    parent: Int32Array.from(parent),
    lineStarts: lineStartsOf(text),
  };
}
