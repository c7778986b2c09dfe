import { folderOf, joinPath, type ProjectView } from "../../engine/graph/graph.ts";
import { type GoModule, type GoWorkspace, readGoMod, readGoWork } from "./manifests.ts";

/** A module as one importer sees it: the import path that it has there, and its folder. */
export interface VisibleModule {
  readonly path: string;
  readonly folder: string;
}

/** Which modules of the project the code of a folder can import. */
export interface ModuleMap {
  /** The folder of the nearest `go.mod` at or above; `undefined` when there is none. */
  moduleFolder(folder: string): string | undefined;
  /** The module around, those that its `go.work` joins, and the folders that stand for others by `replace`. */
  visibleFrom(moduleFolder: string): readonly VisibleModule[];
}

export function createModuleMap(project: ProjectView): ModuleMap {
  const { tree } = project;
  const modules = new Map<string, GoModule>();
  const workspaces = new Map<string, GoWorkspace>();

  function moduleIn(folder: string): GoModule | undefined {
    return readOnce(modules, folder, "go.mod", readGoMod);
  }

  function readOnce<T>(
    known: Map<string, T>,
    folder: string,
    file: string,
    read: (text: string) => T,
  ): T | undefined {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const path = inFolder(folder, file);
    const text = tree.has(path) ? project.manifest(path) : undefined;
    if (text === undefined) return undefined;
    const value = read(text);
    known.set(folder, value);
    return value;
  }

  function nearest(folder: string, file: string): string | undefined {
    for (let at = folder; ; at = folderOf(at)) {
      if (tree.has(inFolder(at, file))) return at;
      if (at === "") return undefined;
    }
  }

  /** The workspace that lists the module; a `go.work` above that does not list it says nothing of it. */
  function workspaceOf(moduleFolder: string): { folder: string; workspace: GoWorkspace } | undefined {
    const folder = nearest(moduleFolder, "go.work");
    const workspace = folder === undefined ? undefined : readOnce(workspaces, folder, "go.work", readGoWork);
    if (folder === undefined || workspace === undefined) return undefined;
    const isListed = workspace.uses.some((use) => joinPath(folder, use) === moduleFolder);
    return isListed ? { folder, workspace } : undefined;
  }

  return {
    moduleFolder: (folder) => nearest(folder, "go.mod"),
    visibleFrom(moduleFolder) {
      const found: VisibleModule[] = [];
      const add = (path: string, folder: string | undefined) => {
        if (path !== "" && folder !== undefined) found.push({ path, folder });
      };
      const addReplacements = (from: string, replacements: GoModule["replacements"]) => {
        for (const { from: path, folder } of replacements) add(path, joinPath(from, folder));
      };
      const own = moduleIn(moduleFolder);
      add(own?.path ?? "", moduleFolder);
      const joined = workspaceOf(moduleFolder);
      if (joined === undefined) addReplacements(moduleFolder, own?.replacements ?? []);
      else {
        addReplacements(joined.folder, joined.workspace.replacements);
        for (const use of joined.workspace.uses) {
          const folder = joinPath(joined.folder, use);
          const used = folder === undefined ? undefined : moduleIn(folder);
          add(used?.path ?? "", folder);
          if (folder !== undefined) addReplacements(folder, used?.replacements ?? []);
        }
      }
      return found;
    },
  };
}

export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
