import {
  childInField,
  firstChild,
  kindOf,
  NONE,
  namedChildren,
  nextSibling,
  type SyntaxTree,
  textOf,
} from "../../engine/index/index.ts";
import { nameRowOf } from "./paths.ts";
import type { Reading } from "./reading.ts";

/*
 * Notes what part of which value a name holds: the name of a pattern, the parameter of a function that is handed to a
 * method of what holds values, a variable that is set to what unwraps a value.
 */

/** A value by the node of the name that reads or calls it, and the way from there to the value. */
interface Source {
  readonly node: number;
  readonly isCall: boolean;
  readonly steps: readonly string[];
}

/** The pattern names something of itself, as `Some`, `Ok` and `Err` do for what is wrapped. */
const unwrapping: ReadonlyMap<string, string> = new Map([
  ["Some", "!"],
  ["Ok", "!"],
  ["Err", "!!"],
]);

/** A variable that is set to a value as a whole. */
export function takeValue(reading: Reading, value: number, declaration: number): void {
  const source = sourceOf(reading.tree, value);
  // What is set to a plain name or call is told by that.
  if (source !== undefined && source.steps.length > 0) note(reading, source, [], declaration);
}

/** A name of a pattern that stands in `holder`. */
export function takePattern(reading: Reading, name: number, holder: number, declaration: number): void {
  const { tree } = reading;
  const steps: string[] = [];
  for (let below = name, at = tree.parent[name] as number; at !== holder; at = tree.parent[at] as number) {
    if (at < 0 || isBehindRest(tree, at, below)) return;
    switch (kindOf(tree, at)) {
      case "tuple_struct_pattern": {
        const type = childInField(tree, at, "type");
        const step = unwrapping.get(textOf(tree, type));
        if (step === undefined) {
          steps.unshift(String(positionIn(tree, at, below)));
          const node = nameRowOf(tree, type);
          if (node >= 0) note(reading, { node, isCall: false, steps: [] }, steps, declaration);
          return;
        }
        steps.unshift(step);
        break;
      }
      case "field_pattern": {
        const type = childInField(tree, tree.parent[at] as number, "type");
        steps.unshift(textOf(tree, childInField(tree, at, "name")));
        const node = nameRowOf(tree, type);
        if (node >= 0) note(reading, { node, isCall: false, steps: [] }, steps, declaration);
        return;
      }
      case "tuple_pattern":
        steps.unshift(String(positionIn(tree, at, below)));
        break;
      case "slice_pattern":
        steps.unshift("[]");
        break;
    }
    below = at;
  }
  const [value, way] = laidOver(tree, name, holder, steps);
  const source = value === NONE ? undefined : sourceOf(tree, value);
  if (source !== undefined) note(reading, source, way, declaration);
}

/** What a pattern is laid over, and the way from there to a name in it. */
function laidOver(
  tree: SyntaxTree,
  name: number,
  holder: number,
  steps: readonly string[],
): readonly [number, readonly string[]] {
  switch (kindOf(tree, holder)) {
    case "let_declaration":
    case "let_condition":
      return ofTuple(tree, childInField(tree, holder, "value"), steps);
    case "match_arm": {
      const match = tree.parent[tree.parent[holder] as number] as number;
      return ofTuple(tree, childInField(tree, match, "value"), steps);
    }
    case "for_expression":
      return ofLoop(tree, childInField(tree, holder, "value"), ["[..]", ...steps]);
    case "closure_parameters": {
      let pattern = name;
      while (tree.parent[pattern] !== holder) pattern = tree.parent[pattern] as number;
      return handedTo(tree, holder, positionIn(tree, holder, pattern), steps);
    }
    default:
      return [NONE, steps];
  }
}

/** A part of a tuple that is written there is one of its values. */
function ofTuple(
  tree: SyntaxTree,
  value: number,
  steps: readonly string[],
): readonly [number, readonly string[]] {
  const [first] = steps;
  if (kindOf(tree, value) !== "tuple_expression" || first === undefined) return [value, steps];
  return [namedChildren(tree, value)[Number(first)] ?? NONE, steps.slice(1)];
}

/** A loop over numbered items gives pairs. */
function ofLoop(
  tree: SyntaxTree,
  value: number,
  steps: readonly string[],
): readonly [number, readonly string[]] {
  const callee = kindOf(tree, value) === "call_expression" ? childInField(tree, value, "function") : NONE;
  if (kindOf(tree, callee) !== "field_expression") return [value, steps];
  const base = childInField(tree, callee, "value");
  const method = textOf(tree, childInField(tree, callee, "field"));
  if (method === "enumerate") return steps[1] === "1" ? [base, ["[..]", ...steps.slice(2)]] : [NONE, steps];
  // A table is gone over by pairs, whoever asks it to be.
  return isGoingOver.has(method) ? ofLoop(tree, base, steps) : [value, steps];
}

