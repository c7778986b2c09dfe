import type { FileIndex, Import, Reference } from "../index/index.ts";
import { createExportFinder, type ExportFinder } from "./bind-exports.ts";
import { createMemberFinder, type MemberFinder } from "./bind-members.ts";
import { createNameFinder, type Head } from "./bind-names.ts";
import { createPathCache } from "./bind-paths.ts";
import { type Place, type Target, targetOf, unknownMember } from "./bind-place.ts";
import { meantBy, takingArguments } from "./bind-roles.ts";
import { createSight } from "./bind-sight.ts";
import { createTableCache, type FileTables, isTypeKind } from "./bind-tables.ts";
import { createValueFinder } from "./bind-values.ts";
import type { ProjectView } from "./project.ts";
import type { ResolvedModule, Resolver } from "./resolver.ts";

export type { Target } from "./bind-place.ts";

/** Names what references stand for, over one state of a project. */
export interface Binder {
  /**
   * All declarations that the reference may stand for: more than one only where several stand for one name
   * (overloads, files of several platforms). Never a namesake: a name that only looks the same is "unknown".
   */
  bind(file: FileIndex, reference: Reference): readonly Target[];
  /**
   * For a member of a value of which the text tells nothing, as a parameter without a type: the members of that
   * name of the types in the file's sight, which are declared in it or its siblings or imported by name. Empty
   * where more than one of these types has one, and where something is known of the value: then a type that
   * merely has such a member is a namesake.
   */
  membersInSight(file: FileIndex, reference: Reference): readonly Target[];
  /** What an import brings into its file: a declaration, a module, or something outside. */
  bindImport(file: FileIndex, entry: Import): readonly Target[];
  /**
   * Where an exported name of a module is really declared, through re-exports. `language` is of the file
   * that names the module; it is needed where the module is a folder without files of its own.
   */
  findExport(module: ResolvedModule, name: string, language?: string): readonly Target[];
  /** What the link step asks beyond single names. */
  readonly parts: BinderParts;
  /** How many names were given up because their re-exports go on for more than `maxExportHops`. */
  readonly cutExports: number;
}

/** The inside of a binder, for who must know more of a use than what it stands for. */
export interface BinderParts {
  /** As `bind`, before it is forgotten whether it is a value, and of exactly which type. */
  readonly places: (file: FileIndex, reference: Reference) => readonly Place[];
  /** Where the path before the name leads: the receiver of a member, by what variables hold. */
  readonly receiver: (file: FileIndex, reference: Reference) => readonly Place[];
  /** What the variables, fields and parameters among places hold, in their place. */
  readonly heldBy: (places: readonly Place[]) => readonly Place[];
  readonly members: MemberFinder;
  readonly tablesOf: (file: FileIndex) => FileTables;
  /** What a written name of a type means, seen from inside a declaration. */
  readonly typeNamed: (file: FileIndex, names: readonly string[], within: number) => readonly Place[];
  readonly resolveImport: (file: FileIndex, entry: Import) => ResolvedModule;
  readonly exportPlaces: (module: ResolvedModule, name: string, language: string) => readonly Place[];
}

export interface BinderOptions {
  readonly project: ProjectView;
  /** The resolver of a file's language; `undefined` for a language that has none. */
  readonly resolverFor: (language: string) => Resolver | undefined;
  /** The most re-exports that are followed from one name. */
  readonly maxExportHops: number;
  /** The most types that a variable's values may be of for all of them to count. Default 1. */
  readonly maxValues?: number;
  /** More files that may hold members of a type, for who has read all of them. */
  readonly membersElsewhere?: (file: FileIndex, declaration: number) => readonly string[];
}

/**
 * Makes the one reader of names that the review and the project graph use. It keeps what it worked out, so
 * make a new one when more of the project has been read. Cost: about one look-up a name of the path, plus
 * the re-exports and bases on the way, each once.
 */
