import { EXTRA, type IndexBuilder, NAMED, NONE, type SyntaxTree } from "../../engine/index/index.ts";
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
} as const;

/** One file on its way into a record: its tree with the codes above, and what the walk has to remember. */
export interface GoWalk {
  readonly tree: SyntaxTree;
  readonly builder: IndexBuilder;
  readonly kinds: Uint8Array;
  readonly fields: Uint8Array;
  /** The type that a name of this file stands for, as written after it: of module-level types, by name. */
  readonly moduleTypes: Map<string, number>;
  /** Likewise of types inside functions, by declaration. */
  readonly localTypes: Map<number, number>;
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
    literals: [],
    functionEnd: 0,
    parameters: { list: NONE, typedBy: new Map() },
    watchedImports: new Map(),
  };
}

export function kindAt(walk: GoWalk, row: number): number {
  return row < 0 ? 0 : (walk.kinds[walk.tree.kind[row] as number] as number);
}

export function fieldAt(walk: GoWalk, row: number): number {
  return row < 0 ? 0 : (walk.fields[walk.tree.field[row] as number] as number);
}

export function parentAt(walk: GoWalk, row: number): number {
  return row < 0 ? NONE : (walk.tree.parent[row] as number);
}

export function textAt(walk: GoWalk, row: number): string {
  return row < 0 ? "" : walk.tree.text.slice(walk.tree.start[row], walk.tree.end[row]);
}

/** The first child in the field, or `NONE`. */
export function childIn(walk: GoWalk, row: number, field: number): number {
  if (row < 0) return NONE;
  const { next } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    if (fieldAt(walk, child) === field) return child;
  }
  return NONE;
}

/** The children that are no tokens and no comments: all, or those in the field. */
export function childrenOf(walk: GoWalk, row: number, field?: number): number[] {
  const found: number[] = [];
  if (row < 0) return found;
  const { next, flags } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    const isPart = ((flags[child] as number) & (NAMED | EXTRA)) === NAMED;
    if (isPart && (field === undefined || fieldAt(walk, child) === field)) found.push(child);
  }
  return found;
}

/** The first child that is no token and no comment, or `NONE`. */
export function firstPart(walk: GoWalk, row: number): number {
  if (row < 0) return NONE;
  const { next, flags } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    if (((flags[child] as number) & (NAMED | EXTRA)) === NAMED) return child;
  }
  return NONE;
}

/** The node has this token among its own children. */
export function hasToken(walk: GoWalk, row: number, token: string): boolean {
  const { next, flags, start, end, text } = walk.tree;
  const last = next[row] as number;
  for (let child = row + 1; child < last; child = next[child] as number) {
    const isToken = ((flags[child] as number) & NAMED) === 0;
    const length = (end[child] as number) - (start[child] as number);
    if (isToken && length === token.length && text.startsWith(token, start[child])) return true;
  }
  return false;
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
