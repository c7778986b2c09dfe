import {
  type FlowBuilder,
  NO_VALUE,
  type ReadValue,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { bracesValue } from "./literals.ts";
import { constantKey, isInstantiation } from "./paths.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** Says what an expression gives. The walk is handed over late, since the builder that it needs is made with this. */
export function valueReader(walkOf: () => GoWalk): ReadValue {
  return (node, flow) => readValue(walkOf(), node, flow);
}

function readValue(walk: GoWalk, node: number, flow: FlowBuilder): ValueId {
  switch (kindAt(walk, node)) {
    case Kind.identifier:
      return textAt(walk, node) === "_" ? NO_VALUE : flow.reference(node);
    case Kind.type_identifier:
      return flow.reference(node);
    case Kind.qualified_type:
      return flow.reference(childIn(walk, node, Field.name));
    case Kind.selector_expression: {
      const nameNode = childIn(walk, node, Field.field);
      return flow.member(nameNode, childIn(walk, node, Field.operand), textAt(walk, nameNode));
    }
    case Kind.call_expression:
      return callValue(walk, node, flow);
    case Kind.func_literal:
      return flow.callableAt(node);
    case Kind.composite_literal:
      return bracesValue(walk, childIn(walk, node, Field.body), flow);
    case Kind.literal_value:
      return bracesValue(walk, node, flow);
    case Kind.expression_list:
      return listValue(walk, node, flow);
    case Kind.index_expression:
      return elementValue(walk, node, flow);
    case Kind.generic_type:
    case Kind.type_instantiation_expression:
      return genericValue(walk, node, flow);
    case Kind.type_conversion_expression:
      return conversionValue(walk, node, flow);
    case Kind.unary_expression:
      return unaryValue(walk, node, flow);
    case Kind.slice_expression:
    case Kind.type_assertion_expression:
      return flow.value(childIn(walk, node, Field.operand));
    case Kind.literal_element:
    case Kind.parenthesized_expression:
    case Kind.parenthesized_type:
    case Kind.pointer_type:
    case Kind.variadic_argument:
      return flow.value(firstPart(walk, node));
    case Kind.binary_expression:
    case Kind.interpreted_string_literal:
    case Kind.raw_string_literal:
    case Kind.int_literal:
    case Kind.float_literal:
    case Kind.imaginary_literal:
    case Kind.rune_literal:
    case Kind.nil:
    case Kind.true:
    case Kind.false:
    case Kind.iota:
      return NO_VALUE;
    default:
      return UNKNOWN_VALUE;
  }
}

/** The results of `return a, b`: one alone is the value itself. */
function listValue(walk: GoWalk, list: number, flow: FlowBuilder): ValueId {
  const parts = childrenOf(walk, list);
  if (parts.length === 1) return flow.value(parts[0] as number);
  return flow.object(parts.map((part, at) => ({ value: flow.value(part), key: String(at) })));
}

function callValue(walk: GoWalk, call: number, flow: FlowBuilder): ValueId {
  const callee = calleeOf(walk, call);
  const parts = childrenOf(walk, childIn(walk, call, Field.arguments));
  switch (predeclared(walk, callee)) {
    case undefined:
      break;
    case "new":
      return flow.result(call);
    case "append":
      return appended(walk, parts, flow);
    case "make":
      // A map or channel that has nothing yet.
      return flow.object([]);
    case "recover":
      return UNKNOWN_VALUE;
    default:
      return NO_VALUE;
  }
  const converted =
    isTypeOfFile(walk, callee) && parts.length === 1 ? flow.value(parts[0] as number) : NO_VALUE;
  return flow.either([flow.result(call), converted]);
}

/** The list with all that it had, and more. */
function appended(walk: GoWalk, parts: readonly number[], flow: FlowBuilder): ValueId {
  return flow.object(
    parts.map((part, at) => ({
      value: flow.value(part),
      isSpread: at === 0 || kindAt(walk, part) === Kind.variadic_argument,
    })),
  );
}

function elementValue(walk: GoWalk, index: number, flow: FlowBuilder): ValueId {
  const operand = childIn(walk, index, Field.operand);
  if (isInstantiation(walk, operand) === true) return flow.value(operand);
  return flow.element(flow.value(operand), constantKey(walk, childIn(walk, index, Field.index)));
}

/** `F[A]` where the grammar sees a type; it may be an element of a table all the same. */
function genericValue(walk: GoWalk, generic: number, flow: FlowBuilder): ValueId {
  const named = childIn(walk, generic, Field.type);
  const value = flow.value(named);
  return isInstantiation(walk, named) === false ? flow.element(value) : value;
}

function conversionValue(walk: GoWalk, row: number, flow: FlowBuilder): ValueId {
  const operand = flow.value(childIn(walk, row, Field.operand));
  const type = childIn(walk, row, Field.type);
  if (kindAt(walk, type) !== Kind.generic_type) return operand;
  const named = childIn(walk, type, Field.type);
  const isFunction = walk.moduleNames.get(textAt(walk, named)) === "function";
  return flow.either([flow.result(row), isFunction ? NO_VALUE : operand]);
}

function unaryValue(walk: GoWalk, row: number, flow: FlowBuilder): ValueId {
  const operand = childIn(walk, row, Field.operand);
  if (hasToken(walk, row, "<-")) return flow.element(flow.value(operand));
  return hasToken(walk, row, "&") || hasToken(walk, row, "*") ? flow.value(operand) : NO_VALUE;
}

export function noteCall(walk: GoWalk, call: number): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const callee = calleeOf(walk, call);
  const parts = childrenOf(walk, childIn(walk, call, Field.arguments));
  switch (predeclared(walk, callee)) {
    case undefined:
      break;
    case "new": {
      const made = typeNameNode(walk, parts[0] ?? -1);
      if (made >= 0) flow.call(call, made, [], { isNew: true });
      return;
    }
    case "copy": {
      const [to = -1, from = -1] = parts;
      flow.later(() => flow.storeValue(flow.element(flow.value(to)), flow.element(flow.value(from))));
      return;
    }
    default:
      return;
  }
  const isSpread = (part: number) => kindAt(walk, part) === Kind.variadic_argument;
  flow.call(
    call,
    callee,
    parts.map((node) => (isSpread(node) ? { node: firstPart(walk, node), spread: "values" } : { node })),
  );
}

