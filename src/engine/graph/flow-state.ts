import type { FlowSpace } from "./flow-space.ts";
import type { FlowTargets } from "./flow-targets.ts";
import type { FlowUses } from "./flow-uses.ts";
import type { AbstractValue, AbstractValues } from "./flow-values.ts";
import type { UseContext } from "./link-use-context.ts";

/** A call, and something that can arrive as its callee. */
export interface FlowSite {
  readonly file: number;
  /** The row of the call; -1 for a call of which only the reference is known. */
  readonly call: number;
  readonly reference: number;
  readonly callee: AbstractValue;
}

/** What the parts of the solver share. */
export interface FlowState {
  readonly context: UseContext;
  readonly space: FlowSpace;
  readonly targets: FlowTargets;
  readonly uses: FlowUses;
  readonly values: AbstractValues;
  /** A value arrives at a node. */
  add(node: number, value: number): void;
  /** Whatever arrives at one node arrives at the other. */
  copy(from: number, to: number): void;
  /** Whatever arrives at `from`: its elements of the key arrive at `to`. Without a key: all. */
  readElements(from: number, key: string | undefined, to: number): void;
  /** A node that no record has. */
  fresh(): number;
  /** What has arrived at a node so far. */
  at(node: number): readonly number[];
  /** The function of a declaration, by the node of its callable where it has one. */
  functionNode(declaration: number): number;
  callableAt(node: number): { readonly file: number; readonly callable: number } | undefined;
}
