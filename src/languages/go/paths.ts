import { type Assignment, NONE } from "../../engine/index/index.ts";
import { childIn, firstPart, hasToken, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { predeclaredTypes } from "./predeclared.ts";
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
        node = childIn(walk, node, Field.operand);
        if (isInstantiation(walk, node) !== true) parts.push("[]");
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

/**
 * What stands before brackets is a function or type that gets type arguments, or (false) a value that has elements.
 * Undefined when another file tells.
 */
export function isInstantiation(walk: GoWalk, operand: number): boolean | undefined {
  switch (kindAt(walk, operand)) {
    case Kind.identifier:
    case Kind.type_identifier: {
      const name = textAt(walk, operand);
      const { declaration } = walk.builder.lookup(name, operand);
      if (declaration >= 0) return walk.genericable.has(declaration);
      const declared = walk.moduleNames.get(name);
      if (declared !== undefined) return declared === "function";
      return walk.moduleTypes.has(name) ? true : undefined;
    }
    case Kind.qualified_type:
      return true;
    case Kind.selector_expression: {
      // A method may have type arguments too.
      if (isNameOfType(walk, childIn(walk, parentAt(walk, operand), Field.index))) return true;
      const head = childIn(walk, operand, Field.operand);
      if (kindAt(walk, head) !== Kind.identifier) return false;
      // A member of a package: most often a function, as tables are seldom shown.
      return walk.builder.lookup(textAt(walk, head), head).import >= 0 ? undefined : false;
    }
    default:
      return false;
  }
}

/** A type of the language, or one that this file declares. */
function isNameOfType(walk: GoWalk, index: number): boolean {
  if (kindAt(walk, index) !== Kind.identifier) return false;
  const name = textAt(walk, index);
  const { declaration, import: entry } = walk.builder.lookup(name, index);
  if (declaration >= 0) return walk.genericable.has(declaration);
  return entry < 0 && (walk.moduleTypes.has(name) || predeclaredTypes.has(name));
}

/** The text of a key that is a plain string or number. */
export function constantKey(walk: GoWalk, key: number): string | undefined {
  const node = kindAt(walk, key) === Kind.literal_element ? firstPart(walk, key) : key;
  switch (kindAt(walk, node)) {
    case Kind.interpreted_string_literal:
    case Kind.raw_string_literal:
      return textAt(walk, node).slice(1, -1);
    case Kind.int_literal:
      return textAt(walk, node);
    default:
      return undefined;
  }
}
