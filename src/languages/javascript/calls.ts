import { NONE } from "../../engine/index/index.ts";
import { prototypeHome } from "./assigned-members.ts";
import { exportsHome } from "./exports-object.ts";
import { noteCall } from "./flow.ts";
import { noteBuiltinFunction, noteBuiltinMethod } from "./flow-builtins.ts";
import { F, K } from "./kinds.ts";
import { child, firstNamed, isCode, kind, literal, parent, text, unwrap } from "./nodes.ts";
import { memberName, targetPath } from "./paths.ts";
import { notePrototypeCall } from "./prototypes.ts";
import { moduleCall, noteInlineModule } from "./requires.ts";
import { noteStartedFile, noteStartedWorker } from "./started-files.ts";
import { Mark, type Walk } from "./walk.ts";

export function visitCall(walk: Walk, node: number): void {
  const written = node + 1;
  const module = moduleCall(walk, node);
  if (module !== undefined) {
    if (walk.mark[node] !== Mark.module) noteInlineModule(walk, module, isInType(walk, node));
    return;
  }
  if (kind(walk, written) === K.import) {
    flagComputedImport(walk, node, "import");
    return;
  }
  const callee = unwrap(walk, written);
  noteCall(walk, node, callee, false);
  noteStartedFile(walk, node, callee);
  switch (kind(walk, callee)) {
    case K.identifier:
      walk.mark[callee] = Mark.call;
      noteSpecialFunction(walk, node, text(walk, callee));
      break;
    case K.member_expression:
      walk.mark[memberName(walk, callee)] = Mark.call;
      noteSpecialMethod(walk, node, callee);
      break;
    case K.subscript_expression:
      noteComputedCall(walk, node, callee);
      break;
  }
}

/** `a["b"]()` calls `b`; what `a[x]()` calls is decided when it runs. */
function noteComputedCall(walk: Walk, call: number, callee: number): void {
  const index = child(walk, callee, F.index);
  const name = literal(walk, index);
  if (name !== undefined) {
    walk.mark[index] = Mark.call;
    noteBuiltinMethod(walk, call, callee + 1, name);
  }
  // An element of a list is a value that somebody has named.
  else if (kind(walk, index) === K.number) walk.builder.flag(callee, "native", "[]");
  else walk.builder.flag(callee, "computed-member", "[]", literalStart(walk, index));
}

/** The known start of a template, or of strings that are joined; `undefined` when there is none. */
function literalStart(walk: Walk, node: number): string | undefined {
  let at = unwrap(walk, node);
  while (kind(walk, at) === K.binary_expression) at = unwrap(walk, child(walk, at, F.left));
  if (kind(walk, at) === K.template_string) {
    const isText = kind(walk, at + 2) === K.string_fragment;
    return isText ? text(walk, at + 2) : undefined;
  }
  return literal(walk, at);
}

function flagComputedImport(walk: Walk, call: number, name: string): void {
  const list = child(walk, call, F.arguments);
  const argument = list < 0 ? NONE : firstNamed(walk, list);
  walk.builder.flag(call, "computed-import", name, argument < 0 ? undefined : literalStart(walk, argument));
}

function noteSpecialFunction(walk: Walk, call: number, name: string): void {
  noteBuiltinFunction(walk, call, name);
  if (name === "inherits") notePrototypeCall(walk, call, name);
  switch (name) {
    case "eval":
    case "Function":
      if (isGlobal(walk, name, call)) walk.builder.flag(call, "eval", name);
      break;
    case "require":
      flagComputedImport(walk, call, name);
      break;
    case "setTimeout":
    case "setInterval": {
      // Given text and not a function, they run it.
      const list = child(walk, call, F.arguments);
      const isText = list >= 0 && kind(walk, firstNamed(walk, list)) === K.string;
      if (isText && isGlobal(walk, name, call)) walk.builder.flag(call, "eval", name);
      break;
    }
  }
}

export function isGlobal(walk: Walk, name: string, node: number): boolean {
  const found = walk.builder.lookup(name, node);
  return found.declaration === NONE && found.import === NONE;
}

function noteSpecialMethod(walk: Walk, call: number, callee: number): void {
  const object = callee + 1;
  const { tree } = walk;
  const method = text(walk, memberName(walk, callee));
  noteBuiltinMethod(walk, call, object, method);
  if (method === "assign" || method === "setPrototypeOf" || method === "inherits") {
    notePrototypeCall(walk, call, method);
  }
  if (kind(walk, object) === K.identifier) {
    const name = text(walk, object);
    if (name === "Reflect") walk.builder.flag(call, "reflection", `Reflect.${method}`);
    if (name === "Object" && method === "assign") noteObjectAssign(walk, call);
  } else if (tree.text.startsWith("import.meta.glob", tree.start[callee])) {
    flagComputedImport(walk, call, text(walk, callee));
  }
}

/** `Object.assign(F.prototype, { … })` and `Object.assign(module.exports, { … })` declare members. */
function noteObjectAssign(walk: Walk, call: number): void {
  const list = child(walk, call, F.arguments);
  const target = list < 0 ? NONE : firstNamed(walk, list);
  if (target < 0) return;
  const path = targetPath(walk, target);
  const home = exportsHome(walk, path, call) ?? prototypeHome(walk, path, call);
  if (home === undefined) return;
  const { tree } = walk;
  for (let at = tree.next[target] as number; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (isCode(walk, at) && kind(walk, at) === K.object) walk.homes.set(at, home);
  }
}

export function visitNew(walk: Walk, node: number): void {
  const written = child(walk, node, F.constructor);
  if (written < 0) return;
  const callee = unwrap(walk, written);
  noteCall(walk, node, callee, true);
  noteStartedWorker(walk, node, callee);
  if (kind(walk, callee) === K.identifier) {
    walk.mark[callee] = Mark.new;
    const name = text(walk, callee);
    if (name === "Promise") noteBuiltinFunction(walk, node, name);
    if (name === "Function" && isGlobal(walk, name, node)) walk.builder.flag(node, "eval", "new Function");
  } else if (kind(walk, callee) === K.member_expression) walk.mark[memberName(walk, callee)] = Mark.new;
  else if (kind(walk, callee) === K.subscript_expression) {
    const index = child(walk, callee, F.index);
    if (literal(walk, index) !== undefined) walk.mark[index] = Mark.new;
    else walk.builder.flag(callee, "computed-member", "[]", literalStart(walk, index));
  }
}

/** `import("x").T`, `typeof import("x")`: a type, which runs nothing. */
function isInType(walk: Walk, call: number): boolean {
  if (call < walk.typeofEnd) return true;
  if (kind(walk, call + 1) !== K.import) return false;
  let at = parent(walk, call);
  if (kind(walk, at) !== K.member_expression) return isTypeAround(walk, at);
  while (kind(walk, at) === K.member_expression) at = parent(walk, at);
  return kind(walk, at) !== K.call_expression && kind(walk, at) !== K.await_expression;
}

function isTypeAround(walk: Walk, node: number): boolean {
  const code = kind(walk, node);
  return code === K.type_annotation || code === K.type_arguments || code === K.type_alias_declaration;
}
