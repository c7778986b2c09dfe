import { join } from "node:path";
import { compareBytes } from "../kit/order.ts";

export const notUtf8 = "Its name is not UTF-8.";

/** "1 file", "2 files". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** The first of a list of paths, and how many more. */
export function listedPaths(paths: readonly string[]): string {
  const sorted = [...paths].sort(compareBytes);
  const more = sorted.length - 3;
  return `${sorted.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function linkNote(links: readonly string[]): string[] {
  if (links.length === 0) return [];
  return [`${counted(links.length, "link")} to no file of the project: ${listedPaths(links)}.`];
}

export function submoduleNote(count: number): string[] {
  return count === 0 ? [] : [`The code of ${counted(count, "submodule")} was not read.`];
}

/** The path on disk of a file of the project. */
export function onDisk(root: string, path: string): string {
  return join(root, ...path.split("/"));
}
