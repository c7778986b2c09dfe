import {
  type Assignment,
  createIndexBuilder,
  type FileIndex,
  type SourceFile,
  type SyntaxTree,
} from "../../engine/index/index.ts";
import { enterClass, enterComprehension, enterFunction, enterLambda, markTypeOnly } from "./definitions.ts";
import { flagDynamicCall, flagSubscript, referToNameInString } from "./dynamic.ts";
import { readExportCall } from "./exports.ts";
import { noteCall } from "./flow-calls.ts";
import {
  noteComparison,
  noteIteration,
  noteOperator,
  noteReturn,
  noteSubscript,
  noteWith,
  noteYield,
} from "./flow-notes.ts";
import { stepsOf } from "./flow-steps.ts";
import { readValue } from "./flow-values.ts";
import {
  childIn,
  codeOf,
  codeOfKind,
  firstNamed,
  isGroup,
  isStop,
  KIND,
  pythonTree,
  textAt,
} from "./grammar.ts";
import { readModules, readNames } from "./imports.ts";
import { declareFullParameter, declareParameter, markParameters } from "./parameters.ts";
import {
  bindAssignment,
  bindAttribute,
  bindName,
  markAs,
  markExcept,
  markKeywordPattern,
  markSplatPattern,
  passToGroup,
  redirectNames,
} from "./targets.ts";
import { enterType, enterTypeAlias, referToTypeText, setTypeParameters } from "./type-uses.ts";
import { markCallee, referToAttribute, referToName, visitPattern } from "./uses.ts";
import { LEAVES_DECLARATION, LEAVES_SCOPE, MARK, MARK_BITS, markChildren, type Walk } from "./walk.ts";

/** Reads one Python file, of any version, into its record. Broken code gives what can be read of it. */
export function extract(file: SourceFile, tree: SyntaxTree): FileIndex {
  const walk = startWalk(file, tree);
  const { flags, size } = walk.tree;
  for (let row = 0; row < size; row++) {
    const mark = walk.marks[row] as number;
    // Tokens, and names that the parser made up, say nothing.
    if (((flags[row] as number) & 3) !== 1) continue;
    const code = codeOfKind(walk.tree, row);
    if (mark === MARK.none ? !isStop(code) : mark === MARK.done) continue;
    leaveFrames(walk, row);
    walk.builder.enter(row);
    if (mark > MARK_BITS) stepOut(walk, row, mark);
    visit(walk, row, code, mark & MARK_BITS);
    // The names in an import are read with it.
    if (isImport(code)) row = (walk.tree.next[row] as number) - 1;
  }
  const record = walk.builder.finish();
  return { ...record, assignments: inOrderOfText(record.assignments) };
}

/** The entries of a dictionary are noted with its target, before what is assigned inside them. */
function inOrderOfText(assignments: readonly Assignment[]): readonly Assignment[] {
  const isBefore = (one: Assignment, other: Assignment) => one.line - other.line || one.column - other.column;
  for (let at = 1; at < assignments.length; at++) {
    const isInOrder = isBefore(assignments[at - 1] as Assignment, assignments[at] as Assignment) <= 0;
    if (!isInOrder) return [...assignments].sort(isBefore);
  }
  return assignments;
}

function startWalk(file: SourceFile, tree: SyntaxTree): Walk {
  const walk: Walk = {
    tree: pythonTree(tree),
    builder: createIndexBuilder(
      file,
      tree,
      (node, flow) => readValue(walk, node, flow),
      (body) => stepsOf(walk, body),
    ),
    isStub: file.path.endsWith(".pyi"),
    marks: new Uint8Array(tree.size),
    frames: [
      {
        kind: "module",
        end: tree.size,
        isPublic: true,
        class: undefined,
        globals: undefined,
        selfClass: undefined,
        enteredRow: -1,
      },
    ],
    bindings: new Map(),
    selves: new Map(),
    namesInStrings: new Map(),
    boundImports: new Set(),
    imports: [],
    dynamicNames: new Set(),
    typeEnd: 0,
    valueEnd: 0,
    headEnd: 0,
    leftEnd: 0,
    notesFrom: 0,
    notesEnd: 0,
    headTypes: new Set(),
    literalEnd: 0,
    tableDepth: 0,
    typeOnlyEnd: 0,
    values: new Map(),
    made: [],
    callValues: new Map(),
    keywordOnly: new Set(),
    classes: new Map(),
  };
  return walk;
}

