import {
  type FlowBuilder,
  type FlowEntry,
  NO_VALUE,
  NONE,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { assignedValue, constantKey, pathOf } from "./paths.ts";
import { Field, type GoWalk, isCapital, Kind } from "./syntax.ts";
import { typeNameNode, underlyingAt } from "./types.ts";

/**
 * Enters the braces of a literal and works out what type they make, so that keys can be told apart. Inner
 * braces may leave their type out: it is then the element or key type of the literal around them.
 */
export function openLiteral(walk: GoWalk, braces: number): void {
  const type = typeOfBraces(walk, braces);
  walk.literals.push({ end: walk.tree.next[braces] as number, type });
  const { flow } = walk.builder;
  if (!flow.isOn) return;
  walk.braceTypes.set(braces, type);
  const made = namedTypeNode(walk, type);
  if (made >= 0) flow.call(braces, made, [], { isNew: true });
}

/**
 * What braces make: a table of what stands in them, or a value of the named type, whose fields get it. A type of
 * another file may be either.
 */
export function bracesValue(walk: GoWalk, braces: number, flow: FlowBuilder): ValueId {
  const type = walk.braceTypes.get(braces) ?? NONE;
  const form = underlyingAt(walk, type);
  const elements = childrenOf(walk, braces);
  switch (kindAt(walk, form)) {
    case Kind.slice_type:
    case Kind.array_type:
    case Kind.implicit_length_array_type:
    case Kind.map_type:
      return flow.either([tableOf(walk, elements, flow), madeBy(walk, braces, type, flow)]);
    case Kind.struct_type:
      if (namedTypeNode(walk, type) < 0) return flow.object(namedEntries(walk, elements, form, flow));
      break;
  }
  const made = madeBy(walk, braces, type, flow);
  if (walk.readBraces.has(braces)) return made;
  walk.readBraces.add(braces);
  for (const { key, target, value } of fieldValues(walk, elements, form, flow)) {
    const isBound = target !== UNKNOWN_VALUE;
    if (isBound || key !== undefined)
      flow.storeValue(isBound ? target : flow.memberOf(made, key as string), value);
  }
  const isOpen = form === NONE || kindAt(walk, form) === Kind.qualified_type;
  const isKeyed = kindAt(walk, elements[0] ?? NONE) === Kind.keyed_element;
  return isOpen && !isKeyed && elements.length > 0
    ? flow.either([made, tableOf(walk, elements, flow)])
    : made;
}

/** The value of a named type that braces make; nothing for a table without a name. */
function madeBy(walk: GoWalk, braces: number, type: number, flow: FlowBuilder): ValueId {
  return namedTypeNode(walk, type) < 0 ? NO_VALUE : flow.result(braces);
}

/** The node of the name that a type is, through pointers alone. */
function namedTypeNode(walk: GoWalk, type: number): number {
  let node = type;
  while (kindAt(walk, node) === Kind.pointer_type || kindAt(walk, node) === Kind.parenthesized_type) {
    node = firstPart(walk, node);
  }
  switch (kindAt(walk, node)) {
    case Kind.type_identifier:
    case Kind.qualified_type:
    case Kind.generic_type:
      return typeNameNode(walk, node);
    default:
      return NONE;
  }
}

function tableOf(walk: GoWalk, elements: readonly number[], flow: FlowBuilder): ValueId {
  return flow.object(
    elements.map((element, at) => {
      if (kindAt(walk, element) !== Kind.keyed_element)
        return { value: flow.value(element), key: String(at) };
      const key = constantKey(walk, childIn(walk, element, Field.key));
      const value = flow.value(childIn(walk, element, Field.value));
      return key === undefined ? { value } : { value, key };
    }),
  );
}

/** The values of the fields of a struct, with the fields where the text tells them. */
function fieldValues(
  walk: GoWalk,
  elements: readonly number[],
  form: number,
  flow: FlowBuilder,
): { readonly key?: string; readonly target: ValueId; readonly value: ValueId }[] {
  const fields = kindAt(walk, form) === Kind.struct_type ? fieldNodes(walk, form) : [];
  return elements.map((element, at) => {
    if (kindAt(walk, element) === Kind.keyed_element) {
      const nameNode = firstPart(walk, childIn(walk, element, Field.key));
      const value = flow.value(childIn(walk, element, Field.value));
      return { key: textAt(walk, nameNode), target: flow.reference(nameNode), value };
    }
    const target = flow.declared(walk.fieldDeclarations.get(fields[at] ?? NONE) ?? NONE);
    return { target, value: flow.value(element) };
  });
}

/** What a struct without a name holds, as a table. */
function namedEntries(
  walk: GoWalk,
  elements: readonly number[],
  form: number,
  flow: FlowBuilder,
): FlowEntry[] {
  const fields = fieldNodes(walk, form);
  return fieldValues(walk, elements, form, flow).map(({ key, value }, at) => {
    const name = key ?? textAt(walk, fields[at] ?? NONE);
    return name === "" ? { value } : { key: name, value };
  });
}

/** The nodes of the names of a struct's fields; an embedded type is a field of its name. */
function fieldNodes(walk: GoWalk, struct: number): number[] {
  return childrenOf(walk, childrenOf(walk, struct)[0] ?? NONE).flatMap((field) => {
    const names = childrenOf(walk, field, Field.name);
    return names.length > 0 ? names : [typeNameNode(walk, childIn(walk, field, Field.type))];
  });
}

function typeOfBraces(walk: GoWalk, braces: number): number {
  const parent = parentAt(walk, braces);
  if (kindAt(walk, parent) === Kind.composite_literal) return childIn(walk, parent, Field.type);
  const around = walk.literals[walk.literals.length - 1];
  if (around === undefined || around.type < 0) return NONE;
  const form = underlyingAt(walk, around.type);
  switch (kindAt(walk, form)) {
    case Kind.slice_type:
    case Kind.array_type:
    case Kind.implicit_length_array_type:
      return childIn(walk, form, Field.element);
    case Kind.map_type: {
      const isKey = isKeyElement(walk, parent);
      return childIn(walk, form, isKey ? Field.key : Field.value);
    }
    default:
      return NONE;
  }
}

/** The node is the part of `key: value` before the colon. */
function isKeyElement(walk: GoWalk, element: number): boolean {
  const pair = parentAt(walk, element);
  return kindAt(walk, pair) === Kind.keyed_element && childIn(walk, pair, Field.key) === element;
}

/**
 * The bare name is a key that names a field of a struct, and no variable or constant. A type that the file
 * does not declare is taken for a struct, but for small letters in a type of another package, whose fields of
 * such names are hidden. That may miss the use of a constant, but invents none.
 */
export function isFieldKey(walk: GoWalk, nameNode: number): boolean {
  const element = parentAt(walk, nameNode);
  if (kindAt(walk, element) !== Kind.literal_element || !isKeyElement(walk, element)) return false;
  const type = walk.literals[walk.literals.length - 1]?.type ?? NONE;
  switch (kindAt(walk, underlyingAt(walk, type))) {
    case Kind.map_type:
    case Kind.slice_type:
    case Kind.array_type:
    case Kind.implicit_length_array_type:
      return false;
    case Kind.qualified_type:
      return isCapital(textAt(walk, nameNode));
    default:
      return true;
  }
}

/** The use of a field as a key is reached through the type of its literal: `a` through T in `T{a: 1}`. */
export function readFieldKey(walk: GoWalk, nameNode: number): void {
  const pair = parentAt(walk, parentAt(walk, nameNode));
  const type = walk.literals[walk.literals.length - 1]?.type ?? NONE;
  const through = pathOf(walk, type);
  const reference = walk.builder.refer(nameNode, "write", through);
  const value = firstPart(walk, childrenOf(walk, pair, Field.value)[0] ?? NONE);
  if (reference < 0 || value < 0) return;
  walk.builder.assign({
    node: nameNode,
    target: [...through, textAt(walk, nameNode)],
    ...assignedValue(walk, value),
  });
}
