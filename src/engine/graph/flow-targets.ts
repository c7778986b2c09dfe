import type { FileIndex } from "../index/index.ts";
import type { Place } from "./bind-place.ts";
import type { FlowSpace } from "./flow-space.ts";

/** What each use of a name is bound to, noted while uses are linked, so that nobody binds them twice. */
export interface FlowTargets {
  note(file: FileIndex, reference: number, places: readonly Place[]): void;
  /** What the reference may stand for; nothing when it is not known or was not noted. */
  of(file: number, reference: number): readonly Place[];
  /** The node of a reference is bound to something. */
  isNoted(reference: number): boolean;
  /** The nodes of the declarations that a reference is bound to, given to `see` one by one. */
  eachDeclaration(reference: number, see: (declaration: number) => void): void;
  /** The nodes of the references that give whatever a declaration they are bound to ever holds, in order. */
  boundTo(declaration: number): Int32Array;
  /** It is told what the reference gives there, of all that it is bound to. Asked when all has been noted. */
  isReadHere(reference: number): boolean;
  /** The same, given to `see` one by one. */
  eachUser(declaration: number, see: (reference: number) => void): void;
}

const NOT_NOTED = -1;
/** From here down: a list of places, by its index as a distance from here. */
const LISTED = -2;

export function createFlowTargets(
  space: FlowSpace,
  readsOf: (file: FileIndex) => ReadonlySet<number>,
): FlowTargets {
  const targets = new Int32Array(space.size).fill(NOT_NOTED);
  const lists: (readonly Place[])[] = [];
  let users: { readonly first: Int32Array; readonly references: Int32Array } | undefined;
  let lastFile: FileIndex | undefined;
  let lastNumber = -1;
  let readHere: ReadonlySet<number> | undefined;
  return {
    note,
    of,
    isNoted: (reference) => targets[reference] !== NOT_NOTED,
    eachDeclaration,
    boundTo,
    isReadHere: (reference) => allReads().has(reference),
    eachUser,
  };

  function numberOf(file: FileIndex): number {
    if (file !== lastFile) {
      lastFile = file;
      lastNumber = space.numberOf(file);
    }
    return lastNumber;
  }

  function note(file: FileIndex, reference: number, places: readonly Place[]): void {
    if (file.flow === undefined || places.length === 0) return;
    const node = space.reference(numberOf(file), reference);
    const [only] = places;
    if (places.length === 1 && only?.kind === "declaration") {
      const where = only.file === file ? numberOf(file) : space.numberOf(only.file);
      targets[node] = space.declaration(where, only.declaration);
    } else if (places.some((place) => place.kind !== "unknown")) {
      targets[node] = LISTED - lists.length;
      lists.push(places);
    }
  }

  function of(file: number, reference: number): readonly Place[] {
    const target = targets[space.reference(file, reference)] as number;
    if (target === NOT_NOTED) return [];
    if (target <= LISTED) return lists[LISTED - target] as readonly Place[];
    const place = space.read(target);
    return [{ kind: "declaration", file: space.files[place.file] as FileIndex, declaration: place.index }];
  }

  function eachDeclaration(reference: number, see: (declaration: number) => void): void {
    const target = targets[reference] as number;
    if (target >= 0) see(target);
    else if (target <= LISTED) {
      for (const place of lists[LISTED - target] as readonly Place[]) {
        if (place.kind === "declaration")
          see(space.declaration(space.numberOf(place.file), place.declaration));
      }
    }
  }

  /** A variable that another file sets too has no value that is told by the order of its own file. */
  function allReads(): ReadonlySet<number> {
    if (readHere !== undefined) return readHere;
    const setElsewhere = new Set<number>();
    space.files.forEach((file, number) => {
      file.references.forEach(({ role }, index) => {
        if (role !== "write" || file.flow === undefined) return;
        eachDeclaration(space.reference(number, index), (declaration) => {
          if (space.fileOf(declaration) !== number) setElsewhere.add(declaration);
        });
      });
    });
    const found = new Set<number>();
    space.files.forEach((file, number) => {
      for (const index of readsOf(file)) {
        const node = space.reference(number, index);
        let isOwn = true;
        eachDeclaration(node, (declaration) => {
          isOwn &&= !setElsewhere.has(declaration);
        });
        if (isOwn) found.add(node);
      }
    });
    readHere = found;
    return found;
  }

  function boundTo(declaration: number): Int32Array {
    users ??= turnRound();
    const { first, references } = users;
    return references.subarray(first[declaration] as number, first[declaration + 1] as number);
  }

  function eachUser(declaration: number, see: (reference: number) => void): void {
    users ??= turnRound();
    const { first, references } = users;
    const end = first[declaration + 1] as number;
    for (let at = first[declaration] as number; at < end; at++) see(references[at] as number);
  }

  function turnRound(): { first: Int32Array; references: Int32Array } {
    const first = new Int32Array(space.size + 1);
    const here = allReads();
    const each = (see: (declaration: number, reference: number) => void): void => {
      for (let node = 0; node < targets.length; node++) {
        if (targets[node] !== NOT_NOTED && !here.has(node))
          eachDeclaration(node, (declaration) => see(declaration, node));
      }
    };
    each((declaration) => {
      first[declaration + 1] = (first[declaration + 1] as number) + 1;
    });
    for (let node = 0; node < space.size; node++) {
      first[node + 1] = (first[node + 1] as number) + (first[node] as number);
    }
    const references = new Int32Array(first[space.size] as number);
    const next = first.slice();
    each((declaration, reference) => {
      references[next[declaration] as number] = reference;
      next[declaration] = (next[declaration] as number) + 1;
    });
    return { first, references };
  }
}
