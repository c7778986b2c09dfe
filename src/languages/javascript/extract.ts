import { type FileIndex, NAMED, type SourceFile, type SyntaxTree } from "../../engine/index/index.ts";
import { visitAssignment, visitAugmentedAssignment, visitUpdate } from "./assignments.ts";
import { visitCall, visitNew } from "./calls.ts";
import { visitClassDeclaration, visitClassValue, visitField } from "./classes.ts";
import { finishCommonExports } from "./common-exports.ts";
import { readExportsAhead, visitExport } from "./exports.ts";
import { noteHeldCalls, visitReturn, visitYield } from "./flow.ts";
import { stepsOf } from "./flow-steps.ts";
import { valueAt } from "./flow-values.ts";
import {
  visitComputedName,
  visitFunctionDeclaration,
  visitFunctionType,
  visitFunctionValue,
  visitMethod,
  visitParameters,
} from "./functions.ts";
import { visitImport } from "./imports.ts";
import { type GrammarCodes, grammarCodes, K } from "./kinds.ts";
import { kind, text } from "./nodes.ts";
import { noteShorthandMember, visitPair, visitSpread } from "./objects.ts";
import {
  referIndex,
  referKey,
  skipAll,
  visitDecorator,
  visitElement,
  visitIdentifier,
  visitNestedTypeIdentifier,
  visitProperty,
  visitShorthand,
  visitShorthandPattern,
  visitSubscript,
  visitSuper,
  visitThis,
  visitTypeIdentifier,
  visitTypePredicate,
  visitTypeQuery,
} from "./references.ts";
import { visitBlock, visitError, visitLoop, visitStaticBlock, visitText } from "./scopes.ts";
import {
  visitConditionalType,
  visitEnum,
  visitEnumBody,
  visitImportAlias,
  visitIndexSignature,
  visitInterface,
  visitNamespace,
  visitPropertySignature,
  visitTupleMember,
  visitTypeAlias,
  visitTypeParameter,
} from "./type-declarations.ts";
import { visitCatch, visitDeclarator, visitForIn } from "./variables.ts";
import { createWalk, Mark, type Walk } from "./walk.ts";

type Visit = (walk: Walk, node: number) => void;

/** What to do at each kind of node, in the order in which the walk comes to them: parents first. */
const visits: Readonly<Partial<Record<keyof typeof K, Visit>>> = {
  identifier: visitIdentifier,
  property_identifier: visitMemberName,
  private_property_identifier: visitMemberName,
  type_identifier: visitTypeIdentifier,
  nested_type_identifier: visitNestedTypeIdentifier,
  shorthand_property_identifier: visitShorthandProperty,
  shorthand_property_identifier_pattern: visitShorthandPattern,
  string: visitString,
  template_string: visitString,
  template_literal_type: visitText,
  jsx_text: visitText,
  super: visitSuper,
  this: visitThis,
  subscript_expression: visitSubscript,
  type_query: visitTypeQuery,
  type_predicate: visitTypePredicate,
  asserts: visitTypePredicate,
  decorator: visitDecorator,
  jsx_opening_element: visitElement,
  jsx_self_closing_element: visitElement,
  jsx_closing_element: skipAll,
  jsx_namespace_name: skipAll,

  function_declaration: visitFunctionDeclaration,
  generator_function_declaration: visitFunctionDeclaration,
  function_signature: visitFunctionDeclaration,
  function_expression: visitFunctionValue,
  generator_function: visitFunctionValue,
  arrow_function: visitFunctionValue,
  method_definition: visitMethod,
  method_signature: visitMethod,
  abstract_method_signature: visitMethod,
  computed_property_name: visitComputedName,
  call_signature: visitFunctionType,
  construct_signature: visitFunctionType,
  function_type: visitFunctionType,
  constructor_type: visitFunctionType,
  formal_parameters: visitParameters,
  required_parameter: visitTupleMember,
  optional_parameter: visitTupleMember,

  class_declaration: visitClassDeclaration,
  abstract_class_declaration: visitClassDeclaration,
  class: visitClassValue,
  public_field_definition: visitField,
  field_definition: visitField,
  class_static_block: visitStaticBlock,

  interface_declaration: visitInterface,
  type_alias_declaration: visitTypeAlias,
  property_signature: visitPropertySignature,
  enum_declaration: visitEnum,
  enum_body: visitEnumBody,
  module: visitNamespace,
  internal_module: visitNamespace,
  import_alias: visitImportAlias,
  type_parameter: visitTypeParameter,
  conditional_type: visitConditionalType,
  index_signature: visitIndexSignature,

  statement_block: visitBlock,
  switch_body: visitBlock,
  for_statement: visitLoop,
  for_in_statement: visitForIn,
  catch_clause: visitCatch,
  with_statement: (walk, node) => walk.builder.flag(node, "eval", "with"),
  variable_declarator: visitDeclarator,

  import_statement: visitImport,
  export_statement: visitExport,

  call_expression: visitCall,
  new_expression: visitNew,
  assignment_expression: visitAssignment,
  augmented_assignment_expression: visitAugmentedAssignment,
  update_expression: visitUpdate,
  pair: visitPair,
  spread_element: visitSpread,
  return_statement: visitReturn,
  yield_expression: visitYield,
};

