import { NONE } from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { assignedValue, pathOf } from "./paths.ts";
import { Field, type GoWalk, isCapital, Kind } from "./syntax.ts";
import { underlyingAt } from "./types.ts";

/**
 * Enters the braces of a literal and works out what type they make, so that keys can be told apart. Inner
 * braces may leave their type out: it is then the element or key type of the literal around them.
 */
export function openLiteral(walk: GoWalk, braces: number): void {
  walk.literals.push({ end: walk.tree.next[braces] as number, type: typeOfBraces(walk, braces) });
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
