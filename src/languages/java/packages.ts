import { folderOf, type ProjectView } from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";

/** Which folders of a project hold which package, in any source root. */
export interface PackageMap {
  /** The folders of the package, those nearest to the file first. */
  foldersOf(name: string, from: FileIndex | undefined): readonly string[];
  /** The files of a folder that may declare types, sorted. */
  sourcesIn(folder: string): readonly string[];
}

/**
 * A folder holds a package when its path ends with the package's names and its first source file says so. Where
 * folders leave out the start of all packages, the file that asks shows what they leave out.
 */
export function createPackageMap(project: ProjectView): PackageMap {
  const { tree } = project;
  const byLastName = new Map<string, string[]>();
  for (const folder of new Set(tree.paths.filter((path) => path.endsWith(".java")).map(folderOf))) {
    const last = folder.slice(folder.lastIndexOf("/") + 1);
    const known = byLastName.get(last);
    if (known === undefined) byLastName.set(last, [folder]);
    else known.push(folder);
  }

  const sources = new Map<string, readonly string[]>();

  function sourcesIn(folder: string): readonly string[] {
    let found = sources.get(folder);
    if (found === undefined) {
      found = tree.filesIn(folder).filter((path) => path.endsWith(".java") && !path.endsWith("-info.java"));
      sources.set(folder, found);
    }
    return found;
  }

  function holds(folder: string, name: string): boolean {
    const [first] = sourcesIn(folder);
    if (first === undefined) return false;
    const told = project.index(first);
    // A file that was not read, yet or ever, leaves what the path says.
    return told === undefined || (told.packageName ?? "") === name;
  }

  function foldersOf(name: string, from: FileIndex | undefined): readonly string[] {
    if (name === "") return from === undefined ? [] : [folderOf(from.path)];
    const path = name.replaceAll(".", "/");
    const last = path.slice(path.lastIndexOf("/") + 1);
    const found = (byLastName.get(last) ?? []).filter(
      (folder) => (folder === path || folder.endsWith(`/${path}`)) && holds(folder, name),
    );
    const shortened = from === undefined ? undefined : shortenedFolder(from, path);
    if (shortened !== undefined && !found.includes(shortened) && holds(shortened, name))
      found.push(shortened);
    return from === undefined ? found : nearestFirst(found, from.path);
  }

  return { foldersOf, sourcesIn };
}

/** Where the package lies if the file's own root stands for more than the top of all packages. */
function shortenedFolder(from: FileIndex, path: string): string | undefined {
  const folder = folderOf(from.path).split("/");
  const own = (from.packageName ?? "").split(".");
  while (folder.length > 0 && own.length > 0 && folder.at(-1) === own.at(-1)) {
    folder.pop();
    own.pop();
  }
  const left = own.join("/");
  if (left === "") return undefined;
  if (path !== left && !path.startsWith(`${left}/`)) return undefined;
  return [...folder, ...path.slice(left.length).split("/")].filter((part) => part !== "").join("/");
}

function nearestFirst(folders: readonly string[], path: string): readonly string[] {
  const near = new Map(folders.map((folder) => [folder, nearness(folder, path)]));
  return [...folders].sort((a, b) => (near.get(b) as number) - (near.get(a) as number));
}

/** How many folders, from the top, two paths have in common. */
export function nearness(one: string, other: string): number {
  const left = one.split("/");
  const right = other.split("/");
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared++;
  return shared;
}
