import type { Declaration, FileIndex, Import } from "../index/index.ts";
import { type DeclarationPlace, type Place, placeKey } from "./bind-place.ts";
import { isCallable } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";
import type { ResolvedModule } from "./resolver.ts";

/** What code outside of a project can call, of what its files show. */
export interface PublicReader {
  /** All that a file gives to who imports it, through its re-exports too. */
  allOf(file: FileIndex): readonly DeclarationPlace[];
  /** What a file exports under one name. */
  named(file: FileIndex, name: string): readonly DeclarationPlace[];
  /** A definition, with the members that it shows. */
  shown(place: DeclarationPlace): readonly DeclarationPlace[];
  /** As `allOf`, for many files that show much of the same: gives only what it has not given before. */
  collect(): (file: FileIndex) => readonly DeclarationPlace[];
}

function isGiven({ isReexport, isInternal, within }: Import): boolean {
  return isReexport && isInternal !== true && within < 0;
}

function isShown({ isExported, isInternal }: Declaration): boolean {
  return isExported && isInternal !== true;
}

/** Definitions and files that are still to be looked at, each once. */
interface Walk {
  readonly found: Set<string>;
  /** What was found and not given yet. */
  readonly fresh: DeclarationPlace[];
  readonly places: DeclarationPlace[];
  readonly files: FileIndex[];
  readonly seenFiles: Set<FileIndex>;
}

export function createPublicReader(context: LinkContext): PublicReader {
  const { binder, files, project } = context;
  let membersOf: ReadonlyMap<string, readonly DeclarationPlace[]> | undefined;
  return {
    allOf: (file) => finish(startWith([file])),
    named(file, name) {
      const walk = startWith([]);
      addNamed(walk, file, name);
      return finish(walk);
    },
    shown(place) {
      const walk = startWith([]);
      add(walk, place);
      return finish(walk);
    },
    collect() {
      const walk = startWith([]);
      const firsts = new Set<FileIndex>();
      return (file) => {
        if (firsts.has(file)) return [];
        firsts.add(file);
        // It may have been seen as one that another gives on, without what only it gives itself.
        walk.seenFiles.delete(file);
        walk.files.push(file);
        return finish(walk);
      };
    },
  };

  function startWith(first: readonly FileIndex[]): Walk {
    return { found: new Set(), fresh: [], places: [], files: [...first], seenFiles: new Set() };
  }

  function finish(walk: Walk): DeclarationPlace[] {
    let isFirst = true;
    for (let file = walk.files.pop(); file !== undefined; file = walk.files.pop()) {
      if (!walk.seenFiles.has(file)) addFile(walk, file, isFirst);
      walk.seenFiles.add(file);
      isFirst = false;
    }
    for (let place = walk.places.pop(); place !== undefined; place = walk.places.pop()) addBelow(walk, place);
    return walk.fresh.splice(0);
  }

  function addFile(walk: Walk, file: FileIndex, isFirst: boolean): void {
    for (const name of namesOf(file)) {
      // A star brings all names but the one of the whole.
      if (isFirst || (name !== "default" && name !== "export=")) addNamed(walk, file, name);
    }
    for (const module of starsOf(file)) addModule(walk, module);
  }

  function namesOf(file: FileIndex): Set<string> {
    const listed = file.exports.map((entry) => entry.name).filter((name) => name !== "*");
    const declared = file.declarations
      .filter((one) => one.level === "module" && one.parent < 0 && isShown(one))
      .map((one) => one.name);
    const given = file.imports
      .filter((entry) => isGiven(entry) && entry.local !== "")
      .map((entry) => entry.local);
    // What a star does not bring is not meant for others.
    const isMeant = (name: string) =>
      context.resolverFor(file.language)?.isInWildcard?.(file, name) !== false;
    return new Set([...listed, ...declared, ...given].filter(isMeant));
  }

  function starsOf(file: FileIndex): ResolvedModule[] {
    const resolver = context.resolverFor(file.language);
    const listed = file.exports.flatMap(({ name, specifier }) => {
      if (name !== "*" || specifier === undefined) return [];
      return resolver?.resolve(file, { specifier, kind: "wildcard", imported: "" }) ?? [];
    });
    const given = file.imports
      .filter((entry) => entry.kind === "wildcard" && isGiven(entry))
      .map((entry) => binder.resolveImport(file, entry));
    return [...listed, ...given];
  }

  function addNamed(walk: Walk, file: FileIndex, name: string): void {
    const module = { kind: "files" as const, paths: [file.path], scope: [] };
    for (const place of binder.exportPlaces(module, name, file.language)) addPlace(walk, place);
  }

  function addPlace(walk: Walk, place: Place): void {
    switch (place.kind) {
      case "declaration":
        add(walk, place);
        return;
      // An instance that is exported: its members can be called.
      case "value":
        add(walk, { kind: "declaration", file: place.file, declaration: place.declaration });
        return;
      case "module":
        addModule(walk, place.module);
        return;
      case "bases":
      case "outside":
      case "unknown":
    }
  }

  function addModule(walk: Walk, module: ResolvedModule): void {
    if (module.kind !== "files" || module.scope.length > 0) return;
    for (const path of module.paths) {
      const file = project.index(path);
      if (file !== undefined) walk.files.push(file);
    }
  }

  function add(walk: Walk, place: DeclarationPlace): void {
    const key = placeKey(place);
    if (walk.found.has(key)) return;
    walk.found.add(key);
    walk.fresh.push(place);
    walk.places.push(place);
  }

  /** What is shown with a definition: the members of a type and of its bases, and the types of results. */
  function addBelow(walk: Walk, place: DeclarationPlace): void {
    const one = place.file.declarations[place.declaration];
    if (one === undefined) return;
    for (const { through, name } of one.results) {
      const types = binder.typeNamed(place.file, [...through, name], place.declaration);
      for (const type of types) if (type.kind === "declaration") add(walk, type);
    }
    if (isCallable(one.kind)) return;
    for (const type of binder.members.line(place.file, place.declaration)) {
      for (const member of membersOfType(type)) add(walk, member);
    }
  }

  function membersOfType({ file, declaration }: DeclarationPlace): DeclarationPlace[] {
    const children = binder.tablesOf(file).children.get(declaration);
    const inside = [...(children?.values() ?? [])].flat().flatMap((index): DeclarationPlace[] => {
      const one = file.declarations[index];
      return one !== undefined && isShown(one) && one.level !== "local"
        ? [{ kind: "declaration", file, declaration: index }]
        : [];
    });
    membersOf ??= membersElsewhere();
    return [...inside, ...(membersOf.get(`${file.path}\0${declaration}`) ?? [])];
  }

  /** Members that name their type, as those of Go and of a Rust `impl`, by the type. */
  function membersElsewhere(): ReadonlyMap<string, readonly DeclarationPlace[]> {
    const found = new Map<string, DeclarationPlace[]>();
    for (const file of files) {
      file.declarations.forEach((one, declaration) => {
        if (one.owner === undefined || !isShown(one) || !isCallable(one.kind)) return;
        for (const type of binder.typeNamed(file, one.owner.split("."), one.parent)) {
          if (type.kind !== "declaration") continue;
          const key = `${type.file.path}\0${type.declaration}`;
          const members = found.get(key);
          const member: DeclarationPlace = { kind: "declaration", file, declaration };
          if (members === undefined) found.set(key, [member]);
          else members.push(member);
        }
      });
    }
    return found;
  }
}
