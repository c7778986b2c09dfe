import { dynamicFeature, importedByCall } from "./dynamic.ts";
import { childIn, codeOf, firstNamed, KIND, lastNamed, nextNamed, textAt } from "./grammar.ts";
import { type Binding, frameOf, type Walk } from "./walk.ts";

/** `from m import …`. The names in an import are no references. */
export function readNames(walk: Walk, row: number): void {
  const { tree } = walk;
  const module = childIn(tree, row, tree.fields.moduleName);
  const isFuture = codeOf(tree, row) === KIND.future_import_statement;
  const specifier = isFuture ? "__future__" : specifierOf(walk, module);
  for (let child = firstNamed(tree, row); child >= 0; child = nextNamed(tree, child)) {
    if (codeOf(tree, child) === KIND.wildcard_import) {
      add(walk, { node: row, nameNode: child, specifier, kind: "wildcard", local: "" });
    }
    if (tree.field[child] !== tree.fields.name) continue;
    const isRenamed = codeOf(tree, child) === KIND.aliased_import;
    const nameNode = isRenamed ? lastNamed(tree, child) : child;
    const imported = dotted(walk, isRenamed ? firstNamed(tree, child) : child);
    add(walk, { node: row, nameNode, specifier, kind: "named", local: textAt(tree, nameNode), imported });
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
      add(walk, { node: row, nameNode, specifier, kind: "namespace", local: textAt(tree, nameNode) });
      continue;
    }
    const first = firstNamed(tree, child);
    if (codeOf(tree, child) !== KIND.dotted_name || first < 0) continue;
    const top = textAt(tree, first);
    add(walk, { node: row, nameNode: first, specifier: top, kind: "namespace", local: top });
    const specifier = dotted(walk, child);
    if (specifier !== top) {
      add(walk, { node: row, nameNode: child, specifier, kind: "effect", local: "" });
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

function add(walk: Walk, entry: Entry): void {
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

/** `m = import_module("a.b")` binds m as an import does, and is one. */
export function bindsDynamicImport(walk: Walk, row: number, binding: Binding): boolean {
  if (codeOf(walk.tree, binding.value) !== KIND.call || walk.boundImports.has(binding.value)) return false;
  const imported = importedByCall(walk, binding.value);
  if (imported === undefined || imported.bindsParent) return false;
  const local = textAt(walk.tree, row);
  walk.boundImports.add(binding.value);
  add(walk, { node: binding.value, nameNode: row, specifier: imported.specifier, kind: "dynamic", local });
  return true;
}

/** A call that imports a module whose name is written out. */
export function addDynamicImport(walk: Walk, call: number, specifier: string, nameNode: number): void {
  if (walk.boundImports.has(call)) return;
  add(walk, { node: call, nameNode, specifier, kind: "dynamic", local: "" });
}