const visitByCode: readonly (Visit | undefined)[] = Object.entries(K).reduce<(Visit | undefined)[]>(
  (byCode, [name, code]) => {
    byCode[code] = visits[name as keyof typeof K];
    return byCode;
  },
  [],
);

/** Makes the reader of one grammar's trees. It keeps the grammar's numbers. */
export function createExtract(): (file: SourceFile, tree: SyntaxTree) => FileIndex {
  let codes: GrammarCodes | undefined;
  return (file, tree) => {
    if (codes?.kindNames !== tree.kindNames) codes = grammarCodes(tree.kindNames, tree.fieldNames);
    return extract(file, tree, codes);
  };
}

function extract(file: SourceFile, tree: SyntaxTree, codes: GrammarCodes): FileIndex {
  const walk = createWalk(file, tree, codes, valueAt, stepsOf);
  const { builder, kinds, mark } = walk;
  const { flags, kind: kindNumbers, size } = tree;
  readExportsAhead(walk);
  for (let node = 0; node < size; node++) {
    if (((flags[node] as number) & NAMED) === 0) continue;
    const code = kinds[kindNumbers[node] as number];
    // A region that does not parse has a kind beyond those of the grammar.
    const visit = code === undefined ? visitError : visitByCode[code];
    if (visit === undefined || mark[node] === Mark.skip) continue;
    builder.enter(node);
    visit(walk, node);
    if (walk.skipTo > node) node = walk.skipTo - 1;
  }
  flagEscapedNames(walk);
  finishCommonExports(walk);
  noteHeldCalls(walk);
  return withoutUnderstood(walk, builder.finish());
}

/** `\u0061` in a name is an `a`. Nobody writes so but to hide what is meant: any name of the file may be used. */
function flagEscapedNames(walk: Walk): void {
  const { tree } = walk;
  if (!tree.text.includes("\\u")) return;
  for (let node = 0; node < tree.size; node++) {
    if (isNameNode(kind(walk, node)) && text(walk, node).includes("\\"))
      walk.builder.flag(node, "eval", "\\u");
  }
}

function isNameNode(code: number): boolean {
  return (
    code === K.identifier ||
    code === K.property_identifier ||
    code === K.shorthand_property_identifier ||
    code === K.shorthand_property_identifier_pattern
  );
}

/** The grammar's errors over code that was read all the same are no problems of the file. */
function withoutUnderstood(walk: Walk, file: FileIndex): FileIndex {
  if (walk.understood.length === 0) return file;
  const lines = new Map<number, number>();
  for (const node of walk.understood) {
    const line = walk.builder.lineOf(node);
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
  const problems = file.problems.filter((problem) => {
    const left = problem.startLine === problem.endLine ? (lines.get(problem.startLine) ?? 0) : 0;
    if (left > 0) lines.set(problem.startLine, left - 1);
    return left === 0;
  });
  return { ...file, problems };
}

function visitMemberName(walk: Walk, node: number): void {
  if (walk.mark[node] === Mark.key && walk.keyPaths.has(node)) referKey(walk, node);
  else visitProperty(walk, node);
}

function visitShorthandProperty(walk: Walk, node: number): void {
  noteShorthandMember(walk, node);
  visitShorthand(walk, node);
}

function visitString(walk: Walk, node: number): void {
  if (walk.keyPaths.has(node)) referKey(walk, node);
  else if (walk.mark[node] !== Mark.none) referIndex(walk, node);
  visitText(walk, node);
}