export function createBinder(options: BinderOptions): Binder {
  const { project, resolverFor } = options;
  const tablesOf = createTableCache();
  const known = createPathCache();
  let cutExports = 0;
  // The parts ask one another, so each gets the others by a call.
  const shared = { project, tablesOf, resolverFor, members: () => members, exports: () => exports };
  const names = createNameFinder(shared);
  const values = createValueFinder({ ...shared, places, typeNamed, maxValues: options.maxValues ?? 1 });
  const members: MemberFinder = createMemberFinder({
    ...shared,
    typeNamed,
    ...(options.membersElsewhere === undefined ? {} : { membersElsewhere: options.membersElsewhere }),
  });
  const exports: ExportFinder = createExportFinder({
    ...shared,
    maxExportHops: options.maxExportHops,
    resolveImport: names.resolveImport,
    memberOf: values.memberOf,
    onTooManyHops: () => {
      cutExports++;
    },
  });
  const membersInSight = createSight({ ...shared, imported: names.imported, places, path });

  return {
    // Not kept for each use: looking it up would take as long as working it out.
    bind: (file, reference) => meant(file, reference).map(targetOf),
    membersInSight: (file, reference) => membersInSight(file, reference).map(targetOf),
    parts: {
      places: meant,
      receiver: (file, reference) => values.heldBy(path(file, reference.through, reference)),
      heldBy: values.heldBy,
      members,
      tablesOf,
      typeNamed,
      resolveImport: names.resolveImport,
      exportPlaces: exports.find,
    },
    bindImport: (file, entry) => names.imported(file, entry).map(targetOf),
    findExport: (module, name, language) =>
      exports.find(module, name, language ?? languageOf(module) ?? "").map(targetOf),
    get cutExports() {
      return cutExports;
    },
  };

  function languageOf(module: ResolvedModule): string | undefined {
    if (module.kind !== "files") return undefined;
    for (const path of module.paths) {
      const file = project.index(path);
      if (file !== undefined) return file.language;
    }
    return undefined;
  }

  function meant(file: FileIndex, reference: Reference): readonly Place[] {
    const fitting = meantBy(reference.role, values.wholes(places(file, reference)));
    const hasOverloads = resolverFor(file.language)?.hasOverloads;
    return hasOverloads ? takingArguments(reference.argumentCount, fitting, tablesOf) : fitting;
  }

  function places(file: FileIndex, reference: Reference): readonly Place[] {
    return path(file, reference.through, reference, reference.name);
  }

  /** `last`: one more name behind the parts. */
  function path(file: FileIndex, parts: readonly string[], head: Head, last?: string): readonly Place[] {
    const first = (parts[0] ?? last) as string;
    const start = known.start(file, first, head, seenFrom(file, first, head));
    const before = known.end(start, parts);
    const end = last === undefined || parts.length === 0 ? before : known.after(before, last);
    if (end.places !== undefined) return end.places;
    // Whoever asks for it in a circle learns nothing of it.
    end.places = unknownMember;
    const all = last === undefined ? parts : [...parts, last];
    const longest = known.longest(start, all);
    let found = longest.places ?? names.find(file, first, head);
    for (let at = longest.length; at < all.length; at++) found = values.step(found, all[at] as string);
    end.places = found;
    end.isDone = true;
    return found;
  }

  /** Which place in the file decides what the first name means: many places see the same. */
  function seenFrom(file: FileIndex, name: string, head: Head): number {
    const resolver = resolverFor(file.language);
    if (head.import >= 0) return -1;
    if (resolver?.selfNames?.includes(name) || resolver?.superNames?.includes(name)) return head.within;
    if (head.declaration >= 0) return -1;
    if (tablesOf(file).hasInnerWildcards) return head.within;
    return resolver?.hasImplicitSelf ? typeAround(file, head.within) : -1;
  }

  /** What a written name of a type means, seen from inside the declaration `within`: types before values. */
  function typeNamed(file: FileIndex, parts: readonly string[], within: number): readonly Place[] {
    const head = names.typeHead(file, parts[0] as string, within);
    if (head === undefined) return boundPlaces(file, parts, within);
    const found = path(file, parts, head);
    const types = found.filter((place) => place.kind !== "declaration" || isType(place));
    return types.length > 0 ? types : found;
  }

  /** A type parameter stands for what it must be. */
  function boundPlaces(file: FileIndex, parts: readonly string[], within: number): readonly Place[] {
    if (parts.length > 1) return unknownMember;
    const bounds = names.boundsOf(file, parts[0] as string, within);
    const found = bounds.types
      .filter((type) => type.name !== parts[0])
      .flatMap((type) => typeNamed(file, [...type.through, type.name], bounds.within));
    return found.length > 0 ? found : unknownMember;
  }
}

/** The innermost type around a place in a file; -1 for none. */
function typeAround(file: FileIndex, within: number): number {
  let at = within;
  while (at >= 0 && !isTypeKind(file.declarations[at]?.kind ?? "parameter")) {
    at = file.declarations[at]?.parent ?? -1;
  }
  return at;
}

function isType(place: Extract<Place, { kind: "declaration" }>): boolean {
  const kind = place.file.declarations[place.declaration]?.kind;
  return kind !== undefined && isTypeKind(kind);
}
