import { folderOf, joinPath, type PathTree } from "../../engine/graph/graph.ts";
import { asObject, asText, asTexts, type JsonObject, type Manifests } from "./manifests.ts";

/** What a tsconfig or jsconfig says of how modules are found, with all that it extends. Paths are of the project. */
export interface CompilerConfig {
  readonly path: string;
  readonly baseUrl?: string;
  /** Patterns with the paths that they stand for, in the order of the file. */
  readonly paths: readonly PathsEntry[];
  readonly rootDirs: readonly string[];
  readonly rootDir?: string;
  readonly outDirs: readonly string[];
  readonly customConditions: readonly string[];
  /** The configs that it names as parts of one project. */
  readonly references: readonly string[];
}

interface PathsEntry {
  readonly pattern: string;
  readonly targets: readonly string[];
}

export interface CompilerConfigs {
  /** The config that rules a folder: of the nearest folder upward that has one; with the parts that it names. */
  ruling(folder: string): readonly CompilerConfig[];
  /** All configs that lie directly in a folder. */
  inFolder(folder: string): readonly CompilerConfig[];
}

/** Finds the config file that a package gives others to extend. */
export type FindPackageFile = (specifier: string, fromFolder: string) => string | undefined;

/** A chain of `extends` longer than this is a mistake in it. */
const maxExtends = 32;

export function createCompilerConfigs(
  tree: PathTree,
  manifests: Manifests,
  findPackageFile: FindPackageFile,
): CompilerConfigs {
  const byPath = new Map<string, CompilerConfig>();
  const byFolder = new Map<string, readonly CompilerConfig[]>();
  return { ruling, inFolder };

  function ruling(folder: string): readonly CompilerConfig[] {
    const known = byFolder.get(folder);
    if (known !== undefined) return known;
    const path = ["tsconfig.json", "jsconfig.json"]
      .map((name) => joinPath(folder, name) ?? name)
      .find((candidate) => tree.has(candidate));
    let found: readonly CompilerConfig[] = [];
    if (path !== undefined) found = withReferences(read(path));
    else if (folder !== "") found = ruling(folderOf(folder));
    byFolder.set(folder, found);
    return found;
  }

  function withReferences(config: CompilerConfig): readonly CompilerConfig[] {
    return [config, ...config.references.filter((path) => tree.has(path)).map(read)];
  }

  function inFolder(folder: string): readonly CompilerConfig[] {
    return tree
      .filesIn(folder)
      .filter((path) => /(^|\/)[tj]sconfig[^/]*\.json$/.test(path))
      .map(read);
  }

  function read(path: string): CompilerConfig {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const config = interpret(path, chainOf(path));
    byPath.set(path, config);
    return config;
  }

  /** The config and all that it extends, what overrides first. */
  function chainOf(path: string): readonly Layer[] {
    const layers: Layer[] = [];
    const seen = new Set<string>();
    const open = [path];
    for (let at = open.shift(); at !== undefined && layers.length < maxExtends; at = open.shift()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const content = manifests.object(at);
      if (content === undefined) continue;
      layers.push({ folder: folderOf(at), options: asObject(content.compilerOptions) ?? {}, content });
      const single = asText(content.extends);
      const bases = single === undefined ? asTexts(content.extends) : [single];
      // Of several bases the later one overrides; what a base extends comes right behind it.
      open.unshift(...bases.toReversed().flatMap((base) => baseFile(base, folderOf(at as string)) ?? []));
    }
    return layers;
  }

  function baseFile(written: string, folder: string): string | undefined {
    if (!written.startsWith(".")) return findPackageFile(written, folder);
    const path = joinPath(folder, written);
    if (path === undefined) return undefined;
    return [path, `${path}.json`, `${path}/tsconfig.json`].find((candidate) => tree.has(candidate));
  }
}

interface Layer {
  readonly folder: string;
  readonly options: JsonObject;
  readonly content: JsonObject;
}

function interpret(path: string, layers: readonly Layer[]): CompilerConfig {
  const configFolder = folderOf(path);
  const baseUrl = pathOption("baseUrl");
  const rootDir = pathOption("rootDir");
  const pathsLayer = layers.find((layer) => asObject(layer.options.paths) !== undefined);
  const rootDirsLayer = layers.find((layer) => Array.isArray(layer.options.rootDirs));
  const conditionsLayer = layers.find((layer) => Array.isArray(layer.options.customConditions));
  const outDirs = ["outDir", "declarationDir"].map(pathOption).filter((folder) => folder !== undefined);
  return {
    path,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(rootDir === undefined ? {} : { rootDir }),
    outDirs,
    paths: pathsLayer === undefined ? [] : readPaths(pathsLayer, baseUrl ?? pathsLayer.folder),
    rootDirs: asTexts(rootDirsLayer?.options.rootDirs).flatMap(
      (written) => place(written, rootDirsLayer?.folder ?? configFolder) ?? [],
    ),
    customConditions: asTexts(conditionsLayer?.options.customConditions),
    references: readReferences(layers[0]),
  };

  function pathOption(name: string): string | undefined {
    const layer = layers.find((candidate) => asText(candidate.options[name]) !== undefined);
    return layer === undefined ? undefined : place(layer.options[name] as string, layer.folder);
  }

  /** `${configDir}` is the folder of the config that is used, not of the one that says it. */
  function place(written: string, folder: string): string | undefined {
    const below = /^\$\{configDir\}(.*)$/s.exec(written)?.[1];
    return below === undefined ? joinPath(folder, written) : joinPath(configFolder, below);
  }

  function readPaths(layer: Layer, base: string): readonly PathsEntry[] {
    return Object.entries(asObject(layer.options.paths) ?? {}).map(([pattern, targets]) => ({
      pattern,
      targets: asTexts(targets).flatMap((target) => place(target, base) ?? []),
    }));
  }

  function readReferences(layer: Layer | undefined): readonly string[] {
    const written = layer?.content.references;
    if (layer === undefined || !Array.isArray(written)) return [];
    return written.flatMap((entry) => {
      const target = asText(asObject(entry)?.path);
      const joined = target === undefined ? undefined : joinPath(layer.folder, target);
      if (joined === undefined) return [];
      return joined.endsWith(".json") ? [joined] : [joinPath(joined, "tsconfig.json") ?? joined];
    });
  }
}

/**
 * The paths that `paths` gives for a name: those of the exact entry, or of the pattern with the longest start.
 * None when no entry fits.
 */
export function aliasTargets(config: CompilerConfig, specifier: string): readonly string[] {
  let best: { readonly entry: PathsEntry; readonly start: string; readonly matched: string } | undefined;
  for (const entry of config.paths) {
    if (entry.pattern === specifier) return entry.targets;
    const star = entry.pattern.indexOf("*");
    if (star < 0) continue;
    const start = entry.pattern.slice(0, star);
    const end = entry.pattern.slice(star + 1);
    const isFit =
      specifier.startsWith(start) && specifier.endsWith(end) && specifier.length >= start.length + end.length;
    if (isFit && (best === undefined || start.length > best.start.length)) {
      best = { entry, start, matched: specifier.slice(start.length, specifier.length - end.length) };
    }
  }
  if (best === undefined) return [];
  const { entry, matched } = best;
  return entry.targets.map((target) => target.replace("*", () => matched));
}
