import { type Assignment, NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, isFunction, kind, lastNamed, tokenKind, unwrap, unwrapAwaited } from "./nodes.ts";
import { nameRow } from "./paths.ts";
import type { Walk } from "./walk.ts";

/** One thing that a value may be, and the row of the name that it reads or calls. */
interface Alternative {
  readonly value: Assignment["value"];
  readonly name: number;
  /** Its own row. */
  readonly row: number;
}

/** A choice nested deeper than this is noted as another value: the rest of it is not told apart. */
const maxAlternatives = 16;

/** What a value may be: several for `a ? b : c`, `a || b`, `a ?? b`. */
export function alternativesOf(walk: Walk, value: number): readonly Alternative[] {
  const found: Alternative[] = [];
  const open = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const inner = unwrapAwaited(walk, at);
    const branches = found.length + open.length < maxAlternatives ? branchesOf(walk, inner) : [];
    if (branches.length > 0) open.push(...branches.toReversed());
    else found.push(classify(walk, inner));
  }
  return found;
}

function branchesOf(walk: Walk, node: number): readonly number[] {
  switch (kind(walk, node)) {
    case K.ternary_expression:
      return [child(walk, node, F.consequence), child(walk, node, F.alternative)];
    case K.binary_expression: {
      const operator = tokenKind(walk, child(walk, node, F.operator));
      const left = child(walk, node, F.left);
      const right = child(walk, node, F.right);
      if (operator === K["||"] || operator === K["??"]) return [left, right];
      return operator === K["&&"] ? [right] : [];
    }
    // The value of an assignment is what stands on its right.
    case K.assignment_expression:
      return [lastNamed(walk, node)];
    default:
      return [];
  }
}

function classify(walk: Walk, node: number): Alternative {
  const code = kind(walk, node);
  const name = nameRow(walk, node);
  if (name >= 0) return { value: "name", name, row: node };
  if (code === K.call_expression) return { value: "call", name: nameRow(walk, node + 1), row: node };
  if (code === K.new_expression)
    return { value: "call", name: nameRow(walk, child(walk, node, F.constructor)), row: node };
  const other = { name: NONE, row: node };
  if (isFunction(code) || code === K.class) return { value: "function", ...other };
  if (code === K.object) return { value: "object", ...other };
  if (code === K.array) return { value: "list", ...other };
  return { value: "other", ...other };
}

/**
 * Notes that `target` gets `value`. The name that it reads is met by the walk later. Says whether that tells all that
 * the value may be: otherwise where it goes has to be noted too.
 */
export function noteAssignment(
  walk: Walk,
  node: number,
  target: readonly string[],
  declaration: number,
  value: number,
  position = 0,
): boolean {
  let isTold = true;
  for (const { value: what, name, row } of alternativesOf(walk, value)) {
    const base = { node, target, declaration, value: what, position };
    walk.builder.assign(name < 0 ? base : { ...base, referenceNode: name });
    isTold &&= name >= 0;
    if (what === "call" && declaration >= 0) walk.heldCalls.push(declaration, row);
  }
  return isTold;
}

/** Notes that a declaration gets a value, in every way that it has to be told. */
export function noteHolding(
  walk: Walk,
  node: number,
  target: readonly string[],
  declaration: number,
  value: number,
): void {
  const isTold = noteAssignment(walk, node, target, declaration, value);
  const isItself = declaration >= 0 && walk.named.get(unwrap(walk, value))?.declaration === declaration;
  if (!isTold && !isItself && declaration >= 0) walk.builder.flow.storeIn(declaration, value);
}
