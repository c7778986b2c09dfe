import { NONE } from "../../engine/index/index.ts";
import { isTold } from "./flow-calls.ts";
import { childIn, codeOf, firstNamed, isGroup, KIND, nextNamed, textAt } from "./grammar.ts";
import { typeNameOf } from "./types.ts";
import { assignValue } from "./values.ts";
import {
  frameOf,
  LEAVES_DECLARATION,
  LEAVES_SCOPE,
  MARK,
  markChildren,
  markHeadType,
  type Walk,
} from "./walk.ts";

/** The parameters of a function or lambda: their names are bound inside it. */
export function markParameters(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  let isBehindStar = false;
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    const code = codeOf(tree, child);
    if (code === KIND.identifier || isGroup(code)) marks[child] = MARK.parameter;
    if (isBehindStar) walk.keywordOnly.add(child);
    else if (code === KIND.keyword_separator || isRest(walk, child)) isBehindStar = true;
  }
}

/**
 * A parameter with a default, a type or both. The default and the type are evaluated where the function is
 * defined, so they are put outside.
 */
export function declareFullParameter(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const annotation = childIn(tree, row, tree.fields.type);
  const value = childIn(tree, row, tree.fields.value);
  if (annotation >= 0) markHeadType(walk, annotation);
  // A lambda is no declaration, so there is none to leave.
  const isOfLambda = codeOf(tree, tree.parent[row] as number) === KIND.lambda_parameters;
  if (value >= 0) marks[value] = isOfLambda ? LEAVES_SCOPE : LEAVES_SCOPE | LEAVES_DECLARATION;
  const name = nameIn(walk, row);
  if (name < 0) return;
  marks[name] = MARK.done;
  const declaration = declare(walk, name, row, annotation);
  if (value < 0) return;
  assignValue(walk, name, [textAt(tree, name)], declaration, value);
  if (!isTold(walk, value)) walk.builder.flow.storeIn(declaration, value);
}

/** `*args`, with a type or without. */
function isRest(walk: Walk, row: number): boolean {
  const { tree } = walk;
  const at = codeOf(tree, row) === KIND.typed_parameter ? firstNamed(tree, row) : row;
  return codeOf(tree, at) === KIND.list_splat_pattern;
}

function howOf(
  walk: Walk,
  name: number,
  parameter: number,
): "plain" | "rest" | "restKeywords" | "keywordOnly" {
  switch (codeOf(walk.tree, walk.tree.parent[name] as number)) {
    case KIND.list_splat_pattern:
      return "rest";
    case KIND.dictionary_splat_pattern:
      return "restKeywords";
    default:
      return walk.keywordOnly.has(parameter) ? "keywordOnly" : "plain";
  }
}

/** A parameter that is nothing but its name. */
export function declareParameter(walk: Walk, row: number): void {
  declare(walk, row, row, NONE);
}

function declare(walk: Walk, name: number, node: number, annotation: number): number {
  const { tree } = walk;
  const frame = frameOf(walk);
  const self = isGroup(codeOf(tree, tree.parent[name] as number)) ? undefined : frame.selfClass;
  frame.selfClass = undefined;
  const text = textAt(tree, name);
  // Resolvers know `self` and `cls`, whatever is written behind them; a receiver of another name gets its class.
  const isKnown = self !== undefined && (text === "self" || text === "cls");
  const declared = annotation < 0 ? undefined : typeNameOf(walk, annotation, self?.type);
  const type = isKnown ? undefined : (declared ?? self?.type);
  const declaration = walk.builder.declare({
    nameNode: name,
    node,
    kind: "parameter",
    level: "local",
    ...(type === undefined ? {} : { type }),
  });
  if (self !== undefined) walk.selves.set(declaration, self);
  walk.builder.flow.parameter(name, declaration, howOf(walk, name, node));
  return declaration;
}

function nameIn(walk: Walk, row: number): number {
  const { tree, marks } = walk;
  let name = childIn(tree, row, tree.fields.name);
  if (name < 0) name = firstNamed(tree, row);
  const code = codeOf(tree, name);
  if (code === KIND.identifier) return name;
  if (code === KIND.list_splat_pattern || code === KIND.dictionary_splat_pattern) {
    const inner = firstNamed(tree, name);
    marks[name] = MARK.done;
    return codeOf(tree, inner) === KIND.identifier ? inner : NONE;
  }
  // Python 2: `def f((a, b)=(1, 2))`.
  if (isGroup(code)) {
    marks[name] = MARK.parameter;
    markChildren(walk, name, MARK.parameter);
  }
  return NONE;
}
