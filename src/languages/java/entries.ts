import {
  folderOf,
  type NamedEntry,
  type ProjectEntries,
  type ProjectView,
} from "../../engine/graph/graph.ts";
import { type ModuleFacts, readClassList, readGradle, readPom, readWebXml } from "./project-manifests.ts";

const lists = /(?:^|\/)META-INF\/(?:services\/[^/]+|spring\.factories|spring\/[^/]+\.imports)$/u;

/** What is read besides code: builds, and lists of classes that a container or loader makes instances of. */
export function isManifest(path: string): boolean {
  return /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|web\.xml)$/u.test(path) || lists.test(path);
}

interface Module extends ModuleFacts {
  readonly folder: string;
  readonly file: string;
}

/** The mains, the services and, of a module that is a library, the classes that others can use. */
export function readEntries(project: ProjectView): ProjectEntries {
  const sources = project.tree.paths.filter((path) => path.endsWith(".java"));
  const fileOf = classFinder(sources);
  const modules: Module[] = [];
  const entries: NamedEntry[] = [];
  const addClass = (rule: string, name: string): void => {
    const [top = "", ...inner] = name.slice(name.lastIndexOf(".") + 1).split("$");
    const path = fileOf(name);
    if (path !== undefined) entries.push({ rule, path, names: [top, ...inner], isPublic: true });
  };
  for (const path of project.tree.paths) {
    if (!isManifest(path)) continue;
    const text = project.manifest(path);
    if (text === undefined) continue;
    const file = path.slice(path.lastIndexOf("/") + 1);
    const folder = folderOf(path);
    if (file === "pom.xml") modules.push({ ...readPom(text), folder, file });
    else if (file.startsWith("build.gradle")) {
      modules.push({ ...readGradle(text, folder), folder, file: "build.gradle" });
    } else if (file === "web.xml") for (const name of readWebXml(text)) addClass("web.xml", name);
    else for (const name of readClassList(text)) addClass("META-INF services", name);
  }
  for (const { mainClasses, file } of modules) {
    for (const name of mainClasses) {
      const path = fileOf(name);
      const names = [...name.slice(name.lastIndexOf(".") + 1).split("$"), "main"];
      if (path !== undefined) entries.push({ rule: `${file} mainClass`, path, names });
    }
  }
  entries.push(...libraryEntries(project, modules, sources));
  return { entries, dependencies: modules.flatMap(dependencyNames) };
}

/** The file of a class by its whole name: the one whose path ends so, where there is but one. */
function classFinder(sources: readonly string[]): (name: string) => string | undefined {
  const byName = new Map<string, string[]>();
  for (const path of sources) {
    const name = path.slice(path.lastIndexOf("/") + 1, -".java".length);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  return (name) => {
    const path = `${(name.split("$")[0] as string).replaceAll(".", "/")}.java`;
    const simple = path.slice(path.lastIndexOf("/") + 1, -".java".length);
    return byName.get(simple)?.find((one) => `/${one}`.endsWith(`/${path}`));
  };
}

/** A name that rules ask for may be the start of a group, or the name of what is depended upon. */
function dependencyNames({ dependencies }: Module): string[] {
  return dependencies.flatMap(({ group, name }) => {
    const parts = group.split(".");
    return [...parts.slice(1).map((_, at) => parts.slice(0, at + 2).join(".")), name];
  });
}

function libraryEntries(
  project: ProjectView,
  modules: readonly Module[],
  sources: readonly string[],
): readonly NamedEntry[] {
  const used = new Set(modules.flatMap((module) => module.dependencies.map((one) => one.name)));
  const byFolder = new Map(modules.map((module) => [module.folder, module]));
  const filesOf = new Map<Module, string[]>();
  const programs = new Set<Module>();
  for (const path of sources) {
    const module = moduleOf(byFolder, folderOf(path));
    if (module === undefined || !isMainSource(path, module.folder)) continue;
    const files = filesOf.get(module);
    if (files === undefined) filesOf.set(module, [path]);
    else files.push(path);
    const declarations = project.index(path)?.declarations ?? [];
    if (declarations.some((one) => one.name === "main" && one.isStatic && one.kind === "method")) {
      programs.add(module);
    }
  }
  const isLibrary = (module: Module): boolean => {
    if (module.purpose !== "open") return module.purpose === "library";
    return module.mainClasses.length === 0 && !programs.has(module);
  };
  return modules
    .filter((module) => !used.has(module.name) && isLibrary(module))
    .flatMap((module) => filesOf.get(module) ?? [])
    .map((path) => ({ rule: "Java library", path, names: [], isPublic: true }));
}

function moduleOf(byFolder: ReadonlyMap<string, Module>, folder: string): Module | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const found = byFolder.get(at);
    if (found !== undefined || at === "") return found;
  }
}

/** Where builds look for the code of a module itself. */
function isMainSource(path: string, folder: string): boolean {
  const within = folder === "" ? path : path.slice(folder.length + 1);
  return /^src\/(?:main\/java|(?!test|main|it|integrationTest|jmh|\w*Test\/)[\w/-]*)/u.test(within);
}
