import { NONE } from "../../engine/index/index.ts";
import { typesIn } from "./classes.ts";
import { F, K } from "./kinds.ts";
import { declareMember, newHome } from "./members.ts";
import { child, childOf, firstNamed, kind, literal, parent, text, unwrap } from "./nodes.ts";
import { memberNameText, standingOf } from "./places.ts";
import { typeNameOf } from "./types.ts";
import { Mark, type Walk } from "./walk.ts";

export function visitInterface(walk: Walk, node: number): void {
  const clause = childOf(walk, node, K.extends_type_clause);
  const bases = clause < 0 ? [] : typesIn(walk, clause);
  const declaration = declareType(walk, node, "interface", { bases });
  walk.homes.set(child(walk, node, F.body), newHome(declaration));
}

export function visitTypeAlias(walk: Walk, node: number): void {
  const value = child(walk, node, F.value);
  const type = typeNameOf(walk, value);
  const declaration = declareType(walk, node, "type", type === undefined ? {} : { type });
  if (kind(walk, value) === K.object_type) walk.homes.set(value, newHome(declaration));
}

function declareType(
  walk: Walk,
  node: number,
  as: "interface" | "type",
  more: Pick<Parameters<Walk["builder"]["declare"]>[0], "bases" | "type">,
): number {
  const name = child(walk, node, F.name);
  const named = text(walk, name);
  const standing = standingOf(walk, node);
  walk.mark[name] = Mark.skip;
  const declaration = walk.builder.declare({
    nameNode: name,
    node: standing.whole,
    kind: as,
    level: standing.level,
    isExported: standing.isExported || (standing.level === "module" && walk.exportedNames.has(named)),
    isAbstract: true,
    space: "type",
    ...more,
  });
  if (standing.isFileExport) {
    const exported = standing.isDefault ? "default" : named;
    walk.builder.addExport({ nameNode: name, name: exported, local: named, declaration, isTypeOnly: true });
  }
  walk.builder.openDeclaration(declaration, node);
  walk.builder.openScope("block", node);
  return declaration;
}

/** `a: T;` of an interface or of an object type that has a name. */
export function visitPropertySignature(walk: Walk, node: number): void {
  const home = walk.homes.get(parent(walk, node));
  const name = child(walk, node, F.name);
  if (home === undefined || name < 0) return;
  const type = typeNameOf(walk, child(walk, node, F.type));
  declareMember(walk, home, node, name, "field", {
    isAbstract: true,
    ...(type === undefined ? {} : { type }),
  });
}

export function visitEnum(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const named = text(walk, name);
  const standing = standingOf(walk, node);
  walk.mark[name] = Mark.skip;
  const declaration = walk.builder.declare({
    nameNode: name,
    node: standing.whole,
    kind: "enum",
    level: standing.level,
    isExported: standing.isExported || (standing.level === "module" && walk.exportedNames.has(named)),
    isAbstract: standing.isAmbient,
  });
  if (standing.isFileExport)
    walk.builder.addExport({ nameNode: name, name: named, local: named, declaration });
  walk.builder.openDeclaration(declaration, node);
  walk.builder.openScope("block", node);
}

