import {
  type FlowBuilder,
  kindOf,
  NO_VALUE,
  nextSibling,
  type SyntaxTree,
  textOf,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";

const literals: ReadonlySet<string> = new Set([
  "string_literal",
  "raw_string_literal",
  "char_literal",
  "boolean_literal",
  "integer_literal",
  "float_literal",
]);

/** What the tokens give from this one up to the next comma: a path, a call of one, or a literal. */
export function tokenValue(tree: SyntaxTree, start: number, flow: FlowBuilder): ValueId {
  let token = start;
  while (isBefore(tree, token)) token = nextSibling(tree, token);
  if (literals.has(kindOf(tree, token)))
    return isEnd(tree, nextSibling(tree, token)) ? NO_VALUE : UNKNOWN_VALUE;
  let value: ValueId = UNKNOWN_VALUE;
  for (let isName = true; token >= 0 && !isEnd(tree, token); token = nextSibling(tree, token)) {
    const kind = kindOf(tree, token);
    if (kind === "token_tree") {
      if (isName || !textOf(tree, token).startsWith("(")) return UNKNOWN_VALUE;
      continue;
    }
    const isJoint = kind === "::" || kind === ".";
    if (isJoint === isName) return UNKNOWN_VALUE;
    isName = isJoint;
    if (isJoint) continue;
    if (kind !== "identifier" && kind !== "self" && kind !== "super" && kind !== "crate")
      return UNKNOWN_VALUE;
    const next = nextSibling(tree, token);
    const isCall = kindOf(tree, next) === "token_tree" && textOf(tree, next).startsWith("(");
    value = isCall ? flow.result(token) : kind === "identifier" ? flow.reference(token) : UNKNOWN_VALUE;
  }
  return value;
}

/** `&` and `mut` before a value. */
function isBefore(tree: SyntaxTree, token: number): boolean {
  const text = textOf(tree, token);
  return text === "&" || text === "mut" || text === "*" || text === "&&";
}

function isEnd(tree: SyntaxTree, token: number): boolean {
  return (
    token < 0 || kindOf(tree, token) === "," || kindOf(tree, token) === ";" || nextSibling(tree, token) < 0
  );
}
