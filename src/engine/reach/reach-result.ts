import type { Confidence, EdgeKind, RootKind, Scope } from "../graph/graph.ts";

/** Goes into every result. Bump it when a rule of the search changes an answer. */
export const REACH_VERSION = 2;

export type ReachStatus =
  /** A path from a root reaches the target. */
  | "found"
  /** No path does, and nothing that is unknown concerns the target. */
  | "not-found"
  /** No path does, and something that is unknown concerns the target. */
  | "uncertain"
  /** Nothing in the project names the target. */
  | "no-such-target";

export interface ReachResult {
  readonly target: string;
  /** The language family whose symbol it is, where the key is one of several languages. */
  readonly language?: string;
  readonly status: ReachStatus;
  /** The shortest path from a root; of several, the first in the order of the graph. */
  readonly path?: readonly Hop[];
  /** The calls of the target in the project. */
  readonly sites: readonly CallSite[];
  /** At most three of each kind. The full counts stand in `searched`. */
  readonly uncertainties: readonly Uncertainty[];
  readonly searched: Searched;
}

/** One node of a path. `site`, `edge` and `confidence` are of the edge to the next one. */
export interface Hop {
  readonly key: string;
  readonly file?: string;
  readonly site?: Place;
  readonly edge?: EdgeKind;
  readonly confidence?: Confidence;
  /** What made the edge. */
  readonly rule?: string;
  /** Of the first one. */
  readonly rootKind?: RootKind;
}

/** Counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface CallSite extends Place {
  readonly caller: string;
  readonly file?: string;
  readonly edge: EdgeKind;
  /** The search came to the caller. */
  readonly isReached: boolean;
}

export type UncertaintyKind = "unresolved-call" | "dynamic-flag" | "budget" | "root-fallback";

export interface Uncertainty {
  readonly kind: UncertaintyKind;
  readonly site?: Place & { readonly caller: string; readonly file?: string };
  readonly scope: Scope;
  /** One sentence that says what is not known. */
  readonly detail: string;
}

export interface Searched {
  readonly version: number;
  readonly roots: readonly { readonly key: string; readonly kind: RootKind; readonly rule: string }[];
  /** The nodes that the search came to, and the edges that it looked at. */
  readonly nodes: number;
  readonly edges: number;
  /** All uncertainties of the answer, by kind. */
  readonly counts: Readonly<Partial<Record<UncertaintyKind, number>>>;
  /** Outside packages that the search entered, whose code was not read. */
  readonly unreadPackages: readonly string[];
}
