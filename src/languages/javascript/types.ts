import type { TypeName } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, firstNamed, isCode, kind, parent, text } from "./nodes.ts";
import { pathOf } from "./paths.ts";
import type { Walk } from "./walk.ts";

/** Arguments nested deeper than this are left out of a type's name: no rule looks that far. */
const maxTypeDepth = 6;

const nothing: readonly never[] = [];

/** The one type that a type node names; `undefined` for a primitive, a function type, a real union and the like. */
export function typeNameOf(walk: Walk, node: number, depth = 0): TypeName | undefined {
  if (node < 0 || depth > maxTypeDepth) return undefined;
  switch (kind(walk, node)) {
    case K.type_annotation:
    case K.parenthesized_type:
    case K.readonly_type:
      return typeNameOf(walk, firstNamed(walk, node), depth + 1);
    case K.identifier:
    case K.type_identifier:
    case K.this_type:
      return { name: text(walk, node), through: nothing, typeArguments: nothing };
    case K.nested_type_identifier:
      return {
        name: text(walk, child(walk, node, F.name)),
        through: pathOf(walk, node + 1).through,
        typeArguments: nothing,
      };
    case K.member_expression: {
      const { through } = pathOf(walk, node);
      return { name: through.at(-1) ?? "", through: through.slice(0, -1), typeArguments: nothing };
    }
    case K.generic_type: {
      const named = typeNameOf(walk, node + 1, depth + 1);
      return named && { ...named, typeArguments: typeArgumentsOf(walk, node, depth) };
    }
    case K.array_type: {
      const element = typeNameOf(walk, firstNamed(walk, node), depth + 1);
      return { name: "Array", through: nothing, typeArguments: element === undefined ? nothing : [element] };
    }
    case K.union_type:
      return onlyNamed(walk, node, depth);
    default:
      return undefined;
  }
}

/** `A | undefined` is an `A`. */
function onlyNamed(walk: Walk, union: number, depth: number): TypeName | undefined {
  let found: TypeName | undefined;
  const { tree } = walk;
  const end = tree.next[union] as number;
  for (let at = union + 1; at < end; at = tree.next[at] as number) {
    if (!isCode(walk, at) || kind(walk, at) === K.literal_type) continue;
    if (found !== undefined) return undefined;
    found = typeNameOf(walk, at, depth + 1);
    if (found === undefined) return undefined;
  }
  return found;
}

/** The type arguments that stand below a node. */
export function typeArgumentsOf(walk: Walk, node: number, depth = 0): readonly TypeName[] {
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    if (kind(walk, at) !== K.type_arguments) continue;
    const found: TypeName[] = [];
    for (
      let argument = at + 1;
      argument < (tree.next[at] as number);
      argument = tree.next[argument] as number
    ) {
      if (!isCode(walk, argument)) continue;
      // A primitive keeps its place among the arguments.
      found.push(
        typeNameOf(walk, argument, depth + 1) ?? { name: "", through: nothing, typeArguments: nothing },
      );
    }
    return found;
  }
  return nothing;
}

/** A function's declared result, as the list that the record holds. */
export function resultsOf(walk: Walk, functionNode: number): readonly TypeName[] {
  const declared = typeNameOf(walk, child(walk, functionNode, F.return_type));
  return declared === undefined ? nothing : [declared];
}

/** A type that stands in a list of bases: of `implements`, or of an interface's `extends`. */
export function isBaseType(walk: Walk, node: number): boolean {
  const code = kind(walk, parent(walk, node));
  return code === K.implements_clause || code === K.extends_type_clause;
}
