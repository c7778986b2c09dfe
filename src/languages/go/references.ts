import type { ReferenceRole } from "../../engine/index/index.ts";
import { childIn, childrenOf, fieldAt, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { embeddedTypeNode, misreadName } from "./declarations.ts";
import { noteReflection } from "./flags.ts";
import { isFieldKey, readFieldKey } from "./literals.ts";
import { isInstantiation, pathOf } from "./paths.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";

export function readIdentifier(walk: GoWalk, row: number): void {
  const parent = parentAt(walk, row);
  switch (kindAt(walk, parent)) {
    case Kind.const_spec:
    case Kind.var_spec:
    case Kind.function_declaration:
    case Kind.parameter_declaration:
    case Kind.variadic_parameter_declaration:
    case Kind.type_parameter_declaration:
      if (fieldAt(walk, row) === Field.name) return;
      break;
    case Kind.expression_list:
      if (fieldAt(walk, parent) === Field.alias) return; // The name of a type switch.
      break;
    case Kind.literal_element:
      if (isFieldKey(walk, row)) {
        readFieldKey(walk, row);
        return;
      }
      break;
  }
  if (textAt(walk, row) === "_") return;
  const use = roleOf(walk, row);
  walk.builder.refer(row, use.role, undefined, { argumentCount: use.argumentCount });
}

/** The `c` of `a.b.c`. */
export function readSelected(walk: GoWalk, row: number): void {
  const selector = parentAt(walk, row);
  if (kindAt(walk, selector) !== Kind.selector_expression) return;
  const through = pathOf(walk, childIn(walk, selector, Field.operand));
  const use = roleOf(walk, selector);
  walk.builder.refer(row, use.role, through, { argumentCount: use.argumentCount });
  if (walk.watchedImports.size > 0) noteReflection(walk, row, through, use.role);
}

export function readPackageName(walk: GoWalk, row: number): void {
  if (kindAt(walk, parentAt(walk, row)) === Kind.qualified_type) walk.builder.refer(row, "read");
}

export function readTypeName(walk: GoWalk, row: number): void {
  const parent = parentAt(walk, row);
  const isQualified = kindAt(walk, parent) === Kind.qualified_type;
  if (!isQualified && isDeclaredName(walk, row, parent)) return;
  const name = textAt(walk, row);
  if (name === "_" || (name === "nil" && kindAt(walk, parent) === Kind.type_case)) return;
  const through = isQualified ? [textAt(walk, childIn(walk, parent, Field.package))] : undefined;
  const use = typeRoleOf(walk, isQualified ? parent : row);
  walk.builder.refer(row, use.role, through, { argumentCount: use.argumentCount });
  if (through !== undefined && walk.watchedImports.size > 0) noteReflection(walk, row, through, use.role);
}

interface Use {
  readonly role: ReferenceRole;
  readonly argumentCount: number;
}

const read: Use = { role: "read", argumentCount: -1 };
const write: Use = { role: "write", argumentCount: -1 };
const type: Use = { role: "type", argumentCount: -1 };

/** What is done with the value of an expression. */
function roleOf(walk: GoWalk, row: number): Use {
  let node = row;
  let parent = parentAt(walk, node);
  while (kindAt(walk, parent) === Kind.parenthesized_expression) {
    node = parent;
    parent = parentAt(walk, node);
  }
  switch (kindAt(walk, parent)) {
    case Kind.call_expression:
      return fieldAt(walk, node) === Field.function ? callOf(walk, parent) : read;
    case Kind.index_expression: {
      const call = parentAt(walk, parent);
      const isCalled =
        kindAt(walk, call) === Kind.call_expression && fieldAt(walk, parent) === Field.function;
      if (!isCalled || fieldAt(walk, node) !== Field.operand) return read;
      return isInstantiation(walk, node) === false ? read : callOf(walk, call);
    }
    case Kind.inc_statement:
    case Kind.dec_statement:
      return write;
    case Kind.expression_list:
      return fieldAt(walk, parent) === Field.left && isAssigned(walk, parent) ? write : read;
    default:
      return read;
  }
}

function callOf(walk: GoWalk, call: number): Use {
  const argumentCount = childrenOf(walk, childIn(walk, call, Field.arguments)).length;
  return { role: "call", argumentCount };
}

function isAssigned(walk: GoWalk, left: number): boolean {
  switch (kindAt(walk, parentAt(walk, left))) {
    case Kind.assignment_statement:
    case Kind.range_clause:
    case Kind.receive_statement:
      return true;
    default:
      return false;
  }
}

/** How a type's name is used. `F[int](x)` parses as a conversion, and may be a call as well. */
function typeRoleOf(walk: GoWalk, named: number): Use {
  let node = named;
  let parent = parentAt(walk, node);
  if (kindAt(walk, parent) === Kind.generic_type && fieldAt(walk, node) === Field.type) {
    node = parent;
    parent = parentAt(walk, node);
  }
  switch (kindAt(walk, parent)) {
    case Kind.type_conversion_expression:
      return fieldAt(walk, node) === Field.type ? { role: "call", argumentCount: 1 } : type;
    case Kind.type_instantiation_expression:
      return fieldAt(walk, node) === Field.type ? read : type;
    case Kind.composite_literal:
      return { role: "new", argumentCount: -1 };
    case Kind.argument_list:
      return isMadeByNew(walk, parent) ? { role: "new", argumentCount: -1 } : type;
    case Kind.field_declaration:
    case Kind.type_elem:
      return embeddedTypeNode(walk, parent) === node ? { role: "base", argumentCount: -1 } : type;
    default:
      return type;
  }
}

/** The arguments of `new(T)`. */
function isMadeByNew(walk: GoWalk, list: number): boolean {
  const callee = childIn(walk, parentAt(walk, list), Field.function);
  return kindAt(walk, callee) === Kind.identifier && textAt(walk, callee) === "new";
}

/** The name stands where it is declared: of a type, or of a type parameter in a method's receiver. */
function isDeclaredName(walk: GoWalk, row: number, parent: number): boolean {
  switch (kindAt(walk, parent)) {
    case Kind.type_spec:
    case Kind.type_alias:
      return fieldAt(walk, row) === Field.name;
    case Kind.type_elem:
      return isReceiverArgument(walk, parent);
    case Kind.parameter_declaration:
      return misreadName(walk, parent) !== undefined;
    default:
      return false;
  }
}

/** `type_elem` < `type_arguments` < `generic_type` (< `pointer_type`) < parameter < list < method, in its receiver. */
function isReceiverArgument(walk: GoWalk, element: number): boolean {
  const list = parentAt(walk, element);
  if (kindAt(walk, list) !== Kind.type_arguments) return false;
  let node = parentAt(walk, parentAt(walk, list));
  while (kindAt(walk, node) === Kind.pointer_type || kindAt(walk, node) === Kind.parenthesized_type) {
    node = parentAt(walk, node);
  }
  if (kindAt(walk, node) !== Kind.parameter_declaration) return false;
  const parameters = parentAt(walk, node);
  return fieldAt(walk, parameters) === Field.receiver;
}
