import { NONE, type ReferenceRole } from "../../engine/index/index.ts";
import { noteConstantKey, noteElement } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { child, isCode, kind, literal, parent, text, unwrap } from "./nodes.ts";
import { castBelow, castPath, memberName, pathOf } from "./paths.ts";
import { isBaseType } from "./types.ts";
import { Mark, type Walk } from "./walk.ts";

const roleOfMark: Readonly<Record<keyof typeof Mark, ReferenceRole>> = {
  none: "read",
  skip: "read",
  call: "call",
  new: "new",
  write: "write",
  base: "base",
  decorator: "decorator",
  element: "call",
  key: "read",
  typeValue: "type",
  namespace: "type",
  module: "call",
  ownScope: "read",
  outerKey: "read",
};

/** The role of a name, by the number of its mark. */
const roles: readonly ReferenceRole[] = Object.entries(Mark)
  .sort(([, left], [, right]) => left - right)
  .map(([name]) => roleOfMark[name as keyof typeof Mark]);

const valueSpace = ["value"] as const;
const typeSpace = ["type"] as const;
const asValue = { spaces: valueSpace };
const asType = { spaces: typeSpace };

export function visitIdentifier(walk: Walk, node: number): void {
  const mark = walk.mark[node] as number;
  const { tree } = walk;
  // The object that holds a function's arguments is no name of anyone's.
  if ((tree.end[node] as number) - (tree.start[node] as number) === 9 && text(walk, node) === "arguments") {
    walk.builder.flow.reads(node, "arguments");
    return;
  }
  if (node < walk.typeofEnd) walk.builder.refer(node, "type", undefined, asValue);
  else if (mark === Mark.none) walk.builder.refer(node, "read", undefined, asValue);
  else walk.builder.refer(node, roles[mark] as ReferenceRole, undefined, detailsOf(walk, node, mark));
}

/** `b` of `a.b`. A key of an object literal, a member's own name and an attribute are no uses. */
export function visitProperty(walk: Walk, node: number): void {
  const around = parent(walk, node);
  const code = kind(walk, around);
  if (code !== K.member_expression && code !== K.nested_identifier) return;
  if (castBelow(walk, around) >= 0) {
    walk.builder.refer(node, "type", castPath(walk, around), asType);
    return;
  }
  const mark = walk.mark[node] as number;
  const path = pathOf(walk, around + 1);
  const isType = node < walk.typeofEnd || walk.typeImports.has(path.import);
  const role = isType ? "type" : roles[mark];
  const details = mark === Mark.none ? asValue : detailsOf(walk, node, mark);
  const more = path.import === NONE ? details : { ...details, import: path.import };
  walk.builder.refer(node, role as ReferenceRole, path.through, more);
}

export function visitTypeIdentifier(walk: Walk, node: number): void {
  const around = parent(walk, node);
  const code = kind(walk, around);
  if (code === K.nested_type_identifier) {
    const named = kind(walk, parent(walk, around)) === K.generic_type ? parent(walk, around) : around;
    const path = pathOf(walk, around + 1);
    walk.builder.refer(node, isBaseType(walk, named) ? "base" : "type", path.through, asType);
    return;
  }
  const named = code === K.generic_type ? around : node;
  // The one primitive that the grammar does not know.
  if (text(walk, node) === "bigint") return;
  walk.builder.refer(node, isBaseType(walk, named) ? "base" : "type", undefined, asType);
}

/** The module part of `a.b.T`: a namespace, an enum or an import. */
export function visitNestedTypeIdentifier(walk: Walk, node: number): void {
  let head = node + 1;
  while (kind(walk, head) === K.nested_identifier) {
    walk.mark[memberName(walk, head)] = Mark.namespace;
    head += 1;
  }
  if (kind(walk, head) === K.identifier) walk.mark[head] = Mark.namespace;
}

export function visitShorthand(walk: Walk, node: number): void {
  if (text(walk, node) === "arguments") walk.builder.flow.reads(node, "arguments");
  walk.builder.refer(node, "read", undefined, asValue);
}

/** In a pattern that is assigned to; those that declare have been marked. */
export function visitShorthandPattern(walk: Walk, node: number): void {
  if (walk.mark[node] === Mark.key) referKey(walk, node);
  else walk.builder.refer(node, "write", undefined, asValue);
}

/** The key of a pattern that takes a member of a known value. */
export function referKey(walk: Walk, node: number): void {
  const path = walk.keyPaths.get(node);
  if (path === undefined) return;
  const name = literal(walk, node);
  walk.builder.refer(node, "read", path.through, {
    ...asValue,
    ...(path.import === NONE ? {} : { import: path.import }),
    ...(name === undefined ? {} : { name, startOffset: (walk.tree.start[node] as number) + 1 }),
  });
}

