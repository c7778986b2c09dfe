import { noteMemberOf } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { declareMember, memberKind, nameValue } from "./members.ts";
import { child, firstNamed, kind, parent, text, unwrap } from "./nodes.ts";
import { memberNameText } from "./places.ts";
import { moduleValueOf } from "./requires.ts";
import { noteHolding } from "./values.ts";
import type { Home, Walk } from "./walk.ts";

/** `key: value` in an object literal that has a name. */
export function visitPair(walk: Walk, node: number): void {
  const home = walk.homes.get(parent(walk, node));
  const written = child(walk, node, F.value);
  if (home === undefined || written < 0) return;
  const key = node + 1;
  const name = memberNameText(walk, key);
  if (name === undefined || kind(walk, key) === K.number) return;
  const value = unwrap(walk, written);
  if (home.isExports && exportPair(walk, home, key, name, value)) return;
  const declaration = declareMember(walk, home, node, key, memberKind(walk, value), { name });
  nameValue(walk, declaration, value, home);
  if (!home.isExports) noteMemberOf(walk, declaration, home.parent, name, value);
  noteHolding(walk, key, [name], declaration, written);
}

/** `module.exports = { a: b }` exports what has a name already. */
function exportPair(walk: Walk, home: Home, key: number, name: string, value: number): boolean {
  const module = moduleValueOf(walk, value);
  if (module === undefined && kind(walk, value) !== K.identifier) return false;
  walk.commonExports.names.add(name);
  home.names.set(name, -1);
  if (module === undefined) walk.builder.addExport({ nameNode: key, name, local: text(walk, value) });
  else {
    walk.builder.addExport({ nameNode: key, name, local: module.member, specifier: module.specifier });
  }
  return true;
}

/** `{ a }` is a member of a named object, and an export of `module.exports`. */
export function noteShorthandMember(walk: Walk, node: number): void {
  const home = walk.homes.get(parent(walk, node));
  if (home === undefined) return;
  const name = text(walk, node);
  if (home.isExports) {
    walk.commonExports.names.add(name);
    walk.builder.addExport({ nameNode: node, name, local: name });
    return;
  }
  const declaration = declareMember(walk, home, node, node, "field", { name });
  walk.builder.assign({ node, target: [name], declaration, value: "name", referenceNode: node });
}

/** `module.exports = { ...require("x") }` exports all names of "x". */
export function visitSpread(walk: Walk, node: number): void {
  const home = walk.homes.get(parent(walk, node));
  if (home === undefined || !home.isExports) return;
  const module = moduleValueOf(walk, firstNamed(walk, node));
  if (module === undefined || module.member !== "") return;
  walk.commonExports.names.add("*");
  walk.builder.addExport({
    nameNode: module.specifierNode,
    name: "*",
    local: "",
    specifier: module.specifier,
  });
}
