import type { FileIndex } from "./file-index.ts";
import type { SyntaxTree } from "./syntax-tree.ts";

/** A file as it is handed to a language. */
export interface SourceFile {
  readonly path: string;
  /** The `id` of the language that reads it. */
  readonly language: string;
  readonly blob: string;
}

/** A folder of this name; with `beside` only next to such a file, with `holds` only where it holds such a file. */
export interface DependencyFolder {
  /** Without it: of any name. */
  readonly name?: string;
  readonly beside?: readonly string[];
  readonly holds?: string;
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
  /**
   * Good code that the grammar does not get, written so that it does: a text of the same length, whose lines
   * and names stand where they stood. `undefined` when there is nothing to mend. See `parseMended`.
   */
  readonly mend?: (tree: SyntaxTree) => string | undefined;
  /** Folders that hold the code of dependencies, or what a build makes: where there is no git to ask, they are not read. */
  readonly dependencyFolders?: readonly DependencyFolder[];
  /** By name and place alone. */
  readonly isTestPath: (path: string) => boolean;
}

/** Parses a text, and once more where its language knows a writing that the grammar reads better. */
export function parseMended<
  Result extends { readonly kind: "tree"; readonly tree: SyntaxTree } | { readonly kind: "timed-out" },
>(language: LanguageSyntax, text: string, parse: (text: string) => Result): Result {
  const first = parse(text);
  const mended = first.kind === "tree" ? language.mend?.(first.tree) : undefined;
  return mended === undefined ? first : parse(mended);
}

/** Finds the language of a path by the end of its name. Of two extensions that fit the longer one counts. */
export function languageFinder<Language extends Pick<LanguageSyntax, "extensions">>(
  languages: readonly Language[],
): (path: string) => Language | undefined {
  const byExtension = new Map(
    languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
  );
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      const language = byExtension.get(name.slice(dot));
      if (language !== undefined) return language;
    }
    return undefined;
  };
}