const isGoingOver: ReadonlySet<string> = new Set(["iter", "iter_mut", "into_iter", "drain"]);

/** Methods that call what they are handed with each item, or with what they hold. */
const withItem: ReadonlySet<string> = new Set(
  `map for_each filter filter_map flat_map and_then map_or map_or_else any all find find_map position inspect take_while
   skip_while map_while max_by_key min_by_key sort_by_key sort_by_cached_key sort_unstable_by_key retain retain_mut partition
   is_some_and is_ok_and is_none_or find rposition`.split(/\s+/u),
);
const withItems: ReadonlySet<string> = new Set([
  "sort_by",
  "sort_unstable_by",
  "max_by",
  "min_by",
  "reduce",
  "dedup_by",
]);
const withError: ReadonlySet<string> = new Set([
  "map_err",
  "unwrap_or_else",
  "or_else",
  "inspect_err",
  "is_err_and",
]);
const withAccumulated: ReadonlySet<string> = new Set(["fold", "try_fold", "scan"]);

/** What a function gets that is handed to a method of the value that holds it. */
function handedTo(
  tree: SyntaxTree,
  parameters: number,
  position: number,
  steps: readonly string[],
): readonly [number, readonly string[]] {
  const closure = tree.parent[parameters] as number;
  const list = tree.parent[closure] as number;
  const call = kindOf(tree, list) === "arguments" ? (tree.parent[list] as number) : NONE;
  const callee = kindOf(tree, call) === "call_expression" ? childInField(tree, call, "function") : NONE;
  if (kindOf(tree, callee) !== "field_expression") return [NONE, steps];
  const base = childInField(tree, callee, "value");
  const method = textOf(tree, childInField(tree, callee, "field"));
  const isItem = (withItem.has(method) && position === 0) || withItems.has(method);
  if (isItem || (withAccumulated.has(method) && position === 1))
    return ofLoop(tree, base, ["[..]", ...steps]);
  return withError.has(method) && position === 0 ? [base, ["!!", ...steps]] : [NONE, steps];
}

/** The way from a name or call to what the expression gives. */
function sourceOf(tree: SyntaxTree, value: number): Source | undefined {
  const steps: string[] = [];
  for (let node = value; node >= 0; ) {
    switch (kindOf(tree, node)) {
      case "try_expression":
        steps.unshift("!");
        node = namedChildren(tree, node)[0] ?? NONE;
        break;
      case "index_expression":
        if (isRange(tree, namedChildren(tree, node)[1] ?? NONE)) return undefined;
        steps.unshift("[]");
        node = namedChildren(tree, node)[0] ?? NONE;
        break;
      case "await_expression":
      case "parenthesized_expression":
        node = namedChildren(tree, node)[0] ?? NONE;
        break;
      case "reference_expression":
        node = childInField(tree, node, "value");
        break;
      case "unary_expression":
        if (!textOf(tree, node).startsWith("*")) return undefined;
        node = namedChildren(tree, node).at(-1) ?? NONE;
        break;
      case "field_expression": {
        const field = childInField(tree, node, "field");
        if (kindOf(tree, field) !== "integer_literal") return { node: field, isCall: false, steps };
        steps.unshift(textOf(tree, field));
        node = childInField(tree, node, "value");
        break;
      }
      case "call_expression":
      case "struct_expression": {
        const name = nameRowOf(tree, node);
        return name < 0 ? undefined : { node: name, isCall: true, steps };
      }
      case "self":
        return steps.length === 0 ? undefined : { node: NONE, isCall: false, steps };
      case "identifier":
      case "scoped_identifier":
      case "generic_function": {
        const name = nameRowOf(tree, node);
        return name < 0 ? undefined : { node: name, isCall: false, steps };
      }
      default:
        return undefined;
    }
  }
  return undefined;
}

/** `xs[1..]` gives a part of the list. */
function isRange(tree: SyntaxTree, index: number): boolean {
  return kindOf(tree, index) === "range_expression";
}

function note(reading: Reading, source: Source, steps: readonly string[], declaration: number): void {
  const { node, isCall } = source;
  reading.builder.take({ declaration, referenceNode: node, isCall, steps: [...source.steps, ...steps] });
}

/** `(.., b)`, `[a, rest @ ..]`: of which part it is, is not told by what stands before it. */
export function isBehindRest(tree: SyntaxTree, list: number, part: number): boolean {
  if (kindOf(tree, list) === "captured_pattern") return textOf(tree, list).endsWith("..");
  for (let child = firstChild(tree, list); child >= 0 && child !== part; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === "remaining_field_pattern") return true;
  }
  return false;
}

/** The position of a part of a list, counted by the commas before it. */
export function positionIn(tree: SyntaxTree, list: number, part: number): number {
  let position = 0;
  for (let child = firstChild(tree, list); child >= 0 && child !== part; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === ",") position++;
  }
  return position;
}
