import {
  type DeclarationKind,
  type DeclarationLevel,
  NONE,
  type TypeName,
} from "../../engine/index/index.ts";
import { noteSame } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { child, childOf, kind, parent, text } from "./nodes.ts";
import { noteAssignment, noteHolding } from "./values.ts";
import { Mark, type Path, type Walk } from "./walk.ts";

/** What the names of a pattern become. */
export interface PatternPlan {
  /** The node of the whole declaration. */
  readonly whole: number;
  readonly kind: DeclarationKind;
  readonly level: DeclarationLevel;
  readonly isFunctionWide: boolean;
  readonly isExported: boolean;
  readonly isFileExport: boolean;
  readonly isAbstract: boolean;
  /** The declared type, when the pattern is one name. */
  readonly type: TypeName | undefined;
  /** The value that the pattern takes apart; `NONE` when there is none. */
  readonly value: number;
  /** The path to that value, when it can be named. */
  readonly path: Path | undefined;
}

/**
 * Declares the names of a pattern and gives the last one's index. Its default values and computed keys are
 * left to the walk.
 */
export function declarePattern(walk: Walk, top: number, plan: PatternPlan): number {
  const { tree } = walk;
  let declaration = NONE;
  const end = tree.next[top] as number;
  for (let at = top; at < end; ) {
    const code = kind(walk, at);
    if (code === K.identifier || code === K.shorthand_property_identifier_pattern) {
      declaration = declareName(walk, top, at, plan, declaration);
      at = tree.next[at] as number;
    } else at = isPatternPart(walk, at, code, top) ? at + 1 : (tree.next[at] as number);
  }
  return declaration;
}

function isPatternPart(walk: Walk, node: number, code: number, top: number): boolean {
  switch (code) {
    case K.object_pattern:
    case K.array_pattern:
    case K.pair_pattern:
    case K.rest_pattern:
    case K.assignment_pattern:
    case K.object_assignment_pattern:
      return node === top || walk.fields[walk.tree.field[node] as number] !== F.right;
    default:
      return false;
  }
}

function declareName(walk: Walk, top: number, node: number, plan: PatternPlan, before: number): number {
  const around = parent(walk, node);
  // A default value that is itself a plain name: `{ a = b }`.
  if (node !== top && walk.fields[walk.tree.field[node] as number] === F.right) return before;
  const name = text(walk, node);
  // A `var` of a name that the function has already is the same variable.
  const earlier = plan.isFunctionWide ? walk.builder.bound(name, "function").declaration : NONE;
  const outer = plan.isFunctionWide && earlier < 0 ? walk.builder.lookup(name, node, ["value"]) : undefined;
  const declaration = walk.builder.declare({
    nameNode: node,
    node: plan.whole,
    kind: plan.kind,
    level: plan.level,
    isExported: plan.isExported || (plan.level === "module" && walk.exportedNames.has(name)),
    isAbstract: plan.isAbstract,
    visibleIn: earlier >= 0 ? "none" : plan.isFunctionWide ? "function" : "here",
    space: "value",
    ...(node === top && plan.type !== undefined ? { type: plan.type } : {}),
  });
  if (outer !== undefined && walk.sameNamed.has(outer.declaration)) {
    noteSame(walk, declaration, outer.declaration);
  }
  if (plan.isFunctionWide) {
    for (const one of walk.blockFunctions.get(name) ?? []) noteSame(walk, declaration, one);
  }
  walk.mark[node] = Mark.skip;
  if (plan.isFileExport) walk.builder.addExport({ nameNode: node, name, local: name, declaration });
  const variable = earlier >= 0 ? earlier : declaration;
  walk.builder.flow.declaredAt(node, variable);
  if (node === top) {
    // A function or class of that name is what it is, and holds nothing else.
    const isItself = plan.kind === "function" || plan.kind === "class";
    if (plan.value >= 0 && isItself) noteAssignment(walk, node, [name], variable, plan.value);
    else if (plan.value >= 0) noteHolding(walk, node, [name], variable, plan.value);
  } else noteMember(walk, top, node, name, variable, plan);
  // A name alone, with nothing beside it, is one that a loop sets.
  if (node !== top || plan.value < 0) walk.patternNames.set(node, variable);
  const isDefaulted =
    kind(walk, around) === K.assignment_pattern || kind(walk, around) === K.object_assignment_pattern;
  if (isDefaulted && walk.tree.parent[node] === around && around >= top) {
    noteAssignment(walk, node, [name], variable, child(walk, around, F.right));
  }
  return declaration;
}

