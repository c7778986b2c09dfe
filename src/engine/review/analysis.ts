import type { DeclarationKind, FileIndex, ReferenceRole } from "../index/index.ts";
import type { NamedPlace } from "./declared-lines.ts";
import type { FileDefinitions, ReachedLimit } from "./review-graph.ts";

/** Changed code that is read as one: the hunks of one file around one symbol. */
export interface Unit {
  /** u1, u2, … in the order of path and place. */
  readonly id: string;
  readonly path: string;
  /** The names from the file's top level, with ".": "Session.verify"; the file's name for what is in no symbol. */
  readonly symbol: string;
  readonly symbolKind: string;
  readonly hunks: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly byText: boolean;
  /** The symbol is gone: only the old side has it. */
  readonly isRemoved: boolean;
  /** The old side has no such symbol. */
  readonly isNew: boolean;
  /** Only comments and blank lines changed. */
  readonly isRemarks: boolean;
  /** Only blank lines changed. */
  readonly isBlank: boolean;
  /** What its hunks add besides its symbol, on the same level; for titles. */
  readonly besides: readonly { readonly symbol: string; readonly kind: string }[];
  readonly role: UnitRole;
}

/** What kind of file it is in: what a reader asks of it depends on that. */
export type UnitRole = "code" | "test" | "prose";

/** A symbol whose uses are looked for. */
export interface Followed {
  readonly unit: string;
  readonly name: string;
  readonly symbol: string;
  readonly kind: DeclarationKind | "text";
  readonly path: string;
  /** The record that declares it; absent for one that was found by text. */
  readonly file?: FileIndex;
  readonly declaration: number;
  readonly isRemoved: boolean;
  readonly isNew: boolean;
  /** What changed of the type is how a value of it is made. */
  readonly isConstructor: boolean;
}

/** A place in code that did not change and that a unit relies on (`up`), or that relies on a unit (`down`). */
export interface PlaceRef {
  /** r1, r2, … */
  readonly id: string;
  readonly direction: "up" | "down";
  readonly unit: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The declaration around the place, or the file's name. */
  readonly symbol: string;
  readonly symbolKind: string;
  /** The declaration of the unit around the line that relies on this place (`up`). */
  readonly by?: NamedPlace;
  /** What is used: the changed symbol (`down`) or the one at this place (`up`). */
  readonly used: string;
  readonly usedKind: string;
  readonly role: ReferenceRole;
  /** The line of the unit that relies on this place (`up`); the line itself (`down`). */
  readonly usedOnLine: number;
  readonly certainty: Certainty;
  readonly via?: NamedPlace;
  readonly alias?: string;
  readonly isUsedRemoved: boolean;
  readonly isUsedNew: boolean;
  readonly isTest: boolean;
}

/**
 * `bound`: the name is bound to the declaration. `in-sight`: a member of a value whose type is not known, where
 * one type in sight of the file has such a member. `dispatch`: it is bound to a method above, which this one
 * overrides or implements. `text`: the words are the same.
 */
export type Certainty = "bound" | "in-sight" | "dispatch" | "text";

/**
 * How changed code hangs together with changed code: a use, an import or export that uses it no further, or the
 * same code that stood there before.
 */
export type EdgeRole = ReferenceRole | "import" | "export" | "move" | "override" | "implement";

/** Code that runs, or a type, rests on it; it is not merely passed on. */
export function isUse({ role }: { readonly role: EdgeRole }): boolean {
  return role !== "import" && role !== "export" && role !== "move";
}

/** How much of what did not change uses a unit, all counted. */
export interface Beyond {
  readonly places: number;
  readonly files: number;
  /** Places that may run it through a method above it; they are not among `places`. */
  readonly dispatching: number;
}

/** A use of a followed symbol. */
export interface Use {
  readonly followed: Followed;
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly symbol: string;
  readonly symbolKind: string;
  readonly role: ReferenceRole;
  readonly certainty: Certainty;
  /** The method above that is named, for `dispatch`. */
  readonly via?: NamedPlace;
  /** The name that it has there, where that is another. */
  readonly alias?: string;
}

/** Changed code that uses changed code. */
export interface UnitEdge {
  /** The unit that is used. */
  readonly from: string;
  /** The unit that uses it. */
  readonly to: string;
  /** The declaration around the first use; absent where there is none, as in a test without a name. */
  readonly by?: NamedPlace;
  readonly used: string;
  readonly usedKind: string;
  readonly isUsedNew: boolean;
  readonly role: EdgeRole;
  /** The first changed line that does, from 1. */
  readonly line: number;
  readonly via?: NamedPlace;
  readonly alias?: string;
  /** Lines on which the same declaration uses the same symbol in the same way. */
  readonly uses: number;
  readonly certainty: Certainty;
}

/** All that is known of a change before it is put in an order to read. */
export interface Analysis {
  readonly units: readonly Unit[];
  readonly refs: readonly PlaceRef[];
  readonly edges: readonly UnitEdge[];
  /** By unit; none for one that nothing beyond the change uses. */
  readonly beyond: ReadonlyMap<string, Beyond>;
  readonly lowSignal: readonly string[];
  readonly definitions: readonly FileDefinitions[];
  readonly limits: readonly ReachedLimit[];
}
