import { NONE } from "../../engine/index/index.ts";
import { exportMember, exportWholeValue } from "./common-exports.ts";
import { isExportsPath, skipExportsObject } from "./exports-object.ts";
import { K } from "./kinds.ts";
import { declareMember, memberKind, nameValue, newHome } from "./members.ts";
import { isFunction, kind, unwrap } from "./nodes.ts";
import { nameRow, targetPath } from "./paths.ts";
import { notePrototype } from "./prototypes.ts";
import { noteHolding } from "./values.ts";
import { type Home, Mark, thisFrame, type Walk } from "./walk.ts";

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
    else notePrototype(walk, around, node, right);
    return false;
  }
  const name = path.at(-1) as string;
  if (home.names.has(name)) return false;
  const as = memberKind(walk, right);
  const declaration = declareMember(walk, home, node, row, as, { name });
  nameValue(walk, declaration, right, home.isStatic ? undefined : home);
  walk.mark[row] = Mark.skip;
  noteHolding(walk, row, path, declaration, right);
  return true;
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
