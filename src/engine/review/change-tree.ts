import type { Band } from "./review-graph.ts";

/**
 * An order to read a change in, as plain data: a producer (the static tree, a model) makes it of the ids of
 * units and places, and `finalizeTree` makes it whole.
 */
export interface ChangeTree {
  readonly producer: "static" | "model";
  readonly cores: readonly TreeCore[];
}

export interface TreeCore {
  readonly title?: string;
  /** One question to lead with. */
  readonly hook?: string;
  readonly bands: Readonly<Partial<Record<Band, readonly TreeNode[]>>>;
}

export interface TreeNode {
  /** The id of a unit in the three middle bands, of a place in the outer two. */
  readonly id: string;
  readonly title?: string;
  readonly why?: string;
  readonly risk?: "low" | "med" | "high";
  /** The unit one step closer to the core. */
  readonly attachTo?: string;
  /** One to four words for the edge to it. */
  readonly relation?: string;
}

/** A tree in which every unit has its page. */
export interface FinalTree {
  readonly producer: ChangeTree["producer"];
  readonly cores: readonly FinalCore[];
  /** Ids that the producer named and that are of nothing, or stood in a band that is not for them. */
  readonly droppedNodes: number;
}

export interface FinalCore {
  readonly id: string;
  readonly title?: string;
  readonly hook?: string;
  readonly bands: Readonly<Record<Band, readonly FinalNode[]>>;
}

export interface FinalNode extends TreeNode {
  /** p1, p2, … in reading order. */
  readonly placement: string;
  /** The earlier placement of the same unit or place. */
  readonly seenIn?: string;
}
