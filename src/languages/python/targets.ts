import { NONE } from "../../engine/index/index.ts";
import { place } from "./definitions.ts";
import { bindsDynamicImport } from "./dynamic.ts";
import { readExports } from "./exports.ts";
import { isTold } from "./flow-calls.ts";
import { noteChange } from "./flow-notes.ts";
import { isWritten, madeNode } from "./flow-values.ts";
import { childIn, codeOf, firstNamed, KIND, lastNamed, nextNamed, textAt } from "./grammar.ts";
import { typeNameOf } from "./types.ts";
import { referToAttribute } from "./uses.ts";
import { assignValue } from "./values.ts";
import { type Binding, bindingFrame, frameOf, MARK, memberName, pathOf, unwrap, type Walk } from "./walk.ts";

/** An assignment of any form: its targets are bound when the walk comes to them. */
export function bindAssignment(walk: Walk, row: number): void {
  const { tree, marks, bindings } = walk;
  const code = codeOf(tree, row);
  const left = childIn(tree, row, code === KIND.named_expression ? tree.fields.name : tree.fields.left);
  if (left < 0) return;
  // `x.n += 1` changes a member that is there; `x += 1` makes x a local.
  const isChange = code === KIND.augmented_assignment && codeOf(tree, left) !== KIND.identifier;
  marks[left] = isChange ? MARK.written : MARK.target;
  if (frameOf(walk).kind === "module") readExports(walk, row, left);
  const annotation = childIn(tree, row, tree.fields.type);
  const outer = bindings.get(row);
  const statement = outer?.statement ?? row;
  // `x += f()` gives x a value that is not what `f` returned.
  const value = code === KIND.augmented_assignment ? NONE : (outer?.value ?? lastValue(walk, row));
  const type = annotation < 0 ? undefined : typeNameOf(walk, annotation, bindingFrame(walk).class?.type);
  bindings.set(left, { statement, value, type });
  if (code === KIND.augmented_assignment) noteChange(walk, row, left);
  // In `a = b = c` the inner assignment has the value of the outer one.
  const right = childIn(tree, row, tree.fields.right);
  if (codeOf(tree, right) === KIND.assignment) bindings.set(right, { statement, value, type: undefined });
}

function lastValue(walk: Walk, row: number): number {
  const { tree } = walk;
  let at = row;
  for (;;) {
    const isNamed = codeOf(tree, at) === KIND.named_expression;
    const value = childIn(tree, at, isNamed ? tree.fields.value : tree.fields.right);
    const code = codeOf(tree, value);
    if (code !== KIND.assignment && code !== KIND.named_expression) return value;
    at = value;
  }
}

/** Hands a mark to the parts of a pattern, and to each its part of the value. */
export function passToGroup(walk: Walk, row: number, mark: number): void {
  const { tree, marks, bindings } = walk;
  const binding = bindings.get(row);
  const values = binding === undefined ? [] : valuesByPosition(walk, row, binding.value);
  const isWhole = codeOf(tree, row) === KIND.as_pattern_target;
  let position = 0;
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    marks[child] = mark;
    if (binding !== undefined) {
      const value = values[position] ?? NONE;
      const source = value < 0 ? partOf(walk, row, binding, child, position) : NONE;
      bindings.set(child, {
        statement: binding.statement,
        value,
        type: isWhole ? binding.type : undefined,
        ...(source < 0 ? {} : { source }),
      });
    }
    position++;
  }
}

/** The part of a value that a part of a pattern takes, where it is no expression of its own. */
function partOf(walk: Walk, row: number, binding: Binding, child: number, position: number): number {
  const { tree } = walk;
  const { flow } = walk.builder;
  const whole = binding.source ?? binding.value;
  const code = codeOf(tree, row);
  if (whole < 0 || code === KIND.parenthesized_expression || code === KIND.as_pattern_target) return whole;
  if (code === KIND.list_splat_pattern || code === KIND.list_splat) return whole;
  const { star, count } = shapeOf(walk, row);
  const element = (at: number | undefined) =>
    madeNode(walk, () => flow.element(flow.value(whole), at === undefined ? undefined : String(at)));
  if (star < 0 || position < star) return element(position);
  const length = lengthOf(walk, whole);
  const shift = length - count;
  if (child !== starred(walk, row)) return element(length < 0 ? undefined : position + shift);
  return madeNode(walk, () => {
    if (length < 0) return flow.object([{ value: flow.element(flow.value(whole)) }]);
    const taken = Array.from({ length: shift + 1 }, (_, at) => at);
    const base = flow.value(whole);
    return flow.object(
      taken.map((at) => ({ key: String(at), value: flow.element(base, String(star + at)) })),
    );
  });
}

