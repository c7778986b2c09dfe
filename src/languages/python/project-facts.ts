import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { compareBytes } from "../../kit/order.ts";
import { isManifest, readManifest } from "./manifests.ts";

/** What the tree and the manifests of a project say of its Python code. */
export interface ProjectFacts {
  /** Folders with Python code in them or below. */
  readonly withCode: ReadonlySet<string>;
  /** Folders whose children can be imported, sorted. */
  readonly roots: readonly string[];
  /** Folders with a manifest of a project; the top always. */
  readonly projectFolders: readonly string[];
  /** Folders of packages that do not lie under their name, by dotted name. */
  readonly packageFolders: ReadonlyMap<string, readonly string[]>;
  readonly dependencies: ReadonlySet<string>;
}

/** Reads the manifests once; what lies where is asked of the tree. */
export function findProjectFacts(project: ProjectView): ProjectFacts {
  const manifests: string[] = [];
  const withCode = new Set<string>();
  for (const path of project.tree.paths) {
    if (/\.py[iw]?$/u.test(path)) addFolders(path, withCode);
    if (isManifest(path)) manifests.push(path);
  }
  const roots = new Set<string>();
  const projectFolders = new Set<string>([""]);
  const packageFolders = new Map<string, string[]>();
  const dependencies = new Set<string>();
  for (const path of manifests) {
    const folder = folderOf(path);
    const said = readManifest(path, project.manifest(path) ?? "");
    for (const name of said.dependencies) dependencies.add(name);
    if (path.endsWith(".txt")) continue;
    projectFolders.add(folder);
    for (const root of said.roots) addJoined(roots, folder, root);
    for (const entry of said.packageFolders) {
      const at = joinPath(folder, entry.folder);
      if (at !== undefined) packageFolders.set(entry.name, [...(packageFolders.get(entry.name) ?? []), at]);
    }
  }
  for (const folder of projectFolders) {
    roots.add(folder);
    // Without a word in the manifest, setuptools, flit and uv look into "src".
    const source = folder === "" ? "src" : `${folder}/src`;
    if (withCode.has(source) && !isPackage(project, source)) roots.add(source);
  }
  return {
    withCode,
    roots: [...roots].filter((root) => root === "" || withCode.has(root)).sort(compareBytes),
    projectFolders: [...projectFolders],
    packageFolders,
    dependencies,
  };
}

export function isPackage(project: ProjectView, folder: string): boolean {
  if (folder === "") return false;
  return project.tree.has(`${folder}/__init__.py`) || project.tree.has(`${folder}/__init__.pyi`);
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
