import { parse as parseToml } from "smol-toml";

/** What the files beside the code say of where packages lie. Paths are relative to the manifest's folder. */
export interface PackagingFacts {
  /** Folders whose children are importable. */
  readonly roots: readonly string[];
  /** Packages that lie where their name does not say: the dotted name and the folder. */
  readonly packageFolders: readonly { readonly name: string; readonly folder: string }[];
  /** Distributions that the project depends on, in lower case with "_" for "-" and ".". */
  readonly dependencies: readonly string[];
}

const nothing: PackagingFacts = { roots: [], packageFolders: [], dependencies: [] };

export function isManifest(path: string): boolean {
  return /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py|pytest\.ini|tox\.ini|requirements[^/]*\.txt)$/u.test(
    path,
  );
}

/** Reads a manifest. One that cannot be read says nothing: its code is still read by the other rules. */
export function readManifest(path: string, text: string): PackagingFacts {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "pyproject.toml") return readPyproject(text);
  if (name === "setup.py") return readSetupScript(text);
  if (name.endsWith(".txt")) return { ...nothing, dependencies: dependencyNames(text.split("\n")) };
  return readIni(text);
}

function readPyproject(text: string): PackagingFacts {
  let document: unknown;
  try {
    document = parseToml(text);
  } catch {
    // smol-toml throws its own error for text that is no TOML; such a manifest says nothing.
    return nothing;
  }
  const at = (...keys: string[]) => keys.reduce<unknown>((table, key) => entry(table, key), document);
  const packageDir = folderTable(at("tool", "setuptools", "package-dir"));
  const wheel = at("tool", "hatch", "build", "targets", "wheel");
  const hatchSources = entry(wheel, "sources") ?? at("tool", "hatch", "build", "sources");
  const poetry = at("tool", "poetry");
  const roots = [
    ...packageDir.roots,
    ...strings(at("tool", "setuptools", "packages", "find", "where")),
    ...list(entry(poetry, "packages")).flatMap((one) => strings(entry(one, "from"))),
    ...(Array.isArray(hatchSources) ? strings(hatchSources) : []),
    ...strings(entry(wheel, "packages")).map(parentFolder),
    ...strings(at("tool", "pdm", "build", "package-dir")),
    ...strings(at("tool", "pdm", "package-dir")),
    ...strings(at("tool", "maturin", "python-source")),
    ...strings(at("tool", "uv", "build-backend", "module-root")),
    ...strings(at("tool", "pytest", "ini_options", "pythonpath")),
    ...strings(at("tool", "pyright", "extraPaths")),
  ];
  const dependencies = [
    ...strings(at("project", "dependencies")),
    ...values(at("project", "optional-dependencies")).flatMap(strings),
    ...values(at("dependency-groups")).flatMap(strings),
    ...keys(entry(poetry, "dependencies")),
    ...keys(entry(poetry, "dev-dependencies")),
    ...values(entry(poetry, "group")).flatMap((group) => keys(entry(group, "dependencies"))),
  ];
  return {
    roots,
    packageFolders: [...packageDir.packageFolders, ...renamedSources(hatchSources)],
    dependencies: dependencyNames(dependencies),
  };
}

/** A table of package names and folders; the folder of "" is a root. */
function folderTable(table: unknown): Pick<PackagingFacts, "roots" | "packageFolders"> {
  const roots: string[] = [];
  const packageFolders: { name: string; folder: string }[] = [];
  for (const name of keys(table)) {
    const folder = entry(table, name);
    if (typeof folder !== "string") continue;
    if (name === "") roots.push(folder);
    else packageFolders.push({ name, folder });
  }
  return { roots, packageFolders };
}

/** Hatch: `"src/foo" = "bar"` puts the folder under the name bar; `"src" = ""` makes a root of it. */
function renamedSources(table: unknown): { name: string; folder: string }[] {
  return keys(table).flatMap((folder) => {
    const name = entry(table, folder);
    return typeof name === "string" && name !== "" ? [{ name: name.replaceAll("/", "."), folder }] : [];
  });
}

