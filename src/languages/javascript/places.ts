import { type DeclarationLevel, NONE } from "../../engine/index/index.ts";
import { K } from "./kinds.ts";
import { hasToken, kind, literal, numberKey, parent, text, tokenKind } from "./nodes.ts";
import type { Walk } from "./walk.ts";

/** Where a declaration stands, and what stands around it. */
export interface Standing {
  readonly level: DeclarationLevel;
  /** The statement with its `export` and `declare`. */
  readonly whole: number;
  readonly isExported: boolean;
  /** It is an export of the file, and not of a namespace. */
  readonly isFileExport: boolean;
  readonly isDefault: boolean;
  readonly isAmbient: boolean;
}

/** Climbs from a declaration over `export` and `declare` to what contains it. */
export function standingOf(walk: Walk, node: number): Standing {
  let whole = node;
  let isExported = false;
  let isDefault = false;
  let isAmbient = false;
  let at = parent(walk, node);
  for (; ; at = parent(walk, at)) {
    const code = kind(walk, at);
    if (code === K.export_statement) {
      isExported = true;
      isDefault = hasToken(walk, at, K.default);
    } else if (code === K.ambient_declaration) isAmbient = true;
    else if (code !== K.expression_statement) break;
    whole = at;
  }
  const container = kind(walk, at);
  const isTop = container === K.program;
  const isModule = isTop || isNamespaceBody(walk, at);
  return {
    level: isModule ? "module" : "local",
    whole,
    isExported: isModule && (isExported || isAmbientModule(walk, at)),
    isFileExport: isTop && isExported,
    isDefault,
    isAmbient,
  };
}

/** The block of a namespace, of `declare module "x"` or of `declare global`. */
export function isNamespaceBody(walk: Walk, node: number): boolean {
  if (kind(walk, node) !== K.statement_block) return false;
  const around = kind(walk, parent(walk, node));
  return around === K.internal_module || around === K.module || around === K.ambient_declaration;
}

/** In a `declare module` or `declare namespace` all names are exported. */
function isAmbientModule(walk: Walk, block: number): boolean {
  const around = parent(walk, block);
  const code = kind(walk, around);
  if (code !== K.internal_module && code !== K.module) return false;
  for (let at = parent(walk, around); at >= 0; at = parent(walk, at)) {
    if (kind(walk, at) === K.ambient_declaration) return true;
  }
  return false;
}

/** What stands before a member's name. */
export interface Modifiers {
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isPrivate: boolean;
}

export function modifiersOf(walk: Walk, member: number, name: number): Modifiers {
  let isStatic = false;
  let isAbstract = false;
  let isPrivate = kind(walk, name) === K.private_property_identifier;
  const { tree } = walk;
  for (let at = member + 1; at < name; at = tree.next[at] as number) {
    const code = tokenKind(walk, at);
    if (code === K.static || code === K["static get"]) isStatic = true;
    else if (code === K.abstract || code === K.declare) isAbstract = true;
    else if (code === K.accessibility_modifier && text(walk, at) === "private") isPrivate = true;
  }
  return { isStatic, isAbstract, isPrivate };
}

/** A computed name is kept as written up to this length; a longer one is no name that anyone could use. */
const maxComputedName = 60;

/** The name of a member as it is reached: `"a"` and `["a"]` are `a`; `undefined` when it is worked out at run time. */
export function memberNameText(walk: Walk, name: number): string | undefined {
  switch (kind(walk, name)) {
    case K.string:
      return literal(walk, name);
    case K.computed_property_name: {
      const inner = literal(walk, name + 2);
      if (inner !== undefined) return inner;
      if (kind(walk, name + 2) === K.number) return numberKey(walk, name + 2);
      const written = text(walk, name);
      return written.length <= maxComputedName && !written.includes("\n") ? written : undefined;
    }
    case K.number:
      return numberKey(walk, name);
    default:
      return name === NONE ? undefined : text(walk, name);
  }
}