/** Whoever is called as a member gets at the value before the dot. */
export function visitThis(walk: Walk, node: number): void {
  walk.builder.flow.reads(node, "receiver");
}

export function visitSuper(walk: Walk, node: number): void {
  visitThis(walk, node);
  const around = parent(walk, node);
  if (kind(walk, around) !== K.call_expression) return;
  walk.builder.refer(node, "call", undefined, { argumentCount: countArguments(walk, around) });
}

export function visitSubscript(walk: Walk, node: number): void {
  const index = child(walk, node, F.index);
  noteConstantKey(walk, node, index);
  if (walk.mark[index] === Mark.none && literal(walk, index) !== undefined) walk.mark[index] = Mark.key;
}

/** `a["b"]` uses `b` as `a.b` does. */
export function referIndex(walk: Walk, node: number): void {
  const name = literal(walk, node);
  const around = parent(walk, node);
  if (name === undefined || kind(walk, around) !== K.subscript_expression) return;
  const mark = walk.mark[node] as number;
  const path = pathOf(walk, around + 1);
  walk.builder.refer(node, roles[mark] as ReferenceRole, path.through, {
    ...detailsOf(walk, node, mark),
    ...(path.import === NONE ? {} : { import: path.import }),
    name,
    startOffset: (walk.tree.start[node] as number) + 1,
  });
}

export function visitTypeQuery(walk: Walk, node: number): void {
  walk.typeofEnd = Math.max(walk.typeofEnd, walk.tree.next[node] as number);
}

/** `x is T`, `asserts x`. */
export function visitTypePredicate(walk: Walk, node: number): void {
  if (kind(walk, node + 1) === K.identifier) walk.mark[node + 1] = Mark.typeValue;
  const asserted = kind(walk, node) === K.asserts ? child(walk, node, 0) : NONE;
  for (
    let at = asserted;
    at >= 0 && at < (walk.tree.next[node] as number);
    at = walk.tree.next[at] as number
  ) {
    if (kind(walk, at) === K.identifier) walk.mark[at] = Mark.typeValue;
  }
}

export function visitDecorator(walk: Walk, node: number): void {
  const at = unwrap(walk, node + 2);
  walk.builder.flow.call(node, at, [{ node: decorated(walk, node) }]);
  if (kind(walk, at) === K.identifier) walk.mark[at] = Mark.decorator;
  else if (kind(walk, at) === K.member_expression) walk.mark[memberName(walk, at)] = Mark.decorator;
}

/** What a decorator stands before: the class or member around it, or the next one that is no decorator. */
function decorated(walk: Walk, decorator: number): number {
  const around = parent(walk, decorator);
  const code = kind(walk, around);
  if (code !== K.class_body && code !== K.export_statement) return around;
  const { tree } = walk;
  const end = tree.next[around] as number;
  for (let at = tree.next[decorator] as number; at < end; at = tree.next[at] as number) {
    if (isCode(walk, at) && kind(walk, at) !== K.decorator) return at;
  }
  return around;
}

/** A capitalised or dotted name is a component, which is called; the others are elements of the page. */
export function visitElement(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const code = kind(walk, name);
  noteElement(walk, node, name);
  if (code === K.member_expression) {
    walk.mark[memberName(walk, name)] = Mark.element;
    let head = name;
    while (kind(walk, head) === K.member_expression) head += 1;
    if (text(walk, head) === "this") walk.mark[head] = Mark.skip;
  } else if (code === K.identifier) {
    walk.mark[name] = /^[\p{Lu}_$]/u.test(text(walk, name)) ? Mark.element : Mark.skip;
  }
}

export function skipAll(walk: Walk, node: number): void {
  walk.skipTo = walk.tree.next[node] as number;
}

function detailsOf(walk: Walk, node: number, mark: number) {
  switch (mark) {
    case Mark.call:
    case Mark.new:
      return { spaces: valueSpace, argumentCount: argumentCountOf(walk, node) };
    // A component gets its attributes as one argument.
    case Mark.element:
      return { spaces: valueSpace, argumentCount: 1 };
    case Mark.namespace:
      return asType;
    default:
      return asValue;
  }
}

/** The number of arguments of the call that a callee's name stands in. */
function argumentCountOf(walk: Walk, name: number): number {
  for (let at = parent(walk, name); at >= 0; at = parent(walk, at)) {
    const code = kind(walk, at);
    if (code === K.call_expression || code === K.new_expression) return countArguments(walk, at);
  }
  return -1;
}

export function countArguments(walk: Walk, call: number): number {
  const list = child(walk, call, F.arguments);
  if (list < 0) return 0;
  const { tree } = walk;
  const isTemplate = kind(walk, list) === K.template_string;
  let count = isTemplate ? 1 : 0;
  for (let at = list + 1; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (isTemplate ? kind(walk, at) === K.template_substitution : isCode(walk, at)) count++;
  }
  return count;
}
