import type { FileIndex } from "../index/index.ts";
import type { LinkContext } from "./link-context.ts";

/**
 * Which files may be parts of one running program: those that imports, packages or edges join. A value made in one
 * program is never the receiver of a call in another.
 */
export interface Programs {
  join(file: FileIndex, paths: readonly string[]): void;
  /** A number for the program of a file. It holds until the next `join`. */
  of(file: FileIndex): number;
}

export function createPrograms({ files, resolverFor }: LinkContext): Programs {
  const numbers = new Map(files.map((file, index) => [file.path, index]));
  const parent = Int32Array.from(files, (_, index) => index);
  const programs: Programs = {
    join(file, paths) {
      const self = numbers.get(file.path);
      for (const path of paths) {
        const other = numbers.get(path);
        if (self !== undefined && other !== undefined) parent[rootOf(self)] = rootOf(other);
      }
    },
    of: (file) => rootOf(numbers.get(file.path) ?? 0),
  };
  for (const file of files) programs.join(file, resolverFor(file.language)?.siblings(file) ?? []);
  return programs;

  function rootOf(index: number): number {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  }
}
