import { type DeclarationKind, NONE, type TypeName } from "../../engine/index/index.ts";
import { noteDecorators } from "./flow-notes.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { typeNameOf } from "./types.ts";
import { leaveHead } from "./uses.ts";
import {
  bindingFrame,
  type ClassInfo,
  type Frame,
  frameOf,
  LEAVES_SCOPE,
  MARK,
  markHeadType,
  namingNode,
  type Walk,
} from "./walk.ts";

/** A `def`: declared around, with a scope of its own for its parameters and body. */
export function enterFunction(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  const name = childIn(tree, row, tree.fields.name);
  const typeParameters = childIn(tree, row, tree.fields.typeParameters);
  const result = childIn(tree, row, tree.fields.returnType);
  if (name < 0) {
    openFunctionScope(walk, row, undefined);
    return;
  }
  marks[name] = MARK.done;
  if (result >= 0) markHeadType(walk, result);
  const frame = bindingFrame(walk);
  const whole = wholeDefinition(walk, row);
  const decorators = decoratorNames(walk, whole, row);
  const text = textAt(tree, name);
  const declared = result < 0 ? undefined : typeNameOf(walk, result, frame.class?.type);
  const declaration = builder.declare({
    nameNode: name,
    node: whole,
    kind: functionKind(frame, text),
    ...place(walk, frame, whole),
    isStatic: decorators.has("staticmethod") || decorators.has("classmethod"),
    isAbstract: walk.isStub || [...decorators].some((decorator) => bodiless.has(decorator)),
    ...(declared === undefined ? {} : { results: [declared] }),
  });
  if (frame.kind === "module" && text === "__getattr__") builder.flag(name, "computed-member", text);
  noteDecorators(walk, whole, row, declaration);
  builder.openDeclaration(declaration, row);
  builder.flow.callable(row, declaration, receiverOf(frame, text, decorators));
  if (typeParameters >= 0) openTypeParameters(walk, row, typeParameters);
  const isEntered = decorators.has("contextmanager") || decorators.has("asynccontextmanager");
  const selfClass = decorators.has("staticmethod") ? undefined : frame.class;
  openFunctionScope(walk, row, selfClass, isEntered);
}

/** When the first parameter is what stands before the dot. */
function receiverOf(frame: Frame, name: string, decorators: ReadonlySet<string>) {
  if (frame.kind !== "class" || decorators.has("staticmethod")) return "none";
  return decorators.has("classmethod") || classReceivers.has(name) ? "always" : "value";
}

const classReceivers = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);

/** Declared without a body that runs. */
const bodiless = new Set(["abstractmethod", "overload", "abstractproperty"]);

function functionKind(frame: Frame, name: string): DeclarationKind {
  if (frame.kind !== "class") return "function";
  return name === "__init__" || name === "__new__" ? "constructor" : "method";
}

/** A lambda has no name; its parameters have a scope. */
export function enterLambda(walk: Walk, row: number): void {
  const { tree, builder } = walk;
  leaveHead(walk, row);
  if (row < walk.typeEnd) walk.valueEnd = Math.max(walk.valueEnd, tree.next[row] as number);
  builder.flow.callable(row, -1);
  const body = childIn(tree, row, tree.fields.body);
  if (body >= 0) builder.flow.returns(body);
  openFunctionScope(walk, row, undefined);
}

function openFunctionScope(
  walk: Walk,
  row: number,
  selfClass: ClassInfo | undefined,
  isEntered = false,
): void {
  walk.builder.openScope("function", row);
  const enteredRow = isEntered ? row : NONE;
  pushFrame(walk, row, { kind: "function", isPublic: false, class: undefined, selfClass, enteredRow });
}

export function enterClass(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  const name = childIn(tree, row, tree.fields.name);
  const superclasses = childIn(tree, row, tree.fields.superclasses);
  const typeParameters = childIn(tree, row, tree.fields.typeParameters);
  const frame = bindingFrame(walk);
  if (superclasses >= 0) {
    marks[superclasses] = LEAVES_SCOPE;
    markBases(walk, superclasses);
  }
  if (name < 0) return;
  marks[name] = MARK.done;
  const whole = wholeDefinition(walk, row);
  const { isExported, ...where } = place(walk, frame, whole);
  const declaration = builder.declare({
    nameNode: name,
    node: whole,
    kind: "class",
    ...where,
    isExported,
    bases: superclasses < 0 ? [] : basesOf(walk, superclasses),
  });
  const outer = frame.kind === "class" ? frame.class?.type : undefined;
  const through = outer === undefined ? [] : [...outer.through, outer.name];
  const info: ClassInfo = {
    declaration,
    type: { name: textAt(tree, name), through, typeArguments: [] },
    bodyNames: namesOfBody(walk, childIn(tree, row, tree.fields.body)),
    fields: new Map(),
  };
  if (whole !== row) walk.classes.set(row, declaration);
  noteDecorators(walk, whole, row, declaration);
  builder.openDeclaration(declaration, row);
  if (typeParameters >= 0) openTypeParameters(walk, row, typeParameters);
  builder.flow.closure(row);
  builder.openScope("class", row);
  pushFrame(walk, row, {
    kind: "class",
    isPublic: isExported,
    class: info,
    selfClass: undefined,
    enteredRow: NONE,
  });
}