function isImport(code: number): boolean {
  return code >= KIND.import_statement && code <= KIND.future_import_statement;
}

function leaveFrames(walk: Walk, row: number): void {
  const { frames } = walk;
  while (frames.length > 1 && row >= (frames[frames.length - 1] as { end: number }).end) frames.pop();
}

function stepOut(walk: Walk, row: number, mark: number): void {
  if ((mark & LEAVES_DECLARATION) !== 0) walk.builder.leaveDeclaration(row);
  if ((mark & LEAVES_SCOPE) === 0) return;
  walk.builder.leaveScope(row);
  const outer = walk.frames.at(-2);
  if (outer !== undefined) walk.frames.push({ ...outer, end: walk.tree.next[row] as number });
}

/** What is done at each kind of node; `mark` is what was said of it from above. */
type Visitor = (walk: Walk, row: number, mark: number) => void;

function visit(walk: Walk, row: number, code: number, mark: number): void {
  const { tree } = walk;
  if (mark === MARK.typeOnly) walk.typeOnlyEnd = Math.max(walk.typeOnlyEnd, tree.next[row] as number);
  const isPassedOn = mark === MARK.target || mark === MARK.comprehensionTarget || mark === MARK.written;
  if (mark === MARK.typeParameters) setTypeParameters(walk, row);
  else if (isPassedOn && isGroup(code)) passToGroup(walk, row, mark);
  else if (mark === MARK.parameter && isGroup(code)) markChildren(walk, row, MARK.parameter);
  else visitors[code]?.(walk, row, mark);
}

function visitIdentifier(walk: Walk, row: number, mark: number): void {
  if (mark === MARK.target || mark === MARK.comprehensionTarget) bindName(walk, row, mark);
  else if (mark === MARK.parameter) declareParameter(walk, row);
  else referToName(walk, row, mark);
}

function visitAttribute(walk: Walk, row: number, mark: number): void {
  if (mark === MARK.target) bindAttribute(walk, row);
  else referToAttribute(walk, row, mark);
}

function visitString(walk: Walk, row: number): void {
  walk.builder.string(row);
  referToTypeText(walk, row);
  referToNameInString(walk, row);
}

function visitCall(walk: Walk, row: number): void {
  markCallee(walk, row);
  readExportCall(walk, row);
  flagDynamicCall(walk, row);
  noteCall(walk, row);
}

function visitSubscript(walk: Walk, row: number, mark: number): void {
  flagSubscript(walk, row);
  noteSubscript(walk, row, mark);
}

/** The name of a keyword argument is the callee's, not ours. */
function skipKeyword(walk: Walk, row: number): void {
  const name = childIn(walk.tree, row, walk.tree.fields.name);
  if (name >= 0) walk.marks[name] = MARK.done;
}

function markDecorator(walk: Walk, row: number): void {
  const named = firstNamed(walk.tree, row);
  if (named >= 0) walk.marks[named] = MARK.decorator;
}

function markLoop(walk: Walk, row: number, mark: number): void {
  const { tree, marks, bindings } = walk;
  const left = childIn(tree, row, tree.fields.left);
  if (left < 0) return;
  marks[left] = mark;
  const right = childIn(tree, row, tree.fields.right);
  if (right < 0) return;
  bindings.set(left, { statement: -1, value: -1, type: undefined, source: noteIteration(walk, row, right) });
}

