import type { ModuleRequest, ProjectView, ResolvedModule, Resolver } from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";
import { typeGivenBy } from "./containers.ts";
import { javaLangTypes } from "./java-lang.ts";
import { jdkPackages } from "./jdk-packages.ts";
import { createPackageMap, nearness } from "./packages.ts";

/** First names of packages that code writes out in full without importing from them. */
const packageRoots = new Set("com io jakarta java javax jdk net org sun".split(" "));
/** A package below one of the project's, of at least this many names, is taken for one that is generated. */
const MIN_OWN_NAMES = 2;

/** Finds packages and classes in all source roots of a project: main, test, generated, and other modules. */
export function createResolver(project: ProjectView): Resolver {
  const packages = createPackageMap(project);
  /** The package that a module of files or a folder stands for. */
  const packageOf = new WeakMap<ResolvedModule, string>();

  function resolve(importer: FileIndex, request: ModuleRequest): ResolvedModule {
    const names = request.specifier.split(".");
    let isOwn = false;
    for (let length = names.length; length > 0; length--) {
      const name = names.slice(0, length).join(".");
      const classes = names.slice(length);
      if (packages.foldersOf(name, importer).length === 0) continue;
      isOwn ||= classes.length === 0 || length >= MIN_OWN_NAMES;
      const found = inPackage(name, classes, request, importer);
      if (found !== undefined) return found;
    }
    if (isOwn) return { kind: "missing", reason: `no source of "${request.specifier}" declares it` };
    return { kind: "outside", name: externalName(names) };
  }

  function inPackage(
    name: string,
    classes: readonly string[],
    request: ModuleRequest,
    importer: FileIndex,
  ): ResolvedModule | undefined {
    const [outer] = classes;
    if (outer === undefined && request.kind === "wildcard") return packageModule(name, importer);
    const paths = filesOfClass(name, outer ?? request.imported, importer);
    return paths.length === 0 ? undefined : { kind: "files", paths, scope: classes };
  }

  /** The files that declare a class of the package at their top level: those in the nearest source roots. */
  function filesOfClass(name: string, className: string, importer: FileIndex): readonly string[] {
    const folders = packages.foldersOf(name, importer);
    const named = folders
      .flatMap((folder) => packages.sourcesIn(folder))
      .filter((path) => path.endsWith(`/${className}.java`) || path === `${className}.java`);
    if (named.length > 0) return nearest(named, importer.path);
    const beside = folders
      .flatMap((folder) => packages.sourcesIn(folder))
      .filter((path) => declares(project.index(path), className));
    return nearest(beside, importer.path);
  }

  function packageModule(name: string, importer: FileIndex | undefined): ResolvedModule {
    const paths = packages
      .foldersOf(name, importer)
      .flatMap((folder) => packages.sourcesIn(folder))
      .filter((path) => isOfPackage(path, name));
    const module: ResolvedModule =
      paths.length > 0
        ? { kind: "files", paths, scope: [] }
        : { kind: "folder", path: name.replaceAll(".", "/") };
    packageOf.set(module, name);
    return module;
  }

  function isOfPackage(path: string, name: string): boolean {
    const told = project.index(path);
    return told === undefined || (told.packageName ?? "") === name;
  }

  /**
   * The other files of the package, in any source root. Of files of one name the nearest counts, as the samples
   * of a repository often share package and names.
   */
  function siblings(file: FileIndex): readonly string[] {
    const name = file.packageName ?? "";
    const found: string[] = [];
    const nearestOf = new Map<string, number>([[baseName(file.path), Number.POSITIVE_INFINITY]]);
    for (const folder of packages.foldersOf(name, file)) {
      const near = nearness(folder, file.path);
      for (const path of packages.sourcesIn(folder)) {
        const base = baseName(path);
        const known = nearestOf.get(base);
        if (path === file.path || (known !== undefined && known > near) || !isOfPackage(path, name)) continue;
        nearestOf.set(base, near);
        found.push(path);
      }
    }
    return found;
  }

  function submodule(parent: ResolvedModule, name: string): ResolvedModule | undefined {
    const around = packageOf.get(parent) ?? packageOfFiles(parent);
    if (around === undefined) return undefined;
    const inner = packageModule(`${around}.${name}`, undefined);
    if (inner.kind === "files" || parent.kind === "files") return inner.kind === "files" ? inner : undefined;
    // A class of a package that is not of the project, or a package on the way to one.
    return isTypeName(name) ? { kind: "outside", name: `${around}//${name}` } : inner;
  }

  function packageOfFiles(module: ResolvedModule): string | undefined {
    if (module.kind === "folder") return module.path.replaceAll("/", ".");
    if (module.kind !== "files" || module.scope.length > 0) return undefined;
    return project.index(module.paths[0] ?? "")?.packageName;
  }

  function head(file: FileIndex, name: string): ResolvedModule | undefined {
    if (javaLangTypes.has(name)) return { kind: "outside", name: `java.lang//${name}` };
    if (isTypeName(name)) return undefined;
    const isPackage =
      packageRoots.has(name) ||
      startsWith(file.packageName, name) ||
      file.imports.some((entry) => startsWith(entry.specifier, name)) ||
      packages.foldersOf(name, file).length > 0;
    return isPackage ? packageModule(name, file) : undefined;
  }

  return {
    selfNames: ["this"],
    superNames: ["super"],
    hasImplicitSelf: true,
    hasOverloads: true,
    isInOutside: (module, name) => jdkPackages.get(module)?.has(name) === true,
    arraysAreElements: true,
    givenOutside: (type, method) => (/^javax?\./u.test(type) ? typeGivenBy(method) : undefined),
    resolve,
    siblings,
    submodule,
    head,
    membersElsewhere: () => [],
  };
}

function declares(file: FileIndex | undefined, className: string): boolean {
  return file?.declarations.some((one) => one.level === "module" && one.name === className) ?? false;
}

/** Those that share the most folders with the path. */
function nearest(paths: readonly string[], path: string): readonly string[] {
  const most = Math.max(...paths.map((one) => nearness(one, path)));
  return paths.filter((one) => nearness(one, path) === most);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function startsWith(dotted: string | undefined, name: string): boolean {
  return dotted === name || dotted?.startsWith(`${name}.`) === true;
}

/** By custom, types begin with a capital and packages do not. */
function isTypeName(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

/** `org.junit.Assert` is `org.junit//Assert`: the package, then the names in it. */
function externalName(names: readonly string[]): string {
  const type = names.findIndex(isTypeName);
  if (type < 0) return names.join(".");
  return [names.slice(0, type).join("."), ...names.slice(type)].filter((part) => part !== "").join("//");
}
