import { NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, childOf, firstNamed, hasToken, kind, literal, parent, text } from "./nodes.ts";
import type { Walk } from "./walk.ts";

/** Reads a whole import statement. Nothing in it is a use. */
export function visitImport(walk: Walk, node: number): void {
  walk.skipTo = walk.tree.next[node] as number;
  const required = childOf(walk, node, K.import_require_clause);
  const sourceNode = child(walk, required >= 0 ? required : node, F.source);
  const specifier = literal(walk, sourceNode);
  if (specifier === undefined) return;
  const statement: Statement = {
    node,
    specifier,
    isTypeOnly: hasToken(walk, node, K.type) || hasToken(walk, node, K.typeof),
  };
  if (required >= 0) {
    const isReexport =
      hasToken(walk, node, K.export) || kind(walk, parent(walk, node)) === K.export_statement;
    addImport(walk, statement, firstNamed(walk, required), "namespace", "", { isReexport });
    return;
  }
  const clause = childOf(walk, node, K.import_clause);
  if (clause >= 0) readClause(walk, statement, clause);
  else walk.builder.addImport({ ...statement, nameNode: sourceNode, kind: "effect", local: "" });
}

interface Statement {
  readonly node: number;
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

function readClause(walk: Walk, statement: Statement, clause: number): void {
  const { tree } = walk;
  for (let at = clause + 1; at < (tree.next[clause] as number); at = tree.next[at] as number) {
    switch (kind(walk, at)) {
      case K.identifier:
        addImport(walk, statement, at, "default", "default", {});
        break;
      case K.namespace_import:
        addImport(walk, statement, firstNamed(walk, at), "namespace", "", {});
        break;
      case K.named_imports:
        readNamed(walk, statement, at);
        break;
    }
  }
}

function readNamed(walk: Walk, statement: Statement, list: number): void {
  const { tree } = walk;
  for (let at = list + 1; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (kind(walk, at) !== K.import_specifier) continue;
    const name = child(walk, at, F.name);
    const alias = child(walk, at, F.alias);
    const imported = literal(walk, name) ?? text(walk, name);
    const isTypeOnly = statement.isTypeOnly || hasToken(walk, at, K.type);
    const isDefault = imported === "default";
    const local = alias === NONE ? name : alias;
    addImport(walk, { ...statement, isTypeOnly }, local, isDefault ? "default" : "named", imported, {});
  }
}

function addImport(
  walk: Walk,
  statement: Statement,
  nameNode: number,
  kindOfImport: "named" | "default" | "namespace",
  imported: string,
  more: { readonly isReexport?: boolean },
): void {
  if (nameNode < 0) return;
  const entry = walk.builder.addImport({
    ...statement,
    nameNode,
    kind: kindOfImport,
    local: text(walk, nameNode),
    imported,
    ...more,
  });
  if (kindOfImport === "namespace") walk.namespaceImports.set(entry, statement.specifier);
}
