import { Language, Parser as TreeSitter } from "web-tree-sitter";
import type { SyntaxTree } from "../../engine/index/index.ts";
import { invariant } from "../../kit/errors.ts";
import { lineStartsOf } from "../../kit/text.ts";
import { type Columns, newColumns } from "./columns.ts";
import { type CompiledGrammars, compileGrammar, compileLibrary } from "./compiled-grammars.ts";
import { cursorGrammar, type Grammar, loadGrammar, type Machine, parseColumns } from "./grammar.ts";
import { startTreeSitter } from "./tree-sitter.ts";

export { type CompiledGrammars, compileGrammars } from "./compiled-grammars.ts";

/** Parses text with a grammar. One parser serves one thread. */
export interface SourceParser {
  /**
   * The tree of `text`. Read it before the next call: its columns are used again. `grammarFile` as in a
   * language's `grammar.file`; a grammar is loaded when it is first used.
   */
  parse(text: string, grammarFile: string): SyntaxTree;
  /** Loads a grammar, so that no file has to wait for it. */
  load(grammarFile: string): void;
  /** As `parse`, or the fact that the time was over before the text was parsed. */
  parseWithin(text: string, grammarFile: string, timeLimitMs: number): ParseResult;
  /** Which reader a grammar got: `cursor` is the slow one, for a grammar whose trees the other one misreads. */
  readerOf(grammarFile: string): "memory" | "cursor";
  /** The memory that parsing took so far. It is never given back. */
  readonly memoryBytes: number;
}

export type ParseResult =
  | { readonly kind: "tree"; readonly tree: SyntaxTree }
  | { readonly kind: "timed-out" };

export interface ParserOptions {
  /** From another thread, so that this one compiles nothing. */
  readonly compiled?: CompiledGrammars;
  /** Nodes that lie deeper are left out, and the tree says where. */
  readonly maxDepth?: number;
  /** For tests and measurements: read by the cursor alone. */
  readonly reader?: "cursor";
}

/**
 * Code that people write nests a few hundred levels at most. A language reads a tree with functions that call
 * themselves, and these must not overflow the stack of any thread.
 */
export const MAX_TREE_DEPTH = 1_000;

const INITIAL_ROWS = 16_384;
/** Columns that one huge file made longer are let go again: they take 23 bytes a row. */
const KEPT_ROWS = 1_000_000;

/** Starts tree-sitter, and loads the grammars named. Others are loaded when they are used. */
export async function createSourceParser(
  grammarFiles: readonly string[],
  options: ParserOptions = {},
): Promise<SourceParser> {
  const { compiled, maxDepth = MAX_TREE_DEPTH } = options;
  const memory = await startTreeSitter(() => compiled?.library ?? compileLibrary());
  const machine: Machine = { memory, parser: new TreeSitter() };
  const grammars = new Map<string, Grammar>();
  let columns: Columns = newColumns(INITIAL_ROWS);

  const grammarOf = (file: string): Grammar => {
    let grammar = grammars.get(file);
    if (grammar === undefined) {
      const language = Language.loadSync(compiled?.grammars.get(file) ?? compileGrammar(file));
      grammar = options.reader === "cursor" ? cursorGrammar(language) : loadGrammar(machine, language);
      grammars.set(file, grammar);
    }
    return grammar;
  };
  const load = (file: string): void => {
    grammarOf(file);
  };
  grammarFiles.forEach(load);

  const parseUntil = (text: string, file: string, deadline: number): ParseResult => {
    const grammar = grammarOf(file);
    const filled = parseColumns(machine, grammar, text, columns, maxDepth, deadline);
    if (filled === undefined) return { kind: "timed-out" };
    if (filled.columns.kind.length <= KEPT_ROWS) columns = filled.columns;
    const { kindNames, fieldNames } = grammar;
    const { size, cut } = filled;
    return {
      kind: "tree",
      tree: { text, size, kindNames, fieldNames, ...filled.columns, cut, lineStarts: lineStartsOf(text) },
    };
  };
  return {
    load,
    parse(text, grammarFile) {
      const result = parseUntil(text, grammarFile, Number.POSITIVE_INFINITY);
      invariant(result.kind === "tree", "a parse without a limit ends with a tree");
      return result.tree;
    },
    parseWithin: (text, grammarFile, timeLimitMs) =>
      parseUntil(text, grammarFile, performance.now() + timeLimitMs),
    readerOf: (grammarFile) => (grammarOf(grammarFile).tables === undefined ? "cursor" : "memory"),
    get memoryBytes() {
      return memory.buffer.byteLength;
    },
  };
}
