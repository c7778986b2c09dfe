import picomatch from "picomatch";
import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { asObject, asText, asTexts, type JsonObject, type Manifests } from "./manifests.ts";
import { workspacePackages } from "./pnpm-workspace.ts";

/** A folder with a package.json. */
export interface Package {
  readonly folder: string;
  readonly manifest: JsonObject;
  readonly name: string;
}

export interface Packages {
  /** The package that a folder belongs to: the nearest package.json upward. */
  around(folder: string): Package | undefined;
  /** The package of the project that a name means, seen from a folder; `undefined` when it is from outside. */
  named(name: string, fromFolder: string): Package | undefined;
  at(folder: string): Package | undefined;
}

const dependencyFields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

export function createPackages(project: ProjectView, manifests: Manifests): Packages {
  const { tree } = project;
  const aroundFolder = new Map<string, Package | undefined>();
  const members = new Map<string, ReadonlyMap<string, Package>>();
  let folders: readonly string[] | undefined;
  return { around, named, at };

  function at(folder: string): Package | undefined {
    const manifest = manifests.object(folder === "" ? "package.json" : `${folder}/package.json`);
    return manifest && { folder, manifest, name: asText(manifest.name) ?? "" };
  }

  function around(folder: string): Package | undefined {
    if (aroundFolder.has(folder)) return aroundFolder.get(folder);
    const found = at(folder) ?? (folder === "" ? undefined : around(folderOf(folder)));
    aroundFolder.set(folder, found);
    return found;
  }

  function named(name: string, fromFolder: string): Package | undefined {
    let isFromRegistry = false;
    for (let own = around(fromFolder); own !== undefined; own = parentPackage(own)) {
      const written = dependencyRange(own.manifest, name);
      const linked = written === undefined ? undefined : linkedFolder(written, own.folder);
      if (linked !== undefined) return at(linked);
      if (own.name === name && written === undefined && !isFromRegistry) return own;
      // A package that lists its own name as a dependency means a published version of itself.
      isFromRegistry ||= own.name === name && written !== undefined && !written.startsWith("workspace:");
      const member = membersOf(own).get(name);
      if (member !== undefined) return isFromRegistry && member.name === own.name ? undefined : member;
    }
    return undefined;
  }

  function parentPackage(own: Package): Package | undefined {
    return own.folder === "" ? undefined : around(folderOf(own.folder));
  }

  /** The packages of the workspace whose root a package is, by name. */
  function membersOf(root: Package): ReadonlyMap<string, Package> {
    const known = members.get(root.folder);
    if (known !== undefined) return known;
    const found = new Map<string, Package>();
    const isMember = memberTest(workspacePatterns(root));
    for (const folder of isMember === undefined ? [] : packageFolders()) {
      const below = folderBelow(root.folder, folder);
      if (below === undefined || isMember?.(below) !== true) continue;
      const member = at(folder);
      if (member !== undefined && member.name !== "" && !found.has(member.name))
        found.set(member.name, member);
    }
    members.set(root.folder, found);
    return found;
  }

  function packageFolders(): readonly string[] {
    folders ??= tree.paths
      .filter((path) => path.endsWith("/package.json") && !/(^|\/)node_modules\//.test(path))
      .map(folderOf);
    return folders;
  }

  function workspacePatterns(root: Package): readonly string[] {
    const inManifest = root.manifest.workspaces;
    const npm = Array.isArray(inManifest) ? inManifest : asObject(inManifest)?.packages;
    const lerna = manifests.object(joinPath(root.folder, "lerna.json") ?? "")?.packages;
    return [...asTexts(npm), ...pnpmPatterns(root.folder), ...asTexts(lerna)];
  }

  function pnpmPatterns(folder: string): readonly string[] {
    const path = joinPath(folder, "pnpm-workspace.yaml") ?? "";
    const text = tree.has(path) ? project.manifest(path) : undefined;
    return text === undefined ? [] : workspacePackages(text);
  }
}

function memberTest(patterns: readonly string[]): ((folder: string) => boolean) | undefined {
  const clean = patterns
    .filter(isModest)
    .map((pattern) => pattern.replace(/^(!?)\.\//, "$1").replace(/\/+$/, ""));
  const wanted = clean.filter((pattern) => !pattern.startsWith("!"));
  if (wanted.length === 0) return undefined;
  const unwanted = clean.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const isWanted = picomatch(wanted, { noextglob: true });
  const isUnwanted = unwanted.length === 0 ? () => false : picomatch(unwanted, { noextglob: true });
  return (folder) => isWanted(folder) && !isUnwanted(folder);
}

/** A pattern with many stars costs a power of the path's length to match; none that people write has. */
function isModest(pattern: string): boolean {
  return pattern.length <= 200 && (pattern.match(/\*/g) ?? []).length <= 8;
}

function folderBelow(root: string, folder: string): string | undefined {
  if (root === "") return folder;
  return folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : undefined;
}

function dependencyRange(manifest: JsonObject, name: string): string | undefined {
  for (const field of dependencyFields) {
    const range = asText(asObject(manifest[field])?.[name]);
    if (range !== undefined) return range;
  }
  return undefined;
}

/** `file:../x`, `link:../x`, `portal:../x` name a folder. */
function linkedFolder(range: string, folder: string): string | undefined {
  const path = /^(?:file|link|portal):(.+)$/.exec(range)?.[1] ?? /^workspace:(\.{1,2}\/.+)$/.exec(range)?.[1];
  return path === undefined ? undefined : joinPath(folder, path);
}