/** A member without a value is a bare name in the body. */
export function visitEnumBody(walk: Walk, node: number): void {
  const { tree } = walk;
  for (let at = node + 1; at < (tree.next[node] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    const name = code === K.enum_assignment ? at + 1 : at;
    if (code === K.enum_assignment || code === K.property_identifier || code === K.string) {
      declareEnumMember(walk, at, name);
    }
  }
}

function declareEnumMember(walk: Walk, node: number, nameNode: number): void {
  const name = memberNameText(walk, nameNode);
  if (name === undefined) return;
  walk.builder.declare({
    nameNode,
    node,
    name,
    kind: "enum-member",
    level: "member",
    isExported: true,
    isStatic: true,
    space: "value",
  });
}

/** `namespace A.B {}` and `declare module "x" {}`. */
export function visitNamespace(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const standing = standingOf(walk, node);
  const isString = kind(walk, name) === K.string;
  for (const [at, nameNode] of namesOfNamespace(walk, name).entries()) {
    const named = isString ? (literal(walk, nameNode) ?? "") : text(walk, nameNode);
    const isFirst = at === 0;
    walk.mark[nameNode] = Mark.skip;
    const declaration = walk.builder.declare({
      nameNode,
      node: standing.whole,
      name: named,
      kind: "namespace",
      level: standing.level,
      isExported: !isFirst || standing.isExported || walk.exportedNames.has(named),
      isAbstract: standing.isAmbient,
      visibleIn: isFirst && !isString ? "here" : "none",
    });
    if (isFirst && standing.isFileExport) {
      walk.builder.addExport({ nameNode, name: named, local: named, declaration });
    }
    walk.builder.openDeclaration(declaration, node);
  }
  walk.builder.openScope("function", node);
}

function namesOfNamespace(walk: Walk, name: number): readonly number[] {
  if (kind(walk, name) !== K.nested_identifier) return [name];
  const found: number[] = [];
  for (let at = name; at < (walk.tree.next[name] as number); at++) {
    const code = kind(walk, at);
    if (code === K.identifier || code === K.property_identifier) {
      found.push(at);
      walk.mark[at] = Mark.skip;
    }
  }
  return found;
}

/** `import A = B.C;` gives a name to a part of a namespace. */
export function visitImportAlias(walk: Walk, node: number): void {
  const nameNode = firstNamed(walk, node);
  if (kind(walk, nameNode) !== K.identifier) return;
  const standing = standingOf(walk, node);
  const name = text(walk, nameNode);
  walk.mark[nameNode] = Mark.skip;
  const declaration = walk.builder.declare({
    nameNode,
    node: standing.whole,
    kind: "constant",
    level: standing.level,
    isExported: standing.isExported,
  });
  if (standing.isFileExport) walk.builder.addExport({ nameNode, name, local: name, declaration });
  const value = walk.tree.next[nameNode] as number;
  for (let at = value; at < (walk.tree.next[node] as number); at = walk.tree.next[at] as number) {
    const row = kind(walk, at) === K.nested_identifier ? child(walk, at, F.property) : unwrap(walk, at);
    if (kind(walk, at) === 0) continue;
    walk.builder.assign({ node: nameNode, target: [name], declaration, value: "name", referenceNode: row });
  }
}

export function visitTypeParameter(walk: Walk, node: number): void {
  declareTypeParameter(walk, node, childOf(walk, node, K.type_identifier));
}

/** `infer X` is seen in the branches of its condition, however deep it stands in the tested type. */
export function visitConditionalType(walk: Walk, node: number): void {
  walk.builder.openScope("block", node);
  const tested = child(walk, node, F.right);
  if (tested < 0) return;
  const end = walk.tree.next[tested] as number;
  for (let at = tested; at < end; ) {
    const code = kind(walk, at);
    if (code === K.infer_type) declareTypeParameter(walk, at, childOf(walk, at, K.type_identifier));
    at = code === K.conditional_type ? (walk.tree.next[at] as number) : at + 1;
  }
}

/** `[K in Keys]: T` declares K; the name in `[key: string]: T` is only for people. */
export function visitIndexSignature(walk: Walk, node: number): void {
  const clause = childOf(walk, node, K.mapped_type_clause);
  if (clause >= 0) {
    walk.builder.openScope("block", node);
    declareTypeParameter(walk, clause, child(walk, clause, F.name));
    return;
  }
  const name = child(walk, node, F.name);
  if (name >= 0) walk.mark[name] = Mark.skip;
}

/** The names in a tuple type are only for people. */
export function visitTupleMember(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  if (name < 0) return;
  for (let at = name; at < (walk.tree.next[name] as number); at++) walk.mark[at] = Mark.skip;
}

function declareTypeParameter(walk: Walk, node: number, nameNode: number): void {
  if (nameNode === NONE || walk.mark[nameNode] === Mark.skip) return;
  walk.mark[nameNode] = Mark.skip;
  walk.builder.declare({ nameNode, node, kind: "type-parameter", level: "local", space: "type" });
}
