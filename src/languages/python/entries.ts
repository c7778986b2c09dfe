import { parse as parseToml } from "smol-toml";
import {
  folderOf,
  joinPath,
  type NamedEntry,
  type ProjectEntries,
  type ProjectView,
} from "../../engine/graph/graph.ts";
import { findProjectFacts } from "./project-facts.ts";
import { resolveAbsolute } from "./resolve.ts";
import { findSourceRoots, type SourceRoots } from "./source-roots.ts";

/** `package.module:object.attribute`, with or without extras in brackets. */
const objectReference = /^\s*([\w.]+)\s*(?::\s*([\w.]+))?\s*(?:\[[^\]]*\])?\s*$/u;

/** The scripts and entry points that the manifests name. A manifest that does not parse names none. */
export function readEntries(project: ProjectView): ProjectEntries {
  const roots = findSourceRoots(project);
  const entries: NamedEntry[] = [];
  for (const path of project.tree.paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const text = project.manifest(path);
    if (text === undefined) continue;
    const references =
      name === "pyproject.toml"
        ? inPyproject(text)
        : name === "setup.cfg"
          ? inLists(text)
          : name === "setup.py"
            ? inScript(text)
            : [];
    for (const reference of references) entries.push(...entryOf(project, roots, path, name, reference));
    if (name !== "setup.py") continue;
    entries.push({ rule: "setup.py", path, names: [], isTooling: true });
    for (const script of scriptFiles(text)) {
      const file = joinPath(folderOf(path), script);
      if (file !== undefined) entries.push({ rule: "setup.py scripts", path: file, names: [] });
    }
  }
  return { entries, dependencies: [...findProjectFacts(project).dependencies] };
}

function entryOf(
  project: ProjectView,
  roots: SourceRoots,
  manifest: string,
  rule: string,
  reference: string,
): NamedEntry[] {
  const [, specifier = "", names] = objectReference.exec(reference) ?? [];
  if (specifier === "") return [];
  const folder = folderOf(manifest);
  const beside = folder === "" ? "setup.py" : `${folder}/setup.py`;
  const module = resolveAbsolute(project, roots, beside, { specifier, kind: "namespace", imported: "" });
  if (module.kind !== "files") return [];
  return module.paths.map((path) => ({ rule: `${rule} scripts`, path, names: names?.split(".") ?? [] }));
}

function inPyproject(text: string): string[] {
  let document: unknown;
  try {
    document = parseToml(text);
  } catch {
    // smol-toml throws its own error for text that is no TOML; such a manifest names nothing.
    return [];
  }
  const tables = [
    ["project", "scripts"],
    ["project", "gui-scripts"],
    ["project", "entry-points"],
    ["tool", "poetry", "scripts"],
    ["tool", "poetry", "plugins"],
    ["tool", "flit", "scripts"],
    ["tool", "pdm", "scripts"],
  ];
  return tables.flatMap((keys) => textsIn(keys.reduce(entry, document)));
}

function entry(table: unknown, key: string): unknown {
  const isTable = typeof table === "object" && table !== null && !Array.isArray(table);
  return isTable && Object.hasOwn(table, key) ? (table as Record<string, unknown>)[key] : undefined;
}

/** The strings in a table and the tables in it. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 4) return [];
  const reference = entry(value, "callable") ?? entry(value, "reference") ?? entry(value, "call");
  if (typeof reference === "string") return [reference];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}

/** The texts in a setup script that look as entry points do. */
function inScript(text: string): string[] {
  const quoted = /(['"])\s*[\w.-]+\s*=\s*([\w.]+:[\w.]+)\s*(?:\[[^\]'"]*\])?\s*\1/gu;
  return [...inLists(text), ...[...text.matchAll(quoted)].map((match) => match[2] as string)];
}

/** The files in `scripts=[…]` of a setup script. */
function scriptFiles(text: string): string[] {
  const list = /\bscripts\s*=\s*\[([^\]]*)\]/u.exec(text)?.[1] ?? "";
  return [...list.matchAll(/(['"])([^'"]+)\1/gu)].map((match) => match[2] as string);
}

/** `name = package.module:function`, as setup.cfg and the lists in setup.py have it. */
function inLists(text: string): string[] {
  return [...text.matchAll(/^[\s'"]*[\w.-]+\s*=\s*([\w.]+:[\w.]+)/gmu)].map((match) => match[1] as string);
}
