import { type FlowArgument, UNKNOWN_VALUE, type ValueId } from "../../engine/index/index.ts";
import { childIn, childrenOf, fieldAt, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { isKeeper, isMaker } from "./containers.ts";
import { containerUse, keyAt, makesContainer } from "./flow-values.ts";
import { hasBody } from "./paths.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** A call of a method: what it hands over, and what a container keeps of it. */
export function noteCall(walk: JavaWalk, call: number, nameNode: number, args: readonly number[]): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  flow.call(call, nameNode, given(args));
  const object = args.length === 0 ? -1 : childIn(walk, call, Field.object);
  if (object < 0) return;
  const name = textAt(walk, nameNode);
  if (isKeeper(name)) noteKept(walk, object, args);
  if (isMaker(name)) noteMade(walk, object, args);
}

function given(args: readonly number[]): readonly FlowArgument[] {
  return args.length === 0 ? nothingGiven : args.map((node) => ({ node }));
}

const nothingGiven: readonly FlowArgument[] = [];

/** `list.add(x)`, `table.put(key, x)`. All values of a list that is added are values of it then. */
function noteKept(walk: JavaWalk, object: number, args: readonly number[]): void {
  const { flow } = walk.builder;
  const kept = args.at(-1) as number;
  if (!mayCarry(walk, kept)) return;
  const key = args.length > 1 ? keyAt(walk, args[0] as number) : undefined;
  flow.later(() => {
    const container = flow.value(object);
    const value = flow.value(kept);
    flow.storeValue(flow.element(container, key), value);
    if (args.length === 1) flow.storeValue(flow.element(container), flow.element(value));
  });
}

function noteMade(walk: JavaWalk, object: number, args: readonly number[]): void {
  const { flow } = walk.builder;
  const maker = args.at(-1) as number;
  if (kindAt(walk, maker) !== Kind.lambda_expression) return;
  const body = childIn(walk, maker, Field.body);
  if (kindAt(walk, body) === Kind.block) return;
  flow.later(() => flow.storeValue(flow.element(flow.value(object)), flow.value(body)));
}

/** It is no plain literal. */
function mayCarry(walk: JavaWalk, node: number): boolean {
  switch (kindAt(walk, node)) {
    case Kind.identifier:
    case Kind.this:
    case Kind.field_access:
    case Kind.method_invocation:
    case Kind.object_creation_expression:
    case Kind.lambda_expression:
    case Kind.method_reference:
    case Kind.parenthesized_expression:
    case Kind.cast_expression:
    case Kind.ternary_expression:
    case Kind.switch_expression:
    case Kind.array_access:
    case Kind.array_creation_expression:
    case Kind.assignment_expression:
      return true;
    default:
      return false;
  }
}

export function noteCreation(walk: JavaWalk, creation: number): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const made = typeNameNode(walk, childIn(walk, creation, Field.type));
  const args = childrenOf(walk, childIn(walk, creation, Field.arguments));
  if (made < 0) return;
  flow.call(creation, made, given(args), { isNew: true });
}

/** `this(…)` and `super(…)` of a constructor. */
export function noteConstructorCall(walk: JavaWalk, row: number, call: number): void {
  const args = childrenOf(walk, childIn(walk, call, Field.arguments));
  walk.builder.flow.call(call, row, given(args));
}

/** A constant is made by a constructor of its enum. */
export function noteConstant(walk: JavaWalk, row: number, type: number): void {
  const args = childrenOf(walk, childIn(walk, row, Field.arguments));
  if (args.length === 0 || type < 0) return;
  const { flow } = walk.builder;
  walk.madeValues.set(row, () => flow.declared(type));
  flow.call(row, row, given(args), { isNew: true });
}

/** Remembers of what type a `this` is a value; `Outer.this` is one of a type further out. */
export function noteSelf(walk: JavaWalk, row: number): void {
  const parent = parentAt(walk, row);
  const isOuter = kindAt(walk, parent) === Kind.field_access && fieldAt(walk, row) === Field.field;
  const name = isOuter ? textAt(walk, childIn(walk, parent, Field.object)) : undefined;
  const type =
    name === undefined ? walk.types.at(-1) : walk.types.findLast((one) => walk.typeNames.get(one) === name);
  if (type !== undefined && type >= 0) walk.selfTypes.set(row, type);
}

export function noteReturn(walk: JavaWalk, row: number): void {
  const value = firstPart(walk, row);
  if (value >= 0) walk.builder.flow.returns(value);
}

export function noteLambda(walk: JavaWalk, row: number): void {
  walk.builder.flow.callable(row, -1);
  const body = childIn(walk, row, Field.body);
  if (kindAt(walk, body) !== Kind.block) walk.builder.flow.returns(body);
}

/** What a declaration gets, where `assign` has not told it all. */
export function noteValueOf(walk: JavaWalk, declaration: number, value: number, assigned: string): void {
  if (!isToldByAssign(walk, value, assigned)) walk.builder.flow.storeIn(declaration, value);
}

function isToldByAssign(walk: JavaWalk, value: number, assigned: string): boolean {
  if (assigned === "name") return true;
  if (assigned !== "call") return false;
  switch (kindAt(walk, value)) {
    case Kind.method_invocation:
      return containerUse(walk, value) === "none";
    case Kind.object_creation_expression:
      return !hasBody(walk, value) && !makesContainer(walk, value);
    default:
      return false;
  }
}

/** `for (T x : xs)` asks xs for an iterator, and that for one value after the other. */
export function noteLoop(walk: JavaWalk, row: number, nameNode: number, declaration: number): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const over = childIn(walk, row, Field.value);
  const type = childIn(walk, row, Field.type);
  walk.madeValues.set(row, () => flow.memberOf(flow.value(over), "iterator"));
  walk.madeValues.set(type, () => flow.memberOf(flow.result(row), "hasNext"));
  walk.madeValues.set(nameNode, () => flow.memberOf(flow.result(row), "next"));
  flow.call(row, row, []);
  flow.call(type, type, []);
  flow.call(nameNode, nameNode, []);
  flow.later(() => {
    const target = flow.declared(declaration);
    flow.storeValue(target, flow.element(flow.value(over)));
    flow.storeValue(target, flow.result(nameNode));
  });
}

/** What `try (…)` opens it closes. */
export function noteResource(walk: JavaWalk, row: number, declaration: number): void {
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  const opened = (): ValueId => {
    if (declaration >= 0) return flow.declared(declaration);
    const value = firstPart(walk, row);
    return value < 0 ? UNKNOWN_VALUE : flow.value(value);
  };
  walk.madeValues.set(row, () => flow.memberOf(opened(), "close"));
  flow.call(row, row, []);
}
