import { type DeclarationKind, type NewDeclaration, NONE, type TypeName } from "../../engine/index/index.ts";
import { K } from "./kinds.ts";
import { isFunction, kind } from "./nodes.ts";
import { memberNameText, modifiersOf } from "./places.ts";
import type { Home, Walk } from "./walk.ts";

interface MemberDetails {
  readonly isAbstract?: boolean;
  readonly type?: TypeName;
  readonly results?: readonly TypeName[];
  /** When the name is not the text of the node. */
  readonly name?: string;
}

/** Declares a member of a home; `NONE` when its name is worked out at run time. */
export function declareMember(
  walk: Walk,
  home: Home,
  node: number,
  nameNode: number,
  as: DeclarationKind,
  details: MemberDetails,
): number {
  const name = details.name ?? memberNameText(walk, nameNode);
  if (name === undefined) return NONE;
  const modifiers = modifiersOf(walk, node, nameNode);
  const firstNode = walk.firstDecorators.get(node);
  const declaration = walk.builder.declare({
    nameNode,
    node,
    name,
    kind: home.isExports ? exportKind(as) : as,
    level: home.isExports ? "module" : "member",
    parent: home.parent,
    isExported: !modifiers.isPrivate,
    isStatic: home.isStatic || modifiers.isStatic,
    isAbstract: (details.isAbstract ?? false) || modifiers.isAbstract,
    visibleIn: "none",
    ...(firstNode === undefined ? {} : { firstNode }),
    ...(home.owner === undefined ? {} : { owner: home.owner }),
    ...(details.type === undefined ? {} : { type: details.type }),
    ...(details.results === undefined ? {} : { results: details.results }),
  });
  home.names.set(name, declaration);
  if (as === "class" || as === "method") walk.callables.add(declaration);
  if (home.isExports) exportCommon(walk, nameNode, name, declaration);
  return declaration;
}

/** A member of `module.exports` is a name at the top level of the file. */
function exportKind(as: DeclarationKind): DeclarationKind {
  if (as === "method") return "function";
  return as === "field" ? "constant" : as;
}

function exportCommon(walk: Walk, nameNode: number, name: string, declaration: number): void {
  walk.commonExports.names.add(name);
  walk.builder.addExport({ nameNode, name, local: name, declaration });
}

/** What a member is, by its value. */
export function memberKind(walk: Walk, value: number): DeclarationKind {
  const code = kind(walk, value);
  if (isFunction(code)) return "method";
  return code === K.class ? "class" : "field";
}

/** Lets the value of a declaration be known by its name: a function or class, or the members of an object. */
export function nameValue(walk: Walk, declaration: number, value: number, home: Home | undefined): void {
  if (declaration < 0 || value < 0) return;
  const code = kind(walk, value);
  if (isFunction(code) || code === K.class) {
    walk.callables.add(declaration);
    walk.named.set(value, { declaration, home });
  }
  if (code !== K.object) return;
  const members = newHome(declaration);
  walk.homes.set(value, members);
  walk.objectHomes.set(declaration, members);
}

export function newHome(parent: number, more: Partial<Home> = {}): Home {
  return { parent, isExports: false, isStatic: false, names: new Map(), ...more };
}

/** Declares a function or class that only itself sees by its own name, and exports it as the whole module. */
export function declareLater(walk: Walk, node: number, entry: NewDeclaration): number {
  walk.builder.openScope("block", node);
  const declaration = walk.builder.declare(entry);
  exportWhole(walk, entry.nameNode, "", declaration);
  walk.callables.add(declaration);
  return declaration;
}

/**
 * What `module.exports = X` and `export = X` give. An importer gets it as its default, and as the module itself:
 * for that the name is "export=", as TypeScript has it.
 */
export function exportWhole(walk: Walk, nameNode: number, local: string, declaration: number): void {
  walk.commonExports.isWhole = true;
  walk.commonExports.wholes.push({ nameNode, local, declaration });
  walk.builder.addExport({ nameNode, name: "default", local, declaration });
  walk.builder.addExport({ nameNode, name: "export=", local, declaration });
}
