import { type IndexBuilder, NONE } from "../../engine/index/index.ts";
import type { CodedTree } from "../coded-tree.ts";
import { codesOf } from "../kind-codes.ts";

/** The node kinds of tree-sitter-go that reading a file asks for. */
export const Kind = {
  identifier: 1,
  field_identifier: 2,
  type_identifier: 3,
  package_identifier: 4,
  package_clause: 5,
  import_spec: 6,
  const_declaration: 7,
  const_spec: 8,
  var_declaration: 9,
  var_spec: 10,
  function_declaration: 11,
  method_declaration: 12,
  type_parameter_declaration: 13,
  parameter_list: 14,
  parameter_declaration: 15,
  variadic_parameter_declaration: 16,
  type_alias: 17,
  type_declaration: 18,
  type_spec: 19,
  expression_list: 20,
  parenthesized_type: 21,
  generic_type: 22,
  type_arguments: 23,
  pointer_type: 24,
  array_type: 25,
  implicit_length_array_type: 26,
  slice_type: 27,
  struct_type: 28,
  field_declaration: 29,
  interface_type: 30,
  method_elem: 31,
  type_elem: 32,
  map_type: 33,
  channel_type: 34,
  function_type: 35,
  block: 36,
  short_var_declaration: 37,
  assignment_statement: 38,
  receive_statement: 39,
  inc_statement: 40,
  dec_statement: 41,
  if_statement: 42,
  for_statement: 43,
  range_clause: 44,
  expression_switch_statement: 45,
  expression_case: 46,
  default_case: 47,
  type_switch_statement: 48,
  type_case: 49,
  communication_case: 50,
  parenthesized_expression: 51,
  call_expression: 52,
  argument_list: 53,
  selector_expression: 54,
  index_expression: 55,
  slice_expression: 56,
  type_assertion_expression: 57,
  type_conversion_expression: 58,
  type_instantiation_expression: 59,
  composite_literal: 60,
  literal_value: 61,
  literal_element: 62,
  keyed_element: 63,
  func_literal: 64,
  unary_expression: 65,
  qualified_type: 66,
  raw_string_literal: 67,
  interpreted_string_literal: 68,
  dot: 69,
  blank_identifier: 70,
  comment: 71,
  field_declaration_list: 72,
  source_file: 73,
  type_constraint: 74,
  negated_type: 75,
  return_statement: 76,
  send_statement: 77,
  variadic_argument: 78,
  binary_expression: 79,
  int_literal: 80,
  float_literal: 81,
  imaginary_literal: 82,
  rune_literal: 83,
  nil: 84,
  true: 85,
  false: 86,
  iota: 87,
} as const;

/** Likewise the fields. */
export const Field = {
  name: 1,
  type: 2,
  left: 3,
  right: 4,
  value: 5,
  operand: 6,
  field: 7,
  function: 8,
  arguments: 9,
  body: 10,
  receiver: 11,
  result: 12,
  parameters: 13,
  type_parameters: 14,
  path: 15,
  alias: 16,
  key: 17,
  element: 18,
  package: 19,
  type_arguments: 20,
  index: 21,
  channel: 22,
} as const;

/** One file on its way into a record: its tree with the codes above, and what the walk has to remember. */
export interface GoWalk extends CodedTree {
  readonly builder: IndexBuilder;
  /** The type that a name of this file stands for, as written after it: of module-level types, by name. */
  readonly moduleTypes: Map<string, number>;
  /** Likewise of types inside functions, by declaration. */
  readonly localTypes: Map<number, number>;
  /** What the other names of the top level of the file are. A name that is not here may be of another file. */
  readonly moduleNames: Map<string, "function" | "value">;
  /** The declarations that type arguments may follow: functions and types. */
  readonly genericable: Set<number>;
  /** The type of what braces make, by the row of the braces: a row, or -1. */
  readonly braceTypes: Map<number, number>;
  /** The declarations of fields, by the nodes of their names. */
  readonly fieldDeclarations: Map<number, number>;
  /** The braces whose fields have been told where they go. */
  readonly readBraces: Set<number>;
  /** The declarations of the results of functions that have names for them, by the function. */
  readonly namedResults: Map<number, number[]>;
  /** The literals around the present row: where each ends, and the type of what it makes (a row, or -1). */
  readonly literals: { readonly end: number; readonly type: number }[];
  /** The first row after the outermost function that has been entered: rows before it are inside. */
  functionEnd: number;
  /** The list of parameters looked at last, and for those without a name the next one with a name. */
  parameters: { readonly list: number; readonly typedBy: ReadonlyMap<number, number> };
  /** The local names of imported packages whose use is a flag, with their paths. */
  readonly watchedImports: Map<string, string>;
}

export function startWalk(builder: IndexBuilder): GoWalk {
  const { tree } = builder;
  return {
    tree,
    builder,
    kinds: codesOf(tree.kindNames, Kind),
    fields: codesOf(tree.fieldNames, Field),
    moduleTypes: new Map(),
    localTypes: new Map(),
    moduleNames: new Map(),
    genericable: new Set(),
    braceTypes: new Map(),
    fieldDeclarations: new Map(),
    readBraces: new Set(),
    namedResults: new Map(),
    literals: [],
    functionEnd: 0,
    parameters: { list: NONE, typedBy: new Map() },
    watchedImports: new Map(),
  };
}

/** Forgets what ends before the row. */
export function enter(walk: GoWalk, row: number): void {
  const { literals } = walk;
  while (literals.length > 0 && row >= (literals[literals.length - 1] as { end: number }).end) literals.pop();
  walk.builder.enter(row);
}

export function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
