import {
  type IndexBuilder,
  type NameSpace,
  NONE,
  type TypeName,
  type ValueId,
} from "../../engine/index/index.ts";
import type { CodedTree } from "../coded-tree.ts";
import { codesOf } from "../kind-codes.ts";

/** The node kinds of tree-sitter-java that reading a file asks for. */
export const Kind = {
  identifier: 1,
  type_identifier: 2,
  this: 3,
  super: 4,
  package_declaration: 5,
  import_declaration: 6,
  scoped_identifier: 7,
  asterisk: 8,
  class_declaration: 9,
  interface_declaration: 10,
  enum_declaration: 11,
  record_declaration: 12,
  annotation_type_declaration: 13,
  class_body: 14,
  interface_body: 15,
  enum_body: 16,
  annotation_type_body: 17,
  enum_constant: 18,
  method_declaration: 19,
  constructor_declaration: 20,
  compact_constructor_declaration: 21,
  annotation_type_element_declaration: 22,
  field_declaration: 23,
  constant_declaration: 24,
  local_variable_declaration: 25,
  variable_declarator: 26,
  formal_parameter: 27,
  spread_parameter: 28,
  catch_formal_parameter: 29,
  inferred_parameters: 30,
  lambda_expression: 31,
  resource: 32,
  enhanced_for_statement: 33,
  for_statement: 34,
  block: 35,
  constructor_body: 36,
  switch_block: 37,
  switch_rule: 38,
  switch_label: 39,
  try_with_resources_statement: 40,
  catch_clause: 41,
  instanceof_expression: 42,
  type_pattern: 43,
  record_pattern: 44,
  record_pattern_component: 45,
  unary_expression: 46,
  parenthesized_expression: 47,
  if_statement: 48,
  while_statement: 49,
  method_invocation: 50,
  explicit_constructor_invocation: 51,
  object_creation_expression: 52,
  argument_list: 53,
  field_access: 54,
  array_access: 55,
  cast_expression: 56,
  assignment_expression: 57,
  update_expression: 58,
  method_reference: 59,
  class_literal: 60,
  array_creation_expression: 61,
  array_initializer: 62,
  type_parameter: 63,
  generic_type: 64,
  type_arguments: 65,
  scoped_type_identifier: 66,
  array_type: 67,
  annotated_type: 68,
  wildcard: 69,
  integral_type: 70,
  floating_point_type: 71,
  boolean_type: 72,
  superclass: 73,
  super_interfaces: 74,
  extends_interfaces: 75,
  type_list: 76,
  marker_annotation: 77,
  annotation: 78,
  element_value_pair: 79,
  annotation_argument_list: 80,
  modifiers: 81,
  labeled_statement: 82,
  break_statement: 83,
  continue_statement: 84,
  string_literal: 85,
  module_declaration: 86,
  catch_type: 87,
  void_type: 88,
  template_expression: 89,
  expression_statement: 90,
  binary_expression: 91,
  ternary_expression: 92,
  enum_body_declarations: 93,
  program: 94,
  return_statement: 95,
  yield_statement: 96,
  switch_expression: 97,
  element_value_array_initializer: 98,
} as const;

/** Likewise the fields. */
export const Field = {
  name: 1,
  type: 2,
  object: 3,
  field: 4,
  arguments: 5,
  body: 6,
  parameters: 7,
  superclass: 8,
  interfaces: 9,
  declarator: 10,
  value: 11,
  left: 12,
  right: 13,
  scope: 14,
  array: 15,
  key: 16,
  consequence: 17,
  constructor: 18,
  dimensions: 19,
  type_parameters: 20,
  element: 21,
  init: 22,
  condition: 23,
  alternative: 24,
  index: 25,
} as const;

/** One file on its way into a record: its tree with the codes above, and what the walk has to remember. */
export interface JavaWalk extends CodedTree {
  readonly builder: IndexBuilder;
  /** The first row after each class around the present row, innermost last. */
  readonly classEnds: number[];
  /** The declarations of these classes; -1 for one that has none. */
  readonly types: number[];
  readonly typeNames: Map<number, string>;
  /** The class that a `this` is a value of, by its row. */
  readonly selfTypes: Map<number, number>;
  /** The class of `new A() { … }`, by the row of that expression. */
  readonly nameless: Map<number, number>;
  /** What rows give that are no expressions: calls that the language makes by itself. */
  readonly madeValues: Map<number, () => ValueId>;
  /** The types of variables, fields and parameters that may be enums, by declaration. */
  readonly objectTypes: Map<number, TypeName>;
  /** The node up to whose end the scope of the last pattern goes. */
  patternScope: number;
  /** The last constant of an enum. */
  constant: number;
  /** The kind of scope of the next class body. */
  bodyScope: "members" | "inheriting";
  /** The file imports something that runs code by name. */
  importsReflection: boolean;
  /** It imports something that makes values of classes that the bytes name. */
  importsSerialization: boolean;
}

export function startWalk(builder: IndexBuilder): JavaWalk {
  const { tree } = builder;
  return {
    tree,
    builder,
    kinds: codesOf(tree.kindNames, Kind),
    fields: codesOf(tree.fieldNames, Field),
    classEnds: [],
    types: [],
    typeNames: new Map(),
    selfTypes: new Map(),
    nameless: new Map(),
    madeValues: new Map(),
    objectTypes: new Map(),
    patternScope: NONE,
    constant: NONE,
    bodyScope: "members",
    importsReflection: false,
    importsSerialization: false,
  };
}

/** Forgets what ends before the row. */
export function enter(walk: JavaWalk, row: number): void {
  const { classEnds } = walk;
  while (classEnds.length > 0 && row >= (classEnds[classEnds.length - 1] as number)) {
    classEnds.pop();
    walk.types.pop();
  }
  walk.builder.enter(row);
}

export const valueSpace: readonly NameSpace[] = ["value"];
export const callSpace: readonly NameSpace[] = ["callable"];
export const typeSpace: readonly NameSpace[] = ["type"];
/** The first name of a path: a variable hides a class, and a class hides a package. */
export const pathSpaces: readonly NameSpace[] = ["value", "type"];
