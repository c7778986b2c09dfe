import type { FileIndex, Reference } from "../index/index.ts";
import type { Place } from "./bind-place.ts";
import { holdsValues } from "./bind-roles.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";

/** Something that can be called: a function or class of the project, or a symbol outside. */
export type Callable = Extract<Place, { kind: "declaration" | "outside" }>;

/** What a name may hold, as far as assignments say it. */
export interface HeldValues {
  readonly callables: readonly Callable[];
  /** It may also hold something that the text does not tell. */
  readonly isPartial: boolean;
}

export interface ValueReader {
  /** The functions and classes that a variable, field or parameter may hold. */
  heldBy(file: FileIndex, declaration: number): HeldValues;
  /** The functions and classes that a use may mean, through variables. */
  meantBy(file: FileIndex, reference: Reference): HeldValues;
  /** The same of where a path has led. */
  follow(places: readonly Place[]): HeldValues;
}

/** Chains of assignments are followed this far; what lies further counts as unknown. */
const maxSteps = 200;

/** Follows names that are set to names, with a list of what is left to look at. */
export function createValueReader(context: LinkContext): ValueReader {
  const { binder } = context;
  const known = new Map<FileIndex, Map<number, HeldValues>>();
  return { heldBy, follow, meantBy: (file, reference) => follow(binder.places(file, reference)) };

  function heldBy(file: FileIndex, declaration: number): HeldValues {
    const inFile = known.get(file) ?? new Map<number, HeldValues>();
    known.set(file, inFile);
    const before = inFile.get(declaration);
    if (before !== undefined) return before;
    const found = follow(sourcesOf(file, declaration));
    inFile.set(declaration, found);
    return found;
  }

  function follow(places: readonly Place[]): HeldValues {
    const open = [...places];
    const seen = new Set<string>();
    const callables: Callable[] = [];
    let isPartial = false;
    for (let steps = 0; open.length > 0; steps++) {
      const place = open.pop() as Place;
      if (steps >= maxSteps) return { callables, isPartial: true };
      if (place.kind === "outside") {
        if (!place.names.includes("()")) callables.push(place);
        else isPartial = true;
        continue;
      }
      if (place.kind !== "declaration") {
        isPartial = true;
        continue;
      }
      const key = `${place.declaration}\0${place.file.path}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const kind = place.file.declarations[place.declaration]?.kind;
      if (kind === undefined) continue;
      if (isCallable(kind) || isTypeKind(kind)) callables.push(place);
      else if (holdsValues.has(kind)) open.push(...sourcesOf(place.file, place.declaration));
    }
    return { callables, isPartial };
  }

  /** Where the values of a declaration come from; an unknown place for each that is not told. */
  function sourcesOf(file: FileIndex, declaration: number): readonly Place[] {
    const assigned = binder.tablesOf(file).assignments.get(declaration) ?? [];
    const one = file.declarations[declaration];
    const sources: Place[] = one?.kind === "parameter" || assigned.length === 0 ? [nothingTold] : [];
    for (const entry of assigned) {
      const reference = file.references[entry.reference];
      // A function without a name belongs to the code around it.
      if (entry.value === "function") continue;
      const isReadHere = context.readsHere(file).has(entry.reference);
      if (entry.value === "name" && reference !== undefined && !isReadHere)
        sources.push(...binder.places(file, reference));
      else sources.push(nothingTold);
    }
    return sources;
  }
}

const nothingTold: Place = { kind: "unknown", reason: "member" };
