import { parse } from "smol-toml";
import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";

/** A package of Cargo: a folder with its own manifest. */
export interface Crate {
  readonly folder: string;
  /** The name by which code writes the library. */
  readonly libraryName: string;
  /** The root file of the library, when there is one. */
  readonly library?: string;
  /** The root files of all targets, the library's first. */
  readonly roots: readonly string[];
  /** The manifest says that the library is for others: it has no program, or describes it on its own. */
  readonly isLibrary: boolean;
  /** Before edition 2018 a path in a `use` starts at the root. */
  readonly usesStartAtRoot: boolean;
  /** What the code calls its dependencies: the real name of each, and its folder when it is of this project. */
  readonly dependencies: ReadonlyMap<string, Dependency>;
}

export interface Dependency {
  readonly realName: string;
  readonly folder?: string;
  /** The code calls it by the name that this manifest gives it. */
  readonly isRenamed?: true;
}

/** Every package of the project, by folder. A manifest that does not parse gives a package without dependencies. */
export function readCrates(project: ProjectView): ReadonlyMap<string, Crate> {
  const crates = new Map<string, Crate>();
  const workspaces: Workspaces = new Map();
  for (const path of project.tree.paths) {
    if (path !== "Cargo.toml" && !path.endsWith("/Cargo.toml")) continue;
    const text = project.manifest(path);
    if (text === undefined) continue;
    const folder = folderOf(path);
    const manifest = parseManifest(text);
    if (table(manifest, "package") !== undefined || project.tree.has(inFolder(folder, "src/lib.rs"))) {
      crates.set(folder, readCrate(project, folder, manifest, workspaces));
    }
  }
  return crates;
}

type Table = Record<string, unknown>;

function parseManifest(text: string): Table {
  try {
    return parse(text);
  } catch (error) {
    // A broken manifest is a normal input: the conventions of Cargo hold without it.
    if (error instanceof Error) return {};
    throw error;
  }
}

function readCrate(project: ProjectView, folder: string, manifest: Table, workspaces: Workspaces): Crate {
  const described = table(manifest, "package") ?? {};
  const library = table(manifest, "lib") ?? {};
  const packageName = text(described, "name") ?? folder.slice(folder.lastIndexOf("/") + 1);
  const libraryPath = inFolder(folder, text(library, "path") ?? "src/lib.rs");
  const hasLibrary = project.tree.has(libraryPath);
  const edition = described.edition;
  const others = otherRoots(project, folder, manifest);
  const isProgram = others.some((path) => isProgramRoot(folder, path));
  const isPublished =
    described.publish !== false && !(Array.isArray(described.publish) && described.publish.length === 0);
  return {
    folder,
    libraryName: identifier(text(library, "name") ?? packageName),
    ...(hasLibrary ? { library: libraryPath } : {}),
    isLibrary: hasLibrary && isPublished && (!isProgram || manifest.lib !== undefined),
    roots: [...(hasLibrary ? [libraryPath] : []), ...others],
    usesStartAtRoot: edition === undefined || edition === "2015",
    dependencies: readDependencies(project, folder, manifest, workspaces),
  };
}

/** A target that is neither an example, a test, a bench nor the build script. */
export function isProgramRoot(folder: string, path: string): boolean {
  const within = folder === "" ? path : path.slice(folder.length + 1);
  return within !== "build.rs" && !/^(?:examples|tests|benches)\//u.test(within);
}

/** Folders in which Cargo finds targets by itself, and the setting that forbids it. */
const discovered = [
  ["src/bin", "autobins"],
  ["examples", "autoexamples"],
  ["tests", "autotests"],
  ["benches", "autobenches"],
] as const;

