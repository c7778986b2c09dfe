import {
  type FlowArgument,
  type FlowBuilder,
  NONE,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { anyItemOf, itemAt, listOf } from "./flow-items.ts";
import { F, K } from "./kinds.ts";
import { child, firstNamed, isCode, isFunction, kind, literal, numberKey, text, tokenKind } from "./nodes.ts";
import { memberNameText } from "./places.ts";
import type { Walk } from "./walk.ts";

/** Notes a call or a `new` with what it is given. */
export function noteCall(walk: Walk, node: number, callee: number, isNew: boolean): void {
  const { flow } = walk.builder;
  flow.call(node, callee, argumentsOf(walk, child(walk, node, F.arguments)), isNew ? { isNew } : undefined);
}

const noArguments: readonly FlowArgument[] = [];

/** An argument that carries nothing. */
export const plainArgument: FlowArgument = { node: NONE };

/** The arguments of a call; of a template its strings come first. Literals behind the last other one are left out. */
export function argumentsOf(walk: Walk, list: number): readonly FlowArgument[] {
  if (list < 0) return noArguments;
  const { tree } = walk;
  const end = tree.next[list] as number;
  const isTemplate = kind(walk, list) === K.template_string;
  let found: FlowArgument[] | undefined;
  let plainCount = isTemplate ? 1 : 0;
  for (let at = list + 1; at < end; at = tree.next[at] as number) {
    if (!isCode(walk, at)) continue;
    const code = kind(walk, at);
    if (isTemplate && code !== K.template_substitution) continue;
    if (isLiteral(code)) {
      plainCount++;
      continue;
    }
    found ??= [];
    for (; plainCount > 0; plainCount--) found.push(plainArgument);
    if (code === K.spread_element) found.push({ node: at, spread: "values" });
    else found.push({ node: isTemplate ? firstNamed(walk, at) : at });
  }
  return found ?? noArguments;
}

function isLiteral(code: number): boolean {
  return (
    code === K.string ||
    code === K.number ||
    code === K.template_string ||
    code === K.true ||
    code === K.false ||
    code === K.null ||
    code === K.undefined ||
    code === K.regex
  );
}

/** A component is called with its attributes; what an element of the page is given, the page may call. */
export function noteElement(walk: Walk, node: number, name: number): void {
  if (walk.tree.next[name] === undefined) return;
  walk.builder.flow.call(node, name, [{ node }]);
}

/** A function begins; `declaration` is -1 when it has no name. */
export function noteFunction(walk: Walk, node: number, declaration: number): void {
  const { flow } = walk.builder;
  flow.callable(node, declaration);
  const body = kind(walk, node) === K.arrow_function ? child(walk, node, F.body) : NONE;
  if (body >= 0 && kind(walk, body) !== K.statement_block) flow.returns(body);
}

/**
 * The next parameter of the innermost function: a name, or a pattern that takes apart what comes. `whole` is the
 * parameter with its default, `value` the default where it stands beside the pattern.
 */
export function noteParameter(
  walk: Walk,
  owner: number,
  position: number,
  pattern: number,
  declaration: number,
  value: number,
): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const code = kind(walk, pattern);
  const isDefaulted = code === K.assignment_pattern;
  const isRest = code === K.rest_pattern;
  const inner = isDefaulted || isRest ? firstNamed(walk, pattern) : pattern;
  const fallback = isDefaulted ? child(walk, pattern, F.right) : value;
  const isName = kind(walk, inner) === K.identifier && declaration >= 0;
  flow.parameter(pattern, isName ? declaration : NONE, isRest ? "rest" : "plain");
  if (isName) {
    if (fallback >= 0) flow.storeIn(declaration, fallback);
    return;
  }
  flow.later(() => {
    const given = flow.argument(owner, position);
    storeInPattern(walk, inner, isRest ? listOf(flow, [given]) : given);
    if (fallback >= 0) storeInPattern(walk, inner, flow.value(fallback));
  });
}

/** `return x`. */
export function visitReturn(walk: Walk, node: number): void {
  const value = firstNamed(walk, node);
  if (value >= 0) walk.builder.flow.returns(value);
}