/** `F[A](x)` parses as a conversion and may be a call. */
export function noteConversion(walk: GoWalk, row: number): void {
  const type = childIn(walk, row, Field.type);
  if (kindAt(walk, type) !== Kind.generic_type) return;
  walk.builder.flow.call(row, type, [{ node: childIn(walk, row, Field.operand) }]);
}

export function noteReturn(walk: GoWalk, row: number): void {
  const list = firstPart(walk, row);
  if (list >= 0) walk.builder.flow.returns(list);
}

/** A result with a name is what the function gives, whatever its `return` says. */
export function noteNamedResult(walk: GoWalk, owner: number, declaration: number): void {
  const { flow } = walk.builder;
  const known = walk.namedResults.get(owner);
  if (known !== undefined) {
    known.push(declaration);
    return;
  }
  const declared = [declaration];
  walk.namedResults.set(owner, declared);
  flow.later(() => {
    const values = declared.map((one) => (one < 0 ? NO_VALUE : flow.declared(one)));
    const [only = NO_VALUE] = values;
    const all =
      values.length === 1 ? only : flow.object(values.map((value, at) => ({ value, key: String(at) })));
    flow.returnValue(owner, all);
  });
}

export function noteSend(walk: GoWalk, row: number): void {
  const { flow } = walk.builder;
  const [channel, value] = [childIn(walk, row, Field.channel), childIn(walk, row, Field.value)];
  flow.later(() => flow.storeValue(flow.element(flow.value(channel)), flow.value(value)));
}

/** What a `range` gives to each of its names; the first of two is the key. */
export function noteRange(walk: GoWalk, target: FlowTarget, over: number): void {
  const { flow } = walk.builder;
  flow.later(() => flow.storeValue(targetValue(target, flow), flow.element(flow.value(over))));
}

export interface FlowTarget {
  readonly node: number;
  readonly declaration: number;
}

/**
 * Tells what a target gets, where `assign` has not told it all. `position` is that of the target among several that
 * share one value; -1 where each has its own.
 */
export function noteValueOf(
  walk: GoWalk,
  target: FlowTarget,
  value: number,
  assigned: "name" | "call" | "function" | "object" | "list" | "other",
  position: number,
): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const isCall = kindAt(walk, value) === Kind.call_expression;
  // Of `v, ok := <-c` the first is the value; the results of a call are its elements.
  if (position > 0) {
    if (isCall && target.declaration < 0) noteResult(walk, target, value, position);
    return;
  }
  if (position === 0 && isCall) noteResult(walk, target, value, 0);
  else if (target.declaration < 0) flow.store(target.node, value);
  else if (position === 0 || !isToldByAssign(walk, value, assigned)) flow.storeIn(target.declaration, value);
}

/** `assign` has told names, and calls that are no conversions and do not give back what they get. */
function isToldByAssign(walk: GoWalk, value: number, assigned: string): boolean {
  if (assigned !== "call") return assigned === "name";
  if (kindAt(walk, value) !== Kind.call_expression) return false;
  const callee = calleeOf(walk, value);
  return predeclared(walk, callee) === undefined && !isTypeOfFile(walk, callee);
}

function noteResult(walk: GoWalk, target: FlowTarget, call: number, position: number): void {
  const { flow } = walk.builder;
  flow.later(() =>
    flow.storeValue(targetValue(target, flow), flow.element(flow.value(call), String(position))),
  );
}

function targetValue({ node, declaration }: FlowTarget, flow: FlowBuilder): ValueId {
  return declaration < 0 ? flow.value(node) : flow.declared(declaration);
}

function calleeOf(walk: GoWalk, call: number): number {
  let callee = childIn(walk, call, Field.function);
  while (kindAt(walk, callee) === Kind.parenthesized_expression) callee = firstPart(walk, callee);
  return callee;
}

const languageFunctions: ReadonlySet<string> = new Set(
  "append cap clear close complex copy delete imag len make max min new panic print println real recover".split(
    " ",
  ),
);

/** The function of the language that the callee names; undefined for any other callee. */
function predeclared(walk: GoWalk, callee: number): string | undefined {
  if (kindAt(walk, callee) !== Kind.identifier) return undefined;
  const name = textAt(walk, callee);
  return languageFunctions.has(name) && !walk.moduleNames.has(name) ? name : undefined;
}

function isTypeOfFile(walk: GoWalk, callee: number): boolean {
  return kindAt(walk, callee) === Kind.identifier && walk.moduleTypes.has(textAt(walk, callee));
}
