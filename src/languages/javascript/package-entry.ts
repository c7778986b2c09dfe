import { joinPath, type PathTree } from "../../engine/graph/graph.ts";
import { asText } from "./manifests.ts";
import { type Asker, fileAt, indexOf } from "./module-files.ts";
import { mappedTargets } from "./package-exports.ts";
import type { Package } from "./packages.ts";
import type { CompilerConfig, CompilerConfigs } from "./tsconfig.ts";

export interface EntryContext {
  readonly tree: PathTree;
  readonly configs: CompilerConfigs;
}

/** How the importing file sees a package. */
export interface EntryAsker extends Asker {
  /** The conditions that hold for the importing file, those to try first in the first list. */
  readonly conditions: readonly (readonly string[])[];
}

/**
 * The file of a package of the project that an import of it, or of a part of it, means. Where the manifest
 * points at what a build makes and the project does not hold, it is the source that this is made of.
 */
export function packageEntry(
  context: EntryContext,
  own: Package,
  subpath: string,
  asker: EntryAsker,
): string | undefined {
  const { exports } = own.manifest;
  if (exports !== undefined && exports !== null) {
    const key = subpath === "" ? "." : `./${subpath}`;
    const found = firstFile(context, own, mappedTargets(exports, key, asker.conditions), asker);
    if (found !== undefined) return found;
    return subpath === "" ? usualEntry(context, own, asker) : undefined;
  }
  if (subpath !== "") return partOf(context, own, subpath, asker);
  return firstFile(context, own, mainTargets(own, asker), asker) ?? usualEntry(context, own, asker);
}

/** The code before its types, as that is what runs, unless only types are asked for. */
function mainTargets(own: Package, asker: Asker): readonly string[] {
  const code = ["source", "main", "module"];
  const types = ["types", "typings"];
  const fields = asker.isTypeOnly ? [...types, ...code] : [...code, ...types];
  return fields.flatMap((field) => asText(own.manifest[field]) ?? []);
}

function usualEntry({ tree }: EntryContext, own: Package, asker: Asker): string | undefined {
  for (const folder of ["", "src", "source", "lib"]) {
    const path = joinPath(own.folder, folder);
    const found = path === undefined ? undefined : indexOf(tree, path, asker);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partOf(context: EntryContext, own: Package, subpath: string, asker: EntryAsker): string | undefined {
  const path = joinPath(own.folder, subpath);
  if (path === undefined) return undefined;
  return (
    fileAt(context.tree, path, asker) ??
    folderEntry(context, path, asker) ??
    sourceOf(context, own, path, asker)
  );
}

/** A folder as a module: by its own package.json, or its index. */
function folderEntry({ tree }: EntryContext, folder: string, asker: Asker): string | undefined {
  return indexOf(tree, folder, asker);
}

export function firstFile(
  context: EntryContext,
  own: Package,
  targets: readonly string[],
  asker: EntryAsker,
): string | undefined {
  for (const target of targets) {
    const path = joinPath(own.folder, target);
    if (path === undefined) continue;
    const found =
      fileAt(context.tree, path, asker) ??
      indexOf(context.tree, path, asker) ??
      sourceOf(context, own, path, asker);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The source that a built file is made of, by the folders of the package's tsconfig, then by custom. */
function sourceOf(context: EntryContext, own: Package, built: string, asker: Asker): string | undefined {
  for (const stem of sourceStems(context, own, built)) {
    const found =
      fileAt(context.tree, stem, { ...asker, isTypeScript: true }) ??
      indexOf(context.tree, stem, { ...asker, isTypeScript: true });
    if (found !== undefined && found !== built) return found;
  }
  return undefined;
}

function sourceStems(context: EntryContext, own: Package, built: string): readonly string[] {
  const stem = built.replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
  const byConfig = context.configs.inFolder(own.folder).flatMap((config) => stemsByConfig(config, own, stem));
  return [...byConfig, ...stemsByCustom(own, stem)];
}

function stemsByConfig(config: CompilerConfig, own: Package, stem: string): readonly string[] {
  const below = (root: string, part: string) => joinPath(root, part) ?? part;
  return config.outDirs.flatMap((outDir) => {
    if (!stem.startsWith(`${outDir}/`)) return [];
    const part = stem.slice(outDir.length + 1);
    const roots = config.rootDir === undefined ? [below(own.folder, "src"), own.folder] : [config.rootDir];
    return roots.map((root) => below(root, part));
  });
}

/** Folders that hold what a build makes, and those below them for one form of it. */
const builtFolders = /^(?:dist|lib|build|out|output|es|esm|cjs|umd|types|typings|module|commonjs)\//;

function stemsByCustom(own: Package, stem: string): readonly string[] {
  const found: string[] = [];
  let part = own.folder === "" ? stem : stem.slice(own.folder.length + 1);
  while (builtFolders.test(part)) {
    part = part.slice(part.indexOf("/") + 1);
    for (const root of ["src", "source", "lib", ""])
      found.push(joinPath(own.folder, `${root}/${part}`) ?? part);
  }
  return found;
}
