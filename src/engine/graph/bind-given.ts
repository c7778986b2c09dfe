import type { FileIndex } from "../index/index.ts";
import type { MemberFinder } from "./bind-members.ts";
import {
  type DeclarationPlace,
  type GivenNames,
  type GivenType,
  nothingGiven,
  type Place,
  placeKey,
} from "./bind-place.ts";

/** What the parameters of a type, which are among what stands below it, stand for where it is written with arguments. */
export function namesGiven(
  file: FileIndex,
  below: ReadonlyMap<string, readonly number[]> | undefined,
  written: readonly GivenType[],
): GivenNames {
  if (written.length === 0 || below === undefined) return nothingGiven;
  const parameters = [...below]
    .flatMap(([name, indexes]) =>
      indexes
        .filter((index) => file.declarations[index]?.kind === "type-parameter")
        .map((index) => ({ name, index })),
    )
    .sort((left, right) => left.index - right.index);
  return new Map(
    parameters.flatMap(({ name }, at) => {
      const one = written[at];
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
}

/** Members of a value, with what the parameters of its type stand for. It is not known of what is declared in its bases. */
export function carryingGiven(
  found: readonly Place[],
  { given, file, declaration }: Extract<Place, { kind: "value" }>,
  members: MemberFinder,
  belowOf: (place: DeclarationPlace) => ReadonlyMap<string, readonly number[]> | undefined,
): readonly Place[] {
  if (given === undefined) return found;
  return found.map((place) => {
    if (place.kind !== "declaration") return place;
    const name = place.file.declarations[place.declaration]?.name ?? "";
    const isOwn = members.own(file, declaration, name).some((one) => placeKey(one) === placeKey(place));
    return isOwn && !hasParameterOf(place, given, belowOf(place)) ? { ...place, given } : place;
  });
}

/** A method may have a parameter of its own by a name that a parameter of its type has. */
function hasParameterOf(
  { file }: DeclarationPlace,
  given: GivenNames,
  below: ReadonlyMap<string, readonly number[]> | undefined,
): boolean {
  return [...given.keys()].some((name) =>
    below?.get(name)?.some((index) => file.declarations[index]?.kind === "type-parameter"),
  );
}
