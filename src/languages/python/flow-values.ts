import {
  type FlowBuilder,
  type FlowEntry,
  NO_VALUE,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { contentOf } from "./types.ts";
import { memberName, unwrap, type Walk } from "./walk.ts";

/** A value that no node of the text gives: an element that a loop takes, what `with` hands over. */
export type MadeValue = (flow: FlowBuilder) => ValueId;

/** No tree has as many rows, nor room for them. */
const FIRST_MADE = 0x40000000;

/** Whether a node is a row of the tree. */
export function isWritten(node: number): boolean {
  return node >= 0 && node < FIRST_MADE;
}

/** Stands for a made value wherever a node is asked for. */
export function madeNode(walk: Walk, make: MadeValue): number {
  walk.made.push(make);
  return FIRST_MADE + walk.made.length - 1;
}

/** What an expression gives. A part that several ask for is worked out once. */
export function readValue(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const { tree } = walk;
  const code = codeOf(tree, node);
  switch (code) {
    case KIND.identifier:
      return flow.reference(node);
    case KIND.attribute:
      return readAttribute(walk, node, flow);
    case KIND.call:
      if (!walk.callValues.has(node)) return flow.result(node);
      break;
    case KIND.string:
    case KIND.concatenated_string:
    case KIND.integer:
    case KIND.float:
    case KIND.true:
    case KIND.false:
    case KIND.none:
    case KIND.ellipsis:
    case KIND.not_operator:
      return NO_VALUE;
    case KIND.comparison_operator:
      return givesTruth(walk, node) ? NO_VALUE : flow.result(node);
  }
  const known = walk.values.get(node);
  if (known !== undefined) return known;
  const value = workOut(walk, node, code, flow);
  walk.values.set(node, value);
  return value;
}

function workOut(walk: Walk, node: number, code: number, flow: FlowBuilder): ValueId {
  const { tree } = walk;
  const make = walk.made[node - FIRST_MADE];
  if (make !== undefined) return make(flow);
  switch (code) {
    case KIND.subscript:
      return readSubscript(walk, node, flow);
    case KIND.lambda:
    case KIND.function_definition:
      return flow.callableAt(node);
    case KIND.class_definition:
      return flow.declared(walk.classes.get(node) ?? -1);
    case KIND.unary_operator:
      return flow.value(childIn(tree, node, tree.fields.argument)) === NO_VALUE ? NO_VALUE : UNKNOWN_VALUE;
    case KIND.binary_operator:
      // A text that is put together.
      if (codeOf(tree, childIn(tree, node, tree.fields.left)) === KIND.string) return NO_VALUE;
      return walk.callValues.get(node)?.(flow) ?? flow.result(node);
    case KIND.call:
    case KIND.decorator:
      return walk.callValues.get(node)?.(flow) ?? flow.result(node);
    case KIND.parenthesized_expression:
    case KIND.await:
    case KIND.as_pattern_target: {
      const inner = unwrap(tree, node);
      return inner === node ? valueOfOnly(walk, node, flow) : flow.value(inner);
    }
    case KIND.assignment:
      return flow.value(childIn(tree, node, tree.fields.right));
    case KIND.named_expression:
      return flow.value(childIn(tree, node, tree.fields.value));
    case KIND.list:
    case KIND.tuple:
    case KIND.set:
    case KIND.expression_list:
      return container(walk, node, code, sequenceEntries(walk, node, flow), flow);
    case KIND.dictionary:
      return container(walk, node, code, dictionaryEntries(walk, node, flow), flow);
    case KIND.list_comprehension:
    case KIND.set_comprehension:
    case KIND.generator_expression:
      return flow.object([{ value: flow.value(childIn(tree, node, tree.fields.body)) }]);
    case KIND.dictionary_comprehension: {
      const pair = childIn(tree, node, tree.fields.body);
      return flow.object([{ value: flow.value(childIn(tree, pair, tree.fields.value)) }]);
    }
    case KIND.conditional_expression: {
      const taken = firstNamed(tree, node);
      const condition = nextNamed(tree, taken);
      return flow.either([flow.value(taken), flow.value(nextNamed(tree, condition))]);
    }
    case KIND.boolean_operator: {
      const left = flow.value(childIn(tree, node, tree.fields.left));
      return flow.either([left, flow.value(childIn(tree, node, tree.fields.right))]);
    }
    default:
      return UNKNOWN_VALUE;
  }
}

/** `in` and `is` give a truth value; other comparisons what the method of the left side gives. */
function givesTruth(walk: Walk, comparison: number): boolean {
  const { tree } = walk;
  return /^(?:not\s+)?in$|^is(?:\s+not)?$/u.test(
    textAt(tree, childIn(tree, comparison, tree.fields.operators)),
  );
}

function readAttribute(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const { tree } = walk;
  const name = memberName(tree, node);
  if (name < 0) return UNKNOWN_VALUE;
  let head = node + 1;
  while (codeOf(tree, head) === KIND.attribute) head++;
  // A path of plain names is said by the reference of the last one.
  if (codeOf(tree, head) === KIND.identifier) return flow.reference(name);
  return flow.member(name, node + 1, textAt(tree, name));
}

/** Data that nothing can be put into, or that stands deep in a table of data, carries nothing. */
function container(
  walk: Walk,
  node: number,
  code: number,
  entries: readonly FlowEntry[],
  flow: FlowBuilder,
): ValueId {
  const isEmpty = entries.length === 0;
  if (entries.some((entry) => entry.value !== NO_VALUE)) return flow.object(entries);
  if (code === KIND.tuple || code === KIND.expression_list) return NO_VALUE;
  return !isEmpty && isInContainer(walk, node) ? NO_VALUE : flow.object([]);
}

function isInContainer(walk: Walk, node: number): boolean {
  switch (codeOf(walk.tree, walk.tree.parent[node] as number)) {
    case KIND.list:
    case KIND.tuple:
    case KIND.set:
    case KIND.pair:
    case KIND.expression_list:
      return true;
    default:
      return false;
  }
}

/** Parentheses around something that is no expression of its own kind, as `(yield x)`. */
function valueOfOnly(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const inner = firstNamed(walk.tree, node);
  return inner < 0 ? NO_VALUE : flow.value(inner);
}

function readSubscript(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const { tree } = walk;
  const base = flow.value(node + 1);
  const key = childIn(tree, node, tree.fields.subscript);
  if (codeOf(tree, key) === KIND.slice) return sliceOf(walk, key, base, flow);
  const element = flow.element(base, keyOf(walk, key));
  const given = walk.callValues.get(node);
  return given === undefined ? element : flow.either([element, given(flow)]);
}

/** The most elements of a slice that keep their places. */
const maxSliced = 16;

/** `list[1:3]` with written bounds keeps the places of its elements. */
function sliceOf(walk: Walk, slice: number, base: ValueId, flow: FlowBuilder): ValueId {
  const bounds = /^(\d{1,6})?\s*:\s*(\d{1,6})$/u.exec(textAt(walk.tree, slice));
  const start = Number(bounds?.[1] ?? 0);
  const end = Number(bounds?.[2] ?? -1);
  if (bounds === null || end - start > maxSliced) {
    // From the start on the elements keep their places.
    const keepsPlaces = /^:\s*[^-:\s][^:]*$|^:$/u.test(textAt(walk.tree, slice).trim());
    return flow.object([keepsPlaces ? { value: base, isSpread: true } : { value: flow.element(base) }]);
  }
  const entries: FlowEntry[] = [];
  for (let at = start; at < end; at++) {
    entries.push({ value: flow.element(base, String(at)), key: String(at - start) });
  }
  return flow.object(entries);
}

/** A key that is written out. Numbers and strings that look alike are different keys. */
export function keyOf(walk: Walk, node: number): string | undefined {
  const { tree } = walk;
  switch (codeOf(tree, node)) {
    case KIND.integer:
    case KIND.true:
    case KIND.false: {
      const text = textAt(tree, node);
      return /^(?:0|[1-9]\d{0,8})$/u.test(text)
        ? text
        : text === "True"
          ? "1"
          : text === "False"
            ? "0"
            : undefined;
    }
    case KIND.string: {
      const content = contentOf(tree, node);
      if (content < 0) return textAt(tree, node).length <= 3 ? "" : undefined;
      const text = textAt(tree, content);
      return /^'*\d+$/u.test(text) ? `'${text}` : text;
    }
    case KIND.parenthesized_expression:
      return keyOf(walk, firstNamed(tree, node));
    default:
      return undefined;
  }
}

function sequenceEntries(walk: Walk, node: number, flow: FlowBuilder): FlowEntry[] {
  const { tree } = walk;
  const entries: FlowEntry[] = [];
  const isOrdered = codeOf(tree, node) !== KIND.set;
  let position = 0;
  let hasPlace = isOrdered;
  for (let child = firstNamed(tree, node); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.list_splat) {
      const value = flow.value(firstNamed(tree, child));
      entries.push(position === 0 ? { value, isSpread: true } : { value: flow.element(value) });
      hasPlace = false;
      continue;
    }
    const value = flow.value(child);
    entries.push(hasPlace ? { value, key: String(position) } : { value });
    position++;
  }
  return entries;
}

function dictionaryEntries(walk: Walk, node: number, flow: FlowBuilder): FlowEntry[] {
  const { tree } = walk;
  const entries: FlowEntry[] = [];
  for (let child = firstNamed(tree, node); child >= 0; child = nextNamed(tree, child)) {
    const code = codeOf(tree, child);
    if (code === KIND.dictionary_splat) {
      entries.push({ value: flow.value(firstNamed(tree, child)), isSpread: true });
    } else if (code === KIND.pair) {
      const key = keyOf(walk, childIn(tree, child, tree.fields.key));
      const value = flow.value(childIn(tree, child, tree.fields.value));
      entries.push(key === undefined ? { value } : { value, key });
    }
  }
  return entries;
}
