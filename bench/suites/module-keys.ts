import type { CaseFile } from "./suite.ts";

/** The path of each file by the dotted names that it goes by: by its own, and a folder's `index` by the folder's too. */
export function moduleKeys(
  files: readonly CaseFile[],
  extension: string,
  index: string,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { path } of files) {
    const dotted = path.slice(0, -extension.length).replaceAll("/", ".");
    keys.set(dotted, path);
    if (dotted.endsWith(`.${index}`)) keys.set(dotted.slice(0, -(index.length + 1)), path);
  }
  return keys;
}
