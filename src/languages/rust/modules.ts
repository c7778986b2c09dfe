import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { type Declaration, declarationPath, type FileIndex, type Import } from "../../engine/index/index.ts";
import type { Crate } from "./crates.ts";

/** A module: a file, or something in it that has names of its own (an inline module, a type). */
export interface Module {
  readonly path: string;
  readonly scope: readonly string[];
}

/** The tree of modules, worked out as it is asked for. */
export interface Modules {
  /** A module or type that is declared directly in the module. */
  child(module: Module, name: string): Module | undefined;
  /** As `child`, and also what the module brings in with `use`. */
  step(module: Module, name: string): Module | undefined;
  /** The module that declares the file. */
  parentOf(path: string): Module | undefined;
  rootOf(path: string): Module | undefined;
  /** The file of `path` is a module somewhere inside that of `outer`. */
  isInside(path: string, outer: string): boolean;
  /** The file of a `#[path]` written in `path`. */
  pathAttribute(path: string, written: string): string | undefined;
}

type Walk = (file: string, parts: readonly string[]) => Module | { outside: string } | undefined;

/** `walk` resolves a whole path as seen from a file: `use` lines are followed with it. */
export function createModules(
  project: ProjectView,
  crateOf: (path: string) => Crate | undefined,
  walk: Walk,
): Modules {
  const parents = new Map<string, string | undefined>();
  /** The `use` lines that are being followed: one that leads back to itself leads nowhere. */
  const following = new Set<string>();

  function child(module: Module, name: string): Module | undefined {
    if (name === "super") {
      return module.scope.length > 0
        ? { ...module, scope: module.scope.slice(0, -1) }
        : parentOf(module.path);
    }
    if (name === "self") return module;
    const file = project.index(module.path);
    if (file !== undefined) {
      const wanted = [...module.scope, name].join("//");
      const declared = file.declarations.findIndex(
        (found, at) =>
          found.name === name && holdsNames(found) && declarationPath(file, at).join("//") === wanted,
      );
      if (declared >= 0) return { path: module.path, scope: [...module.scope, name] };
      const attribute = file.imports.find(
        (entry) => entry.local === name && entry.specifier.startsWith("path:"),
      );
      if (attribute !== undefined) {
        const path = pathAttribute(module.path, attribute.specifier.slice("path:".length));
        return path === undefined ? undefined : { path, scope: [] };
      }
      if (!declaresFileModule(file, module.scope, name)) return undefined;
    }
    const path = fileOf(
      [folderBelow(module.path), ...module.scope, name].filter((part) => part !== "").join("/"),
    );
    return path === undefined ? undefined : { path, scope: [] };
  }

  function step(module: Module, name: string): Module | undefined {
    const inside = child(module, name);
    if (inside !== undefined) return inside;
    const file = project.index(module.path);
    if (file === undefined || module.scope.length > 0) return undefined;
    for (const entry of file.imports) {
      const isNamed = entry.local === name;
      if (!isNamed && entry.kind !== "wildcard") continue;
      const found = follow(file, entry, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function follow(file: FileIndex, entry: Import, name: string): Module | undefined {
    const key = `${file.path} ${entry.specifier} ${name}`;
    if (following.has(key)) return undefined;
    following.add(key);
    try {
      const parts = entry.specifier.split("::");
      const last = entry.kind === "wildcard" ? [name] : entry.kind === "named" ? [entry.imported] : [];
      const found = walk(file.path, [...parts, ...last]);
      return found === undefined || "outside" in found ? undefined : found;
    } finally {
      following.delete(key);
    }
  }

  function parentOf(path: string): Module | undefined {
    if (!parents.has(path)) parents.set(path, findParent(path));
    const parent = parents.get(path);
    return parent === undefined ? undefined : { path: parent, scope: [] };
  }

  function findParent(path: string): string | undefined {
    if (isRoot(path)) return undefined;
    const isModFile = path.endsWith("/mod.rs") || path === "mod.rs";
    const own = isModFile ? folderOf(path) : path.slice(0, -".rs".length);
    const folder = folderOf(own);
    const name = own.slice(folder === "" ? 0 : folder.length + 1);
    for (const candidate of parentFiles(folder, path)) {
      const file = project.index(candidate);
      if (file !== undefined && declaresFileModule(file, [], name)) return candidate;
    }
    return declaredByAttribute(path);
  }

  /** Where the file that declares the modules of a folder can lie. */
  function parentFiles(folder: string, path: string): string[] {
    const inside = (name: string) => (folder === "" ? name : `${folder}/${name}`);
    const roots = crateOf(path)?.roots.filter((root) => folderOf(root) === folder) ?? [];
    const candidates = [...roots, inside("mod.rs"), ...(folder === "" ? [] : [`${folder}.rs`])];
    candidates.push(inside("lib.rs"), inside("main.rs"));
    return [...new Set(candidates)].filter((candidate) => candidate !== path && project.tree.has(candidate));
  }

  /** A file that no neighbour declares: some module of the crate names it in a `#[path]`. Costs a walk over the crate. */
  function declaredByAttribute(path: string): string | undefined {
    const queue = [...(crateOf(path)?.roots ?? [])];
    const seen = new Set(queue);
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      const file = project.index(at);
      for (const entry of file?.imports ?? []) {
        const below = fileModuleOf(at, entry);
        if (below === undefined) continue;
        if (below === path) return at;
        if (!seen.has(below)) {
          seen.add(below);
          queue.push(below);
        }
      }
    }
    return undefined;
  }

  function fileModuleOf(path: string, entry: Import): string | undefined {
    if (entry.specifier.startsWith("path:"))
      return pathAttribute(path, entry.specifier.slice("path:".length));
    if (entry.kind !== "namespace" || !entry.specifier.startsWith("self::")) return undefined;
    const parts = entry.specifier.split("::").slice(1);
    return fileOf([folderBelow(path), ...parts].filter((part) => part !== "").join("/"));
  }

  function rootOf(path: string): Module | undefined {
    const seen = new Set<string>();
    for (let at = path; !seen.has(at); ) {
      seen.add(at);
      const parent = isRoot(at) ? undefined : parentOf(at)?.path;
      if (parent === undefined)
        return isRoot(at) || crateOf(at) === undefined ? { path: at, scope: [] } : fallbackRoot(at);
      at = parent;
    }
    return undefined;
  }

  function isInside(path: string, outer: string): boolean {
    const seen = new Set<string>();
    for (let at: string | undefined = path; at !== undefined && !seen.has(at); at = parentOf(at)?.path) {
      if (at === outer) return true;
      seen.add(at);
    }
    return false;
  }

  /** A file that nothing declares, or whose parent was not read: its crate's first root. */
  function fallbackRoot(path: string): Module | undefined {
    const root = crateOf(path)?.roots[0];
    return root === undefined ? undefined : { path: root, scope: [] };
  }

  function isRoot(path: string): boolean {
    return crateOf(path)?.roots.includes(path) ?? /(^|\/)(lib|main)\.rs$/.test(path);
  }

  /** The folder that holds the files of a module's children. */
  function folderBelow(path: string): string {
    if (isRoot(path) || path.endsWith("/mod.rs") || path === "mod.rs") return folderOf(path);
    return path.slice(0, -".rs".length);
  }

  function fileOf(withoutEnding: string): string | undefined {
    return [`${withoutEnding}.rs`, `${withoutEnding}/mod.rs`].find((path) => project.tree.has(path));
  }

  function pathAttribute(path: string, written: string): string | undefined {
    const found = joinPath(folderOf(path), written);
    return found !== undefined && project.tree.has(found) ? found : undefined;
  }

  return { child, step, parentOf, rootOf, isInside, pathAttribute };
}

function declaresFileModule(file: FileIndex, scope: readonly string[], name: string): boolean {
  const wanted = ["self", ...scope, name].join("::");
  return file.imports.some(
    (entry) => entry.kind === "namespace" && entry.local === name && entry.specifier === wanted,
  );
}

function holdsNames(declaration: Declaration): boolean {
  switch (declaration.kind) {
    case "namespace":
    case "struct":
    case "enum":
    case "trait":
      return true;
    default:
      return false;
  }
}
