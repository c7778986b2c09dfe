import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareBytes } from "../../src/kit/order.ts";
import type { CaseFile } from "./suite.ts";

/** All files below a folder that `isWanted` takes, with paths from there, sorted. */
export function readFolder(folder: string, isWanted: (path: string) => boolean): CaseFile[] {
  return listFolder(folder)
    .filter(isWanted)
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
}

/** The paths of all files below a folder, from there, sorted. */
export function listFolder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.replace(/\/+$/u, "").length + 1))
    .sort(compareBytes);
}
