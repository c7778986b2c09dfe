import type { FlowBuilder, ValueId } from "../../engine/index/index.ts";

/**
 * The key of an element of a list whose index is not known. A list has members too, and they are no elements of it:
 * with a key of their own the elements of lists are never taken for members, as those of an object with computed keys are.
 */
const anyItem = "[]";

/** A list, of which nothing is known but what its elements may be. */
export function listOf(flow: FlowBuilder, values: readonly ValueId[]): ValueId {
  return flow.object(values.map((value) => ({ key: anyItem, value })));
}

/** A list whose elements are spread over arguments: those without a known index may be at any. */
export function spreadable(flow: FlowBuilder, list: ValueId): ValueId {
  return flow.object([{ value: list, isSpread: true }, { value: flow.element(list, anyItem) }]);
}

/** The element at an index of a list. */
export function itemAt(flow: FlowBuilder, list: ValueId, index: string): ValueId {
  return flow.either([flow.element(list, index), flow.element(list, anyItem)]);
}

/** Any element: what a loop gets. */
export function anyItemOf(flow: FlowBuilder, list: ValueId): ValueId {
  return flow.element(list);
}

/** An element of a list, to be set. */
export function itemPlace(flow: FlowBuilder, list: ValueId): ValueId {
  return flow.element(list, anyItem);
}

/** The entry of a `Map`: its keys are no members either. */
export function entryPlace(flow: FlowBuilder, map: ValueId, key: string | undefined): ValueId {
  return flow.element(map, key === undefined ? anyItem : anyItem + key);
}

export function entryAt(flow: FlowBuilder, map: ValueId, key: string | undefined): ValueId {
  if (key === undefined) return flow.element(map);
  return flow.either([entryPlace(flow, map, key), entryPlace(flow, map, undefined)]);
}

/** What stands behind a spread in a list has no known index. */
export const spreadKey = anyItem;