/** `yield x`; `yield* x` gives what `x` gives. */
export function visitYield(walk: Walk, node: number): void {
  const value = firstNamed(walk, node);
  const { flow } = walk.builder;
  if (value < 0 || !flow.isOn) return;
  if (walk.tree.text.charCodeAt(walk.tree.start[node + 2] as number) === 42) flow.returns(value);
  else {
    // The row of the expression stands for the sequence that it adds to.
    walk.madeValues.set(node + 1, () => listOf(flow, [flow.value(value)]));
    flow.returns(node + 1);
  }
}

/** The names of a pattern get parts of a value, of which nothing is known for `NONE`. */
export function notePattern(walk: Walk, pattern: number, value: number): void {
  const { flow } = walk.builder;
  flow.later(() => storeInPattern(walk, pattern, value < 0 ? UNKNOWN_VALUE : flow.value(value)));
}

/**
 * `for (pattern of value)`: the names get its elements. Of a value with an iterator of its own, the loop calls that and
 * its `next`, which nothing in the text names: they are noted as calls at the loop and at its parenthesis.
 */
export function noteIteration(walk: Walk, loop: number, pattern: number, value: number): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const { tree } = walk;
  const isAwaited = tokenKind(walk, loop + 2) === K.await;
  const opening = isAwaited ? loop + 3 : loop + 2;
  const closing = tree.next[value] as number;
  const method = isAwaited ? "[Symbol.asyncIterator]" : "[Symbol.iterator]";
  walk.madeValues.set(opening, () => flow.memberOf(flow.value(value), method));
  walk.madeValues.set(closing, () => flow.memberOf(flow.result(loop), "next"));
  flow.call(loop, opening, noArguments);
  flow.call(opening, closing, noArguments);
  flow.later(() => {
    storeInPattern(walk, pattern, anyItemOf(flow, flow.value(value)));
    storeInPattern(walk, pattern, anyItemOf(flow, flow.result(loop)));
    storeInPattern(walk, pattern, flow.memberOf(flow.result(opening), "value"));
  });
}

/** What is set to a call is told by its name; where that call gives more than its result, the rest is told here. */
export function noteHeldCalls(walk: Walk): void {
  const { heldCalls, alsoGiven } = walk;
  for (let at = 0; at < heldCalls.length; at += 2) {
    const call = heldCalls[at + 1] as number;
    if (alsoGiven.has(call)) walk.builder.flow.storeIn(heldCalls[at] as number, call);
  }
}

/** Where nothing is known of what a declaration holds, as of the error that is caught. */
export function noteUnknown(walk: Walk, declaration: number): void {
  const { flow } = walk.builder;
  if (declaration >= 0) flow.later(() => flow.storeValue(flow.declared(declaration), UNKNOWN_VALUE));
}

/** Patterns that nest deeper than this are not followed. */
const maxPatternDepth = 50;

/**
 * A member of a named object holds too what is set as that member of the object by whoever else has got it. A function or
 * a literal is hardly ever replaced in such a way.
 */
export function noteMemberOf(
  walk: Walk,
  declaration: number,
  object: number,
  name: string,
  value: number,
): void {
  const { flow } = walk.builder;
  const code = kind(walk, value);
  const isReplaced = !isLiteral(code) || code === K.null || code === K.undefined;
  if (!flow.isOn || declaration < 0 || object < 0 || !isReplaced || isFunction(code)) return;
  if (name.startsWith("[")) return;
  flow.later(() => flow.storeValue(flow.declared(declaration), flow.memberOf(flow.declared(object), name)));
}

/** A declaration gets what another one holds. */
export function noteSame(walk: Walk, target: number, source: number): void {
  const { flow } = walk.builder;
  if (target >= 0 && source >= 0)
    flow.later(() => flow.storeValue(flow.declared(target), flow.declared(source)));
}

