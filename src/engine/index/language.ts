import type { FileIndex } from "./file-index.ts";
import type { SyntaxTree } from "./syntax-tree.ts";

/** A file as it is handed to a language. */
export interface SourceFile {
  readonly path: string;
  /** The `id` of the language that reads it. */
  readonly language: string;
  readonly blob: string;
}

/** What reading a file needs to know of its language. All of it is data or pure. */
export interface LanguageSyntax {
  /** "typescript", "tsx", "javascript", "python", "go", "java", "rust". */
  readonly id: string;
  /** As a person writes it: "TypeScript". */
  readonly name: string;
  /** Languages of one family import each other's files. */
  readonly family: string;
  /** With the dot, lower case. No two languages share one. */
  readonly extensions: readonly string[];
  readonly grammar: {
    /** The file name of the grammar. */
    readonly file: string;
    /** Goes into the key of every stored record. */
    readonly version: string;
  };
  /** Blanks at the start of a line mean something. */
  readonly indentationMatters: boolean;
  /**
   * Reads one tree into one record. It never throws on broken code: it leaves out what it cannot read, and
   * the builder has already noted where the text does not parse.
   */
  readonly extract: (file: SourceFile, tree: SyntaxTree) => FileIndex;
  /** By name and place alone. */
  readonly isTestPath: (path: string) => boolean;
}
