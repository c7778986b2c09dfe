import type { Assignment, Declaration, Export, FileIndex, Import, TakenPart } from "../index/index.ts";

/** The lists of a record, arranged for look-up by name. */
export interface FileTables {
  /** Declarations at the top level of the file, by name. */
  readonly topLevel: ReadonlyMap<string, readonly number[]>;
  /** Declarations directly below another one, by its index and their name. */
  readonly children: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;
  /** Members whose `owner` is named in the text, by the last name of the owner and their own. */
  readonly owned: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly importsByLocal: ReadonlyMap<string, readonly number[]>;
  readonly wildcardImports: readonly Import[];
  /** Some wildcard import stands inside a declaration. */
  readonly hasInnerWildcards: boolean;
  readonly exportsByName: ReadonlyMap<string, readonly Export[]>;
  readonly starExports: readonly Export[];
  readonly assignments: ReadonlyMap<number, readonly Assignment[]>;
  /** What part of which value a name holds, by its declaration. */
  readonly taken: ReadonlyMap<number, readonly TakenPart[]>;
  /** How many parameters a function takes, and whether the last one takes all that are left. */
  parametersOf(declaration: number): { readonly count: number; readonly hasRest: boolean };
}

/** Gives the tables of a record, made once. */
export function createTableCache(): (file: FileIndex) => FileTables {
  const cache = new WeakMap<FileIndex, FileTables>();
  let lastFile: FileIndex | undefined;
  let last: FileTables | undefined;
  return (file) => {
    if (file === lastFile && last !== undefined) return last;
    let tables = cache.get(file);
    if (tables === undefined) {
      tables = makeTables(file);
      cache.set(file, tables);
    }
    lastFile = file;
    last = tables;
    return tables;
  };
}

export function isTypeKind(kind: Declaration["kind"]): boolean {
  switch (kind) {
    case "class":
    case "interface":
    case "trait":
    case "struct":
    case "enum":
    case "type":
    case "namespace":
      return true;
    case "function":
    case "method":
    case "constructor":
    case "enum-member":
    case "variable":
    case "constant":
    case "field":
    case "macro":
    case "parameter":
    case "type-parameter":
      return false;
  }
}

export function isCallable(kind: Declaration["kind"]): boolean {
  return kind === "function" || kind === "method" || kind === "constructor" || kind === "macro";
}

function makeTables(file: FileIndex): FileTables {
  const topLevel = new Map<string, number[]>();
  const children = new Map<number, Map<string, number[]>>();
  const owned = new Map<string, Map<string, number[]>>();
  file.declarations.forEach((declaration, index) => {
    if (declaration.owner !== undefined) {
      const last = declaration.owner.slice(declaration.owner.lastIndexOf(".") + 1);
      pushTo(inner(owned, last), declaration.name, index);
    } else if (declaration.parent >= 0) pushTo(inner(children, declaration.parent), declaration.name, index);
    else if (declaration.level === "module") pushTo(topLevel, declaration.name, index);
  });
  const importsByLocal = new Map<string, number[]>();
  file.imports.forEach((entry, index) => {
    if (entry.local !== "") pushTo(importsByLocal, entry.local, index);
  });
  addImportedOwners(file, owned);
  const exportsByName = new Map<string, Export[]>();
  for (const entry of file.exports) if (entry.name !== "*") pushTo(exportsByName, entry.name, entry);
  const assignments = new Map<number, Assignment[]>();
  for (const entry of file.assignments) {
    if (entry.declaration >= 0) pushTo(assignments, entry.declaration, entry);
  }
  const taken = new Map<number, TakenPart[]>();
  for (const entry of file.taken ?? []) pushTo(taken, entry.declaration, entry);
  const wildcardImports = file.imports.filter((entry) => entry.kind === "wildcard");
  const parameters = new Map<number, { readonly count: number; readonly hasRest: boolean }>();
  return {
    topLevel,
    children,
    owned,
    importsByLocal,
    wildcardImports,
    hasInnerWildcards: wildcardImports.some((entry) => entry.within >= 0),
    exportsByName,
    starExports: file.exports.filter((entry) => entry.name === "*"),
    assignments,
    taken,
    parametersOf(declaration) {
      let found = parameters.get(declaration);
      if (found === undefined) {
        found = countParameters(file, children.get(declaration));
        parameters.set(declaration, found);
      }
      return found;
    },
  };
}

function countParameters(file: FileIndex, below: ReadonlyMap<string, readonly number[]> | undefined) {
  let count = 0;
  let hasRest = false;
  for (const indexes of below?.values() ?? []) {
    for (const index of indexes) {
      const one = file.declarations[index];
      if (one?.kind !== "parameter") continue;
      count++;
      if (one.isRest) hasRest = true;
    }
  }
  return { count, hasRest };
}

/** An owner that the file imports under another name is looked for by its own. */
function addImportedOwners(file: FileIndex, owned: Map<string, Map<string, number[]>>): void {
  if (owned.size === 0) return;
  for (const { local, imported } of file.imports) {
    const members = imported === "" || imported === local ? undefined : owned.get(local);
    for (const [name, indexes] of members ?? []) {
      for (const index of indexes) pushTo(inner(owned, imported), name, index);
    }
  }
}

function inner<Key>(map: Map<Key, Map<string, number[]>>, key: Key): Map<string, number[]> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  map.set(key, made);
  return made;
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
