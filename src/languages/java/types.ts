import type { TypeName } from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, kindAt, textAt } from "../coded-tree.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";

/** Type arguments of type arguments are read this deep. */
const MAX_ARGUMENT_DEPTH = 4;
/** A type with more names before its own is left without them. */
const MAX_QUALIFIERS = 50;

/** The type as a name: an array is its element, `? extends T` is `T`. `undefined` for `var` and `void`. */
export function typeNameAt(walk: JavaWalk, row: number, depth = 0): TypeName | undefined {
  const node = withoutWrappers(walk, row);
  switch (kindAt(walk, node)) {
    case Kind.type_identifier:
    case Kind.identifier: {
      const name = textAt(walk, node);
      return name === "var" ? undefined : { name, through: [], typeArguments: [] };
    }
    case Kind.integral_type:
    case Kind.floating_point_type:
    case Kind.boolean_type:
    case Kind.wildcard:
      return { name: textAt(walk, node), through: [], typeArguments: [] };
    case Kind.generic_type: {
      const named = typeNameAt(walk, firstPart(walk, node), depth);
      const list = childrenOf(walk, node).find((child) => kindAt(walk, child) === Kind.type_arguments);
      if (named === undefined || list === undefined || depth >= MAX_ARGUMENT_DEPTH) return named;
      const typeArguments = childrenOf(walk, list).map(
        (argument) => typeNameAt(walk, argument, depth + 1) ?? { name: "", through: [], typeArguments: [] },
      );
      return { ...named, typeArguments };
    }
    case Kind.scoped_type_identifier: {
      const names = scopedNames(walk, node);
      return { name: names.at(-1) ?? "", through: names.slice(0, -1), typeArguments: [] };
    }
    default:
      return undefined;
  }
}

/** The names of `a.B<C>.D`, outermost first. */
function scopedNames(walk: JavaWalk, row: number): string[] {
  const names: string[] = [];
  for (let node = row; node >= 0 && names.length < MAX_QUALIFIERS; ) {
    switch (kindAt(walk, node)) {
      case Kind.scoped_type_identifier: {
        const parts = namesAndTypes(walk, node);
        names.push(textAt(walk, parts.at(-1) ?? -1));
        node = parts.length > 1 ? (parts[0] as number) : -1;
        break;
      }
      case Kind.generic_type:
        node = firstPart(walk, node);
        break;
      default:
        names.push(textAt(walk, node));
        node = -1;
    }
  }
  return names.reverse();
}

/** The children of a scoped type but its annotations. */
function namesAndTypes(walk: JavaWalk, row: number): number[] {
  return childrenOf(walk, row).filter((child) => !isAnnotation(kindAt(walk, child)));
}

/** The node of the last name in a type: the `D` of `a.B<C>.D<E>`; -1 when it has none. */
export function typeNameNode(walk: JavaWalk, row: number): number {
  let node = withoutWrappers(walk, row);
  if (kindAt(walk, node) === Kind.generic_type) node = firstPart(walk, node);
  if (kindAt(walk, node) === Kind.scoped_type_identifier) node = namesAndTypes(walk, node).at(-1) ?? -1;
  return kindAt(walk, node) === Kind.type_identifier ? node : -1;
}

/** The types in `extends` and `implements` of a class, in order. */
export function basesOf(walk: JavaWalk, declaration: number): TypeName[] {
  const bases: TypeName[] = [];
  for (const clause of childrenOf(walk, declaration)) {
    const kind = kindAt(walk, clause);
    const isBases =
      kind === Kind.superclass || kind === Kind.super_interfaces || kind === Kind.extends_interfaces;
    if (!isBases) continue;
    for (const part of childrenOf(walk, clause)) {
      const types = kindAt(walk, part) === Kind.type_list ? childrenOf(walk, part) : [part];
      for (const type of types) {
        const named = typeNameAt(walk, type);
        if (named !== undefined) bases.push(named);
      }
    }
  }
  return bases;
}

/** The type without annotations and array brackets; of a wildcard its bound. */
function withoutWrappers(walk: JavaWalk, row: number): number {
  for (let node = row; ; ) {
    let inner = -1;
    switch (kindAt(walk, node)) {
      case Kind.array_type:
        inner = childIn(walk, node, Field.element);
        break;
      case Kind.annotated_type:
      case Kind.wildcard:
        inner = childrenOf(walk, node).findLast((child) => !isAnnotation(kindAt(walk, child))) ?? -1;
        if (kindAt(walk, inner) === Kind.super) inner = -1;
        break;
    }
    if (inner < 0) return node;
    node = inner;
  }
}

export function isAnnotation(kind: number): boolean {
  return kind === Kind.annotation || kind === Kind.marker_annotation;
}
