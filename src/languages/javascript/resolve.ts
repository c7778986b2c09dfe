import {
  folderOf,
  joinPath,
  type LanguageLinks,
  type ModuleRequest,
  type ProjectView,
  type ResolvedModule,
  type Resolver,
} from "../../engine/graph/graph.ts";
import type { FileIndex } from "../../engine/index/index.ts";
import { builtinMembers } from "./builtin-members.ts";
import { asText, createManifests } from "./manifests.ts";
import { fileAt, indexOf } from "./module-files.ts";
import { type EntryAsker, type EntryContext, firstFile, packageEntry } from "./package-entry.ts";
import { mappedTargets } from "./package-exports.ts";
import { createPackages } from "./packages.ts";
import { aliasTargets, type CompilerConfig, createCompilerConfigs } from "./tsconfig.ts";

/** The files that say how an import resolves. A tsconfig may extend one of any name, which is read when asked for. */
export const isManifest: LanguageLinks["isManifest"] = (path) =>
  /(^|\/)(package\.json|[tj]sconfig[^/]*\.json|pnpm-workspace\.yaml|lerna\.json)$/.test(path);

/**
 * Resolves as TypeScript and Node do, with two differences: code comes before declaration files, and a package
 * of the project that is not built leads to its source. Bundler aliases are not known.
 */
