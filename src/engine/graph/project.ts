import { compareBytes } from "../../kit/order.ts";
import type { FileIndex } from "../index/index.ts";

/**
 * A project at one revision, as far as it has been read. Reading is synchronous and may be partial: a file
 * that was not handed over yet answers `undefined` and is noted as wanted, so that a caller can read what is
 * wanted and ask again. Nothing here touches the disk.
 */
export interface ProjectView {
  readonly tree: PathTree;
  /** The text of a manifest, as package.json or go.mod; `undefined` when there is none or it was not read. */
  manifest(path: string): string | undefined;
  /** The record of a source file; `undefined` when there is none, it could not be read, or not yet. */
  index(path: string): FileIndex | undefined;
}

/** All paths of the revision: which exist, and what lies in a folder. */
export interface PathTree {
  readonly paths: readonly string[];
  has(path: string): boolean;
  hasFolder(folder: string): boolean;
  /** The paths of the files directly in the folder ("" for the top), sorted. */
  filesIn(folder: string): readonly string[];
  /** The names of the folders directly in the folder, sorted. */
  foldersIn(folder: string): readonly string[];
}

/** Makes a `PathTree` of paths in any order. Costs one pass. */
export function createPathTree(paths: Iterable<string>): PathTree {
  const sorted = [...paths].sort(compareBytes);
  const all = new Set(sorted);
  const files = new Map<string, string[]>([["", []]]);
  const folders = new Map<string, string[]>([["", []]]);
  for (const path of sorted) {
    const folder = folderOf(path);
    addFolder(folder, files, folders);
    files.get(folder)?.push(path);
  }
  return {
    paths: sorted,
    has: (path) => all.has(path),
    hasFolder: (folder) => files.has(folder),
    filesIn: (folder) => files.get(folder) ?? [],
    foldersIn: (folder) => folders.get(folder) ?? [],
  };
}

/** The folder of a path; "" at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** Joins and normalises "." and ".."; `undefined` when it would leave the project. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

function addFolder(folder: string, files: Map<string, string[]>, folders: Map<string, string[]>): void {
  for (let at = folder; !files.has(at); ) {
    files.set(at, []);
    if (!folders.has(at)) folders.set(at, []);
    const parent = folderOf(at);
    const name = at.slice(parent === "" ? 0 : parent.length + 1);
    const siblings = folders.get(parent);
    if (siblings === undefined) folders.set(parent, [name]);
    else siblings.push(name);
    if (parent === at) break;
    at = parent;
  }
}
