import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { type Declaration, declarationPath, type FileIndex, type Import } from "../../engine/index/index.ts";
import type { Crate } from "./crates.ts";

/** A module: a file, or something in it that has names of its own (an inline module, a type). */
export interface Module {
  readonly path: string;
  readonly scope: readonly string[];
  /** Other files that are this module under other conditions: one name, several `mod` lines with a `#[path]`. */
  readonly others?: readonly string[];
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
  /** The module that `mod` lines of a file with a `#[path]` name, with all files that it may be. */
  variantsOf(path: string, name: string): Module | undefined;
}

type Walk = (file: string, parts: readonly string[]) => Module | { outside: string } | undefined;

/** `walk` resolves a whole path as seen from a file: `use` lines are followed with it. */
export function createModules(
  project: ProjectView,
  crateOf: (path: string) => Crate | undefined,
  walk: Walk,
): Modules {
  const parents = new Map<string, string | undefined>();
  const namesIn = createModuleNames();
  /** What names that `use` lines bring stand for, by `keyOf`; undefined for nothing. */
  const known = new Map<string, Module | undefined>();
  let asked: Question | undefined;

  function child(module: Module, name: string): Module | undefined {
    const first = childIn(module, name);
    if (first !== undefined || module.others === undefined) return first;
    for (const path of module.others) {
      const found = childIn({ path, scope: module.scope }, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function childIn(module: Module, name: string): Module | undefined {
    if (name === "super") {
      return module.scope.length > 0
        ? { ...module, scope: module.scope.slice(0, -1) }
        : parentOf(module.path);
    }
    if (name === "self") return module;
    const file = project.index(module.path);
    if (file !== undefined) {
      const names = namesIn(file);
      const wanted = [...module.scope, name].join("//");
      if (names.declared.has(wanted)) return { path: module.path, scope: [...module.scope, name] };
      const written = module.scope.length > 0 ? undefined : names.byAttribute.get(name);
      if (written !== undefined) return variantsOf(module.path, name);
      if (!names.fileModules.has(wanted)) return undefined;
    }
    const path = fileBelow(module, name);
    return path === undefined ? undefined : { path, scope: [] };
  }

  function fileBelow(module: Module, name: string): string | undefined {
    return fileOf([folderBelow(module.path), ...module.scope, name].filter((part) => part !== "").join("/"));
  }

  function variantsOf(path: string, name: string): Module | undefined {
    const file = project.index(path);
    if (file === undefined) return undefined;
    const names = namesIn(file);
    const written = names.byAttribute.get(name) ?? [];
    const found = written.map((each) => pathAttribute(path, each));
    // Beside them a `mod` line without a path names the file where it is looked for otherwise.
    if (names.fileModules.has(name)) found.push(fileBelow({ path, scope: [] }, name));
    const files = [...new Set(found.filter((each) => each !== undefined))];
    const [first, ...others] = files;
    if (first === undefined) return undefined;
    return others.length === 0 ? { path: first, scope: [] } : { path: first, scope: [], others };
  }

  function step(module: Module, name: string): Module | undefined {
    const inside = child(module, name);
    if (inside !== undefined) return inside;
    const file = project.index(module.path);
    if (file === undefined || module.scope.length > 0) return undefined;
    const key = keyOf(module.path, name);
    if (known.has(key)) return known.get(key);
    if (asked !== undefined) return askWithin(asked, key, file, name);
    return ask(key, file, name);
  }

  /**
   * Modules that bring in all names of each other ask in circles, and a path that leads there may itself go through
   * such a name. So a question is put in rounds: in each, every name of every module is looked for once, and whoever
   * asks again meanwhile learns what is known so far. Only when that was less than the round found out there is a
   * next one. What stays without an answer then has none: nothing depends on what was asked first.
   */
  function ask(key: string, file: FileIndex, name: string): Module | undefined {
    const found = new Map<string, Module>();
    let question: Question;
    do {
      question = { found, looked: new Set(), missed: new Set(), isStale: false };
      asked = question;
      try {
        askWithin(question, key, file, name);
      } finally {
        asked = undefined;
      }
    } while (question.isStale);
    for (const one of question.looked) known.set(one, undefined);
    for (const [one, module] of found) known.set(one, module);
    return known.get(key);
  }

  function askWithin(question: Question, key: string, file: FileIndex, name: string): Module | undefined {
    const before = question.found.get(key);
    if (before !== undefined) return before;
    if (question.looked.has(key)) {
      question.missed.add(key);
      return undefined;
    }
    question.looked.add(key);
    const found = follow(file, name);
    if (found === undefined) return undefined;
    question.found.set(key, found);
    if (question.missed.has(key)) question.isStale = true;
    return found;
  }

  /** What a line names goes before what comes with all names of a module. */
  function follow(file: FileIndex, name: string): Module | undefined {
    const { byLocal, wildcards } = namesIn(file);
    for (const entries of [byLocal.get(name) ?? [], wildcards]) {
      for (const entry of entries) {
        const last = entry.kind === "wildcard" ? [name] : entry.kind === "named" ? [entry.imported] : [];
        const found = walk(file.path, [...entry.specifier.split("::"), ...last]);
        if (found !== undefined && !("outside" in found)) return found;
      }
    }
    return undefined;
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
      if (file !== undefined && namesIn(file).fileModules.has(name)) return candidate;
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

  return { child, step, parentOf, rootOf, isInside, variantsOf };
}

/** A round of looking for a name. */
interface Question {
  /** Of all rounds. */
  readonly found: Map<string, Module>;
  readonly looked: Set<string>;
  /** Those of which someone learned that there is nothing, as far as was known. */
  readonly missed: Set<string>;
  isStale: boolean;
}

function keyOf(path: string, name: string): string {
  return `${path}\0${name}`;
}

/** The names of a file that may be modules, by what brings them. */
interface ModuleNames {
  /** Paths in the file, joined by "//". */
  readonly declared: ReadonlySet<string>;
  readonly fileModules: ReadonlySet<string>;
  /** What a `#[path]` says. */
  readonly byAttribute: ReadonlyMap<string, readonly string[]>;
  readonly byLocal: ReadonlyMap<string, readonly Import[]>;
  readonly wildcards: readonly Import[];
}

/** Reads them once a file. */
function createModuleNames(): (file: FileIndex) => ModuleNames {
  const known = new WeakMap<FileIndex, ModuleNames>();
  return (file) => {
    let names = known.get(file);
    if (names === undefined) {
      names = readModuleNames(file);
      known.set(file, names);
    }
    return names;
  };
}

function readModuleNames(file: FileIndex): ModuleNames {
  const declared = new Set<string>();
  file.declarations.forEach((found, at) => {
    if (holdsNames(found)) declared.add(declarationPath(file, at).join("//"));
  });
  const fileModules = new Set<string>();
  const byAttribute = new Map<string, string[]>();
  const byLocal = new Map<string, Import[]>();
  for (const entry of file.imports) {
    const { kind, local, specifier } = entry;
    const isByAttribute = specifier.startsWith("path:");
    if (isByAttribute) {
      const written = specifier.slice("path:".length);
      const known = byAttribute.get(local);
      if (known === undefined) byAttribute.set(local, [written]);
      else known.push(written);
    }
    const parts = specifier.split("::");
    if (kind === "namespace" && parts[0] === "self" && parts.at(-1) === local) {
      fileModules.add(parts.slice(1).join("//"));
    }
    if (kind === "wildcard") continue;
    const before = byLocal.get(local);
    if (before === undefined) byLocal.set(local, [entry]);
    else before.push(entry);
  }
  return {
    declared,
    fileModules,
    byAttribute,
    byLocal,
    wildcards: file.imports.filter((entry) => entry.kind === "wildcard"),
  };
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
