import { dynamicFeature } from "./features.ts";
import { childIn, codeOf, firstNamed, KIND, lastNamed, nextNamed, textAt } from "./grammar.ts";
import { frameOf, type Walk } from "./walk.ts";

/** `from m import …`. The names in an import are no references. */
export function readNames(walk: Walk, row: number): void {
  const { tree } = walk;
  const module = childIn(tree, row, tree.fields.moduleName);
  const isFuture = codeOf(tree, row) === KIND.future_import_statement;
  const specifier = isFuture ? "__future__" : specifierOf(walk, module);
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.wildcard_import) {
      addImport(walk, { node: row, nameNode: child, specifier, kind: "wildcard", local: "" });
    }
    if (tree.field[child] !== tree.fields.name) continue;
    const isRenamed = codeOf(tree, child) === KIND.aliased_import;
    const nameNode = isRenamed ? lastNamed(tree, child) : child;
    const imported = dotted(walk, isRenamed ? firstNamed(tree, child) : child);
    addImport(walk, {
      node: row,
      nameNode,
      specifier,
      kind: "named",
      local: textAt(tree, nameNode),
      imported,
    });
  }
}

/**
 * `import a.b as c` binds the module `a.b`. `import a.b` binds `a`, and loads `a.b` beside: these are two
 * entries.
 */
export function readModules(walk: Walk, row: number): void {
  const { tree } = walk;
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.aliased_import) {
      const nameNode = lastNamed(tree, child);
      const specifier = dotted(walk, firstNamed(tree, child));
      addImport(walk, { node: row, nameNode, specifier, kind: "namespace", local: textAt(tree, nameNode) });
      continue;
    }
    const first = firstNamed(tree, child);
    if (codeOf(tree, child) !== KIND.dotted_name || first < 0) continue;
    const top = textAt(tree, first);
    addImport(walk, { node: row, nameNode: first, specifier: top, kind: "namespace", local: top });
    const specifier = dotted(walk, child);
    if (specifier !== top) {
      addImport(walk, { node: row, nameNode: child, specifier, kind: "effect", local: "" });
    }
  }
}

/** The dots of a relative import stay: "..a.b". */
function specifierOf(walk: Walk, module: number): string {
  const { tree } = walk;
  if (codeOf(tree, module) !== KIND.relative_import) return dotted(walk, module);
  const prefix = textAt(tree, module + 1).replace(/[^.]/gu, "");
  const name = lastNamed(tree, module);
  return codeOf(tree, name) === KIND.dotted_name ? prefix + dotted(walk, name) : prefix;
}

/** Without the blanks and comments that may stand around dots. */
function dotted(walk: Walk, node: number): string {
  const { tree } = walk;
  if (node < 0) return "";
  const first = firstNamed(tree, node);
  if (first < 0 || nextNamed(tree, first) < 0) return textAt(tree, first < 0 ? node : first);
  const parts: string[] = [];
  for (let child = first; child >= 0; child = nextNamed(tree, child)) parts.push(textAt(tree, child));
  return parts.join(".");
}

interface Entry {
  readonly node: number;
  readonly nameNode: number;
  readonly specifier: string;
  readonly kind: "named" | "namespace" | "wildcard" | "effect" | "dynamic";
  readonly local: string;
  readonly imported?: string;
}

/** Adds an import and keeps what later lines need to know of it. */
export function addImport(walk: Walk, entry: Entry): void {
  const isBound = entry.local !== "" || entry.kind === "wildcard";
  walk.builder.addImport({
    ...entry,
    isTypeOnly: entry.node < walk.typeOnlyEnd,
    isReexport: isBound && frameOf(walk).kind === "module",
  });
  const { specifier, imported = "" } = entry;
  walk.imports.push({ specifier, imported });
  if (entry.local !== imported && dynamicFeature(`${specifier}.${imported}`) !== undefined) {
    walk.dynamicNames.add(entry.local);
  }
}