/** What one name of a pattern gets: a member of the value, by a key, or one of its elements, by position. */
function noteMember(
  walk: Walk,
  top: number,
  node: number,
  name: string,
  declaration: number,
  plan: PatternPlan,
): void {
  if (plan.path === undefined) return;
  const holder = holderOf(walk, node);
  const around = parent(walk, holder);
  if (kind(walk, around) === K.array_pattern && around === top && plan.value >= 0) {
    const position = positionIn(walk, around, holder);
    if (position < maxPositions) noteAssignment(walk, node, [name], declaration, plan.value, position);
    return;
  }
  const key = keyOf(walk, holder);
  if (key < 0) return;
  const path = pathInPattern(walk, top, key, plan.path);
  if (path === undefined) return;
  walk.keyPaths.set(key, path);
  walk.mark[key] = Mark.key;
  walk.builder.assign({ node, target: [name], declaration, value: "name", referenceNode: key });
}

/** The name with its default value. */
function holderOf(walk: Walk, node: number): number {
  const around = parent(walk, node);
  const code = kind(walk, around);
  return code === K.assignment_pattern || code === K.object_assignment_pattern ? around : node;
}

/** The row of the key that a part of an object pattern takes; `NONE` for a rest, an element, a computed key. */
function keyOf(walk: Walk, holder: number): number {
  const code = kind(walk, holder);
  if (code === K.shorthand_property_identifier_pattern) return holder;
  if (code === K.object_assignment_pattern) return holder + 1;
  const around = parent(walk, holder);
  if (kind(walk, around) !== K.pair_pattern) return NONE;
  const key = around + 1;
  const keyCode = kind(walk, key);
  return keyCode === K.property_identifier || keyCode === K.string ? key : NONE;
}

const maxPatternDepth = 16;

/** The path to the object that `key` is a member of: that of the value, and the keys around the pattern. */
function pathInPattern(walk: Walk, top: number, key: number, path: Path): Path | undefined {
  const keys: string[] = [];
  // The first object pattern is the one that the key stands in.
  let at = parent(walk, key);
  while (kind(walk, at) !== K.object_pattern) at = parent(walk, at);
  for (let steps = 0; at !== top; steps++) {
    if (steps > maxPatternDepth) return undefined;
    const holder = holderOf(walk, at);
    const around = parent(walk, holder);
    if (kind(walk, around) === K.array_pattern) {
      keys.push("[]");
      at = around;
      continue;
    }
    const outer = keyOf(walk, holder);
    if (outer < 0) return undefined;
    keys.push(text(walk, outer));
    at = parent(walk, around);
  }
  return { through: [...path.through, ...keys.reverse()], import: path.import };
}

/** Values past this one are not told apart: no one takes so many from one call. */
const maxPositions = 64;

function positionIn(walk: Walk, arrayPattern: number, element: number): number {
  const { tree } = walk;
  let position = 0;
  for (let at = arrayPattern + 1; at < element && position < maxPositions; at = tree.next[at] as number) {
    if (tree.text.charCodeAt(tree.start[at] as number) === 44) position++;
  }
  return position;
}

/** Marks the names and members of a pattern that is assigned to. */
export function markWritten(walk: Walk, top: number): void {
  const { tree } = walk;
  const end = tree.next[top] as number;
  for (let at = top; at < end; ) {
    const code = kind(walk, at);
    const isDefault = at !== top && walk.fields[tree.field[at] as number] === F.right;
    if (!isDefault && code === K.identifier) walk.mark[at] = Mark.write;
    if (!isDefault && code === K.member_expression) walk.mark[child(walk, at, F.property)] = Mark.write;
    at = isPatternPart(walk, at, code, top) ? at + 1 : (tree.next[at] as number);
  }
}

/** The pattern has a default value somewhere, which must not see the names of the function's body. */
export function hasDefault(walk: Walk, parameter: number): boolean {
  if (child(walk, parameter, F.value) >= 0 || kind(walk, parameter) === K.assignment_pattern) return true;
  const code = kind(walk, parameter);
  if (code !== K.object_pattern && code !== K.array_pattern && code !== K.required_parameter) return false;
  const { tree } = walk;
  for (let at = parameter + 1; at < (tree.next[parameter] as number); at++) {
    const inner = kind(walk, at);
    if (inner === K.assignment_pattern || inner === K.object_assignment_pattern) return true;
  }
  return childOf(walk, parameter, K.assignment_pattern) >= 0;
}
