import { NONE } from "../../engine/index/index.ts";
import { finalValue } from "./common-exports.ts";
import { noteExportsAlias } from "./exports-object.ts";
import { noteConstant, noteIteration, notePattern, noteUnknown } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { nameValue } from "./members.ts";
import { child, isFunction, kind, parent, text, tokenKind, unwrap, unwrapAwaited } from "./nodes.ts";
import { nameRow, pathOf } from "./paths.ts";
import { declarePattern, markWritten } from "./patterns.ts";
import { standingOf } from "./places.ts";
import { bindModule, moduleValueOf, noteInlineModule } from "./requires.ts";
import { typeNameOf } from "./types.ts";
import type { Walk } from "./walk.ts";

/** One `name = value` of a `const`, `let`, `var` or `using`. */
export function visitDeclarator(walk: Walk, node: number): void {
  const statement = parent(walk, node);
  const keyword = tokenKind(walk, statement + 1);
  const pattern = child(walk, node, F.name);
  if (pattern < 0) return;
  const value = child(walk, node, F.value);
  const isFunctionWide = keyword === K.var;
  const module = value < 0 ? undefined : moduleValueOf(walk, value);
  const standing = standingOf(walk, statement);
  if (module !== undefined) {
    const { isFileExport } = standing;
    if (bindModule(walk, node, pattern, module, { isFunctionWide, isFileExport })) return;
    noteInlineModule(walk, module, false);
  }
  const inner = value < 0 ? NONE : frozenObject(walk, finalValue(walk, value));
  const type = typeNameOf(walk, child(walk, node, F.type));
  const isName = kind(walk, pattern) === K.identifier;
  const plan = {
    whole: isOnly(walk, statement) ? standing.whole : node,
    kind: variableKind(walk, isName ? inner : NONE, keyword),
    level: standing.level,
    isFunctionWide,
    isExported: standing.isExported,
    isFileExport: standing.isFileExport,
    isAbstract: standing.isAmbient,
    type,
    value,
    path: isName || value < 0 ? undefined : knownPath(walk, value),
  };
  const declaration = declarePattern(walk, pattern, plan);
  if (standing.isAmbient) noteUnknown(walk, declaration);
  if (!isName) notePattern(walk, pattern, value);
  else if (keyword === K.const && value >= 0) noteConstant(walk, pattern, declaration, unwrap(walk, value));
  if (!isName || value < 0) return;
  nameValue(walk, declaration, inner, undefined);
  noteExportsAlias(walk, declaration, unwrap(walk, value));
}

function variableKind(
  walk: Walk,
  value: number,
  keyword: number,
): "function" | "class" | "constant" | "variable" {
  const code = kind(walk, value);
  if (isFunction(code)) return "function";
  if (code === K.class) return "class";
  return keyword === K.const ? "constant" : "variable";
}

/** The path of a value that a pattern takes apart, when it is a name, a member or the result of a call. */
function knownPath(walk: Walk, value: number) {
  const inner = unwrapAwaited(walk, value);
  const code = kind(walk, inner);
  const isCall = code === K.call_expression || code === K.new_expression;
  if (!isCall && nameRow(walk, inner) < 0 && code !== K.this) return undefined;
  return pathOf(walk, value);
}

/** `Object.freeze({…})` gives the object itself. */
function frozenObject(walk: Walk, value: number): number {
  if (
    kind(walk, value) !== K.call_expression ||
    !walk.tree.text.startsWith("Object.freeze(", walk.tree.start[value])
  ) {
    return value;
  }
  const list = child(walk, value, F.arguments);
  return list >= 0 && kind(walk, list + 2) === K.object ? list + 2 : value;
}

function isOnly(walk: Walk, statement: number): boolean {
  const { tree } = walk;
  let count = 0;
  const end = tree.next[statement] as number;
  for (let at = statement + 1; at < end && count < 2; at = tree.next[at] as number) {
    if (kind(walk, at) === K.variable_declarator) count++;
  }
  return count === 1;
}

/** `for (const x of y)` declares; `for (x of y)` writes. */
export function visitForIn(walk: Walk, node: number): void {
  const left = child(walk, node, F.left);
  const keyword = child(walk, node, F.kind);
  if (left < 0) return;
  noteLoop(walk, node, left);
  if (keyword < 0) {
    markWritten(walk, left);
    return;
  }
  const isFunctionWide = tokenKind(walk, keyword) === K.var;
  walk.builder.openScope("block", node);
  declarePattern(walk, left, {
    whole: left,
    kind: tokenKind(walk, keyword) === K.const ? "constant" : "variable",
    level: "local",
    isFunctionWide,
    isExported: false,
    isFileExport: false,
    isAbstract: false,
    type: undefined,
    value: NONE,
    path: undefined,
  });
}

/** The keys that `for (x in y)` gives are strings. */
function noteLoop(walk: Walk, node: number, left: number): void {
  const operator = child(walk, node, F.operator);
  const right = child(walk, node, F.right);
  if (text(walk, operator) === "of" && right >= 0) noteIteration(walk, node, left, right);
}

export function visitCatch(walk: Walk, node: number): void {
  walk.builder.openScope("block", node);
  const parameter = child(walk, node, F.parameter);
  if (parameter < 0) return;
  const declaration = declarePattern(walk, parameter, {
    whole: parameter,
    kind: "variable",
    level: "local",
    isFunctionWide: false,
    isExported: false,
    isFileExport: false,
    isAbstract: false,
    type: typeNameOf(walk, child(walk, node, F.type)),
    value: NONE,
    path: undefined,
  });
  if (kind(walk, parameter) === K.identifier) noteUnknown(walk, declaration);
  else notePattern(walk, parameter, NONE);
}
