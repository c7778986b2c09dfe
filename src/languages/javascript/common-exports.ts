import { NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { declareMember, exportWhole, memberKind, nameValue, newHome } from "./members.ts";
import { child, isFunction, kind, literal, text, unwrap } from "./nodes.ts";
import { moduleValueOf } from "./requires.ts";
import { noteHolding } from "./values.ts";
import { Mark, type Walk } from "./walk.ts";

/** `module.exports = X` or `export = X`; `row` is what the export is said to stand at. */
export function exportWholeValue(walk: Walk, node: number, row: number, right: number): void {
  const { builder } = walk;
  const value = finalValue(walk, right);
  const module = moduleValueOf(walk, value);
  const known = walk.named.get(value);
  walk.mark[row] = Mark.skip;
  if (known !== undefined) exportWhole(walk, row, "", known.declaration);
  else if (module !== undefined && module.member === "") {
    walk.commonExports.isWhole = true;
    builder.addExport({ nameNode: row, name: "*", local: "", specifier: module.specifier });
    for (const name of ["default", "export="]) {
      builder.addExport({ nameNode: row, name, local: name, specifier: module.specifier });
    }
  } else if (kind(walk, value) === K.identifier) exportWhole(walk, row, text(walk, value), NONE);
  // The members of an object become names of the file.
  else if (kind(walk, value) === K.object) walk.homes.set(value, newHome(NONE, { isExports: true }));
  else exportUnnamedValue(walk, node, row, value);
}

/** A function, class or other value that has no name of its own is called "default". */
function exportUnnamedValue(walk: Walk, node: number, row: number, value: number): void {
  const code = kind(walk, value);
  const own = isFunction(code) || code === K.class ? child(walk, value, F.name) : NONE;
  const as = isFunction(code) ? "function" : code === K.class ? "class" : "constant";
  const entry = { node, kind: as, level: "module", isExported: true, parent: NONE } as const;
  if (own >= 0) {
    walk.named.set(value, { declaration: NONE, later: { ...entry, nameNode: own } });
    return;
  }
  const declaration = walk.builder.declare({ ...entry, nameNode: row, name: "default", visibleIn: "none" });
  exportWhole(walk, row, "default", declaration);
  nameValue(walk, declaration, value, undefined);
  noteHolding(walk, row, ["module", "exports"], declaration, value);
}

/** `exports.x = …`. */
export function exportMember(walk: Walk, node: number, row: number, right: number): void {
  const { builder } = walk;
  const value = finalValue(walk, right);
  const name = literal(walk, row) ?? text(walk, row);
  const module = moduleValueOf(walk, value);
  const known = walk.named.get(value);
  walk.mark[row] = Mark.skip;
  // Compilers announce their exports with `exports.x = void 0`.
  if (walk.tree.text.startsWith("void 0", walk.tree.start[value])) return;
  walk.commonExports.names.add(name);
  if (known !== undefined)
    builder.addExport({ nameNode: row, name, local: name, declaration: known.declaration });
  else if (module !== undefined) {
    builder.addExport({ nameNode: row, name, local: module.member, specifier: module.specifier });
  } else if (kind(walk, value) === K.identifier) {
    builder.addExport({ nameNode: row, name, local: text(walk, value) });
  } else {
    const home = newHome(NONE, { isExports: true });
    const declaration = declareMember(walk, home, node, row, memberKind(walk, value), { name });
    nameValue(walk, declaration, value, undefined);
    noteHolding(walk, row, ["exports", name], declaration, right);
  }
}

/** The value at the end of `a = b = value`. */
export function finalValue(walk: Walk, right: number): number {
  let at = unwrap(walk, right);
  while (kind(walk, at) === K.assignment_expression) at = unwrap(walk, child(walk, at, F.right));
  return at;
}

/** Adds what follows from all of the file's exports by assignment together. */
export function finishCommonExports(walk: Walk): void {
  walk.builder.enter(walk.tree.size);
  exportMembersOfWhole(walk);
  exportModuleAsDefault(walk);
}

/** `module.exports = o` exports the members of `o`: those of an object literal, and those assigned to it. */
function exportMembersOfWhole(walk: Walk): void {
  const { commonExports, builder } = walk;
  for (const { nameNode, local, declaration: known } of commonExports.wholes) {
    const binding =
      known >= 0 ? { declaration: known, import: NONE } : builder.lookup(local, nameNode, ["value"]);
    const specifier = walk.namespaceImports.get(binding.import);
    if (specifier !== undefined) builder.addExport({ nameNode, name: "*", local: "", specifier });
    for (const homes of [walk.objectHomes, walk.assignedHomes]) {
      for (const [name, declaration] of homes.get(binding.declaration)?.names ?? []) {
        if (commonExports.names.has(name)) continue;
        commonExports.names.add(name);
        builder.addExport({ nameNode, name, local: "", declaration });
      }
    }
  }
}

/**
 * An ES module that imports a CommonJS one gets its exports as the default: where no whole value is given,
 * that is the module itself.
 */
function exportModuleAsDefault(walk: Walk): void {
  const { names, isWhole } = walk.commonExports;
  if (isWhole || walk.isModule || names.size === 0 || names.has("default") || names.has("__esModule")) return;
  const fileName = walk.file.path.slice(walk.file.path.lastIndexOf("/") + 1);
  walk.builder.addExport({ nameNode: 0, name: "default", local: "", specifier: `./${fileName}` });
}
