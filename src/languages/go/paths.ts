import { type Assignment, NONE } from "../../engine/index/index.ts";
import { childIn, firstPart, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** A longer chain of selectors counts as a value that is not known. It keeps hostile text from costing its square. */
const MAX_PATH_PARTS = 100;
const unknownPath: readonly string[] = ["?"];

/** The path of an expression, outermost first, as a reference is reached through it: `a.b().c` gives a, b, (), c. */
export function pathOf(walk: GoWalk, row: number): readonly string[] {
  const parts: string[] = [];
  let node = row;
  while (node >= 0) {
    if (parts.length >= MAX_PATH_PARTS) return unknownPath;
    switch (kindAt(walk, node)) {
      case Kind.identifier:
      case Kind.type_identifier:
        parts.push(textAt(walk, node));
        return parts.reverse();
      case Kind.selector_expression:
        parts.push(textAt(walk, childIn(walk, node, Field.field)));
        node = childIn(walk, node, Field.operand);
        break;
      case Kind.qualified_type:
        parts.push(
          textAt(walk, childIn(walk, node, Field.name)),
          textAt(walk, childIn(walk, node, Field.package)),
        );
        return parts.reverse();
      case Kind.call_expression:
        parts.push("()");
        node = childIn(walk, node, Field.function);
        break;
      case Kind.type_conversion_expression:
      case Kind.type_assertion_expression:
      case Kind.composite_literal:
        // A value of the type, as the result of a call is.
        parts.push("()");
        node = childIn(walk, node, Field.type);
        break;
      case Kind.index_expression:
        parts.push("[]");
        node = childIn(walk, node, Field.operand);
        break;
      case Kind.slice_expression:
        parts.push("?");
        node = childIn(walk, node, Field.operand);
        break;
      case Kind.parenthesized_expression:
      case Kind.parenthesized_type:
      case Kind.pointer_type:
        node = firstPart(walk, node);
        break;
      case Kind.generic_type:
        node = childIn(walk, node, Field.type);
        break;
      case Kind.unary_expression:
        if (!isPointerOperation(walk, node)) parts.push("?");
        node = childIn(walk, node, Field.operand);
        break;
      default:
        node = NONE;
    }
  }
  parts.push("?");
  return parts.reverse();
}

/** What an expression gives as the value of an assignment, and the node of the name that it reads or calls. */
export function assignedValue(
  walk: GoWalk,
  row: number,
): { value: Assignment["value"]; referenceNode?: number } {
  let node = row;
  for (;;) {
    const kind = kindAt(walk, node);
    if (kind === Kind.literal_element || kind === Kind.parenthesized_expression) node = firstPart(walk, node);
    else if (kind === Kind.unary_expression && isPointerOperation(walk, node)) {
      node = childIn(walk, node, Field.operand);
    } else break;
  }
  switch (kindAt(walk, node)) {
    case Kind.identifier:
      return { value: "name", referenceNode: node };
    case Kind.selector_expression:
      return { value: "name", referenceNode: childIn(walk, node, Field.field) };
    case Kind.call_expression:
      return calledBy(calleeNode(walk, node));
    case Kind.type_conversion_expression:
    case Kind.type_assertion_expression: // A value of the type, as a conversion gives.
      return calledBy(typeNameNode(walk, childIn(walk, node, Field.type)));
    case Kind.composite_literal:
      return literalValue(walk, childIn(walk, node, Field.type));
    case Kind.func_literal:
      return { value: "function" };
    default:
      return { value: "other" };
  }
}

/** The node of the name that a call calls; of `new(T)` the `T`; `NONE` when the callee has no name. */
function calleeNode(walk: GoWalk, call: number): number {
  let callee = childIn(walk, call, Field.function);
  while (kindAt(walk, callee) === Kind.parenthesized_expression) callee = firstPart(walk, callee);
  if (kindAt(walk, callee) === Kind.selector_expression) return childIn(walk, callee, Field.field);
  if (kindAt(walk, callee) !== Kind.identifier) return NONE;
  if (textAt(walk, callee) !== "new") return callee;
  const made = typeNameNode(walk, firstPart(walk, childIn(walk, call, Field.arguments)));
  return made < 0 ? callee : made;
}

function calledBy(nameNode: number): { value: Assignment["value"]; referenceNode?: number } {
  return nameNode < 0 ? { value: "other" } : { value: "call", referenceNode: nameNode };
}

function literalValue(walk: GoWalk, type: number): { value: Assignment["value"]; referenceNode?: number } {
  switch (kindAt(walk, type)) {
    case Kind.slice_type:
    case Kind.array_type:
    case Kind.implicit_length_array_type:
      return { value: "list" };
    case Kind.map_type:
    case Kind.struct_type:
      return { value: "object" };
    default:
      return calledBy(typeNameNode(walk, type));
  }
}

function isPointerOperation(walk: GoWalk, unary: number): boolean {
  return hasToken(walk, unary, "*") || hasToken(walk, unary, "&");
}