/** How many parts a pattern has, and which of them has a star; -1 for none. */
function shapeOf(walk: Walk, pattern: number): { readonly star: number; readonly count: number } {
  const { tree } = walk;
  const starChild = starred(walk, pattern);
  let star = -1;
  let count = 0;
  for (let child = firstNamed(tree, pattern); child >= 0; child = nextNamed(tree, child)) {
    if (child === starChild) star = count;
    count++;
  }
  return { star, count };
}

function starred(walk: Walk, pattern: number): number {
  const { tree } = walk;
  for (let child = firstNamed(tree, pattern); child >= 0; child = nextNamed(tree, child)) {
    const code = codeOf(tree, child);
    if (code === KIND.list_splat_pattern || code === KIND.list_splat) return child;
  }
  return NONE;
}

/** The number of elements of a list or tuple that is written out; -1 when it is not known. */
function lengthOf(walk: Walk, node: number): number {
  const { tree } = walk;
  const at = isWritten(node) ? unwrap(tree, node) : NONE;
  const code = codeOf(tree, at);
  if (code !== KIND.expression_list && code !== KIND.tuple && code !== KIND.list) return -1;
  const { star, count } = shapeOf(walk, at);
  return star < 0 ? count : -1;
}

/** The values of `a, b = c, d`, or none when they cannot be paired off. */
function valuesByPosition(walk: Walk, pattern: number, value: number): number[] {
  const { tree } = walk;
  const code = codeOf(tree, pattern);
  if (code === KIND.parenthesized_expression) return [value];
  const at = value < 0 ? NONE : unwrap(tree, value);
  const valueCode = codeOf(tree, at);
  if (valueCode !== KIND.expression_list && valueCode !== KIND.tuple && valueCode !== KIND.list) return [];
  const values: number[] = [];
  let targets = 0;
  for (let child = firstNamed(tree, at); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.list_splat) return [];
    values.push(child);
  }
  for (let child = firstNamed(tree, pattern); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.list_splat_pattern) return [];
    targets++;
  }
  return targets === values.length ? values : [];
}

/** Binds a name: the first time it is declared, later it is written. */
export function bindName(walk: Walk, row: number, mark: number): void {
  const { tree, builder } = walk;
  const name = textAt(tree, row);
  const binding = walk.bindings.get(row);
  const isInComprehension = mark === MARK.comprehensionTarget;
  if (binding !== undefined && bindsDynamicImport(walk, row, binding)) return;
  const known = builder.bound(name, isInComprehension ? "here" : "function");
  let { declaration } = known;
  if (declaration >= 0 || known.import >= 0) builder.refer(row, "write");
  else declaration = declareVariable(walk, row, name, binding, isInComprehension);
  if (binding !== undefined) assignIfAny(walk, row, row, [name], declaration, binding);
}

function statementOf(binding: Binding | undefined, row: number): number {
  return binding === undefined || binding.statement < 0 ? row : binding.statement;
}

function declareVariable(
  walk: Walk,
  row: number,
  name: string,
  binding: Binding | undefined,
  isInComprehension: boolean,
): number {
  const frame = isInComprehension ? frameOf(walk) : bindingFrame(walk);
  const isGlobal = frame.globals?.has(name) === true;
  const node = statementOf(binding, row);
  const where = isGlobal
    ? ({ level: "module", isExported: true, parent: NONE } as const)
    : place(walk, frame, node);
  const isField = where.level === "member";
  const isAlias = binding?.type?.name === "TypeAlias";
  const type = isAlias ? typeNameOf(walk, binding.value) : binding?.type;
  const declaration = walk.builder.declare({
    nameNode: row,
    node,
    kind: isAlias ? "type" : isField ? "field" : variableKind(name, where.level),
    visibleIn: isInComprehension ? "here" : "function",
    ...where,
    ...(type === undefined ? {} : { type }),
  });
  walk.builder.flow.declaredAt(row, declaration);
  if (isField) frame.class?.fields.set(name, declaration);
  return declaration;
}

function variableKind(name: string, level: string) {
  return level === "module" && /^_*\p{Lu}[\p{Lu}\d_]*$/u.test(name) ? "constant" : "variable";
}

