import type { SyntaxTree } from "../../engine/index/index.ts";

/** The kinds of node that the walk stops at. All others are passed over without a look. */
export const KIND = {
  identifier: 1,
  attribute: 2,
  call: 3,
  subscript: 4,
  string: 5,
  keyword_argument: 6,
  assignment: 7,
  augmented_assignment: 8,
  named_expression: 9,
  function_definition: 10,
  class_definition: 11,
  decorator: 12,
  parameters: 13,
  lambda_parameters: 14,
  default_parameter: 15,
  typed_parameter: 16,
  typed_default_parameter: 17,
  lambda: 18,
  list_comprehension: 19,
  set_comprehension: 20,
  dictionary_comprehension: 21,
  generator_expression: 22,
  for_in_clause: 23,
  for_statement: 24,
  as_pattern: 25,
  except_clause: 26,
  raise_statement: 27,
  delete_statement: 28,
  global_statement: 29,
  nonlocal_statement: 30,
  import_statement: 31,
  import_from_statement: 32,
  future_import_statement: 33,
  type: 34,
  type_alias_statement: 35,
  dotted_name: 36,
  keyword_pattern: 37,
  splat_pattern: 38,
  if_statement: 39,
  elif_clause: 40,
  exec_statement: 41,
  return_statement: 42,
  yield: 43,
  with_item: 44,
  binary_operator: 45,
  comparison_operator: 46,
  ERROR: 47,
  // What these hold is bound, deleted or written like the node itself.
  pattern_list: 50,
  tuple_pattern: 51,
  list_pattern: 52,
  list_splat_pattern: 53,
  dictionary_splat_pattern: 54,
  tuple: 55,
  list: 56,
  list_splat: 57,
  expression_list: 58,
  parenthesized_expression: 59,
  as_pattern_target: 60,
  // Looked at from the nodes above, never stopped at.
  decorated_definition: 70,
  await: 71,
  dictionary: 72,
  set: 73,
  pair: 74,
  argument_list: 75,
  generic_type: 76,
  union_type: 77,
  member_type: 78,
  type_parameter: 79,
  constrained_type: 80,
  splat_type: 81,
  none: 83,
  block: 84,
  else_clause: 85,
  class_pattern: 86,
  case_pattern: 87,
  string_content: 88,
  interpolation: 89,
  string_start: 90,
  not_operator: 91,
  wildcard_import: 92,
  relative_import: 93,
  aliased_import: 94,
  ellipsis: 95,
  concatenated_string: 96,
  expression_statement: 97,
  conditional_expression: 98,
  boolean_operator: 99,
  unary_operator: 100,
  dictionary_splat: 101,
  keyword_separator: 102,
  slice: 103,
  integer: 104,
  float: 105,
  true: 106,
  false: 107,
} as const;

const LAST_STOP = KIND.ERROR;
const FIRST_GROUP = KIND.pattern_list;
const LAST_GROUP = KIND.as_pattern_target;

export function isStop(code: number): boolean {
  return code !== 0 && code <= LAST_STOP;
}

/** Several targets in one: what is said of it is said of each. */
export function isGroup(code: number): boolean {
  return code >= FIRST_GROUP && code <= LAST_GROUP;
}

/** A tree with the grammar's ids brought to fixed numbers. */
export interface PythonTree extends SyntaxTree {
  /**
   * The `KIND` of each kind id; 0 for those that do not matter. A keyword has the name of its node ("lambda",
   * "await", "type"): the flags tell them apart.
   */
  readonly codes: Uint8Array;
  readonly fields: FieldIds;
}

export interface FieldIds {
  readonly left: number;
  readonly right: number;
  readonly name: number;
  readonly alias: number;
  readonly value: number;
  readonly type: number;
  readonly condition: number;
  readonly consequence: number;
  readonly alternative: number;
  readonly body: number;
  readonly superclasses: number;
  readonly typeParameters: number;
  readonly returnType: number;
  readonly function: number;
  readonly arguments: number;
  readonly moduleName: number;
  readonly argument: number;
  readonly operator: number;
  readonly operators: number;
  readonly subscript: number;
  readonly key: number;
}

const kinds: ReadonlyMap<string, number> = new Map(Object.entries(KIND));

export function pythonTree(tree: SyntaxTree): PythonTree {
  const { kindNames } = tree;
  const codes = new Uint8Array(kindNames.length);
  for (let id = 0; id < codes.length; id++) codes[id] = kinds.get(kindNames[id] as string) ?? 0;
  // Field 0 means "in no field", so a name that the grammar lacks must not become 0.
  const field = (name: string) => tree.fieldNames.indexOf(name);
  return {
    ...tree,
    codes,
    fields: {
      left: field("left"),
      right: field("right"),
      name: field("name"),
      alias: field("alias"),
      value: field("value"),
      type: field("type"),
      condition: field("condition"),
      consequence: field("consequence"),
      alternative: field("alternative"),
      body: field("body"),
      superclasses: field("superclasses"),
      typeParameters: field("type_parameters"),
      returnType: field("return_type"),
      function: field("function"),
      arguments: field("arguments"),
      moduleName: field("module_name"),
      argument: field("argument"),
      operator: field("operator"),
      operators: field("operators"),
      subscript: field("subscript"),
      key: field("key"),
    },
  };
}

/** The `KIND` of a node; 0 for none, for a token and for a kind that does not matter. */
export function codeOf(tree: PythonTree, node: number): number {
  if (node < 0 || ((tree.flags[node] as number) & 1) === 0) return 0;
  return codeOfKind(tree, node);
}

/** A kind that the grammar does not name is the parser's own: a region that does not parse. */
export function codeOfKind(tree: PythonTree, node: number): number {
  return tree.codes[tree.kind[node] as number] ?? KIND.ERROR;
}

export function textAt(tree: SyntaxTree, node: number): string {
  if (node < 0) return "";
  return tree.text.slice(tree.start[node], tree.end[node]);
}

/** The first child that is no token and no comment; -1 for none. */
export function firstNamed(tree: SyntaxTree, node: number): number {
  return namedFrom(tree, node, node + 1);
}

/** The next sibling that is no token and no comment; -1 for none. */
export function nextNamed(tree: SyntaxTree, node: number): number {
  const parent = tree.parent[node] as number;
  return parent < 0 ? -1 : namedFrom(tree, parent, tree.next[node] as number);
}

export function lastNamed(tree: SyntaxTree, node: number): number {
  let last = -1;
  for (let child = firstNamed(tree, node); child >= 0; child = nextNamed(tree, child)) last = child;
  return last;
}

export function childIn(tree: SyntaxTree, node: number, fieldId: number): number {
  const end = tree.next[node] as number;
  for (let child = node + 1; child < end; child = tree.next[child] as number) {
    if (tree.field[child] === fieldId) return child;
  }
  return -1;
}

function namedFrom(tree: SyntaxTree, parent: number, from: number): number {
  const end = tree.next[parent] as number;
  for (let child = from; child < end; child = tree.next[child] as number) {
    // Named, and neither made up by the parser nor a comment.
    if (((tree.flags[child] as number) & 7) === 1) return child;
  }
  return -1;
}
