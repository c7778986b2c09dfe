import { folderOf, type ProjectView } from "../../engine/graph/graph.ts";
import { compareBytes } from "../../kit/order.ts";
import { findProjectFacts, isPackage } from "./project-facts.ts";
import { standardLibrary } from "./standard-library.ts";

/** Where absolute imports of a project may start. */
export interface SourceRoots {
  /** The folders that a file's imports are looked for in, the likeliest first. "" is the top of the project. */
  rootsFor(path: string): readonly string[];
  /**
   * The roots of a file that hold a top-level name: as a module or a package with `__init__.py`, which anywhere
   * on the path comes first, or as a folder without one. One of Python's own names is looked for only where
   * Python looks before its library: beside the script and at the top of the project.
   */
  holdersOf(path: string, name: string): Holders;
  /** A package without `__init__.py` may lie in several roots: its folders, the given one first. */
  portionsOf(folder: string): readonly string[];
  /** Folders of packages that do not lie under their name, by dotted name. */
  readonly packageFolders: ReadonlyMap<string, readonly string[]>;
  /** A distribution of that name is named as a dependency. */
  isDependency(name: string): boolean;
  /** The folder has Python code in it or below. */
  hasCode(folder: string): boolean;
}

export interface Holders {
  readonly owners: readonly string[];
  readonly portions: readonly string[];
}

/** Projects in such folders are input of tests or shown to readers: nobody outside imports them. */
const shownFolder = /(?:^|\/)(?:fixtures?|test_?data|data|resources|examples?|docs|samples?)(?:\/|$)/u;

/** Works out what is asked for and keeps it. */
export function findSourceRoots(project: ProjectView): SourceRoots {
  const facts = findProjectFacts(project);
  const { withCode, roots } = facts;
  const known = new Map<string, readonly string[]>();
  const rootsFor = (path: string): readonly string[] => {
    const folder = folderOf(path);
    const before = known.get(folder);
    if (before !== undefined) return before;
    const ordered = orderRoots(project, folder, roots);
    known.set(folder, ordered);
    return ordered;
  };
  const rootsBeforeLibrary = (folder: string): readonly string[] => {
    const script = isPackage(project, folder) ? [] : [folder];
    const around = facts.projectFolders.filter((one) => isWithin(folder, one)).sort(deepestFirst);
    return [...new Set([...script, ...around])];
  };
  const held = new Map<string, Map<string, { owner: boolean; portion: boolean }>>();
  const holds = (root: string, name: string) => {
    const byRoot = held.get(name) ?? new Map<string, { owner: boolean; portion: boolean }>();
    held.set(name, byRoot);
    let one = byRoot.get(root);
    if (one === undefined) {
      const at = child(root, name);
      one = { owner: fileModule(project, at) !== undefined, portion: withCode.has(at) };
      byRoot.set(root, one);
    }
    return one;
  };
  const holders = new Map<string, Holders>();
  const holdersOf = (path: string, name: string): Holders => {
    const folder = folderOf(path);
    const key = `${folder}\0${name}`;
    const before = holders.get(key);
    if (before !== undefined) return before;
    const places = standardLibrary.has(name) ? rootsBeforeLibrary(folder) : rootsFor(path);
    const found = {
      owners: places.filter((root) => holds(root, name).owner),
      portions: places.filter((root) => holds(root, name).portion),
    };
    holders.set(key, found);
    return found;
  };
  const portions = new Map<string, readonly string[]>();
  const portionsOf = (folder: string): readonly string[] => {
    const before = portions.get(folder);
    if (before !== undefined) return before;
    const around = rootsFor(`${folder}/-`);
    const names = around.filter((root) => root !== folder && isWithin(folder, root));
    const found = names.flatMap((root) => {
      const dotted = folder.slice(root === "" ? 0 : root.length + 1);
      return around.map((other) => child(other, dotted)).filter((other) => withCode.has(other));
    });
    const all = [...new Set([folder, ...found])];
    portions.set(folder, all);
    return all;
  };
  return {
    rootsFor,
    holdersOf,
    portionsOf,
    packageFolders: facts.packageFolders,
    isDependency: (name) => facts.dependencies.has(name),
    hasCode: (folder) => withCode.has(folder),
  };
}

/** A stub says less than the code beside it and stands in only where there is no code. */
export function fileModule(project: ProjectView, base: string): string | undefined {
  const { tree } = project;
  for (const end of ["/__init__.py", ".py", ".pyw", "/__init__.pyi", ".pyi"]) {
    if (tree.has(base + end)) return base + end;
  }
  return undefined;
}

export function child(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/**
 * First the folder above the file's own package, then the roots around the file from near to far, then those of
 * other projects nearby, and at last the plain folders around, which a PYTHONPATH may name.
 */
function orderRoots(project: ProjectView, folder: string, roots: readonly string[]): readonly string[] {
  let top = folder;
  while (isPackage(project, top)) top = folderOf(top);
  const around = roots.filter((root) => isWithin(folder, root)).sort(deepestFirst);
  const parts = folder.split("/");
  const others = roots
    .filter((root) => !isWithin(folder, root) && !shownFolder.test(root))
    .map((root) => ({ root, depth: sharedDepth(parts, root.split("/")) }))
    .sort((left, right) => right.depth - left.depth || compareBytes(left.root, right.root))
    .map(({ root }) => root);
  const plain: string[] = [];
  for (let at = top; at !== ""; at = folderOf(at)) if (!isPackage(project, at)) plain.push(at);
  return [...new Set([top, ...around, ...others, ...plain, ""])];
}

function isWithin(folder: string, root: string): boolean {
  return root === "" || folder === root || folder.startsWith(`${root}/`);
}

function deepestFirst(left: string, right: string): number {
  return right.length - left.length || compareBytes(left, right);
}

function sharedDepth(one: readonly string[], other: readonly string[]): number {
  let depth = 0;
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth++;
  return depth;
}