function otherRoots(project: ProjectView, folder: string, manifest: Table): string[] {
  const found = new Set<string>();
  const add = (path: string | undefined) => {
    if (path !== undefined && project.tree.has(path)) found.add(path);
  };
  const described = table(manifest, "package") ?? {};
  add(inFolder(folder, "src/main.rs"));
  add(inFolder(folder, "build.rs"));
  const build = text(described, "build");
  if (build !== undefined) add(inFolder(folder, build));
  for (const kind of ["bin", "example", "test", "bench"]) {
    for (const target of list(manifest, kind)) {
      const path = text(target, "path");
      if (path !== undefined) add(inFolder(folder, path));
    }
  }
  for (const [place, setting] of discovered) {
    if (described[setting] === false) continue;
    const at = inFolder(folder, place);
    for (const path of project.tree.filesIn(at)) if (path.endsWith(".rs")) add(path);
    for (const name of project.tree.foldersIn(at)) add(`${at}/${name}/main.rs`);
  }
  return [...found];
}

function readDependencies(
  project: ProjectView,
  folder: string,
  manifest: Table,
  workspaces: Workspaces,
): ReadonlyMap<string, Dependency> {
  const found = new Map<string, Dependency>();
  const platforms = Object.values(table(manifest, "target") ?? {}).filter(isTable);
  for (const holder of [manifest, ...platforms]) {
    for (const kind of ["dependencies", "dev-dependencies", "build-dependencies"]) {
      for (const [written, value] of Object.entries(table(holder, kind) ?? {})) {
        const inherited = isInherited(value)
          ? inheritedFrom(project, folder, written, workspaces)
          : undefined;
        const [where, said] = inherited ?? [folder, value];
        found.set(identifier(written), readDependency(where, written, said));
      }
    }
  }
  return found;
}

function readDependency(folder: string, written: string, value: unknown): Dependency {
  if (!isTable(value)) return { realName: identifier(written) };
  const path = text(value, "path");
  const target = path === undefined ? undefined : joinPath(folder, path);
  const realName = identifier(text(value, "package") ?? written);
  if (target === undefined) return { realName };
  return { realName, folder: target, ...(realName === identifier(written) ? {} : { isRenamed: true }) };
}

function isInherited(value: unknown): boolean {
  return isTable(value) && value.workspace === true;
}

/** What the workspace says of a dependency, and in which folder. It cannot itself inherit that from anywhere. */
function inheritedFrom(
  project: ProjectView,
  folder: string,
  written: string,
  workspaces: Workspaces,
): readonly [string, unknown] | undefined {
  const workspace = workspaceAbove(project, folder, workspaces);
  const dependencies = workspace && table(workspace.manifest, "dependencies");
  if (workspace === undefined || dependencies === undefined || !Object.hasOwn(dependencies, written)) {
    return undefined;
  }
  return [workspace.folder, dependencies[written]];
}

interface Workspace {
  readonly folder: string;
  readonly manifest: Table;
}

/** The workspace of each folder that was asked for: every dependency asks, and reading a manifest is slow. */
type Workspaces = Map<string, Workspace | undefined>;

/** The `[workspace]` table of the nearest manifest at or above the folder that has one. */
function workspaceAbove(project: ProjectView, folder: string, workspaces: Workspaces): Workspace | undefined {
  if (workspaces.has(folder)) return workspaces.get(folder);
  const text = project.manifest(inFolder(folder, "Cargo.toml"));
  const manifest = text === undefined ? undefined : table(parseManifest(text), "workspace");
  let found: Workspace | undefined;
  if (manifest !== undefined) found = { folder, manifest };
  else if (folder !== "") found = workspaceAbove(project, folderOf(folder), workspaces);
  workspaces.set(folder, found);
  return found;
}

/** Cargo allows hyphens in names; code writes underscores. */
function identifier(name: string): string {
  return name.replaceAll("-", "_");
}

export function inFolder(folder: string, relative: string): string {
  return joinPath(folder, relative) ?? relative;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function table(holder: Table, name: string): Table | undefined {
  const value = holder[name];
  return isTable(value) ? value : undefined;
}

function list(holder: Table, name: string): Table[] {
  const value = holder[name];
  return Array.isArray(value) ? value.filter(isTable) : [];
}

function text(holder: Table, name: string): string | undefined {
  const value = holder[name];
  return typeof value === "string" ? value : undefined;
}
