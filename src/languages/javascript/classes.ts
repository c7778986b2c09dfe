import { NONE, type TypeName } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { declareLater, declareMember, memberKind, nameValue, newHome } from "./members.ts";
import { child, childOf, firstNamed, isCode, kind, text, unwrap } from "./nodes.ts";
import { memberName, nameRow, pathOf, targetPath } from "./paths.ts";
import { memberNameText, standingOf } from "./places.ts";
import { typeArgumentsOf, typeNameOf } from "./types.ts";
import { noteHolding } from "./values.ts";
import { Mark, openFrame, type Walk } from "./walk.ts";

/** `class C {}` as a statement. */
export function visitClassDeclaration(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const bases = basesOf(walk, node);
  let declaration = NONE;
  if (name >= 0) {
    const named = text(walk, name);
    const standing = standingOf(walk, node);
    walk.mark[name] = Mark.skip;
    declaration = walk.builder.declare({
      nameNode: name,
      node: standing.whole,
      kind: "class",
      level: standing.level,
      isExported: standing.isExported || (standing.level === "module" && walk.exportedNames.has(named)),
      isAbstract: standing.isAmbient,
      bases,
    });
    if (standing.isFileExport) {
      const exported = standing.isDefault ? "default" : named;
      walk.builder.addExport({ nameNode: name, name: exported, local: named, declaration });
    }
  }
  openClass(walk, node, declaration);
}

/** A class as a value. Without any name its members lie below the function around it. */
export function visitClassValue(walk: Walk, node: number): void {
  const named = walk.named.get(node);
  const name = child(walk, node, F.name);
  const bases = basesOf(walk, node);
  if (name >= 0) walk.mark[name] = Mark.skip;
  let declaration = named?.declaration ?? NONE;
  if (named?.later !== undefined) declaration = declareLater(walk, node, { ...named.later, bases });
  if (name >= 0) {
    // Its own name is seen inside it alone, and means the class that it is by its other name.
    walk.builder.openScope("block", node);
    if (declaration >= 0) walk.builder.alias(text(walk, name), declaration);
    else declaration = walk.builder.declare({ nameNode: name, node, kind: "class", level: "local", bases });
  } else if (declaration < 0 && walk.builder.within >= 0) {
    declaration = walk.builder.declare({
      nameNode: node,
      node,
      name: "",
      kind: "class",
      level: "local",
      bases,
      visibleIn: "none",
    });
  }
  openClass(walk, node, declaration);
}

function openClass(walk: Walk, node: number, declaration: number): void {
  // Its body runs in pieces, some of them with each value that is made.
  walk.builder.flow.closure(node);
  if (declaration >= 0) {
    walk.callables.add(declaration);
    walk.builder.openDeclaration(declaration, node);
  }
  walk.builder.openScope("block", node);
  const body = child(walk, node, F.body);
  const home = newHome(declaration >= 0 ? declaration : walk.builder.within);
  // The members of a class without a name, at the top level, have nothing to lie below.
  if (home.parent >= 0) walk.homes.set(body, home);
  openFrame(walk, node, NONE, home);
  if (declaration >= 0) {
    walk.classes.set(node, declaration);
    walk.classDeclarations.add(declaration);
  }
  readMembersAhead(walk, body, home.names);
}

/** `this.x = …` declares a member only where no field does, before or after; decorators stand before their member. */
function readMembersAhead(walk: Walk, body: number, names: Map<string, number>): void {
  if (body < 0) return;
  const { tree } = walk;
  let decorator = NONE;
  for (let at = body + 1; at < (tree.next[body] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    if (code === K.decorator) {
      if (decorator === NONE) decorator = at;
      continue;
    }
    if (!isCode(walk, at)) continue;
    if (decorator !== NONE) walk.firstDecorators.set(at, decorator);
    decorator = NONE;
    const name = memberNameText(walk, fieldName(walk, at));
    if (name !== undefined) names.set(name, NONE);
  }
}

/** The grammars call a field's name differently. */
function fieldName(walk: Walk, member: number): number {
  const name = child(walk, member, F.name);
  return name >= 0 ? name : child(walk, member, F.property);
}

export function visitField(walk: Walk, node: number): void {
  const home = walk.homes.get(walk.tree.parent[node] as number);
  const name = fieldName(walk, node);
  if (home === undefined || name < 0) return;
  const written = child(walk, node, F.value);
  const value = written < 0 ? NONE : unwrap(walk, written);
  const type = typeNameOf(walk, child(walk, node, F.type));
  const as = memberKind(walk, value);
  const declaration = declareMember(walk, home, node, name, as, type === undefined ? {} : { type });
  nameValue(walk, declaration, value, home);
  if (value >= 0 && declaration >= 0) {
    noteHolding(walk, name, ["this", memberNameText(walk, name) ?? ""], declaration, written);
  }
}

/** What a class extends and implements, with the marks that make its names uses of bases. */
function basesOf(walk: Walk, node: number): readonly TypeName[] {
  const heritage = childOf(walk, node, K.class_heritage);
  if (heritage < 0) return [];
  const bases: TypeName[] = [];
  const { tree } = walk;
  let isSplit = false;
  for (let at = heritage + 1; at < (tree.next[heritage] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    if (code === K.extends_clause)
      addSuperclass(walk, child(walk, at, F.value), typeArgumentsOf(walk, at), bases);
    else if (code === K.implements_clause) bases.push(...typesIn(walk, at));
    else continue;
    isSplit = true;
  }
  if (!isSplit) addSuperclass(walk, firstNamed(walk, heritage), [], bases);
  return bases;
}

/** The types listed below a clause. */
export function typesIn(walk: Walk, clause: number): readonly TypeName[] {
  const found: TypeName[] = [];
  const { tree } = walk;
  for (let at = clause + 1; at < (tree.next[clause] as number); at = tree.next[at] as number) {
    const named = isCode(walk, at) ? typeNameOf(walk, at) : undefined;
    if (named !== undefined) found.push(named);
  }
  return found;
}

/** At most so many mixins are followed into each other. */
const maxMixins = 16;

/**
 * A class that is extended by name, or what a call makes of its arguments: `mixin(A, B)` is the result of the
 * call ("()" through `mixin`) and, as mixins extend what they are given, A and B too.
 */
function addSuperclass(
  walk: Walk,
  written: number,
  typeArguments: readonly TypeName[],
  bases: TypeName[],
): void {
  if (written < 0) return;
  const { tree } = walk;
  const open = [written];
  for (let at = open.shift(); at !== undefined && bases.length < maxMixins; at = open.shift()) {
    const value = unwrap(walk, at);
    const row = nameRow(walk, value);
    if (row >= 0) {
      const path = targetPath(walk, value);
      if (at === written)
        walk.mark[kind(walk, value) === K.member_expression ? memberName(walk, value) : row] = Mark.base;
      bases.push({ name: path.at(-1) ?? "", through: path.slice(0, -1), typeArguments });
    } else if (kind(walk, value) === K.call_expression) {
      bases.push({ name: "()", through: pathOf(walk, value + 1).through, typeArguments });
      const list = child(walk, value, F.arguments);
      if (list < 0) continue;
      for (
        let argument = list + 1;
        argument < (tree.next[list] as number);
        argument = tree.next[argument] as number
      ) {
        if (isCode(walk, argument)) open.push(argument);
      }
    }
  }
}