export function createResolver(project: ProjectView): Resolver {
  const { tree } = project;
  const manifests = createManifests(project);
  const packages = createPackages(project, manifests);
  const configs = createCompilerConfigs(tree, manifests, findPackageFile);
  const context: EntryContext = { tree, configs };
  const known = new Map<string, ResolvedModule>();

  return {
    builtinMembers,
    selfNames: ["this"],
    superNames: ["super"],
    siblings: () => [],
    resolve(importer, entry) {
      const folder = folderOf(importer.path);
      const form = `${importer.language}\0${extensionOf(importer.path)}\0${entry.isTypeOnly === true}`;
      const key = `${folder}\0${form}\0${entry.specifier}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const asker = askerOf(importer, entry, configs.ruling(folder));
      const found = withDeclarations(resolve(folder, entry.specifier, asker), asker);
      known.set(key, found);
      return found;
    },
  };

  /** To TypeScript a JavaScript file and the declarations beside it are one module: one has the code, one the types. */
  function withDeclarations(found: ResolvedModule, asker: EntryAsker): ResolvedModule {
    const [path] = found.kind === "files" ? found.paths : [];
    if (path === undefined || !asker.isTypeScript) return found;
    const beside = path.replace(/\.([cm]?)jsx?$/, ".d.$1ts");
    return beside !== path && tree.has(beside) ? { kind: "files", paths: [path, beside], scope: [] } : found;
  }

  function resolve(folder: string, written: string, asker: EntryAsker): ResolvedModule {
    // A bundler's instruction, as in "./logo.svg?url".
    const specifier = written.startsWith("#") ? written : written.replace(/[?#].*$/, "");
    if (/^\.{1,2}(\/|$)/.test(specifier)) return relative(folder, specifier, asker);
    const ruling = configs.ruling(folder);
    const aliased = byAlias(ruling, specifier, asker);
    if (aliased !== undefined) return files(aliased);
    if (specifier.startsWith("#")) return byImports(folder, specifier, asker);
    return byPackage(folder, specifier, asker) ?? { kind: "outside", name: outsideName(specifier) };
  }

  function relative(folder: string, specifier: string, asker: EntryAsker): ResolvedModule {
    const path = joinPath(folder, specifier);
    if (path === undefined) return missing(`${specifier} lies outside the project`);
    const isFolderOnly = /(^|\/)\.{0,2}\/?$/.test(specifier);
    const found = fileOrFolder(path, asker, isFolderOnly) ?? byRootDirs(folder, path, asker);
    return found === undefined ? missing(`no file ${path}`) : files(found);
  }

  function fileOrFolder(path: string, asker: EntryAsker, isFolderOnly = false): string | undefined {
    const file = isFolderOnly ? undefined : fileAt(tree, path, asker);
    return file ?? folderModule(path, asker);
  }

  /** A folder with a package.json of its own is entered as that says. */
  function folderModule(path: string, asker: EntryAsker): string | undefined {
    const own = tree.hasFolder(path) ? packages.at(path) : undefined;
    const targets =
      own === undefined
        ? []
        : ["main", "module", "types"].flatMap((field) => asText(own.manifest[field]) ?? []);
    const byManifest = own === undefined ? undefined : firstFile(context, own, targets, asker);
    return byManifest ?? indexOf(tree, path, asker);
  }

  /** `rootDirs` are folders that count as one. */
  function byRootDirs(folder: string, path: string, asker: EntryAsker): string | undefined {
    for (const { rootDirs } of configs.ruling(folder)) {
      const own = rootDirs.find((root) => path.startsWith(`${root}/`));
      if (own === undefined) continue;
      for (const root of rootDirs) {
        const other = joinPath(root, path.slice(own.length + 1));
        const found = other === undefined ? undefined : fileOrFolder(other, asker);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  function byAlias(
    ruling: readonly CompilerConfig[],
    specifier: string,
    asker: EntryAsker,
  ): string | undefined {
    for (const config of ruling) {
      for (const target of aliasTargets(config, specifier)) {
        const found = fileOrFolder(target, asker);
        if (found !== undefined) return found;
      }
      const based = config.baseUrl === undefined ? undefined : joinPath(config.baseUrl, specifier);
      const found = based === undefined ? undefined : fileOrFolder(based, asker);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A name of the package's own `imports`: a file of it, or another package. */
  function byImports(folder: string, specifier: string, asker: EntryAsker): ResolvedModule {
    const own = packages.around(folder);
    const targets = own === undefined ? [] : mappedTargets(own.manifest.imports, specifier, asker.conditions);
    if (own === undefined || targets.length === 0)
      return missing(`${specifier} is not among the package's imports`);
    const inside = firstFile(
      context,
      own,
      targets.filter((target) => target.startsWith("./")),
      asker,
    );
    if (inside !== undefined) return files(inside);
    const other = targets.find((target) => !target.startsWith("./"));
    if (other === undefined) return missing(`no file for ${specifier}`);
    return byPackage(folder, other, asker) ?? { kind: "outside", name: outsideName(other) };
  }

  /** A package of the project itself. `undefined` for one from outside. */
  function byPackage(folder: string, specifier: string, asker: EntryAsker): ResolvedModule | undefined {
    const [name, subpath] = splitPackage(specifier);
    if (name === undefined) return undefined;
    const own = packages.named(name, folder);
    if (own === undefined) return undefined;
    const found = packageEntry(context, own, subpath, asker);
    return found === undefined
      ? missing(`${specifier} has no file in ${own.folder || "the project"}`)
      : files(found);
  }

  /** A config that a package of the project gives others to extend. */
  function findPackageFile(specifier: string, fromFolder: string): string | undefined {
    const [name, subpath] = splitPackage(specifier);
    const own = name === undefined ? undefined : packages.named(name, fromFolder);
    if (own === undefined) return undefined;
    const written = subpath === "" ? (asText(own.manifest.tsconfig) ?? "tsconfig.json") : subpath;
    const exported = mappedTargets(own.manifest.exports, `./${written}`, [["default"]]);
    return [...exported, written, `${written}.json`, `${written}/tsconfig.json`]
      .flatMap((target) => joinPath(own.folder, target) ?? [])
      .find((path) => tree.has(path));
  }
}

function askerOf(importer: FileIndex, entry: ModuleRequest, ruling: readonly CompilerConfig[]): EntryAsker {
  const isTypeOnly = entry.isTypeOnly === true;
  const isCommon = /\.c[jt]s$/.test(importer.path);
  const custom = ruling.flatMap((config) => config.customConditions);
  const own = [...custom, "node", "module", "module-sync", isCommon ? "require" : "import"];
  const either = [...own, "import", "require"];
  const typed = [...either, "types"];
  return {
    isTypeScript: importer.language !== "javascript",
    isTypeOnly,
    conditions: isTypeOnly ? [[...own, "types"], typed] : [own, either, typed],
  };
}

/** "@scope/name/part" gives "@scope/name" and "part". A URL or another scheme is no package. */
function splitPackage(specifier: string): readonly [string | undefined, string] {
  const found = /^(@[^/]+\/[^/]+|[^@./][^/]*)(?:\/(.*))?$/.exec(specifier);
  if (found === null || specifier.includes(":")) return [undefined, ""];
  return [found[1], found[2] ?? ""];
}

function outsideName(specifier: string): string {
  return specifier.startsWith("node:") ? specifier.slice("node:".length) : specifier;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function files(path: string): ResolvedModule {
  return { kind: "files", paths: [path], scope: [] };
}

function missing(reason: string): ResolvedModule {
  return { kind: "missing", reason };
}
