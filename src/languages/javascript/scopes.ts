import { NONE } from "../../engine/index/index.ts";
import { K } from "./kinds.ts";
import { childOf, kind, parent } from "./nodes.ts";
import { isNamespaceBody } from "./places.ts";
import { Mark, openFrame, type Walk } from "./walk.ts";

/** A block gets a scope when something is declared in it. A function's body is that of the function. */
export function visitBlock(walk: Walk, node: number): void {
  if (walk.mark[node] === Mark.ownScope) walk.builder.openScope("function", node);
  else if (declaresNames(walk, node) && !isBodyOfScope(walk, node)) walk.builder.openScope("block", node);
}

function isBodyOfScope(walk: Walk, block: number): boolean {
  switch (kind(walk, parent(walk, block))) {
    case K.function_declaration:
    case K.generator_function_declaration:
    case K.function_expression:
    case K.generator_function:
    case K.arrow_function:
    case K.method_definition:
    case K.class_static_block:
      return true;
    case K.internal_module:
    case K.module:
      return isNamespaceBody(walk, block);
    default:
      return false;
  }
}

/** Something other than a `var` is declared directly in the block or in a case of the switch. */
function declaresNames(walk: Walk, block: number): boolean {
  const { tree } = walk;
  const end = tree.next[block] as number;
  for (let at = block + 1; at < end; ) {
    const code = kind(walk, at);
    if (declares(code)) return true;
    const isCase = code === K.switch_case || code === K.switch_default;
    at = isCase ? at + 1 : (tree.next[at] as number);
  }
  return false;
}

function declares(code: number): boolean {
  switch (code) {
    case K.lexical_declaration:
    case K.using_declaration:
    case K.function_declaration:
    case K.generator_function_declaration:
    case K.function_signature:
    case K.class_declaration:
    case K.abstract_class_declaration:
    case K.interface_declaration:
    case K.type_alias_declaration:
    case K.enum_declaration:
    case K.ambient_declaration:
    case K.export_statement:
      return true;
    default:
      return false;
  }
}

/**
 * What does not parse may still hold parameters: of a call signature that the grammar does not get, of a
 * function that is not finished. They are seen in that region and not around it.
 */
export function visitError(walk: Walk, node: number): void {
  // An attribute may hold "&", which the grammar takes for the start of an entity.
  if (kind(walk, parent(walk, node)) === K.string) {
    walk.understood.push(node);
    walk.skipTo = walk.tree.next[node] as number;
    return;
  }
  const holdsParameters =
    childOf(walk, node, K.type_parameters) >= 0 || childOf(walk, node, K.formal_parameters) >= 0;
  if (holdsParameters) walk.builder.openScope("function", node);
}

export function visitLoop(walk: Walk, node: number): void {
  walk.builder.openScope("block", node);
}

export function visitStaticBlock(walk: Walk, node: number): void {
  walk.builder.openScope("function", node);
  const home = walk.homes.get(parent(walk, node));
  openFrame(walk, node, NONE, home === undefined ? home : { ...home, isStatic: true });
}

/** Notes a literal that runs over a line end. */
export function visitText(walk: Walk, node: number): void {
  const code = kind(walk, node);
  const { tree } = walk;
  if (code === K.template_string || code === K.template_literal_type) walk.builder.string(node);
  else if (code === K.jsx_text) {
    if (tree.text.slice(tree.start[node], tree.end[node]).trim() !== "") walk.builder.string(node);
  } else if (continuesLine(walk, node)) walk.builder.string(node);
}

/** A quoted string goes on in the next line only after a backslash. */
function continuesLine(walk: Walk, node: number): boolean {
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at++) {
    if (kind(walk, at) !== K.escape_sequence) continue;
    const after = tree.text.charCodeAt((tree.start[at] as number) + 1);
    if (after === 10 || after === 13) return true;
  }
  return false;
}
