import {
  type FlowBuilder,
  type FlowEntry,
  NO_VALUE,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { symbolKey } from "./flow.ts";
import { anyItemOf, itemAt, spreadable, spreadKey } from "./flow-items.ts";
import { F, K } from "./kinds.ts";
import {
  child,
  firstNamed,
  innerOf,
  isCode,
  kind,
  lastNamed,
  literal,
  numberKey,
  parent,
  text,
  tokenKind,
} from "./nodes.ts";
import { memberName } from "./paths.ts";
import { memberNameText } from "./places.ts";
import { frameAt, type Walk } from "./walk.ts";

/** What an expression gives. Promises count as what they give. Asked when the walk is over. */
export function valueAt(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const code = kind(walk, node);
  switch (code) {
    case K.identifier:
    case K.shorthand_property_identifier:
    case K.shorthand_property_identifier_pattern:
    case K.super:
      return flow.reference(node);
    case K.member_expression:
      return flow.member(memberName(walk, node), node + 1, text(walk, memberName(walk, node)));
    case K.subscript_expression:
      return elementOf(walk, node, flow);
    case K.call_expression:
      return callValue(walk, node, flow);
    case K.new_expression:
      return flow.result(node);
    case K.function_expression:
    case K.arrow_function:
    case K.generator_function:
    case K.method_definition:
    case K.function_declaration:
    case K.generator_function_declaration:
      return flow.callableAt(node);
    case K.class:
    case K.class_declaration:
    case K.abstract_class_declaration:
      return flow.declared(walk.classes.get(node) ?? -1);
    case K.object:
      return objectOf(walk, node, flow);
    case K.array:
      return arrayOf(walk, node, flow);
    case K.this:
      return thisValue(walk, node, flow);
    case K.ternary_expression:
      return flow.either([
        flow.value(child(walk, node, F.consequence)),
        flow.value(child(walk, node, F.alternative)),
      ]);
    case K.binary_expression:
      return choiceOf(walk, node, flow);
    case K.augmented_assignment_expression:
      return flow.either([flow.value(node + 1), flow.value(child(walk, node, F.right))]);
    case K.assignment_expression:
      return flow.value(child(walk, node, F.right));
    case K.await_expression:
      return flow.value(lastNamed(walk, node));
    case K.spread_element:
      return spreadable(flow, flow.value(firstNamed(walk, node)));
    case K.jsx_element:
      return flow.value(firstNamed(walk, node));
    case K.jsx_opening_element:
    case K.jsx_self_closing_element:
      return propertiesOf(walk, node, flow);
    case K.jsx_expression:
      return flow.value(firstNamed(walk, node));
    case K.string:
    case K.number:
    case K.template_string:
    case K.regex:
    case K.true:
    case K.false:
    case K.null:
    case K.undefined:
    case K.unary_expression:
    case K.update_expression:
    case K.jsx_text:
      return NO_VALUE;
    case 0:
      return walk.madeValues.get(node)?.(flow) ?? UNKNOWN_VALUE;
    default: {
      const inner = innerOf(walk, node);
      return inner < 0 ? UNKNOWN_VALUE : flow.value(inner);
    }
  }
}

/** A module, what the call gives, or what it only hands on. */
function callValue(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  if (walk.inlineImports.has(node)) return flow.reference(node + 1);
  const also = walk.alsoGiven.get(node);
  if (also === undefined) return flow.result(node);
  // A chain of such calls is asked for by each of its links.
  const known = walk.givenValues.get(node);
  if (known !== undefined) return known;
  const value = also(flow);
  walk.givenValues.set(node, value);
  return value;
}

function choiceOf(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const operator = tokenKind(walk, child(walk, node, F.operator));
  const right = child(walk, node, F.right);
  if (operator === K["&&"]) return flow.value(right);
  if (operator !== K["||"] && operator !== K["??"]) return NO_VALUE;
  return flow.either([flow.value(child(walk, node, F.left)), flow.value(right)]);
}

/** `a["b"]` is `a.b`; of `a[key]` the key counts where it is a constant of the file. */
function elementOf(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const index = child(walk, node, F.index);
  const name = literal(walk, index);
  if (name !== undefined) return flow.member(index, node + 1, name);
  const isNumber = kind(walk, index) === K.number;
  const constant = isNumber ? numberKey(walk, index) : walk.constantKeys.get(node);
  const key = constant ?? symbolKey(walk, index);
  const base = flow.value(node + 1);
  if (key === undefined) return flow.element(base);
  // A name that only sounds like a symbol may be any key: any entry may be read here, by who is not told.
  if (constant === undefined && !walk.symbols.has(text(walk, index))) flow.element(base);
  return /^\d/u.test(key) && !isTarget(walk, node) ? itemAt(flow, base, key) : flow.element(base, key);
}

/** It is set, and not read. */
function isTarget(walk: Walk, node: number): boolean {
  const code = kind(walk, parent(walk, node));
  const isAssignment = code === K.assignment_expression || code === K.augmented_assignment_expression;
  return (
    (isAssignment && parent(walk, node) + 1 === node) || code === K.array_pattern || code === K.pair_pattern
  );
}

/** What has been declared as a member of a named object is the entry itself, whatever it is set to later. */
function objectOf(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const names = walk.homes.get(node)?.names;
  const entries: FlowEntry[] = [];
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    switch (kind(walk, at)) {
      case K.pair: {
        const key = entryKey(walk, at + 1);
        const entry = entryOf(flow, names, key, child(walk, at, F.value));
        if (entry.value !== NO_VALUE) entries.push(entry);
        break;
      }
      case K.method_definition: {
        const key = entryKey(walk, child(walk, at, F.name));
        const isAccessor = walk.accessors.has(at);
        entries.push(isAccessor ? { value: UNKNOWN_VALUE, ...keyed(key) } : entryOf(flow, names, key, at));
        break;
      }
      case K.shorthand_property_identifier:
        entries.push({ key: text(walk, at), value: flow.reference(at) });
        break;
      case K.spread_element:
        entries.push({ value: flow.value(firstNamed(walk, at)), isSpread: true });
        break;
    }
  }
  return flow.object(withoutOverwritten(entries));
}

