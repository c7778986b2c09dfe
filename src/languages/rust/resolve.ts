import type { ModuleRequest, ProjectView, ResolvedModule, Resolver } from "../../engine/graph/graph.ts";
import { folderOf } from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";
import { type Crate, readCrates } from "./crates.ts";
import { createModules, type Module } from "./modules.ts";
import { SELF_MODULE } from "./paths.ts";
import { givenOutside, givesAgain, makesItself, standsFor, typeOfLanguage } from "./std-types.ts";

/** Crates of the language itself, which no manifest names. */
const builtIn: ReadonlySet<string> = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/** Resolves paths of Rust: modules by their files, crates by the manifests of Cargo. */
export function createResolver(project: ProjectView): Resolver {
  const crates = readCrates(project);
  const crateOf = (path: string): Crate | undefined => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const crate = crates.get(folder);
      if (crate !== undefined) return crate;
      if (folder === "") return undefined;
    }
  };
  const libraryOf = (crate: Crate | undefined): Module | undefined =>
    crate?.library === undefined ? undefined : { path: crate.library, scope: [] };

  /** A crate by the name that the code of `path` gives it. */
  const crateNamed = (path: string, name: string): Module | { outside: string } | undefined => {
    const own = crateOf(path);
    const dependency = own?.dependencies.get(name);
    if (dependency !== undefined) {
      const library = dependency.folder === undefined ? undefined : libraryOf(crates.get(dependency.folder));
      return library ?? { outside: dependency.realName };
    }
    if (own !== undefined && own.libraryName === name && own.library !== path) return libraryOf(own);
    // The library of a package may have another name than the package.
    for (const { folder, isRenamed } of own?.dependencies.values() ?? []) {
      const target = folder === undefined || isRenamed ? undefined : crates.get(folder);
      if (target?.libraryName === name) return libraryOf(target);
    }
    return builtIn.has(name) ? { outside: name } : undefined;
  };

  const modules = createModules(project, crateOf, (file, parts) => walk(file, parts));

  function walk(file: string, parts: readonly string[]): Module | { outside: string } | undefined {
    const [head, ...rest] = parts;
    if (head === undefined) return undefined;
    const start = startOf(file, head);
    if (start === undefined) return undefined;
    if ("outside" in start) return { outside: [start.outside, ...rest].join("//") };
    let at: Module | { outside: string } | undefined = start;
    for (const part of rest) {
      if (at === undefined) return undefined;
      at = "outside" in at ? { outside: `${at.outside}//${part}` } : modules.step(at, part);
    }
    return at;
  }

  function startOf(file: string, head: string): Module | { outside: string } | undefined {
    const here: Module = { path: file, scope: [] };
    if (head === "self" || head === SELF_MODULE) return here;
    if (head === "super") return modules.parentOf(file);
    if (head === "crate") return modules.rootOf(file);
    const inside = modules.child(here, head);
    if (inside !== undefined) return inside;
    const crate = crateNamed(file, head);
    if (crate !== undefined) return crate;
    const own = crateOf(file);
    const root = own?.usesStartAtRoot === true ? modules.rootOf(file) : undefined;
    return (root === undefined ? undefined : modules.child(root, head)) ?? modules.step(here, head);
  }

  return {
    selfNames: ["self", "Self"],
    typeOfLanguage,
    givenOutside,
    givesAgain,
    makesItself,
    standsFor,
    enumMembersMake: true,
    siblings: () => [],
    // What a module hides, the modules inside it see.
    seesHidden: (importer, owner) => modules.isInside(importer.path, owner.path),
    resolve(importer, entry) {
      if (entry.specifier.startsWith("path:")) {
        const line = importer.imports.find((one) => one.specifier === entry.specifier);
        const found = line && modules.variantsOf(importer.path, line.local);
        return found === undefined ? missing(entry) : asResolved(found);
      }
      const parts = entry.specifier.split("::");
      const found = walk(importer.path, parts);
      if (found !== undefined) return "outside" in found ? outside(found.outside) : asResolved(found);
      const head = parts[0] as string;
      const isOwn = head === "crate" || head === "self" || head === "super";
      // A crate that no manifest names, as one that only another target of the workspace brings.
      return isOwn ? missing(entry) : outside(parts.join("//"));
    },
    submodule(parent, name) {
      const at = asModule(parent);
      if (parent.kind === "outside") return outside(`${parent.name}//${name}`);
      const found = at === undefined ? undefined : modules.child(at, name);
      return found === undefined ? undefined : asResolved(found);
    },
    head(file: FileIndex, name: string) {
      if (name === SELF_MODULE || name === "super" || name === "crate") {
        const found = startOf(file.path, name);
        return found === undefined || "outside" in found ? undefined : asResolved(found);
      }
      const found = modules.child({ path: file.path, scope: [] }, name) ?? crateNamed(file.path, name);
      if (found === undefined) return undefined;
      return "outside" in found ? outside(found.outside) : asResolved(found);
    },
  };
}

function outside(name: string): ResolvedModule {
  return { kind: "outside", name };
}

function missing(entry: ModuleRequest): ResolvedModule {
  return { kind: "missing", reason: `no module ${entry.specifier}` };
}

function asResolved(module: Module): ResolvedModule {
  return { kind: "files", paths: [module.path, ...(module.others ?? [])], scope: module.scope };
}

function asModule(module: ResolvedModule): Module | undefined {
  if (module.kind !== "files" || module.paths[0] === undefined) return undefined;
  const [path, ...others] = module.paths;
  return { path, scope: module.scope, ...(others.length > 0 ? { others } : {}) };
}
