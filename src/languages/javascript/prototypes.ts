import { NONE, type TypeName } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, isCode, kind, text, unwrap } from "./nodes.ts";
import { memberName, nameRow, targetPath } from "./paths.ts";
import type { Walk } from "./walk.ts";

/** `F.prototype = Object.create(G.prototype)` and `F.prototype = new G()`: F derives from G. */
export function notePrototype(walk: Walk, owner: readonly string[], node: number, right: number): void {
  const value = unwrap(walk, right);
  if (kind(walk, value) === K.new_expression) {
    derive(walk, owner, node, [nameOf(walk, child(walk, value, F.constructor))]);
  } else if (kind(walk, value) === K.call_expression && text(walk, value + 1) === "Object.create") {
    derive(walk, owner, node, [ownerOfPrototype(walk, argumentAt(walk, value, 0))]);
  } else derive(walk, owner, node, [ownerOfPrototype(walk, value)]);
}

/** `Object.setPrototypeOf(F.prototype, G.prototype)`, `Object.assign(F.prototype, mixin)`, `util.inherits(F, G)`. */
export function notePrototypeCall(walk: Walk, call: number, method: string): void {
  const first = argumentAt(walk, call, 0);
  if (method === "inherits") {
    derive(walk, targetPath(walk, first), call, [nameOf(walk, argumentAt(walk, call, 1))]);
    return;
  }
  const path = targetPath(walk, first);
  const isPrototype = path.length > 1 && path.at(-1) === "prototype";
  if (method === "setPrototypeOf") {
    const owner = isPrototype ? path.slice(0, -1) : path;
    const above = argumentAt(walk, call, 1);
    derive(walk, owner, call, [ownerOfPrototype(walk, above) ?? nameOf(walk, above)]);
  } else if (method === "assign" && isPrototype) {
    derive(walk, path.slice(0, -1), call, mixinsOf(walk, call));
  }
}

/** What is copied to a prototype. Methods of a class are not, since they cannot be listed. */
function mixinsOf(walk: Walk, call: number): readonly (TypeName | undefined)[] {
  const { tree } = walk;
  const list = child(walk, call, F.arguments);
  const found: (TypeName | undefined)[] = [];
  for (let at = list + 1; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (!isCode(walk, at)) continue;
    const owner = ownerOfPrototype(walk, at);
    found.push(owner === undefined ? nameOf(walk, at) : isClass(walk, owner, at) ? undefined : owner);
  }
  // The first is the prototype itself; of several sources of one name the last counts.
  return found.slice(1).reverse();
}

function isClass(walk: Walk, { name, through }: TypeName, node: number): boolean {
  if (through.length > 0) return false;
  const { declaration } = walk.builder.lookup(name, node, ["value"]);
  return declaration >= 0 && walk.classDeclarations.has(declaration);
}

function derive(
  walk: Walk,
  owner: readonly string[],
  node: number,
  bases: readonly (TypeName | undefined)[],
): void {
  const known = bases.filter((base) => base !== undefined);
  if (owner.length !== 1 || known.length === 0) return;
  const { declaration } = walk.builder.lookup(owner[0] as string, node, ["value"]);
  const isOther = known.filter((base) => base.through.length > 0 || base.name !== owner[0]);
  if (declaration >= 0 && walk.callables.has(declaration)) walk.builder.extend(declaration, isOther);
}

/** `G` of `G.prototype`. */
function ownerOfPrototype(walk: Walk, node: number): TypeName | undefined {
  const value = node < 0 ? NONE : unwrap(walk, node);
  if (kind(walk, value) !== K.member_expression) return undefined;
  return text(walk, memberName(walk, value)) === "prototype" ? nameOf(walk, value + 1) : undefined;
}

function nameOf(walk: Walk, node: number): TypeName | undefined {
  if (node < 0 || nameRow(walk, node) < 0) return undefined;
  const path = targetPath(walk, node);
  const isPlain = path.every((part) => part !== "()" && part !== "[]" && part !== "?" && part !== "this");
  return isPlain ? { name: path.at(-1) as string, through: path.slice(0, -1), typeArguments: [] } : undefined;
}

function argumentAt(walk: Walk, call: number, position: number): number {
  const { tree } = walk;
  const list = child(walk, call, F.arguments);
  let left = position;
  for (let at = list + 1; list >= 0 && at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (isCode(walk, at) && left-- === 0) return at;
  }
  return NONE;
}
