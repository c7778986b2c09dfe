import { type Binding, NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { declareMember, exportWhole, memberKind, nameValue, newHome } from "./members.ts";
import { nameRow, targetPath } from "./paths.ts";
import { moduleValueOf } from "./requires.ts";
import { noteAssignment } from "./values.ts";
import {
  child,
  type Home,
  isFunction,
  kind,
  literal,
  Mark,
  text,
  thisFrame,
  unwrap,
  type Walk,
} from "./walk.ts";

function isUnbound(binding: Binding): boolean {
  return binding.declaration === NONE && binding.import === NONE;
}

/** The path names the file's exports: `exports`, `module.exports`, or a variable that was set to them. */
function isExportsPath(walk: Walk, path: readonly string[], node: number): boolean {
  const isLong = path.length === 2 && path[0] === "module" && path[1] === "exports";
  if (path.length !== 1 && !isLong) return false;
  const found = walk.builder.lookup(path[0] as string, node);
  if (isLong || path[0] === "exports") return isUnbound(found);
  return walk.exportsAliases.has(found.declaration);
}

/** Notes that a variable stands for the exports: `const app = exports = module.exports = {}`. */
export function noteExportsAlias(walk: Walk, declaration: number, value: number): void {
  let at = value;
  while (kind(walk, at) === K.assignment_expression) {
    if (isExportsPath(walk, targetPath(walk, at + 1), at)) break;
    at = unwrap(walk, child(walk, at, F.right));
  }
  const isAssigned = kind(walk, at) === K.assignment_expression;
  if (isAssigned || (nameRow(walk, at) >= 0 && isExportsPath(walk, targetPath(walk, at), at))) {
    walk.exportsAliases.add(declaration);
  }
}

export function exportsHome(walk: Walk, path: readonly string[], node: number): Home | undefined {
  return isExportsPath(walk, path, node) ? newHome(NONE, { isExports: true }) : undefined;
}

/** The home of `F.prototype`. */
export function prototypeHome(walk: Walk, path: readonly string[], node: number): Home | undefined {
  if (path.length < 2 || path.at(-1) !== "prototype") return undefined;
  return ownerHome(walk, path.slice(0, -1), node, false);
}

/** Members of a name lie below its declaration, or name it as their owner where that is not in sight. */
function ownerHome(walk: Walk, owner: readonly string[], node: number, isStatic: boolean): Home {
  const found =
    owner.length === 1 ? walk.builder.lookup(owner[0] as string, node, ["value"]).declaration : NONE;
  if (found >= 0) return newHome(found, { isStatic });
  return newHome(walk.builder.within, { isStatic, owner: owner.join(".") });
}

/** Reads an assignment that declares or exports something by its target; `false` when it only writes. */
export function declareByAssignment(walk: Walk, node: number, left: number, right: number): boolean {
  const target = unwrap(walk, left);
  const row = nameRow(walk, target);
  if (row < 0 || kind(walk, target) === K.identifier) return exportsAlone(walk, node, left, right);
  const path = targetPath(walk, target);
  const around = path.slice(0, -1);
  if (isExportsPath(walk, path, node)) {
    skipExportsObject(walk, target);
    exportWholeValue(walk, node, row, right);
    return true;
  }
  if (isExportsPath(walk, around, node)) {
    skipExportsObject(walk, target + 1);
    exportMember(walk, node, row, right);
    return true;
  }
  const home = memberHome(walk, path, node, right);
  if (home === undefined) return false;
  if (path.at(-1) === "prototype") {
    if (kind(walk, right) === K.object) walk.homes.set(right, home);
    return false;
  }
  const name = path.at(-1) as string;
  if (home.names.has(name)) return false;
  const as = memberKind(walk, right);
  const declaration = declareMember(walk, home, node, row, as, { name });
  nameValue(walk, declaration, right, home.isStatic ? undefined : home);
  walk.mark[row] = Mark.skip;
  noteAssignment(walk, row, path, declaration, right);
  return true;
}

/** `exports` and `module.exports` are how a file says what it exports, and no uses of anything. */
function skipExportsObject(walk: Walk, object: number): void {
  const { tree } = walk;
  for (let at = object; at < (tree.next[object] as number); at++) {
    const isName = kind(walk, at) === K.identifier || kind(walk, at) === K.property_identifier;
    const name = isName ? text(walk, at) : "";
    if (name === "module" || name === "exports") walk.mark[at] = Mark.skip;
  }
}

/** `exports = module.exports = X`: the inner assignment says it all. */
function exportsAlone(walk: Walk, node: number, left: number, right: number): boolean {
  const isAlone =
    isExportsPath(walk, targetPath(walk, left), node) && kind(walk, right) === K.assignment_expression;
  if (isAlone) skipExportsObject(walk, left);
  return isAlone;
}

function memberHome(walk: Walk, path: readonly string[], node: number, right: number): Home | undefined {
  if (path.includes("()") || path.includes("[]") || path.includes("?")) return undefined;
  if (path[0] === "this") return path.length === 2 ? thisHome(walk, node) : undefined;
  const prototypeAt = path.lastIndexOf("prototype");
  if (prototypeAt > 0 && prototypeAt === path.length - 2) return prototypeHome(walk, path.slice(0, -1), node);
  if (prototypeAt > 0 && prototypeAt === path.length - 1) return prototypeHome(walk, path, node);
  return path.length === 2 ? staticHome(walk, path[0] as string, node, right) : undefined;
}

/** `F.x = …` declares a member of a function or class of this file; of another value, when it is a function. */
function staticHome(walk: Walk, owner: string, node: number, right: number): Home | undefined {
  const { declaration } = walk.builder.lookup(owner, node, ["value"]);
  if (declaration < 0) return undefined;
  const isDefinition = isFunction(kind(walk, right)) || kind(walk, right) === K.class;
  if (!isDefinition && !walk.callables.has(declaration)) return undefined;
  const home = walk.assignedHomes.get(declaration) ?? newHome(declaration, { isStatic: true });
  walk.assignedHomes.set(declaration, home);
  return home;
}

/** Where `this.x = …` puts x. In TypeScript a field has to be declared, so that this is only a write. */
function thisHome(walk: Walk, node: number): Home | undefined {
  if (walk.file.language !== "javascript") return undefined;
  const frame = thisFrame(walk, node);
  if (frame === undefined || frame.home?.isExports) return undefined;
  if (frame.home === undefined && frame.declaration >= 0) frame.home = newHome(frame.declaration);
  return frame.home;
}

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
  noteAssignment(walk, row, ["module", "exports"], declaration, value);
}

/** `exports.x = …`. */
function exportMember(walk: Walk, node: number, row: number, right: number): void {
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
    noteAssignment(walk, row, ["exports", name], declaration, right);
  }
}

/** The value at the end of `a = b = value`. */
export function finalValue(walk: Walk, right: number): number {
  let at = unwrap(walk, right);
  while (kind(walk, at) === K.assignment_expression) at = unwrap(walk, child(walk, at, F.right));
  return at;
}

/**
 * An ES module that imports a CommonJS one gets its exports as the default: where no whole value is given,
 * that is the module itself.
 */
export function finishCommonExports(walk: Walk): void {
  const { names, isWhole } = walk.commonExports;
  if (isWhole || walk.isModule || names.size === 0 || names.has("default") || names.has("__esModule")) return;
  const fileName = walk.file.path.slice(walk.file.path.lastIndexOf("/") + 1);
  walk.builder.addExport({ nameNode: 0, name: "default", local: "", specifier: `./${fileName}` });
}