/** Of two entries of one key the last counts. */
function withoutOverwritten(entries: readonly FlowEntry[]): readonly FlowEntry[] {
  if (entries.length < 2) return entries;
  const last = new Map<string, number>();
  let keyCount = 0;
  entries.forEach(({ key }, at) => {
    if (key === undefined) return;
    keyCount++;
    last.set(key, at);
  });
  if (last.size === keyCount) return entries;
  return entries.filter(({ key }, at) => key === undefined || last.get(key) === at);
}

function entryOf(
  flow: FlowBuilder,
  names: ReadonlyMap<string, number> | undefined,
  key: string | undefined,
  node: number,
): FlowEntry {
  const declaration = key === undefined ? undefined : names?.get(key);
  const isDeclared = declaration !== undefined && declaration >= 0;
  return { value: isDeclared ? flow.declared(declaration) : flow.value(node), ...keyed(key) };
}

function keyed(key: string | undefined): { readonly key?: string } {
  return key === undefined ? {} : { key };
}

/** The key of an entry; `undefined` when it is worked out at run time. */
function entryKey(walk: Walk, key: number): string | undefined {
  if (kind(walk, key) !== K.computed_property_name) return memberNameText(walk, key);
  const written = memberNameText(walk, key);
  const isWritten = literal(walk, key + 2) !== undefined || kind(walk, key + 2) === K.number;
  if (isWritten || written?.startsWith("[Symbol.")) return written;
  return symbolKey(walk, key + 2);
}

/** Behind a spread the positions are not known. */
function arrayOf(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const entries: FlowEntry[] = [];
  const { tree } = walk;
  let position = 0;
  let isSpread = false;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    if (!isCode(walk, at)) {
      if (tree.text.charCodeAt(tree.start[at] as number) === 44) position++;
    } else if (kind(walk, at) === K.spread_element) {
      isSpread = true;
      entries.push({ value: anyItemOf(flow, flow.value(firstNamed(walk, at))), key: spreadKey });
    } else {
      const value = flow.value(at);
      if (value !== NO_VALUE) entries.push({ value, key: isSpread ? spreadKey : String(position) });
    }
  }
  return flow.object(entries);
}

/** The one argument that a component gets: its attributes, and what stands between its tags. */
function propertiesOf(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const entries: FlowEntry[] = [];
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    if (code === K.jsx_attribute) {
      const value = lastNamed(walk, at);
      if (value > at + 1) entries.push({ key: text(walk, at + 1), value: flow.value(value) });
    } else if (code === K.jsx_expression) {
      const spread = firstNamed(walk, at);
      if (kind(walk, spread) === K.spread_element) {
        entries.push({ value: flow.value(firstNamed(walk, spread)), isSpread: true });
      }
    }
  }
  if (kind(walk, node) === K.jsx_opening_element) {
    for (
      let at = tree.next[node] as number;
      kind(walk, at) !== K.jsx_closing_element;
      at = tree.next[at] as number
    ) {
      if (at >= (tree.next[tree.parent[node] as number] as number)) break;
      if (isCode(walk, at)) entries.push({ key: "children", value: flow.value(at) });
    }
  }
  return flow.object(entries);
}

/** An instance of the class around, the class itself in what is static, the object around. */
function thisValue(walk: Walk, node: number, flow: FlowBuilder): ValueId {
  const home = frameAt(walk, node)?.home;
  if (home === undefined || home.parent < 0 || home.isExports || home.owner !== undefined)
    return UNKNOWN_VALUE;
  const isObject = walk.objectHomes.get(home.parent) === home;
  return home.isStatic || isObject ? flow.declared(home.parent) : flow.instance(home.parent);
}
