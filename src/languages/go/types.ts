import { NONE, type TypeName } from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, kindAt, textAt } from "../coded-tree.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";

/** Type arguments of type arguments are read this deep. */
const MAX_ARGUMENT_DEPTH = 4;
/** A type is followed this far through pointers and names (`type A B; type B C`); names may go in a circle. */
const MAX_HOPS = 32;

/** Stands in a list of results for a type that has no name, so that the others keep their positions. */
const unnamed: TypeName = { name: "", through: [], typeArguments: [] };

/**
 * The type as a name: `*T`, `[]T` and `...T` are `T`; a map or a channel is "map" or "chan" with arguments.
 * `undefined` for types without a name: functions, and structs and interfaces written in place.
 */
export function typeNameAt(walk: GoWalk, row: number, depth = 0): TypeName | undefined {
  const node = withoutWrappers(walk, row);
  switch (kindAt(walk, node)) {
    case Kind.type_identifier:
    case Kind.identifier:
      return { name: textAt(walk, node), through: [], typeArguments: [] };
    case Kind.qualified_type:
      return {
        name: textAt(walk, childIn(walk, node, Field.name)),
        through: [textAt(walk, childIn(walk, node, Field.package))],
        typeArguments: [],
      };
    case Kind.generic_type: {
      const named = typeNameAt(walk, childIn(walk, node, Field.type), depth);
      const written = childrenOf(walk, childIn(walk, node, Field.type_arguments));
      return (
        named && {
          ...named,
          typeArguments: argumentsAt(
            walk,
            written.map((elem) => firstPart(walk, elem)),
            depth,
          ),
        }
      );
    }
    case Kind.map_type: {
      const parts = [childIn(walk, node, Field.key), childIn(walk, node, Field.value)];
      return { name: "map", through: [], typeArguments: argumentsAt(walk, parts, depth) };
    }
    case Kind.channel_type:
      return {
        name: "chan",
        through: [],
        typeArguments: argumentsAt(walk, [childIn(walk, node, Field.value)], depth),
      };
    default:
      return undefined;
  }
}

/** The types of a function's results, by position. A type without a name has the name "". */
export function resultsOf(walk: GoWalk, declaration: number): readonly TypeName[] {
  const result = childIn(walk, declaration, Field.result);
  if (result < 0) return [];
  if (kindAt(walk, result) !== Kind.parameter_list) return [typeNameAt(walk, result) ?? unnamed];
  const found: TypeName[] = [];
  for (const parameter of childrenOf(walk, result)) {
    const type = typeNameAt(walk, childIn(walk, parameter, Field.type)) ?? unnamed;
    const count = Math.max(1, childrenOf(walk, parameter, Field.name).length);
    for (let i = 0; i < count; i++) found.push(type);
  }
  return found;
}

/** The node of the name in a type: the `T` of `*pkg.T[K]`; `NONE` when it has none. */
export function typeNameNode(walk: GoWalk, row: number): number {
  let node = withoutWrappers(walk, row);
  if (kindAt(walk, node) === Kind.generic_type) node = childIn(walk, node, Field.type);
  if (kindAt(walk, node) === Kind.qualified_type) return childIn(walk, node, Field.name);
  return kindAt(walk, node) === Kind.type_identifier ? node : NONE;
}

/** The type without the pointers, slices, arrays and parentheses around it. */
export function withoutWrappers(walk: GoWalk, row: number): number {
  for (let node = row; ; ) {
    switch (kindAt(walk, node)) {
      case Kind.pointer_type:
      case Kind.parenthesized_type:
      case Kind.type_elem:
      case Kind.type_constraint:
        node = firstPart(walk, node);
        break;
      case Kind.slice_type:
      case Kind.array_type:
      case Kind.implicit_length_array_type:
        node = childIn(walk, node, Field.element);
        break;
      default:
        return node;
    }
  }
}

/**
 * The written form behind a type: a struct, map, slice or interface type node, through pointers and through
 * type names that this file declares. A type of another package stays its name; `NONE` for one of another file.
 */
export function underlyingAt(walk: GoWalk, row: number): number {
  let node = row;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    switch (kindAt(walk, node)) {
      case Kind.pointer_type:
      case Kind.parenthesized_type:
        node = firstPart(walk, node);
        break;
      case Kind.generic_type:
        node = childIn(walk, node, Field.type);
        break;
      case Kind.type_identifier:
        node = namedTypeAt(walk, node);
        break;
      default:
        return node;
    }
  }
  return NONE;
}

function namedTypeAt(walk: GoWalk, nameNode: number): number {
  const name = textAt(walk, nameNode);
  const { declaration } = walk.builder.lookup(name, nameNode);
  return walk.localTypes.get(declaration) ?? walk.moduleTypes.get(name) ?? NONE;
}

function argumentsAt(walk: GoWalk, rows: readonly number[], depth: number): TypeName[] {
  if (depth >= MAX_ARGUMENT_DEPTH) return [];
  return rows.map((row) => typeNameAt(walk, row, depth + 1) ?? unnamed);
}