const visitors: readonly (Visitor | undefined)[] = visitorTable([
  [visitIdentifier, KIND.identifier],
  [visitAttribute, KIND.attribute],
  [visitCall, KIND.call],
  [visitSubscript, KIND.subscript],
  [visitString, KIND.string],
  [skipKeyword, KIND.keyword_argument],
  [bindAssignment, KIND.assignment, KIND.augmented_assignment, KIND.named_expression],
  [enterFunction, KIND.function_definition],
  [enterClass, KIND.class_definition],
  [markDecorator, KIND.decorator],
  [enterLambda, KIND.lambda],
  [markParameters, KIND.parameters, KIND.lambda_parameters],
  [declareFullParameter, KIND.default_parameter, KIND.typed_parameter, KIND.typed_default_parameter],
  [enterComprehension, KIND.list_comprehension, KIND.set_comprehension],
  [enterComprehension, KIND.dictionary_comprehension, KIND.generator_expression],
  [(walk, row) => markLoop(walk, row, MARK.target), KIND.for_statement],
  [(walk, row) => markLoop(walk, row, MARK.comprehensionTarget), KIND.for_in_clause],
  [markAs, KIND.as_pattern],
  [markKeywordPattern, KIND.keyword_pattern],
  [markSplatPattern, KIND.splat_pattern],
  [visitPattern, KIND.dotted_name],
  [markExcept, KIND.except_clause],
  [markRaised, KIND.raise_statement],
  [(walk, row) => markChildren(walk, row, MARK.written), KIND.delete_statement],
  [(walk, row) => redirectNames(walk, row, "module"), KIND.global_statement],
  [(walk, row) => redirectNames(walk, row, "outer"), KIND.nonlocal_statement],
  [readModules, KIND.import_statement],
  [readNames, KIND.import_from_statement, KIND.future_import_statement],
  [enterType, KIND.type],
  [enterTypeAlias, KIND.type_alias_statement],
  [markTypeOnly, KIND.if_statement, KIND.elif_clause],
  [(walk, row) => walk.builder.flag(row, "eval", "exec"), KIND.exec_statement],
  [noteReturn, KIND.return_statement],
  [noteYield, KIND.yield],
  [noteWith, KIND.with_item],
  [noteOperator, KIND.binary_operator],
  [noteComparison, KIND.comparison_operator],
  [markNamesOfBroken, KIND.ERROR],
]);

function visitorTable(rules: readonly (readonly [Visitor, ...number[]])[]): (Visitor | undefined)[] {
  const table: (Visitor | undefined)[] = [];
  for (const [visitor, ...codes] of rules) for (const code of codes) table[code] = visitor;
  return table;
}

/** `raise X` makes an X when X is a class, which a capital or a module before it tells; else a value may be one. */
function markRaised(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  let raised = firstNamed(tree, row);
  // Python 2: `raise X, "message"`.
  if (codeOf(tree, raised) === KIND.expression_list) raised = firstNamed(tree, raised);
  const code = codeOf(tree, raised);
  if (code !== KIND.identifier && code !== KIND.attribute) return;
  const name = textAt(tree, raised);
  if (/(?:^|\.)_*\p{Lu}\w*$/u.test(name)) marks[raised] = MARK.instantiated;
  else walk.builder.flow.call(row, raised, []);
}

const introducers = new Set(["def", "class", "import", "from", "as", "global", "nonlocal"]);

/** In a region that does not parse, a name after `def` and the like is no use of one. */
function markNamesOfBroken(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const end = tree.next[row] as number;
  let before = -1;
  for (let child = row + 1; child < end; child = tree.next[child] as number) {
    if (codeOf(tree, child) === KIND.identifier && before >= 0 && introducers.has(textAt(tree, before))) {
      marks[child] = MARK.done;
    }
    const isShort = (tree.end[child] as number) - (tree.start[child] as number) < 10;
    before = isShort ? child : -1;
  }
}