/** `x.name = …`: a new member when x is the value or the class around and nothing else declares the name. */
export function bindAttribute(walk: Walk, row: number): void {
  const { tree, marks, builder, bindings } = walk;
  const name = memberName(tree, row);
  if (name < 0) return;
  const binding = bindings.get(row);
  const info = selfOf(walk, row + 1);
  const text = textAt(tree, name);
  let declaration = info?.fields.get(text) ?? NONE;
  const isNew = info !== undefined && declaration < 0 && !info.bodyNames.has(text);
  if (isNew) {
    const type = binding?.type;
    declaration = builder.declare({
      nameNode: name,
      node: statementOf(binding, row),
      kind: "field",
      level: "member",
      parent: info.declaration,
      isExported: true,
      visibleIn: "none",
      ...(type === undefined ? {} : { type }),
    });
    info.fields.set(text, declaration);
    marks[name] = MARK.done;
  } else referToAttribute(walk, row, MARK.written);
  if (binding !== undefined) {
    assignIfAny(walk, row, name, [...pathOf(tree, row + 1), text], declaration, binding);
  }
}

/** The class that a node stands for or is a value of, when it is the first parameter of a method. */
function selfOf(walk: Walk, node: number) {
  if (codeOf(walk.tree, node) !== KIND.identifier) return undefined;
  return walk.selves.get(walk.builder.lookup(textAt(walk.tree, node), node).declaration);
}

/** A bare `x: int` gives x no value; any other binding does, be it one that is not known. */
function assignIfAny(
  walk: Walk,
  row: number,
  node: number,
  target: readonly string[],
  declaration: number,
  binding: Binding,
): void {
  const { statement, value, source } = binding;
  const given = source ?? value;
  if (given >= 0 && (declaration < 0 || source !== undefined || !isTold(walk, value))) {
    if (declaration < 0) walk.builder.flow.store(row, given);
    else walk.builder.flow.storeIn(declaration, given);
  }
  // What a loop or a `with` gives a name is no assignment.
  if (statement < 0) return;
  const isOnlyDeclared = value < 0 && childIn(walk.tree, statement, walk.tree.fields.type) >= 0;
  if (!isOnlyDeclared) assignValue(walk, node, target, declaration, value);
}

/** The names of `global` and `nonlocal` belong to another scope from here on. */
export function redirectNames(walk: Walk, row: number, to: "module" | "outer"): void {
  const { tree, marks, builder } = walk;
  const frame = frameOf(walk);
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    marks[child] = MARK.done;
    const name = textAt(tree, child);
    builder.redirect(name, to);
    if (to === "module") {
      frame.globals ??= new Set();
      frame.globals.add(name);
    }
  }
}

/** `… as x` binds x, in a `with`, an `except` and a pattern. */
export function markAs(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const isPattern = codeOf(tree, firstNamed(tree, row)) === KIND.case_pattern;
  const bound = lastNamed(tree, row);
  const code = codeOf(tree, bound);
  if (code === KIND.as_pattern_target || (isPattern && code === KIND.identifier)) marks[bound] = MARK.target;
  if (codeOf(tree, tree.parent[row] as number) !== KIND.except_clause) return;
  const type = typeNameOf(walk, firstNamed(tree, row));
  if (type !== undefined) walk.bindings.set(bound, { statement: NONE, value: NONE, type });
}

/** `*rest` and `**rest` in a pattern. */
export function markSplatPattern(walk: Walk, row: number): void {
  const bound = firstNamed(walk.tree, row);
  if (bound >= 0) walk.marks[bound] = MARK.target;
}

/** `Point(x=0)` names an attribute of Point. */
export function markKeywordPattern(walk: Walk, row: number): void {
  const keyword = firstNamed(walk.tree, row);
  if (keyword >= 0) walk.marks[keyword] = MARK.done;
}

/**
 * `except X as e` binds e. `except X, e` does in Python 2, where `except X, Y` of Python 3.14 names two classes:
 * a capital tells them apart.
 */
export function markExcept(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const alias = childIn(tree, row, tree.fields.alias);
  if (alias >= 0) marks[alias] = MARK.target;
  let second = firstNamed(tree, row);
  if (second >= 0 && tree.field[second] === tree.fields.value) second = nextNamed(tree, second);
  if (codeOf(tree, second) !== KIND.identifier || tree.field[second] !== tree.fields.value) return;
  if (!/^_*\p{Lu}/u.test(textAt(tree, second))) marks[second] = MARK.target;
}
