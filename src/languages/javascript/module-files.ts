import type { PathTree } from "../../engine/graph/graph.ts";

/** Who asks for a module: it decides which of several files of one name is meant. */
export interface Asker {
  /** The importing file is TypeScript, which sees source before what is made of it. */
  readonly isTypeScript: boolean;
  /** Only types are wanted, so that a declaration file is as good as the code. */
  readonly isTypeOnly: boolean;
}

const typescriptFirst = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"] as const;
const javascriptFirst = [".js", ".jsx", ".mjs", ".cjs", ".json", ".ts", ".tsx", ".mts", ".cts"] as const;
const declarations = [".d.ts", ".d.mts", ".d.cts"] as const;

/** The source extensions that an emitted file's extension may stand for. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};
const declarationOf: Readonly<Record<string, string>> = {
  ".js": ".d.ts",
  ".jsx": ".d.ts",
  ".mjs": ".d.mts",
  ".cjs": ".d.cts",
};

/** The file that a path without a folder's rules means: as written, or with another extension. */
export function fileAt(tree: PathTree, path: string, asker: Asker): string | undefined {
  if (path === "") return undefined;
  return candidatesOf(path, asker).find((candidate) => tree.has(candidate));
}

function candidatesOf(path: string, asker: Asker): readonly string[] {
  const extension = extensionOf(path);
  const stem = path.slice(0, path.length - extension.length);
  const sources = (sourcesOf[extension] ?? []).map((source) => stem + source);
  const declared = declarationOf[extension] === undefined ? [] : [stem + declarationOf[extension]];
  const replaced = asker.isTypeScript
    ? [...sources.slice(0, 2), path, ...sources.slice(2)]
    : [path, ...sources];
  const emitted = asker.isTypeOnly ? [...sources, ...declared, path] : [...replaced, ...declared];
  return [...emitted, ...appended(path, asker)];
}

function appended(path: string, asker: Asker): readonly string[] {
  const code = (asker.isTypeScript ? typescriptFirst : javascriptFirst).map((extension) => path + extension);
  const declared = declarations.map((extension) => path + extension);
  if (!asker.isTypeOnly) return [...code, ...declared];
  const isSource = (candidate: string) => /\.[cm]?tsx?$/.test(candidate);
  return [...code.filter(isSource), ...declared, ...code.filter((candidate) => !isSource(candidate))];
}

/** The index file of a folder. */
export function indexOf(tree: PathTree, folder: string, asker: Asker): string | undefined {
  if (!tree.hasFolder(folder)) return undefined;
  const index = folder === "" ? "index" : `${folder}/index`;
  return appended(index, asker).find((candidate) => tree.has(candidate));
}

/** ".js" of "a/b.js"; "" when the file name has none. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") + 1 ? path.slice(dot) : "";
}
