import type { ValueId } from "./value-flow.ts";

/** A part of a body that runs as a whole, before the next one: what it surely sets when it is over. */
export interface FlowStep {
  readonly node: number;
  /** Only of a step that sets in no other way and on no condition: the names, each with what it gets. */
  readonly sets: readonly { readonly target: number; readonly value: () => ValueId }[];
}

/**
 * The steps of the body of a callable, by its node, or of the file for -1, in the order in which they run. Only bodies that
 * something is asked of are read.
 */
export type ReadSteps = (body: number) => readonly FlowStep[];

/** What is known of the names of a file when the walk is over. Nodes are rows of its tree. */
export interface OrderedNames {
  /** What runs at a time of its own: callables and the like. */
  readonly bodies: readonly { readonly node: number; readonly end: number }[];
  /** The uses of names. `declaration`: -1 for what is none of the file. */
  readonly names: readonly {
    readonly node: number;
    readonly declaration: number;
    readonly isWritten: boolean;
  }[];
  /** Pairs: a node that declares without being a use, and its declaration. */
  readonly declared: readonly number[];
  /** The parameters of the body are seen under another name too. */
  readonly readsArguments: (body: number) => boolean;
  readonly isVariable: (declaration: number) => boolean;
  readonly end: (node: number) => number;
}

/** A use that reads, and what it gives. */
export interface OrderedRead {
  readonly node: number;
  readonly value: () => ValueId;
}

interface Use {
  readonly node: number;
  readonly declaration: number;
  readonly how: "read" | "write" | "declare";
}

/**
 * The reads of variables of which it is told which value they give: the variable is used in one body alone, and of the
 * steps of that body the last one before the read that sets it does nothing but that. What stands in a loop or a branch
 * is one step with it, so a variable that is set there has no known value in it or behind it.
 */
export function orderedReads(names: OrderedNames, readSteps: ReadSteps): OrderedRead[] {
  const bodyOf = bodyFinder(names.bodies);
  const found: OrderedRead[] = [];
  const steps = new Map<number, readonly FlowStep[]>();
  for (const uses of usesOfSetVariables(names)) {
    const body = bodyOf((uses[0] as Use).node);
    if (body === undefined || uses.some((use) => bodyOf(use.node) !== body)) continue;
    if (names.readsArguments(body)) continue;
    const known = steps.get(body) ?? readSteps(body);
    steps.set(body, known);
    follow(uses, known);
  }
  return found;

  function follow(uses: readonly Use[], list: readonly FlowStep[]): void {
    let at = 0;
    let value: (() => ValueId) | undefined;
    for (const step of list) {
      const end = names.end(step.node);
      // What stands in no step is set by nobody knows what.
      for (; at < uses.length && (uses[at] as Use).node < step.node; at++) {
        if ((uses[at] as Use).how !== "read") value = undefined;
      }
      const first = at;
      while (at < uses.length && (uses[at] as Use).node < end) at++;
      const within = uses.slice(first, at);
      const set = step.sets.find(({ target }) => within.some((use) => use.node === target));
      const isOnlySet = within.every((use) => use.how === "read" || use.node === set?.target);
      if (isOnlySet && value !== undefined) {
        for (const use of within) if (use.how === "read") found.push({ node: use.node, value });
      }
      if (!isOnlySet) value = undefined;
      else if (set !== undefined) value = set.value;
    }
  }
}

/** The uses of each variable that is set more than once, in the order of the text. */
function usesOfSetVariables({ names, declared, isVariable }: OrderedNames): Use[][] {
  const sets = new Map<number, number>();
  for (const { declaration, isWritten } of names) {
    if (isWritten && declaration >= 0) sets.set(declaration, (sets.get(declaration) ?? 0) + 1);
  }
  const byVariable = new Map<number, Use[]>();
  for (const declaration of sets.keys()) if (isVariable(declaration)) byVariable.set(declaration, []);
  if (byVariable.size === 0) return [];
  for (let at = 0; at < declared.length; at += 2) {
    const declaration = declared[at + 1] as number;
    byVariable.get(declaration)?.push({ node: declared[at] as number, declaration, how: "declare" });
  }
  for (const { node, declaration, isWritten } of names) {
    byVariable.get(declaration)?.push({ node, declaration, how: isWritten ? "write" : "read" });
  }
  return [...byVariable.values()]
    .filter((uses) => uses.some((use) => use.how === "read"))
    .map((uses) => uses.sort((one, other) => one.node - other.node));
}

/** Gives the innermost body around a node; -1 for the file. */
function bodyFinder(
  bodies: readonly { readonly node: number; readonly end: number }[],
): (node: number) => number | undefined {
  const sorted = [...bodies].sort((one, other) => one.node - other.node || other.end - one.end);
  const outer: number[] = [];
  const open: number[] = [];
  sorted.forEach((body, at) => {
    while (open.length > 0 && (sorted[open.at(-1) as number]?.end as number) <= body.node) open.pop();
    outer.push(open.at(-1) ?? -1);
    open.push(at);
  });
  return (node) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.node as number) <= node) low = middle + 1;
      else high = middle;
    }
    let at = low - 1;
    while (at >= 0 && (sorted[at]?.end as number) <= node) at = outer[at] as number;
    return at < 0 ? -1 : sorted[at]?.node;
  };
}