/** The literal parts of a `setup(…)` call. Nothing of it is run. */
function readSetupScript(text: string): PackagingFacts {
  const table: Record<string, string> = {};
  const packageDir = /\bpackage_dir\s*=\s*\{([^{}]*)\}/u.exec(text)?.[1] ?? "";
  for (const pair of packageDir.matchAll(/(['"])([\w.]*)\1\s*:\s*(['"])([^'"]*)\3/gu)) {
    table[pair[2] as string] = pair[4] as string;
  }
  const found = text.matchAll(/\bfind_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?(['"])([^'"]+)\1/gu);
  const required = /\binstall_requires\s*=\s*\[([^\]]*)\]/u.exec(text)?.[1] ?? "";
  const dependencies = [...required.matchAll(/(['"])([^'"]+)\1/gu)].map((match) => match[2] as string);
  const { roots, packageFolders } = folderTable(table);
  return {
    roots: [...roots, ...[...found].map((match) => match[2] as string)],
    packageFolders,
    dependencies: dependencyNames(dependencies),
  };
}

function readIni(text: string): PackagingFacts {
  const table: Record<string, string> = {};
  for (const line of iniLines(text, "options", "package_dir")) {
    const equals = line.indexOf("=");
    if (equals >= 0) table[line.slice(0, equals).trim()] = line.slice(equals + 1).trim();
  }
  const { roots, packageFolders } = folderTable(table);
  const words = (section: string, key: string) =>
    iniLines(text, section, key).flatMap((line) => line.split(/\s+/u));
  return {
    roots: [
      ...roots,
      ...iniLines(text, "options.packages.find", "where"),
      ...words("tool:pytest", "pythonpath"),
      ...words("pytest", "pythonpath"),
    ],
    packageFolders,
    dependencies: dependencyNames(iniLines(text, "options", "install_requires")),
  };
}

/** The lines of one value: what follows "=" and the indented lines below. */
function iniLines(text: string, section: string, key: string): string[] {
  const found: string[] = [];
  let isInSection = false;
  let isInValue = false;
  for (const line of text.split(/\r?\n/u)) {
    const header = /^\[([^\]]+)\]/u.exec(line);
    if (header !== null) {
      isInSection = header[1]?.trim() === section;
      isInValue = false;
    } else if (isInSection && /^\s*[#;]/u.test(line)) {
    } else if (isInSection && isInValue && /^\s+\S/u.test(line)) {
      found.push(line.trim());
    } else {
      const assigned = /^([\w.-]+)\s*[=:]\s*(.*)$/u.exec(line);
      isInValue = isInSection && assigned?.[1] === key;
      if (isInValue && assigned?.[2]) found.push(assigned[2].trim());
    }
  }
  return found;
}

function dependencyNames(requirements: readonly string[]): string[] {
  return requirements.flatMap((requirement) => {
    const name = /^\s*([A-Za-z0-9][\w.-]*)/u.exec(requirement)?.[1];
    return name === undefined ? [] : [normalizedName(name)];
  });
}

export function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[-.]+/gu, "_");
}

function parentFolder(folder: string): string {
  const slash = folder.replace(/\/+$/u, "").lastIndexOf("/");
  return slash < 0 ? "" : folder.slice(0, slash);
}

function entry(table: unknown, key: string): unknown {
  const isTable = typeof table === "object" && table !== null && !Array.isArray(table);
  return isTable && Object.hasOwn(table, key) ? (table as Record<string, unknown>)[key] : undefined;
}

function keys(table: unknown): string[] {
  const isTable = typeof table === "object" && table !== null && !Array.isArray(table);
  return isTable ? Object.keys(table) : [];
}

function values(table: unknown): unknown[] {
  return keys(table).map((key) => entry(table, key));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list, or the one string. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return list(value).filter((one) => typeof one === "string");
}
