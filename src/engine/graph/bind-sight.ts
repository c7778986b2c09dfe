import type { FileIndex, Import, Reference } from "../index/index.ts";
import type { MemberFinder } from "./bind-members.ts";
import type { Head } from "./bind-names.ts";
import { type DeclarationPlace, declared, distinct, type Place } from "./bind-place.ts";
import { holdsValues, isPlainName } from "./bind-roles.ts";
import { type FileTables, isCallable, isTypeKind } from "./bind-tables.ts";
import type { ProjectView } from "./project.ts";
import type { Resolver } from "./resolver.ts";

export interface SightContext {
  readonly project: ProjectView;
  readonly tablesOf: (file: FileIndex) => FileTables;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly members: () => MemberFinder;
  readonly imported: (file: FileIndex, entry: Import) => readonly Place[];
  readonly places: (file: FileIndex, reference: Reference) => readonly Place[];
  readonly path: (file: FileIndex, names: readonly string[], head: Head) => readonly Place[];
}

/** Members that a use through a value of which nothing is told may mean: see `Binder.membersInSight`. */
export function createSight(
  context: SightContext,
): (file: FileIndex, reference: Reference) => readonly Place[] {
  const { project, tablesOf, resolverFor } = context;
  const inSight = new WeakMap<FileIndex, readonly DeclarationPlace[]>();
  return membersInSight;

  function membersInSight(file: FileIndex, reference: Reference): readonly Place[] {
    const { name, through } = reference;
    if (through.length === 0 || !through.every(isPlainName)) return [];
    if (resolverFor(file.language)?.builtinMembers?.has(name)) return [];
    if (!context.path(file, through, reference).every(isUntold)) return [];
    const owners = typesInSight(file).filter(
      (type) => context.members().own(type.file, type.declaration, name).length > 0,
    );
    const [owner] = owners;
    return owner === undefined || owners.length > 1
      ? []
      : context.members().own(owner.file, owner.declaration, name);
  }

  /** Nothing in the text says what it holds. */
  function isUntold(place: Place): boolean {
    if (place.kind !== "declaration") return false;
    const one = place.file.declarations[place.declaration];
    if (one === undefined || one.type !== undefined || !holdsValues.has(one.kind)) return false;
    return (tablesOf(place.file).assignments.get(place.declaration) ?? []).every((entry) => {
      const source = place.file.references[entry.reference];
      if (source === undefined) return false;
      return context.places(place.file, source).every((from) => {
        if (from.kind !== "declaration") return false;
        const callee = from.file.declarations[from.declaration];
        if (entry.value === "name") return callee?.type === undefined;
        return callee !== undefined && isCallable(callee.kind) && callee.results.length === 0;
      });
    });
  }

  function typesInSight(file: FileIndex): readonly DeclarationPlace[] {
    const known = inSight.get(file);
    if (known !== undefined) return known;
    const resolver = resolverFor(file.language);
    const near = [file, ...(resolver?.siblings(file) ?? []).map((path) => project.index(path))];
    const found: Place[] = near.flatMap((one) =>
      one === undefined
        ? []
        : [...tablesOf(one).topLevel.values()].flatMap((indexes) => declared(one, indexes)),
    );
    for (const entry of file.imports) {
      if (entry.kind === "named" || entry.kind === "default") found.push(...context.imported(file, entry));
    }
    const types = distinct(found).filter(
      (place) =>
        place.kind === "declaration" &&
        isTypeKind(place.file.declarations[place.declaration]?.kind ?? "field"),
    ) as readonly DeclarationPlace[];
    inSight.set(file, types);
    return types;
  }
}
