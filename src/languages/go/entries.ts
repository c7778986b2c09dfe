import {
  folderOf,
  type NamedEntry,
  type ProjectEntries,
  type ProjectView,
} from "../../engine/graph/graph.ts";
import { readGoMod } from "./manifests.ts";

/** Folders whose programs show how the module is used, or are tools for it. */
const besides = /(?:^|\/)(?:_?examples?|testdata|tools?|scripts?|internal|hack|benchmarks?)(?:\/|$)/u;
/** Packages that nothing outside the module can import, or that the go command leaves out. */
const hidden = /(?:^|\/)(?:internal|testdata|vendor|[_.][^/]*)(?:\/|$)/u;

interface Module {
  readonly folder: string;
  readonly path: string;
  readonly requires: readonly string[];
}

/** What the go.mod files say of who uses a module: the exported names of one that is a library start it. */
export function readEntries(project: ProjectView): ProjectEntries {
  const modules = project.tree.paths.flatMap((path): Module[] => {
    if (path !== "go.mod" && !path.endsWith("/go.mod")) return [];
    const text = project.manifest(path);
    if (text === undefined || besides.test(folderOf(path))) return [];
    return [{ folder: folderOf(path), path: readGoMod(text).path, requires: requiredModules(text) }];
  });
  const byFolder = new Map(modules.map((module) => [module.folder, module]));
  const filesOf = new Map<Module, string[]>();
  for (const path of project.tree.paths) {
    if (!path.endsWith(".go") || path.endsWith("_test.go")) continue;
    const module = moduleOf(byFolder, folderOf(path));
    if (module === undefined) continue;
    const files = filesOf.get(module);
    if (files === undefined) filesOf.set(module, [path]);
    else files.push(path);
  }
  const used = new Set(modules.flatMap((module) => module.requires));
  const entries = modules
    .filter((module) => !used.has(module.path))
    .flatMap((module) => libraryFiles(project, module, filesOf.get(module) ?? []))
    .map((path): NamedEntry => ({ rule: "Go package", path, names: [], isPublic: true }));
  return { entries, dependencies: [...used] };
}

function moduleOf(byFolder: ReadonlyMap<string, Module>, folder: string): Module | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const found = byFolder.get(at);
    if (found !== undefined || at === "") return found;
  }
}

/** The files of the packages that others can import, of a module that is made to be imported. */
function libraryFiles(project: ProjectView, module: Module, files: readonly string[]): readonly string[] {
  const within = (path: string) => path.slice(module.folder === "" ? 0 : module.folder.length + 1);
  const isMain = (path: string) => project.index(path)?.packageName === "main";
  const hasPackage = files.some((path) => folderOf(path) === module.folder && !isMain(path));
  const hasProgram = files.some((path) => isMain(path) && !besides.test(folderOf(within(path))));
  if (hasProgram && !hasPackage) return [];
  return files.filter((path) => !isMain(path) && !hidden.test(folderOf(within(path))));
}

/** The modules of `require` that the code itself imports. */
function requiredModules(text: string): string[] {
  const lines = text.matchAll(/^[ \t]*(?:require[ \t]+)?([\w.~-]+(?:\/[\w.~-]+)*)[ \t]+v\d[^\n]*$/gmu);
  return [...lines].flatMap(([line, path]) => (line.includes("// indirect") ? [] : [path as string]));
}
