import {
  folderOf,
  type ModuleRequest,
  type ProjectView,
  type ResolvedModule,
  type Resolver,
} from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";
import { builtinMembers } from "./builtin-members.ts";
import { normalizedName } from "./manifests.ts";
import { isPackage } from "./project-facts.ts";
import { child, fileModule, findSourceRoots, type SourceRoots } from "./source-roots.ts";
import { standardLibrary } from "./standard-library.ts";

/**
 * Says which file a Python import names, by the rules of `import` on the path that the project's layout and its
 * manifests tell of.
 *
 * Where a name could be a folder of the project without `__init__.py` or a library, it is the library when the
 * project names that as a dependency, or when the folder does not have what is imported.
 */
export function createResolver(project: ProjectView): Resolver {
  let found: SourceRoots | undefined;
  const roots = () => {
    found ??= findSourceRoots(project);
    return found;
  };
  const listed = new WeakMap<FileIndex, ReadonlySet<string>>();
  const resolve = (importer: FileIndex, entry: ModuleRequest): ResolvedModule =>
    entry.specifier.startsWith(".")
      ? resolveRelative(project, roots(), importer.path, entry.specifier)
      : resolveAbsolute(project, roots(), importer.path, entry);

  const isInWildcard = (file: FileIndex, name: string): boolean => {
    const seen = new Set<FileIndex>();
    const open = [file];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (at.exports.length === 0) {
        if (!name.startsWith("_")) return true;
        continue;
      }
      if (namesOf(at, listed).has(name)) return true;
      // `__all__ += other.__all__`
      for (const { specifier, name: exported } of at.exports) {
        if (exported !== "*" || specifier === undefined) continue;
        const module = resolve(at, { specifier, kind: "wildcard", imported: "" });
        for (const path of module.kind === "files" ? module.paths : []) {
          const other = project.index(path);
          if (other !== undefined) open.push(other);
        }
      }
    }
    return false;
  };

  return {
    builtinMembers,
    selfNames: ["self", "cls"],
    superNames: ["super"],
    resolve,
    siblings: () => [],
    submodule: (parent, name) => submodule(project, roots(), parent, name),
    isInWildcard,
    loadedWith: (file) => packagesAround(project, file.path),
  };
}

/** The `__init__` files of the packages that a module lies in. */
function packagesAround(project: ProjectView, path: string): readonly string[] {
  const found: string[] = [];
  for (let folder = folderOf(path); isPackage(project, folder); folder = folderOf(folder)) {
    const inits = [`${folder}/__init__.py`, `${folder}/__init__.pyi`];
    found.push(...inits.filter((init) => init !== path && project.tree.has(init)));
  }
  return found;
}

function namesOf(file: FileIndex, listed: WeakMap<FileIndex, ReadonlySet<string>>): ReadonlySet<string> {
  const known = listed.get(file) ?? new Set(file.exports.map((entry) => entry.name));
  listed.set(file, known);
  return known;
}

function resolveRelative(
  project: ProjectView,
  roots: SourceRoots,
  importer: string,
  specifier: string,
): ResolvedModule {
  const name = specifier.replace(/^\.+/u, "");
  let folder = folderOf(importer);
  for (let level = specifier.length - name.length; level > 1; level--) {
    if (folder === "") return { kind: "missing", reason: `${specifier} leads out of the project` };
    folder = folderOf(folder);
  }
  const module =
    name === "" ? packageAt(project, roots, folder) : moduleIn(project, roots, folder, name.split("."));
  return module ?? { kind: "missing", reason: `there is no ${specifier} beside ${importer}` };
}

/** The module of an absolute import. */
export function resolveAbsolute(
  project: ProjectView,
  roots: SourceRoots,
  importer: string,
  entry: ModuleRequest,
): ResolvedModule {
  const { specifier } = entry;
  const outside: ResolvedModule = { kind: "outside", name: specifier };
  const parts = specifier.split(".");
  const top = parts[0] as string;
  if (top === "" || parts.includes("")) return { kind: "missing", reason: "the module has no name" };
  const renamed = renamedPackage(project, roots, parts);
  if (renamed !== undefined) return renamed;
  const { owners, portions } = roots.holdersOf(importer, top);
  for (const root of owners) {
    const module = moduleIn(project, roots, root, parts);
    if (module !== undefined) return module;
  }
  if (owners.length > 0) {
    return { kind: "missing", reason: `${top} is in the project and has no ${parts.slice(1).join(".")}` };
  }
  if (standardLibrary.has(top) || roots.isDependency(normalizedName(top))) return outside;
  for (const root of portions) {
    const module = moduleIn(project, roots, root, parts);
    if (module !== undefined && hasImported(project, roots, module, entry)) return module;
  }
  return outside;
}

/** A folder without code of its own gives nothing but what lies in it. */
function hasImported(
  project: ProjectView,
  roots: SourceRoots,
  module: ResolvedModule,
  entry: ModuleRequest,
): boolean {
  if (module.kind !== "folder" || entry.kind !== "named") return true;
  return submodule(project, roots, module, entry.imported) !== undefined;
}

function renamedPackage(
  project: ProjectView,
  roots: SourceRoots,
  parts: readonly string[],
): ResolvedModule | undefined {
  if (roots.packageFolders.size === 0) return undefined;
  for (let length = parts.length; length > 0; length--) {
    for (const folder of roots.packageFolders.get(parts.slice(0, length).join(".")) ?? []) {
      const rest = parts.slice(length);
      const module =
        rest.length === 0 ? packageAt(project, roots, folder) : moduleIn(project, roots, folder, rest);
      if (module !== undefined) return module;
    }
  }
  return undefined;
}

function submodule(
  project: ProjectView,
  roots: SourceRoots,
  parent: ResolvedModule,
  name: string,
): ResolvedModule | undefined {
  switch (parent.kind) {
    case "files": {
      const [path = ""] = parent.paths;
      const isInit = /(?:^|\/)__init__\.pyi?$/u.test(path);
      return isInit && parent.scope.length === 0
        ? moduleIn(project, roots, folderOf(path), [name])
        : undefined;
    }
    case "folder":
      for (const folder of roots.portionsOf(parent.path)) {
        const module = moduleIn(project, roots, folder, [name]);
        if (module !== undefined) return module;
      }
      return undefined;
    case "outside":
    case "missing":
      return undefined;
  }
}

/** The module of a dotted name that starts in a folder. Every part but the last is a package or a folder. */
function moduleIn(
  project: ProjectView,
  roots: SourceRoots,
  folder: string,
  parts: readonly string[],
): ResolvedModule | undefined {
  let at = folder;
  for (const part of parts.slice(0, -1)) {
    at = child(at, part);
    if (!roots.hasCode(at)) return undefined;
  }
  at = child(at, parts.at(-1) as string);
  const path = fileModule(project, at);
  if (path !== undefined) return { kind: "files", paths: [path], scope: [] };
  return roots.hasCode(at) ? { kind: "folder", path: at } : undefined;
}

function packageAt(project: ProjectView, roots: SourceRoots, folder: string): ResolvedModule | undefined {
  const { tree } = project;
  for (const name of ["__init__.py", "__init__.pyi"]) {
    const path = child(folder, name);
    if (tree.has(path)) return { kind: "files", paths: [path], scope: [] };
  }
  return roots.hasCode(folder) ? { kind: "folder", path: folder } : undefined;
}
