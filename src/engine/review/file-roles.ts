/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The file with the folder that it is in: many files of a project share a name. */
export function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/");
}

/** Lower case, with the dot; "" without one. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** Documents and data: named after the file, never read for declarations, never counted as a use. */
export function isProse(path: string): boolean {
  const extension = extensionOf(path);
  if (extension !== "") return proseExtensions.has(extension);
  return /^[A-Z][A-Z_-]+$/.test(fileName(path)) || fileName(path).startsWith(".");
}

const proseExtensions: ReadonlySet<string> = new Set([
  ".adoc",
  ".cfg",
  ".conf",
  ".csv",
  ".editorconfig",
  ".env",
  ".ini",
  ".ipynb",
  ".json",
  ".json5",
  ".jsonc",
  ".jsonl",
  ".lock",
  ".log",
  ".markdown",
  ".md",
  ".mdx",
  ".mod",
  ".org",
  ".po",
  ".properties",
  ".rst",
  ".sum",
  ".svg",
  ".tex",
  ".toml",
  ".tsv",
  ".txt",
  ".xml",
  ".yaml",
  ".yml",
]);

/** Tests may stand in a module of their own inside the file that they test. */
export function isInTests(symbol: string): boolean {
  return /^tests?(?:\.|$)/.test(symbol);
}
