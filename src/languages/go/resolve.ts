import {
  folderOf,
  joinPath,
  type ModuleRequest,
  type ProjectView,
  type ResolvedModule,
  type Resolver,
} from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";
import { createModuleMap, inFolder, type VisibleModule } from "./modules.ts";
import { predeclaredNames } from "./predeclared.ts";

/** Finds the packages of a project as the `go` command does, for all platforms and build tags at once. */
export function createResolver(project: ProjectView): Resolver {
  const { tree } = project;
  const modules = createModuleMap(project);

  function resolve(importer: FileIndex, request: ModuleRequest): ResolvedModule {
    const path = request.specifier;
    const from = folderOf(importer.path);
    if (path === "C" || path === "unsafe") return { kind: "outside", name: path };
    if (/^\.{1,2}(\/|$)/.test(path)) {
      const folder = joinPath(from, path);
      return folder === undefined ? missing(path) : packageIn(folder, importer, path);
    }
    const moduleFolder = modules.moduleFolder(from);
    const visible = moduleFolder === undefined ? [] : modules.visibleFrom(moduleFolder);
    const owner = longestPrefix(visible, path);
    if (owner !== undefined) {
      const folder = joinPath(owner.folder, path.slice(owner.path.length));
      // A folder of the module with a go.mod of its own is another module, which nothing here makes visible.
      if (folder !== undefined && isInModule(folder, owner.folder)) return packageIn(folder, importer, path);
    }
    const vendored = vendoredFolder(from, moduleFolder ?? "", path);
    if (vendored !== undefined) return packageIn(vendored, importer, path);
    if (moduleFolder === undefined) {
      const folder = gopathFolder(from, path);
      if (folder !== undefined) return packageIn(folder, importer, path);
    }
    return { kind: "outside", name: path };
  }

  function isInModule(folder: string, moduleFolder: string): boolean {
    // A replacement may point to a folder without a go.mod; what lies above it does not count then.
    const nearest = modules.moduleFolder(folder);
    return nearest === undefined || nearest.length <= moduleFolder.length;
  }

  function packageIn(folder: string, importer: FileIndex, path: string): ResolvedModule {
    const files = goFiles(folder);
    const paths = files.filter((file) => !isTestFile(file));
    // Tests of a package that stand outside it see also what its own tests declare.
    if (folderOf(importer.path) === folder && isTestFile(importer.path)) {
      const clause = importer.packageName?.replace(/_test$/, "");
      paths.push(...files.filter((file) => isTestFile(file) && project.index(file)?.packageName === clause));
    }
    return paths.length === 0 ? missing(path) : { kind: "files", paths, scope: [] };
  }

  function goFiles(folder: string): readonly string[] {
    return tree.filesIn(folder).filter((file) => file.endsWith(".go"));
  }

  function vendoredFolder(from: string, top: string, path: string): string | undefined {
    for (let at = from; ; at = folderOf(at)) {
      const folder = inFolder(at, `vendor/${path}`);
      if (goFiles(folder).length > 0) return folder;
      if (at === top || at === "") return undefined;
    }
  }

  /** Without modules a package lies at `src/<import path>` of a folder above. */
  function gopathFolder(from: string, path: string): string | undefined {
    for (let at = from; at !== ""; at = folderOf(at)) {
      if (at !== "src" && !at.endsWith("/src")) continue;
      const folder = `${at}/${path}`;
      if (goFiles(folder).length > 0) return folder;
    }
    return undefined;
  }

  /** The other files of the package. Code that is no test does not see what tests declare. */
  function siblings(file: FileIndex): readonly string[] {
    const isTest = isTestFile(file.path);
    return goFiles(folderOf(file.path)).filter((path) => {
      if (path === file.path || (!isTest && isTestFile(path))) return false;
      return project.index(path)?.packageName === file.packageName;
    });
  }

  /**
   * A package whose own name differs from what its import path lets expect. Only packages of the project can
   * be asked; their first file that was read tells the name.
   */
  function head(file: FileIndex, name: string): ResolvedModule | undefined {
    if (predeclaredNames.has(name)) return undefined;
    for (const entry of file.imports) {
      if (entry.kind !== "namespace" || entry.local === name) continue;
      const module = resolve(file, entry);
      if (module.kind === "files" && packageNameOf(module.paths) === name) return module;
    }
    return undefined;
  }

  function packageNameOf(paths: readonly string[]): string | undefined {
    let found: string | undefined;
    for (const path of paths) {
      found = project.index(path)?.packageName;
      // A program beside a package (`//go:build ignore`) does not give it its name.
      if (found !== undefined && found !== "main") break;
    }
    return found;
  }

  function membersElsewhere(file: FileIndex, declaration: number): readonly string[] {
    const name = file.declarations[declaration]?.name;
    return siblings(file).filter((path) =>
      project.index(path)?.declarations.some(({ owner }) => owner === name),
    );
  }

  return {
    resolve,
    siblings,
    head,
    membersElsewhere,
    arraysAreElements: true,
    typeOfLanguage: (name) => (name === "map" ? { name: "builtin", names: [name] } : undefined),
    givenOutside: (type, member) => (type === "builtin" && member === "[]" ? "last" : undefined),
    // A test file runs with a test only.
    loadedWith: (file) => siblings(file).filter((path) => isTestFile(file.path) || !isTestFile(path)),
  };
}

function isTestFile(path: string): boolean {
  return path.endsWith("_test.go");
}

function missing(path: string): ResolvedModule {
  return { kind: "missing", reason: `no Go file in the folder of "${path}"` };
}

function longestPrefix(modules: readonly VisibleModule[], path: string): VisibleModule | undefined {
  let best: VisibleModule | undefined;
  for (const module of modules) {
    const isPrefix = path === module.path || path.startsWith(`${module.path}/`);
    if (isPrefix && (best === undefined || module.path.length > best.path.length)) best = module;
  }
  return best;
}
