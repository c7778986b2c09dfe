import { NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, innerOf, kind, lastNamed, literal, parent, text, unwrap } from "./nodes.ts";
import type { Path, Walk } from "./walk.ts";

/**
 * The most parts of a path that are noted. A longer one begins with "?": what it starts at is then not
 * known, which is true of no code that people write and keeps a hostile file from costing its square.
 */
const maxPathParts = 64;
const maxSteps = 256;

const fromUnknown: Path = { through: ["?"], import: NONE };

/** How to get to a value: the names from the outermost one, "()" for a call, "[]" for an element, "?" for the rest. */
export function pathOf(walk: Walk, value: number): Path {
  const parts: string[] = [];
  let at = value;
  let isAwaited = false;
  for (let steps = 0; parts.length < maxPathParts && steps < maxSteps; steps++) {
    switch (kind(walk, at)) {
      case K.identifier:
      case K.type_identifier:
      case K.this:
      case K.super:
        return ended(parts, text(walk, at), NONE);
      case K.member_expression:
      case K.nested_identifier:
        if (castBelow(walk, at) >= 0) {
          at = castBelow(walk, at);
          break;
        }
        parts.push(text(walk, memberName(walk, at)));
        at += 1;
        isAwaited = false;
        break;
      case K.subscript_expression:
        parts.push(literal(walk, child(walk, at, F.index)) ?? "[]");
        at += 1;
        break;
      case K.new_expression:
        parts.push("()");
        at = child(walk, at, F.constructor);
        break;
      case K.await_expression:
        at = lastNamed(walk, at);
        isAwaited = true;
        break;
      case K.call_expression: {
        const entry = moduleOf(walk, at, isAwaited);
        if (entry >= 0) return ended(parts, text(walk, at + 1), entry);
        parts.push("()");
        at += 1;
        isAwaited = false;
        break;
      }
      default: {
        const inner = innerOf(walk, at);
        if (inner < 0) return parts.length === 0 ? fromUnknown : ended(parts, "?", NONE);
        at = inner;
      }
    }
  }
  return ended(parts, "?", NONE);
}

function ended(parts: string[], head: string, entry: number): Path {
  parts.push(head);
  return { through: parts.reverse(), import: entry };
}

/**
 * The import that a call has become. `import("x")` gives a promise, which is not yet the module: it has to be
 * awaited, or to stand in a type.
 */
function moduleOf(walk: Walk, call: number, isAwaited: boolean): number {
  const entry = walk.inlineImports.get(call);
  if (entry === undefined) return NONE;
  return isAwaited || kind(walk, call + 1) !== K.import || isTypePlace(walk, call) ? entry : NONE;
}

/** `import("x").T`: where it is an expression, a member of a promise is called. */
function isTypePlace(walk: Walk, call: number): boolean {
  let at = parent(walk, call);
  while (kind(walk, at) === K.member_expression) at = parent(walk, at);
  return kind(walk, at) !== K.call_expression;
}

/**
 * The cast that a member is written of, as the grammar reads `x as a.b.T`: as the member T of `x as a.b`. A cast
 * that has members stands in parentheses. `NONE` for any other member.
 */
export function castBelow(walk: Walk, member: number): number {
  let at = member;
  while (kind(walk, at) === K.member_expression) at += 1;
  const code = kind(walk, at);
  return code === K.as_expression || code === K.satisfies_expression ? at : NONE;
}

/** What the type of a cast that goes on as a member is reached through. */
export function castPath(walk: Walk, member: number): readonly string[] {
  const cast = castBelow(walk, member);
  const type = lastNamed(walk, cast);
  const names: string[] = [];
  for (let at = member + 1; at !== cast; at += 1) names.unshift(text(walk, memberName(walk, at)));
  if (kind(walk, type) !== K.nested_type_identifier) return [text(walk, type), ...names];
  return [...pathOf(walk, type + 1).through, text(walk, child(walk, type, F.name)), ...names];
}

/** The last part of `a.b`. The object comes first and the name last. */
export function memberName(walk: Walk, member: number): number {
  return child(walk, member, F.property);
}

/**
 * The row of the name that a value is read by: an identifier, the last name of `a.b`, the string of `a["b"]`;
 * `NONE` for any other value.
 */
export function nameRow(walk: Walk, value: number): number {
  const at = unwrap(walk, value);
  switch (kind(walk, at)) {
    case K.identifier:
      return at;
    case K.member_expression:
      return memberName(walk, at);
    case K.subscript_expression: {
      const index = child(walk, at, F.index);
      return literal(walk, index) === undefined ? NONE : index;
    }
    default:
      return NONE;
  }
}

/** The whole path of a name or member that is written: `a.b.c` gives ["a", "b", "c"]. */
export function targetPath(walk: Walk, value: number): readonly string[] {
  return pathOf(walk, unwrap(walk, value)).through;
}