function markBases(walk: Walk, superclasses: number): void {
  const { tree, marks } = walk;
  for (let child = firstNamed(tree, superclasses); child >= 0; child = nextNamed(tree, child)) {
    const code = codeOf(tree, child);
    if (code === KIND.keyword_argument) {
      const value = childIn(tree, child, tree.fields.value);
      const isMetaclass = textAt(tree, firstNamed(tree, child)) === "metaclass";
      if (isMetaclass && value >= 0) marks[value] = MARK.instantiated;
    } else if (code === KIND.subscript) marks[firstNamed(tree, child)] = MARK.base;
    else if (code === KIND.identifier || code === KIND.attribute) marks[child] = MARK.base;
  }
}

function basesOf(walk: Walk, superclasses: number): TypeName[] {
  const { tree } = walk;
  const bases: TypeName[] = [];
  for (let child = firstNamed(tree, superclasses); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.keyword_argument) continue;
    const base = typeNameOf(walk, child);
    if (base !== undefined) bases.push(base);
  }
  return bases;
}

/** The names that the statements directly in a class body bind. */
function namesOfBody(walk: Walk, body: number): Set<string> {
  const { tree } = walk;
  const names = new Set<string>();
  if (body < 0) return names;
  for (let statement = firstNamed(tree, body); statement >= 0; statement = nextNamed(tree, statement)) {
    let at = statement;
    const code = codeOf(tree, at);
    if (code === KIND.decorated_definition) at = lastDefinition(walk, at);
    if (code === KIND.expression_statement) at = firstNamed(tree, at);
    if (at < 0) continue;
    const isAssignment = codeOf(tree, at) === KIND.assignment;
    const name = childIn(tree, at, isAssignment ? tree.fields.left : tree.fields.name);
    if (codeOf(tree, name) === KIND.identifier) names.add(textAt(tree, name));
  }
  return names;
}

function lastDefinition(walk: Walk, decorated: number): number {
  const { tree } = walk;
  let last = -1;
  for (let child = firstNamed(tree, decorated); child >= 0; child = nextNamed(tree, child)) last = child;
  return last;
}

/** The definition with its decorators. */
function wholeDefinition(walk: Walk, row: number): number {
  const parent = walk.tree.parent[row] as number;
  return codeOf(walk.tree, parent) === KIND.decorated_definition ? parent : row;
}

function decoratorNames(walk: Walk, whole: number, row: number): Set<string> {
  const { tree } = walk;
  const names = new Set<string>();
  if (whole === row) return names;
  for (let child = firstNamed(tree, whole); child >= 0 && child < row; child = nextNamed(tree, child)) {
    const named = codeOf(tree, child) === KIND.decorator ? namingNode(tree, firstNamed(tree, child)) : -1;
    if (named >= 0) names.add(textAt(tree, named));
  }
  return names;
}

/** Where a definition stands and from where its name is seen. */
export function place(walk: Walk, frame: Frame, node: number) {
  const isMember = frame.kind === "class";
  const level = frame.kind === "module" ? "module" : isMember ? "member" : "local";
  return {
    level,
    isExported: frame.isPublic,
    // A class body runs from top to bottom: before the definition the name is that of outside.
    visibleFromOffset: isMember ? (walk.tree.end[node] as number) : 0,
  } as const;
}

/** `[x for x in xs]`: all but the first iterable is in a scope of its own. */
export function enterComprehension(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  builder.flow.closure(row);
  builder.openScope("comprehension", row);
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) !== KIND.for_in_clause) continue;
    const end = tree.next[child] as number;
    for (let part = child + 1; part < end; part = tree.next[part] as number) {
      if (tree.field[part] === tree.fields.right) marks[part] = LEAVES_SCOPE;
    }
    break;
  }
  const { enteredRow } = frameOf(walk);
  pushFrame(walk, row, {
    kind: "comprehension",
    isPublic: false,
    class: undefined,
    selfClass: undefined,
    enteredRow,
  });
}

function pushFrame(walk: Walk, row: number, frame: Omit<Frame, "end" | "globals">): void {
  walk.frames.push({ ...frame, globals: undefined, end: walk.tree.next[row] as number });
}

/** Names of type parameters are seen by annotations, bases and the body, and not from outside. */
export function openTypeParameters(walk: Walk, row: number, typeParameters: number): void {
  walk.builder.openScope("block", row);
  walk.marks[typeParameters] = MARK.typeParameters;
}

/** `if TYPE_CHECKING:` never runs. */
export function markTypeOnly(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const condition = childIn(tree, row, tree.fields.condition);
  const isNegated = codeOf(tree, condition) === KIND.not_operator;
  const tested = namingNode(tree, isNegated ? firstNamed(tree, condition) : condition);
  if (tested < 0 || textAt(tree, tested) !== "TYPE_CHECKING") return;
  if (!isNegated) {
    const block = childIn(tree, row, tree.fields.consequence);
    if (block >= 0) marks[block] = MARK.typeOnly;
    return;
  }
  const otherwise = childIn(tree, row, tree.fields.alternative);
  if (codeOf(tree, otherwise) === KIND.else_clause) marks[otherwise] = MARK.typeOnly;
}
