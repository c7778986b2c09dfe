import { parse as parseToml } from "smol-toml";
import {
  folderOf,
  joinPath,
  type NamedEntry,
  type ProjectEntries,
  type ProjectView,
} from "../../engine/graph/graph.ts";
import { findProjectFacts, type ProjectFacts } from "./project-facts.ts";
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
  const facts = findProjectFacts(project);
  return { entries: [...entries, ...packageEntries(project, facts)], dependencies: [...facts.dependencies] };
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

/** Folders beside a package that are no part of what others import. */
const besides = /^(?:tests?|testing|docs?|examples?|benchmarks?|scripts?|tools?)$/u;

/** What the packages show that a manifest builds for others to import: one that names no program. */
function packageEntries(project: ProjectView, facts: ProjectFacts): NamedEntry[] {
  const { tree } = project;
  const folders = new Set(
    tree.paths.filter((path) => isLibrary(path, project.manifest(path))).map((path) => folderOf(path)),
  );
  const programs = new Set(
    tree.paths.filter((path) => namesProgram(path, project.manifest(path))).map((path) => folderOf(path)),
  );
  return [...folders].flatMap((folder) => {
    if (programs.has(folder)) return [];
    const below = (root: string) => root === folder || root.startsWith(folder === "" ? "" : `${folder}/`);
    return facts.roots.filter(below).flatMap((root) =>
      tree.foldersIn(root).flatMap((name) => {
        const path = `${root === "" ? "" : `${root}/`}${name}/__init__.py`;
        const isOwn = !besides.test(name) && tree.has(path);
        return isOwn ? [{ rule: "Python package", path, names: [], isPublic: true }] : [];
      }),
    );
  });
}

function isLibrary(path: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (/(?:^|\/)pyproject\.toml$/u.test(path)) return entry(readToml(text), "build-system") !== undefined;
  return /(?:^|\/)setup\.(?:py|cfg)$/u.test(path) && /\bpackages\s*=/u.test(text);
}

function namesProgram(path: string, text: string | undefined): boolean {
  if (text === undefined) return false;
  if (/(?:^|\/)setup\.(?:py|cfg)$/u.test(path))
    return /console_scripts|gui_scripts|\bscripts\s*=/u.test(text);
  if (!/(?:^|\/)pyproject\.toml$/u.test(path)) return false;
  const document = readToml(text);
  const tables = [
    ["project", "scripts"],
    ["project", "gui-scripts"],
    ["tool", "poetry", "scripts"],
    ["tool", "flit", "scripts"],
  ];
  return tables.some((keys) => keys.reduce(entry, document) !== undefined);
}

/** The document of a TOML text; nothing for text that is none. */
function readToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    // smol-toml throws its own error for text that is no TOML; such a manifest names nothing.
    return undefined;
  }
}

function inPyproject(text: string): string[] {
  const document = readToml(text);
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
