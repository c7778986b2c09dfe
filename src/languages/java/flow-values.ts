import {
  type FlowBuilder,
  type FlowEntry,
  kindOf,
  NO_VALUE,
  type ReadValue,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { childIn, childrenOf, fieldAt, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { type ContainerUse, givenBy, isContainerType, isFactory } from "./containers.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** Says what an expression gives. The walk is handed over late, since the builder that it needs is made with this. */
export function valueReader(walkOf: () => JavaWalk): ReadValue {
  return (node, flow) => readValue(walkOf(), node, flow);
}

function readValue(walk: JavaWalk, node: number, flow: FlowBuilder): ValueId {
  const made = walk.madeValues.get(node);
  if (made !== undefined) return made();
  switch (kindAt(walk, node)) {
    case Kind.identifier:
      return nameValue(walk, node, flow);
    case Kind.type_identifier:
      return flow.reference(node);
    case Kind.this:
    case Kind.super:
      return selfValue(walk, node, flow);
    case Kind.field_access: {
      const nameNode = childIn(walk, node, Field.field);
      if (kindAt(walk, nameNode) === Kind.this) return selfValue(walk, nameNode, flow);
      const name = textAt(walk, nameNode);
      // That of an array, most often.
      return name === "length" ? NO_VALUE : flow.member(nameNode, childIn(walk, node, Field.object), name);
    }
    case Kind.method_invocation:
      return callValue(walk, node, flow);
    case Kind.object_creation_expression:
      return creationValue(walk, node, flow);
    case Kind.lambda_expression:
      return flow.callableAt(node);
    case Kind.method_reference:
      return referredValue(walk, node, flow);
    case Kind.parenthesized_expression:
      return flow.value(firstPart(walk, node));
    case Kind.cast_expression:
      return flow.value(childIn(walk, node, Field.value));
    case Kind.assignment_expression:
      return flow.value(childIn(walk, node, Field.right));
    case Kind.ternary_expression:
      return flow.either([
        flow.value(childIn(walk, node, Field.consequence)),
        flow.value(childIn(walk, node, Field.alternative)),
      ]);
    case Kind.switch_expression:
      return flow.either(switchResults(walk, node).map((result) => flow.value(result)));
    case Kind.array_access:
      return flow.element(
        flow.value(childIn(walk, node, Field.array)),
        numberAt(walk, childIn(walk, node, Field.index)),
      );
    case Kind.array_creation_expression: {
      const list = childIn(walk, node, Field.value);
      return list < 0 ? flow.object([]) : flow.value(list);
    }
    case Kind.array_initializer:
      return flow.object(
        childrenOf(walk, node).map((part, at) => ({ value: flow.value(part), key: String(at) })),
      );
    case Kind.binary_expression:
    case Kind.unary_expression:
    case Kind.update_expression:
    case Kind.instanceof_expression:
    case Kind.class_literal:
    case Kind.string_literal:
      return NO_VALUE;
    default:
      return isLiteral(walk, node) ? NO_VALUE : UNKNOWN_VALUE;
  }
}

/** A name; the one that is called, with what it is called on. */
function nameValue(walk: JavaWalk, node: number, flow: FlowBuilder): ValueId {
  const parent = parentAt(walk, node);
  const isCallee = kindAt(walk, parent) === Kind.method_invocation && fieldAt(walk, node) === Field.name;
  const object = isCallee ? childIn(walk, parent, Field.object) : -1;
  return object < 0 ? flow.reference(node) : flow.member(node, object, textAt(walk, node));
}

/** `this`, or the constructor that `this(…)` and `super(…)` call. */
function selfValue(walk: JavaWalk, node: number, flow: FlowBuilder): ValueId {
  if (kindAt(walk, parentAt(walk, node)) === Kind.explicit_constructor_invocation)
    return flow.reference(node);
  const type = walk.selfTypes.get(node);
  return type === undefined ? UNKNOWN_VALUE : flow.instance(type);
}

function callValue(walk: JavaWalk, call: number, flow: FlowBuilder): ValueId {
  const object = childIn(walk, call, Field.object);
  const result = flow.result(call);
  switch (containerUse(walk, call)) {
    case "one":
      return flow.either([result, flow.element(flow.value(object), keyAt(walk, firstArgument(walk, call)))]);
    case "same":
      return flow.either([result, flow.value(object)]);
    case "joined":
      return flow.either([
        result,
        flow.value(object),
        ...argumentEntries(walk, call, flow).map((one) => one.value),
      ]);
    case "made":
      return flow.either([result, flow.object(argumentEntries(walk, call, flow))]);
    case "none":
      return result;
  }
}

/** What a call gives, as far as its name says that a container gives it. */
export function containerUse(walk: JavaWalk, call: number): ContainerUse | "made" {
  const object = childIn(walk, call, Field.object);
  if (object < 0) return "none";
  const name = textAt(walk, childIn(walk, call, Field.name));
  const use = givenBy(name);
  if (kindAt(walk, object) !== Kind.identifier) return use;
  return isFactory(textAt(walk, object), name) ? "made" : use;
}

/** Each argument is a value of what is made; one alone may also be a container of them. */
function argumentEntries(walk: JavaWalk, call: number, flow: FlowBuilder): FlowEntry[] {
  const values = childrenOf(walk, childIn(walk, call, Field.arguments)).map((part) => flow.value(part));
  const entries: FlowEntry[] = values.map((value) => ({ value }));
  if (values.length === 1) entries.push({ value: values[0] as ValueId, isSpread: true });
  return entries;
}

function creationValue(walk: JavaWalk, creation: number, flow: FlowBuilder): ValueId {
  const nameless = walk.nameless.get(creation);
  if (nameless !== undefined) return flow.instance(nameless);
  const result = flow.result(creation);
  if (!makesContainer(walk, creation)) return result;
  return flow.either([result, flow.object(argumentEntries(walk, creation, flow))]);
}

export function makesContainer(walk: JavaWalk, creation: number): boolean {
  return isContainerType(textAt(walk, typeNameNode(walk, childIn(walk, creation, Field.type))));
}

/** `A::b` is the method, `A::new` the class, whose call makes a value of it. */
function referredValue(walk: JavaWalk, node: number, flow: FlowBuilder): ValueId {
  const parts = childrenOf(walk, node);
  const last = parts.at(-1) ?? -1;
  if (parts.length > 1 && kindAt(walk, last) === Kind.identifier) return flow.reference(last);
  const type = parts[0] ?? -1;
  switch (kindAt(walk, type)) {
    case Kind.array_type:
      return UNKNOWN_VALUE;
    case Kind.identifier:
      return flow.reference(type);
    case Kind.field_access:
      return flow.reference(childIn(walk, type, Field.field));
    default: {
      const named = typeNameNode(walk, type);
      return named < 0 ? UNKNOWN_VALUE : flow.reference(named);
    }
  }
}

/** The expressions that the arms of a switch give: after an arrow, or after `yield`. */
function switchResults(walk: JavaWalk, node: number): number[] {
  const { next } = walk.tree;
  const results: number[] = [];
  const end = next[node] as number;
  for (let row = node + 1; row < end; ) {
    const kind = kindAt(walk, row);
    if (kind === Kind.yield_statement) results.push(firstPart(walk, row));
    if (kind === Kind.expression_statement && kindAt(walk, parentAt(walk, row)) === Kind.switch_rule) {
      results.push(firstPart(walk, row));
    }
    // What lies in a switch or class further in is not of this one.
    const isOther =
      kind === Kind.switch_expression || kind === Kind.class_body || kind === Kind.lambda_expression;
    row = isOther ? (next[row] as number) : row + 1;
  }
  return results;
}

function firstArgument(walk: JavaWalk, call: number): number {
  return firstPart(walk, childIn(walk, call, Field.arguments));
}

/** A constant key of a table. */
export function keyAt(walk: JavaWalk, node: number): string | undefined {
  if (kindAt(walk, node) !== Kind.string_literal) return undefined;
  return textAt(walk, node).slice(1, -1);
}

function numberAt(walk: JavaWalk, node: number): string | undefined {
  const text = node < 0 ? "" : textAt(walk, node);
  return /^\d{1,9}$/u.test(text) ? text : undefined;
}

function isLiteral(walk: JavaWalk, node: number): boolean {
  const name = kindOf(walk.tree, node);
  return name.endsWith("_literal") || name === "true" || name === "false";
}
