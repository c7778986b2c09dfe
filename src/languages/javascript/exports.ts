import { NONE } from "../../engine/index/index.ts";
import { exportWholeValue } from "./common-exports.ts";
import { F, K } from "./kinds.ts";
import { nameValue } from "./members.ts";
import {
  child,
  childOf,
  firstNamed,
  hasToken,
  isFunction,
  kind,
  literal,
  text,
  tokenKind,
  unwrap,
} from "./nodes.ts";
import { noteHolding } from "./values.ts";
import type { Walk } from "./walk.ts";

/** Exports that declare something are read with the declaration; the others here. */
export function visitExport(walk: Walk, node: number): void {
  if (child(walk, node, F.declaration) >= 0) return;
  const source = child(walk, node, F.source);
  const clause = childOf(walk, node, K.export_clause);
  if (source >= 0 || clause >= 0 || hasToken(walk, node, K.namespace)) {
    walk.skipTo = walk.tree.next[node] as number;
    if (walk.tree.parent[node] !== 0) return;
    const specifier = literal(walk, source);
    if (clause >= 0) readList(walk, node, clause, specifier);
    else if (specifier !== undefined) {
      readStar(walk, node, source, specifier);
      noteTypeWord(walk, node);
    }
    return;
  }
  if (hasToken(walk, node, K["="])) {
    const value = firstNamed(walk, node);
    if (value >= 0) exportWholeValue(walk, node, node, value);
  } else if (hasToken(walk, node, K.default)) readDefault(walk, node);
}

/** `export * from`, `export * as ns from`. */
function readStar(walk: Walk, node: number, source: number, specifier: string): void {
  const named = childOf(walk, node, K.namespace_export);
  const nameNode = named < 0 ? source : firstNamed(walk, named);
  walk.builder.addExport({
    nameNode,
    name: named < 0 ? "*" : (literal(walk, nameNode) ?? text(walk, nameNode)),
    local: "",
    specifier,
    isTypeOnly: isTypeExport(walk, node),
  });
}

/** The grammar does not know `export type *`: it reads the word as an error. */
function isTypeExport(walk: Walk, node: number): boolean {
  return /^export\s+type\b/.test(
    walk.tree.text.slice(walk.tree.start[node], (walk.tree.start[node] as number) + 40),
  );
}

function noteTypeWord(walk: Walk, node: number): void {
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    if (walk.kinds[tree.kind[at] as number] === undefined && text(walk, at) === "type")
      walk.understood.push(at);
  }
}

function readList(walk: Walk, node: number, clause: number, specifier: string | undefined): void {
  const { tree } = walk;
  const isTypeList = isTypeExport(walk, node);
  for (let at = clause + 1; at < (tree.next[clause] as number); at = tree.next[at] as number) {
    if (kind(walk, at) !== K.export_specifier) continue;
    const name = child(walk, at, F.name);
    const alias = child(walk, at, F.alias);
    const local = literal(walk, name) ?? text(walk, name);
    walk.builder.addExport({
      nameNode: alias < 0 ? name : alias,
      name: alias < 0 ? local : (literal(walk, alias) ?? text(walk, alias)),
      local,
      isTypeOnly: isTypeList || hasToken(walk, at, K.type),
      ...(specifier === undefined ? {} : { specifier }),
    });
  }
}

/** `export default value`. A value without a name of its own is called "default". */
function readDefault(walk: Walk, node: number): void {
  const written = child(walk, node, F.value);
  if (written < 0 || walk.tree.parent[node] !== 0) return;
  const value = unwrap(walk, written);
  const code = kind(walk, value);
  const nameNode = defaultToken(walk, node);
  if (code === K.identifier) {
    walk.builder.addExport({ nameNode, name: "default", local: text(walk, value) });
    return;
  }
  const declaration = walk.builder.declare({
    nameNode,
    node,
    name: "default",
    kind: isFunction(code) ? "function" : code === K.class ? "class" : "constant",
    level: "module",
    isExported: true,
    visibleIn: "none",
  });
  walk.builder.addExport({ nameNode, name: "default", local: "default", declaration });
  nameValue(walk, declaration, value, undefined);
  noteHolding(walk, nameNode, ["default"], declaration, written);
}

function defaultToken(walk: Walk, node: number): number {
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    if (tokenKind(walk, at) === K.default) return at;
  }
  return node;
}

/** Notes the names that are exported away from their declaration, so that these can say so. */
export function readExportsAhead(walk: Walk): void {
  const { tree } = walk;
  for (let at = 1; at < tree.size; at = tree.next[at] as number) {
    const code = kind(walk, at);
    walk.isModule ||= code === K.export_statement || code === K.import_statement;
    if (code === K.export_statement) noteExportStatement(walk, at);
    else if (code === K.expression_statement) noteExportAssignment(walk, at + 1);
  }
}

function noteExportStatement(walk: Walk, node: number): void {
  if (child(walk, node, F.source) >= 0) return;
  const clause = childOf(walk, node, K.export_clause);
  if (clause < 0) {
    const value = child(walk, node, F.value);
    const named = value >= 0 ? value : hasToken(walk, node, K["="]) ? firstNamed(walk, node) : NONE;
    if (kind(walk, named) === K.identifier) walk.exportedNames.add(text(walk, named));
    return;
  }
  const { tree } = walk;
  for (let at = clause + 1; at < (tree.next[clause] as number); at = tree.next[at] as number) {
    if (kind(walk, at) === K.export_specifier) walk.exportedNames.add(text(walk, child(walk, at, F.name)));
  }
}

/** `module.exports = a`, `module.exports = { a, b: c }`, `exports.x = a`. */
function noteExportAssignment(walk: Walk, node: number): void {
  const { tree } = walk;
  if (kind(walk, node) !== K.assignment_expression) return;
  if (!/^(module\.)?exports\b/.test(tree.text.slice(tree.start[node], (tree.start[node] as number) + 20)))
    return;
  let value = node;
  while (kind(walk, value) === K.assignment_expression) value = unwrap(walk, child(walk, value, F.right));
  if (kind(walk, value) === K.identifier) walk.exportedNames.add(text(walk, value));
  if (kind(walk, value) !== K.object) return;
  for (let at = value + 1; at < (tree.next[value] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    const named = code === K.pair ? child(walk, at, F.value) : at;
    if (code === K.shorthand_property_identifier || kind(walk, named) === K.identifier) {
      walk.exportedNames.add(text(walk, named));
    }
  }
}
