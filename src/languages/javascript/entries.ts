import {
  folderOf,
  joinPath,
  type NamedEntry,
  type ProjectEntries,
  type ProjectView,
} from "../../engine/graph/graph.ts";
import { asObject, asText, createManifests, type Json, type JsonObject } from "./manifests.ts";
import { fileAt, indexOf } from "./module-files.ts";
import { type EntryAsker, type EntryContext, firstFile } from "./package-entry.ts";
import { patternFiles } from "./package-patterns.ts";
import type { Package } from "./packages.ts";
import { filesRun } from "./scripts.ts";
import { createCompilerConfigs } from "./tsconfig.ts";

const asker: EntryAsker = { isTypeScript: true, isTypeOnly: false, conditions: [[]] };

/** Scripts that start the program itself; the others build it, check it or keep it in order. */
const startScript = /^(?:start|serve|server|dev|prod|production|watch|worker|app|web|api|cron|run|main)\b/u;

/** What package.json says of where code starts: its entry, its programs, and the files that its scripts run. */
export function readEntries(project: ProjectView): ProjectEntries {
  const manifests = createManifests(project);
  const context: EntryContext = {
    tree: project.tree,
    configs: createCompilerConfigs(project.tree, manifests, () => undefined),
  };
  const entries: NamedEntry[] = [];
  const dependencies: string[] = [];
  for (const path of project.tree.paths) {
    if (!/(?:^|\/)package\.json$/u.test(path) || /(?:^|\/)node_modules\//u.test(path)) continue;
    const manifest = manifests.object(path);
    if (manifest === undefined) continue;
    const own: Package = { folder: folderOf(path), manifest, name: asText(manifest.name) ?? "" };
    for (const field of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
      dependencies.push(...Object.keys(asObject(manifest[field]) ?? {}));
    }
    entries.push(...publicEntries(context, own), ...programs(context, own), ...scripts(context, own));
  }
  return { entries, dependencies };
}

function publicEntries(context: EntryContext, own: Package): NamedEntry[] {
  const { manifest } = own;
  const named = ["main", "module", "browser", "source", "exports"].flatMap((field) => {
    const files = targetsOf(manifest[field]).flatMap((target) => filesOf(context, own, target));
    const more = field === "exports" ? patternFiles(context, own, asker) : [];
    return [...files, ...more].map((path) => entry(`package.json ${field}`, path));
  });
  const isSaid = ["main", "module", "exports"].some((field) => manifest[field] !== undefined);
  // What Node takes where nothing is said.
  const usual = isSaid ? undefined : indexOf(context.tree, own.folder, asker);
  return usual === undefined ? named : [...named, entry("package.json main", usual)];
}

function entry(rule: string, path: string): NamedEntry {
  return { rule, path, names: [], isPublic: true };
}

/** The strings in a table of any depth. */
function targetsOf(value: Json): string[] {
  const open: { value: Json; depth: number }[] = [{ value, depth: 0 }];
  const found: string[] = [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value === "string") found.push(one.value);
    else if (one.depth < 16 && typeof one.value === "object" && one.value !== null) {
      const inner = Object.entries(one.value).filter(([key]) => key !== "types" && key !== "typings");
      open.push(...inner.map(([, below]) => ({ value: below as Json, depth: (one?.depth ?? 0) + 1 })));
    }
  }
  return found;
}

function filesOf(context: EntryContext, own: Package, target: string): string[] {
  if (target.includes("*") || /\.(?:json|css|scss|html|node|wasm)$/u.test(target)) return [];
  const found = firstFile(context, own, [target], asker);
  return found === undefined ? [] : [found];
}

function programs(context: EntryContext, own: Package): NamedEntry[] {
  return targetsOf(own.manifest.bin).flatMap((target) =>
    filesOf(context, own, target).map((path) => ({ rule: "package.json bin", path, names: [] })),
  );
}

function scripts({ tree }: EntryContext, { folder, manifest }: Package): NamedEntry[] {
  const table: JsonObject = asObject(manifest.scripts) ?? {};
  return Object.entries(table).flatMap(([name, script]) => {
    if (typeof script !== "string") return [];
    const fileOf = (word: string): string | undefined => {
      const path = joinPath(folder, word);
      if (path === undefined) return undefined;
      return fileAt(tree, path, asker) ?? indexOf(tree, path, asker);
    };
    return filesRun(script, fileOf).map((path) => ({
      rule: "package.json scripts",
      path,
      names: [],
      isTooling: !startScript.test(name),
    }));
  });
}
