import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { compareBytes } from "../../kit/order.ts";
import { isManifest, readManifest } from "./manifests.ts";
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

/** Reads the manifests once; what lies where is asked of the tree. */
export function findSourceRoots(project: ProjectView): SourceRoots {
  const { tree } = project;
  const manifests: string[] = [];
  const withCode = new Set<string>();
  for (const path of tree.paths) {
    if (path.endsWith(".py") || path.endsWith(".pyi") || path.endsWith(".pyw")) addFolders(path, withCode);
    if (isManifest(path)) manifests.push(path);
  }
  const declared = new Set<string>();
  const projectFolders = new Set<string>([""]);
  const packageFolders = new Map<string, string[]>();
  const dependencies = new Set<string>();
  for (const path of manifests) {
    const folder = folderOf(path);
    const facts = readManifest(path, project.manifest(path) ?? "");
    for (const name of facts.dependencies) dependencies.add(name);
    if (path.endsWith(".txt")) continue;
    projectFolders.add(folder);
    for (const root of facts.roots) addJoined(declared, folder, root);
    for (const entry of facts.packageFolders) {
      const at = joinPath(folder, entry.folder);
      if (at !== undefined) packageFolders.set(entry.name, [...(packageFolders.get(entry.name) ?? []), at]);
    }
  }
  const isPackage = (folder: string) => folder !== "" && hasInit(project, folder);
  for (const folder of projectFolders) {
    declared.add(folder);
    // Without a word in the manifest, setuptools, flit and uv look into "src".
    const source = folder === "" ? "src" : `${folder}/src`;
    if (withCode.has(source) && !isPackage(source)) declared.add(source);
  }
  const roots = [...declared].filter((root) => root === "" || withCode.has(root)).sort(compareBytes);
  const known = new Map<string, readonly string[]>();
  const rootsFor = (path: string): readonly string[] => {
    const folder = folderOf(path);
    const before = known.get(folder);
    if (before !== undefined) return before;
    const ordered = orderRoots(folder, topOf(folder, isPackage), roots, isPackage);
    known.set(folder, ordered);
    return ordered;
  };
  const rootsBeforeLibrary = (folder: string): readonly string[] => {
    const script = isPackage(folder) ? [] : [folder];
    const around = [...projectFolders].filter((one) => isWithin(folder, one)).sort(deepestFirst);
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
    packageFolders,
    isDependency: (name) => dependencies.has(name),
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

function addFolders(path: string, folders: Set<string>): void {
  for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
    folders.add(folder);
    if (folder === "") return;
  }
}

function addJoined(folders: Set<string>, base: string, relative: string): void {
  const joined = joinPath(base, relative);
  if (joined !== undefined) folders.add(joined);
}

function hasInit(project: ProjectView, folder: string): boolean {
  return project.tree.has(`${folder}/__init__.py`) || project.tree.has(`${folder}/__init__.pyi`);
}

/** The folder above the topmost package around a folder: that itself, when it is no package. */
function topOf(folder: string, isPackage: (folder: string) => boolean): string {
  let at = folder;
  while (isPackage(at)) at = folderOf(at);
  return at;
}

/**
 * First the folder above the file's own package, then the roots around the file from near to far, then those of
 * other projects nearby, and at last the plain folders around, which a PYTHONPATH may name.
 */
function orderRoots(
  folder: string,
  top: string,
  roots: readonly string[],
  isPackage: (folder: string) => boolean,
): readonly string[] {
  const around = roots.filter((root) => isWithin(folder, root)).sort(deepestFirst);
  const others = roots
    .filter((root) => !isWithin(folder, root) && !shownFolder.test(root))
    .sort(
      (left, right) => sharedDepth(folder, right) - sharedDepth(folder, left) || compareBytes(left, right),
    );
  const plain: string[] = [];
  for (let at = top; at !== ""; at = folderOf(at)) if (!isPackage(at)) plain.push(at);
  return [...new Set([top, ...around, ...others, ...plain, ""])];
}

function isWithin(folder: string, root: string): boolean {
  return root === "" || folder === root || folder.startsWith(`${root}/`);
}

function deepestFirst(left: string, right: string): number {
  return right.length - left.length || compareBytes(left, right);
}

function sharedDepth(left: string, right: string): number {
  const one = left.split("/");
  const other = right.split("/");
  let depth = 0;
  while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth++;
  return depth;
}
