import type { TypeName } from "../../engine/index/index.ts";
import { childIn, fieldAt, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { handsEntries, handsValues, typeGivenBy } from "./containers.ts";
import { Field, type JavaWalk, Kind, valueSpace } from "./syntax.ts";

/** Longer chains of calls are not looked through. */
const MAX_CHAIN = 30;

/**
 * The types of a lambda's parameters, where it is handed to a method of a variable whose type says them:
 * `orders.stream().filter(x -> …)` with `List<Order> orders`.
 */
export function typesOfParameters(walk: JavaWalk, lambda: number, count: number): readonly TypeName[] {
  const call = parentAt(walk, parentAt(walk, lambda));
  const isHanded = kindAt(walk, call) === Kind.method_invocation && fieldAt(walk, lambda) === 0;
  if (!isHanded) return [];
  const name = textAt(walk, childIn(walk, call, Field.name));
  const types = typesOfValues(walk, childIn(walk, call, Field.object));
  if (types.length === count && count === 2 && handsEntries(name)) return types;
  const last = types.at(-1);
  if (last === undefined || !handsValues(name)) return [];
  return types.length === 1 ? Array.from({ length: count }, () => last) : [];
}

/** The type arguments of what a variable, or a chain of calls that keep them, is declared to be. */
export function typesOfValues(walk: JavaWalk, value: number): readonly TypeName[] {
  let node = value;
  for (let steps = 0; steps < MAX_CHAIN; steps++) {
    switch (kindAt(walk, node)) {
      case Kind.identifier: {
        const { declaration } = walk.builder.lookup(textAt(walk, node), node, valueSpace);
        return walk.objectTypes.get(declaration)?.typeArguments ?? [];
      }
      case Kind.field_access:
        if (kindAt(walk, childIn(walk, node, Field.object)) !== Kind.this) return [];
        node = childIn(walk, node, Field.field);
        break;
      case Kind.method_invocation: {
        const name = textAt(walk, childIn(walk, node, Field.name));
        const object = childIn(walk, node, Field.object);
        const keepsTypes = typeGivenBy(name) === "same" && name !== "values" && name !== "entrySet";
        if (object < 0 || !keepsTypes) return [];
        node = object;
        break;
      }
      default:
        return [];
    }
  }
  return [];
}
