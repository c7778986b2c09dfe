import type { FileIndex, TypeName } from "../index/index.ts";
import { type DeclarationPlace, declared, type Place, placeKey, unknownMember } from "./bind-place.ts";
import { type FileTables, isTypeKind } from "./bind-tables.ts";
import { linearize } from "./linearize.ts";
import type { ProjectView } from "./project.ts";
import type { Resolver } from "./resolver.ts";

/** The most types whose members are looked at for one name. A longer line of bases is cut off. */
export const maxBases = 200;

/** What was found in a file, by a name and the declaration that it was looked for in. */
type Found<Value> = Map<FileIndex, Map<string, Map<number, Value>>>;

export interface MemberContext {
  readonly project: ProjectView;
  readonly tablesOf: (file: FileIndex) => FileTables;
  readonly resolverFor: (language: string) => Resolver | undefined;
  /** The type that a written name means, seen from inside a declaration. */
  readonly typeNamed: (file: FileIndex, names: readonly string[], within: number) => readonly Place[];
  readonly membersElsewhere?: (file: FileIndex, declaration: number) => readonly string[];
}

export interface MemberFinder {
  /** The members of that name of a type: its own, or else those of the first base that has one. */
  find(file: FileIndex, type: number, name: string): readonly Place[];
  /** As `find`, without what the type declares itself. */
  findInBases(file: FileIndex, type: number, name: string): readonly Place[];
  /** What is declared directly below a declaration or names it as its owner. */
  own(file: FileIndex, declaration: number, name: string): readonly DeclarationPlace[];
  /** The type and all its bases in the project, in the order in which a member is looked for. */
  line(file: FileIndex, type: number): readonly DeclarationPlace[];
  /** The line is longer than what `line` gives. */
  isCut(file: FileIndex, type: number): boolean;
  /** What a type is said to extend, implement, embed or be an implementation of; also what is not of the project. */
  bases(file: FileIndex, type: number): readonly Place[];
  /** The type, object or namespace around a place in a file, as a `this` there would mean it. */
  around(file: FileIndex, within: number): DeclarationPlace | undefined;
}