function storeInPattern(walk: Walk, node: number, value: ValueId, depth = 0): void {
  const { flow } = walk.builder;
  if (depth > maxPatternDepth) return;
  switch (kind(walk, node)) {
    case K.identifier:
    case K.shorthand_property_identifier_pattern: {
      const declaration = walk.patternNames.get(node);
      flow.storeValue(declaration === undefined ? flow.reference(node) : flow.declared(declaration), value);
      return;
    }
    case K.object_pattern:
      storeInObject(walk, node, value, depth + 1);
      return;
    case K.array_pattern:
      storeInArray(walk, node, value, depth + 1);
      return;
    case K.assignment_pattern:
    case K.object_assignment_pattern:
      storeInPattern(walk, node + 1, value, depth + 1);
      storeInPattern(walk, node + 1, flow.value(child(walk, node, F.right)), depth + 1);
      return;
    case K.rest_pattern:
      storeInPattern(walk, firstNamed(walk, node), value, depth + 1);
      return;
    case K.member_expression:
    case K.subscript_expression:
      flow.storeValue(flow.value(node), value);
  }
}

function storeInObject(walk: Walk, node: number, value: ValueId, depth: number): void {
  const { flow } = walk.builder;
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    switch (kind(walk, at)) {
      case K.shorthand_property_identifier_pattern:
        storeInPattern(walk, at, flow.memberOf(value, text(walk, at)), depth);
        break;
      case K.object_assignment_pattern:
        storeInPattern(walk, at, flow.memberOf(value, text(walk, at + 1)), depth);
        break;
      case K.pair_pattern:
        storeInPattern(walk, child(walk, at, F.value), memberAt(walk, flow, at + 1, value), depth);
        break;
      case K.rest_pattern:
        storeInPattern(walk, at, value, depth);
    }
  }
}

function memberAt(walk: Walk, flow: FlowBuilder, key: number, value: ValueId): ValueId {
  const isComputed = kind(walk, key) === K.computed_property_name && literal(walk, key + 2) === undefined;
  const name = isComputed ? undefined : memberNameText(walk, key);
  return name === undefined ? flow.element(value) : flow.memberOf(value, name);
}

function storeInArray(walk: Walk, node: number, value: ValueId, depth: number): void {
  const { flow } = walk.builder;
  const { tree } = walk;
  let position = 0;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    if (!isCode(walk, at)) {
      if (tree.text.charCodeAt(tree.start[at] as number) === 44) position++;
    } else if (kind(walk, at) === K.rest_pattern) {
      storeInPattern(walk, at, listOf(flow, [anyItemOf(flow, value)]), depth);
    } else storeInPattern(walk, at, itemAt(flow, value, String(position)), depth);
  }
}

/** Notes what the key of `a[key]` is, where it is a constant of the file. */
export function noteConstantKey(walk: Walk, node: number, index: number): void {
  if (kind(walk, index) !== K.identifier || !walk.builder.flow.isOn) return;
  const { declaration } = walk.builder.lookup(text(walk, index), index, ["value"]);
  const key = declaration < 0 ? undefined : walk.constants.get(declaration);
  if (key !== undefined) walk.constantKeys.set(node, key);
}

/** `const key = "a"`. */
export function noteConstant(walk: Walk, name: number, declaration: number, value: number): void {
  const isNumber = kind(walk, value) === K.number;
  const key = isNumber ? numberKey(walk, value) : literal(walk, value);
  if (key !== undefined && declaration >= 0) walk.constants.set(declaration, key);
  if (isSymbolCall(walk, value)) walk.symbols.add(text(walk, name));
}

function isSymbolCall(walk: Walk, value: number): boolean {
  if (kind(walk, value) !== K.call_expression) return false;
  const { tree } = walk;
  return (
    tree.text.startsWith("Symbol(", tree.start[value]) ||
    tree.text.startsWith("Symbol.for(", tree.start[value])
  );
}

/**
 * A key that is a symbol, as it is written: it is no member that could be read by a name. One that is imported is known
 * by what such names are commonly called: `kReply`, `replySymbol`.
 */
export function symbolKey(walk: Walk, key: number): string | undefined {
  if (kind(walk, key) !== K.identifier) return undefined;
  const name = text(walk, key);
  return walk.symbols.has(name) || /^k[A-Z]|[sS]ymbol/u.test(name) ? `[${name}]` : undefined;
}
