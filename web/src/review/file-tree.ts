import type { FileHead } from "../../../src/wire/api.ts";

/** One visible line of the tree of files. */
export type TreeRow =
  | {
      readonly kind: "folder";
      readonly path: string;
      readonly name: string;
      readonly depth: number;
      readonly isOpen: boolean;
      readonly files: readonly FileHead[];
    }
  | { readonly kind: "file"; readonly file: FileHead; readonly name: string; readonly depth: number };

interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: FileHead[];
}

/**
 * The lines of the tree, folders of a folder before its files, each in the order of `files`. A folder that
 * holds one folder and nothing else is joined with it ("src/main/java").
 *
 * @param closed  paths of folders that are folded
 */
export function treeRows(files: readonly FileHead[], closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(buildTree(files), 0, closed, rows);
  return rows;
}

function buildTree(files: readonly FileHead[]): Folder {
  const top: Folder = { path: "", folders: new Map(), files: [] };
  for (const file of files) {
    let folder = top;
    const names = file.path.split("/").slice(0, -1);
    for (const name of names) {
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const next = folder.folders.get(name) ?? { path, folders: new Map(), files: [] };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return top;
}

function addRows(folder: Folder, depth: number, closed: ReadonlySet<string>, rows: TreeRow[]): void {
  for (const start of folder.folders.values()) {
    const end = joinSingles(start);
    const parentLength = folder.path === "" ? 0 : folder.path.length + 1;
    const isOpen = !closed.has(end.path);
    const name = end.path.slice(parentLength);
    rows.push({ kind: "folder", path: end.path, name, depth, isOpen, files: filesBelow(end) });
    if (isOpen) addRows(end, depth + 1, closed, rows);
  }
  for (const file of folder.files) {
    rows.push({ kind: "file", file, name: file.path.slice(file.path.lastIndexOf("/") + 1), depth });
  }
}

function joinSingles(start: Folder): Folder {
  let folder = start;
  while (folder.files.length === 0 && folder.folders.size === 1) {
    folder = [...folder.folders.values()][0]!;
  }
  return folder;
}

function filesBelow(folder: Folder): FileHead[] {
  const files: FileHead[] = [];
  const open = [folder];
  for (let next = open.pop(); next; next = open.pop()) {
    files.push(...next.files);
    open.push(...next.folders.values());
  }
  return files;
}
