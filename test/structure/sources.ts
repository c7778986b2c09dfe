import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Source {
  /** From the top of the project, with "/". */
  readonly path: string;
  readonly text: string;
}

/** The files below a folder of the project whose name ends in one of `endings`, sorted. */
export function sourcesBelow(folder: string, endings: readonly string[]): Source[] {
  const found: Source[] = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split("\\").join("/");
    if (!entry.isFile() || !endings.some((ending) => path.endsWith(ending))) continue;
    if (path.includes("node_modules/") || path.includes("/dist/")) continue;
    found.push({ path, text: readFileSync(join(root, path), "utf8") });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folders below `folder`, at any depth, that hold at least one source file directly. */
export function foldersWithSources(folder: string): string[] {
  const folders = new Set<string>();
  for (const { path } of sourcesBelow(folder, [".ts", ".tsx"]))
    folders.add(path.slice(0, path.lastIndexOf("/")));
  return [...folders].sort();
}