export function createMemberFinder(context: MemberContext): MemberFinder {
  const ownersOf = new Map<string, readonly DeclarationPlace[]>();
  const lines = new Map<string, readonly DeclarationPlace[]>();
  const orders = new Map<string, readonly DeclarationPlace[] | undefined>();
  const ownFound: Found<readonly DeclarationPlace[]> = new Map();
  const found: Found<readonly Place[]> = new Map();
  const basesFound: Found<readonly Place[]> = new Map();
  /** How many lines and owners are being worked out: until they are, an answer may lack what they will give. */
  let unsettled = 0;
  const others = new WeakMap<FileIndex, Map<number, readonly FileIndex[]>>();
  const finder: MemberFinder = {
    find: (file, type, name) => kept(found, file, type, name, () => firstOf(lineOfBases(file, type), name)),
    findInBases: (file, type, name) => firstOf(lineOfBases(file, type).slice(1), name),
    own,
    line: lineOfBases,
    isCut: (file, type) => lineOfBases(file, type).length >= maxBases,
    bases: (file, declaration) => allBases({ kind: "declaration", file, declaration }),
    around,
  };
  return finder;

  function firstOf(types: readonly DeclarationPlace[], name: string): readonly Place[] {
    for (const type of types) {
      const members = own(type.file, type.declaration, name);
      if (members.length > 0) return members;
    }
    return unknownMember;
  }

  /** Equal questions get the same array. */
  function kept<Value>(
    answers: Found<Value>,
    file: FileIndex,
    declaration: number,
    name: string,
    answer: () => Value,
  ): Value {
    const ofFile = answers.get(file) ?? new Map<string, Map<number, Value>>();
    const ofName = ofFile.get(name) ?? new Map<number, Value>();
    const known = ofName.get(declaration);
    if (known !== undefined) return known;
    const value = answer();
    if (unsettled === 0) {
      answers.set(file, ofFile.set(name, ofName.set(declaration, value)));
    }
    return value;
  }

  function own(file: FileIndex, declaration: number, name: string): readonly DeclarationPlace[] {
    return kept(ownFound, file, declaration, name, () => readOwn(file, declaration, name));
  }

  function readOwn(file: FileIndex, declaration: number, name: string): readonly DeclarationPlace[] {
    const below = (context.tablesOf(file).children.get(declaration)?.get(name) ?? []).filter((index) => {
      const child = file.declarations[index];
      return child !== undefined && child.level !== "local" && child.kind !== "type-parameter";
    });
    const found = [...declared(file, below), ...ownedIn(file, file, declaration, name)];
    for (const other of elsewhere(file, declaration)) found.push(...ownedIn(other, file, declaration, name));
    return found;
  }

  /** Members in `where` whose written owner is the declaration. */
  function ownedIn(
    where: FileIndex,
    file: FileIndex,
    declaration: number,
    name: string,
  ): readonly DeclarationPlace[] {
    const typeName = file.declarations[declaration]?.name ?? "";
    const candidates = context.tablesOf(where).owned.get(typeName)?.get(name) ?? [];
    return declared(
      where,
      candidates.filter((index) => isOwner(where, index, file, declaration)),
    );
  }

  function isOwner(where: FileIndex, member: number, file: FileIndex, declaration: number): boolean {
    return ownerOf(where, member).some(
      (place) => place.file.path === file.path && place.declaration === declaration,
    );
  }

  function ownerOf(file: FileIndex, member: number): readonly DeclarationPlace[] {
    const declaration = file.declarations[member];
    if (declaration?.owner === undefined) return [];
    const key = `${file.path}\0${declaration.parent}\0${declaration.owner}`;
    const known = ownersOf.get(key);
    if (known !== undefined) return known;
    ownersOf.set(key, []);
    unsettled++;
    const places = context.typeNamed(file, declaration.owner.split("."), declaration.parent);
    unsettled--;
    const owners = places.filter((place) => place.kind === "declaration");
    ownersOf.set(key, owners);
    return owners;
  }

  function elsewhere(file: FileIndex, declaration: number): readonly FileIndex[] {
    const kind = file.declarations[declaration]?.kind;
    if (kind === undefined || !isTypeKind(kind)) return [];
    const known = others.get(file) ?? new Map<number, readonly FileIndex[]>();
    others.set(file, known);
    const before = known.get(declaration);
    if (before !== undefined) return before;
    const found = findElsewhere(file, declaration);
    known.set(declaration, found);
    return found;
  }

  function findElsewhere(file: FileIndex, declaration: number): readonly FileIndex[] {
    const resolver = context.resolverFor(file.language);
    const near = resolver?.membersElsewhere?.(file, declaration) ?? resolver?.siblings(file) ?? [];
    const further = context.membersElsewhere?.(file, declaration) ?? [];
    const paths = further.length === 0 ? near : new Set([...near, ...further]);
    return [...paths].flatMap((path) => {
      const other = path === file.path ? undefined : context.project.index(path);
      return other === undefined ? [] : [other];
    });
  }

  /** The type and its bases in the order in which a member is looked for. */
  function lineOfBases(file: FileIndex, type: number): readonly DeclarationPlace[] {
    const self: DeclarationPlace = { kind: "declaration", file, declaration: type };
    const key = placeKey(self);
    const known = lines.get(key);
    if (known !== undefined) return known;
    lines.set(key, [self]);
    const settled = unsettled === 0 ? orders : undefined;
    unsettled++;
    const line = linearize(self, placeKey, basesOf, maxBases, settled);
    unsettled--;
    lines.set(key, line);
    return line;
  }

  function basesOf(type: DeclarationPlace): DeclarationPlace[] {
    return allBases(type)
      .filter((place) => place.kind === "declaration" || place.kind === "value")
      .map(({ file, declaration }) => ({ kind: "declaration", file, declaration }));
  }

  function allBases({ file, declaration }: DeclarationPlace): readonly Place[] {
    return kept(basesFound, file, declaration, "", () => readBases(file, declaration));
  }

  function readBases(file: FileIndex, declaration: number): readonly Place[] {
    const one = file.declarations[declaration];
    if (one === undefined) return [];
    const written = one.bases.flatMap((base) => resolveBase(file, base, one.parent));
    return [...written, ...implementedTraits(file, declaration)];
  }

  function resolveBase(file: FileIndex, base: TypeName, within: number): readonly Place[] {
    return context.typeNamed(file, [...base.through, base.name], within).map(outsideItself);
  }

  /** A trait that members of the type are written for may give it further members. */
  function implementedTraits(file: FileIndex, declaration: number): readonly Place[] {
    const typeName = file.declarations[declaration]?.name ?? "";
    return [file, ...elsewhere(file, declaration)].flatMap((where) => {
      const traits = new Map<string, number>();
      for (const members of context.tablesOf(where).owned.get(typeName)?.values() ?? []) {
        for (const index of members) {
          const trait = where.declarations[index]?.ofTrait;
          if (trait !== undefined && isOwner(where, index, file, declaration)) traits.set(trait, index);
        }
      }
      return [...traits].flatMap(([trait, index]) => {
        const names = trait.split(/::|\./);
        return context.typeNamed(where, names, where.declarations[index]?.parent ?? -1).map(outsideItself);
      });
    });
  }

  function around(file: FileIndex, within: number): DeclarationPlace | undefined {
    for (let at = within; at >= 0; ) {
      const one = file.declarations[at];
      if (one === undefined) return undefined;
      if (one.owner !== undefined) return ownerOf(file, at)[0];
      if (isTypeKind(one.kind) && one.kind !== "namespace") {
        return { kind: "declaration", file, declaration: at };
      }
      if (one.level === "member" && one.parent >= 0) {
        return { kind: "declaration", file, declaration: one.parent };
      }
      at = one.parent;
    }
    return undefined;
  }
}

/** A type outside that is found as a module is a symbol outside. */
function outsideItself(place: Place): Place {
  return place.kind === "module" && place.module.kind === "outside"
    ? { kind: "outside", name: place.module.name, names: [] }
    : place;
}
