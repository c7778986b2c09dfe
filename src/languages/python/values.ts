import { type Assignment, NONE } from "../../engine/index/index.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { contentOf } from "./types.ts";
import { namingNode, unwrap, type Walk } from "./walk.ts";

/** Tables in tables are read this deep. */
const maxTableDepth = 3;

/** Notes that a target gets a value, and the entries of the value when it is a dictionary with literal keys. */
export function assignValue(
  walk: Walk,
  node: number,
  target: readonly string[],
  declaration: number,
  value: number,
): void {
  const { tree, builder } = walk;
  const at = unwrap(tree, value);
  const kind = value < 0 ? "other" : valueKind(walk, at);
  const named = kind === "name" ? namingNode(tree, at) : kind === "call" ? namingNode(tree, at + 1) : NONE;
  builder.assign({ node, target, declaration, value: kind, ...(named < 0 ? {} : { referenceNode: named }) });
  if (kind === "object") assignEntries(walk, target, at);
}

function valueKind(walk: Walk, value: number): Assignment["value"] {
  switch (codeOf(walk.tree, value)) {
    case KIND.identifier:
    case KIND.attribute:
      return "name";
    case KIND.call:
      return "call";
    case KIND.lambda:
      return "function";
    case KIND.dictionary:
      return "object";
    case KIND.list:
    case KIND.tuple:
    case KIND.set:
    case KIND.expression_list:
      return "list";
    default:
      return "other";
  }
}

function assignEntries(walk: Walk, target: readonly string[], dictionary: number): void {
  const { tree } = walk;
  const depth = walk.tableDepth;
  if (depth >= maxTableDepth) return;
  walk.tableDepth = depth + 1;
  for (let pair = firstNamed(tree, dictionary); pair >= 0; pair = nextNamed(tree, pair)) {
    if (codeOf(tree, pair) !== KIND.pair) continue;
    const key = firstNamed(tree, pair);
    const value = childIn(tree, pair, tree.fields.value);
    if (value < 0 || codeOf(tree, key) !== KIND.string) continue;
    const content = contentOf(tree, key);
    if (content >= 0) assignValue(walk, key, [...target, textAt(tree, content)], NONE, value);
  }
  walk.tableDepth = depth;
}
