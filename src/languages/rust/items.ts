import {
  childInField,
  type DeclarationKind,
  fieldOf,
  firstChild,
  kindOf,
  type NameSpace,
  NONE,
  namedChildren,
  nextSibling,
  type TypeName,
  textOf,
} from "../../engine/index/index.ts";
import { noteFunction, noteValue } from "./flow.ts";
import { partsOf, typeNameOf } from "./paths.ts";
import { type Frame, isForCrate, isPublic, levelHere, type Reading, selfTypeOf } from "./reading.ts";
import { awaitValue } from "./values.ts";

const kinds: Readonly<Record<string, DeclarationKind>> = {
  mod_item: "namespace",
  function_item: "function",
  function_signature_item: "function",
  struct_item: "struct",
  union_item: "struct",
  enum_item: "enum",
  enum_variant: "enum-member",
  trait_item: "trait",
  type_item: "type",
  associated_type: "type",
  const_item: "constant",
  static_item: "variable",
  macro_definition: "macro",
  field_declaration: "field",
};

/** Declares an item and opens what lies inside it. */
export function readItem(reading: Reading, node: number): void {
  const { tree, builder } = reading;
  const nameNode = childInField(tree, node, "name");
  const syntax = kindOf(tree, node);
  const kind = kinds[syntax];
  if (nameNode < 0 || kind === undefined) return;
  const name = textOf(tree, nameNode);
  if (name === "_") return;
  const level = levelHere(reading);
  const frame = reading.frames.at(-1);
  const isFunction = syntax === "function_item" || syntax === "function_signature_item";
  const impl = level === "member" && frame?.kind === "impl" ? frame : undefined;
  const declared = typeNameOf(reading, childInField(tree, node, "type"));
  const result = isFunction ? typeNameOf(reading, childInField(tree, node, "return_type")) : undefined;
  const { attributes } = reading;
  const index = builder.declare({
    nameNode,
    node,
    ...(attributes.next === node ? { firstNode: attributes.first } : {}),
    kind: isFunction && level === "member" ? "method" : kind,
    level,
    ...(impl?.selfType === undefined ? {} : { owner: impl.selfType.join(".") }),
    ...(impl?.ofTrait === undefined ? {} : { ofTrait: impl.ofTrait }),
    isInternal: isForCrate(tree, node),
    isExported: isPublic(tree, node) || frame?.kind === "trait" || impl?.ofTrait !== undefined,
    isStatic: isFunction && level === "member" && !hasSelf(reading, node),
    isAbstract: syntax === "function_signature_item",
    bases: basesOf(reading, node, name),
    ...(declared === undefined || isFunction ? {} : { type: declared }),
    results: result === undefined ? [] : [result],
    visibleIn: level === "member" ? "none" : "here",
    ...spaceOf(reading, node),
  });
  if (kind === "constant" || kind === "variable") {
    awaitValue(reading, childInField(tree, node, "value"), [name], index);
    noteValue(reading, childInField(tree, node, "value"), index);
  }
  open(reading, node, index, syntax, name);
  if (isFunction) noteFunction(reading, node, index, level === "member" && hasSelf(reading, node));
}

/** The fields of a tuple struct or of a variant, which are called by their numbers. */
export function readNumberedFields(reading: Reading, list: number): void {
  const { tree, builder } = reading;
  let position = 0;
  for (let child = firstChild(tree, list); child >= 0; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === ",") position++;
    if (fieldOf(tree, child) !== "type") continue;
    const type = typeNameOf(reading, child);
    builder.declare({
      nameNode: child,
      name: String(position),
      node: child,
      kind: "field",
      level: "member",
      isExported: false,
      ...(type === undefined ? {} : { type }),
      visibleIn: "none",
    });
  }
}

/** Rust keeps types (and modules), values and macros apart: one name can be all three. */
function spaceOf(reading: Reading, node: number): { space?: NameSpace } {
  switch (kindOf(reading.tree, node)) {
    case "function_item":
    case "function_signature_item":
    case "const_item":
    case "static_item":
      return { space: "value" };
    case "mod_item":
    case "trait_item":
    case "enum_item":
    case "type_item":
    case "associated_type":
      return { space: "type" };
    case "macro_definition":
      return { space: "macro" };
    default:
      // A tuple or unit struct is a type and a value.
      return {};
  }
}

function open(reading: Reading, node: number, index: number, syntax: string, name: string): void {
  const { tree, builder, frames } = reading;
  const end = tree.next[node] as number;
  switch (syntax) {
    case "mod_item":
      builder.openDeclaration(index, node);
      builder.openScope("sealed", node);
      reading.inlineModules.push(name);
      frames.push({ kind: "mod", end });
      break;
    case "function_item":
    case "function_signature_item":
      builder.openDeclaration(index, node);
      builder.openScope("function", node);
      frames.push({ kind: "function", end });
      break;
    case "trait_item":
      builder.openDeclaration(index, node);
      builder.openScope("block", node);
      frames.push({ kind: "trait", end, selfType: [name] });
      break;
    case "struct_item":
    case "union_item":
    case "enum_item":
    case "enum_variant":
      builder.openDeclaration(index, node);
      builder.openScope("block", node);
      frames.push({ kind: "type", end, ...ownSelf(reading, syntax, name) });
      break;
    case "type_item":
    case "macro_definition":
      builder.openDeclaration(index, node);
      builder.openScope("block", node);
      break;
  }
}

function ownSelf(reading: Reading, syntax: string, name: string): Pick<Frame, "selfType"> {
  if (syntax !== "enum_variant") return { selfType: [name] };
  const around = selfTypeOf(reading);
  return around === undefined ? {} : { selfType: around };
}

/** `impl Type { }` and `impl Trait for Type { }`: what is inside belongs to the type. */
export function openImpl(reading: Reading, node: number): void {
  const { tree, builder, frames } = reading;
  const type = typeNameOf(reading, childInField(tree, node, "type"));
  const traitNode = childInField(tree, node, "trait");
  const ofTrait = traitNode < 0 ? undefined : partsOf(reading, traitNode).at(-1);
  builder.openScope("block", node);
  const otherParameters = type === undefined ? undefined : otherParametersOf(reading, node, type);
  frames.push({
    kind: "impl",
    end: tree.next[node] as number,
    ...(otherParameters === undefined ? {} : { otherParameters }),
    ...(type === undefined ? {} : { selfType: [...type.through, type.name] }),
    ...(ofTrait === undefined ? {} : { ofTrait }),
  });
}

/**
 * What is inside says by the names of parameters what a value of the type gives. That holds only where the type is written
 * with its own parameters, in their order: not in `impl<T> Own<Vec<T>>`.
 */
function otherParametersOf(reading: Reading, node: number, type: TypeName): ReadonlySet<string> | undefined {
  if (type.typeArguments.length === 0) return undefined;
  const { tree } = reading;
  const written = type.typeArguments.map((one) =>
    one.through.length + one.typeArguments.length === 0 ? one.name : "",
  );
  const declared = typesIn(reading, tree.parent[node] as number).get(type.name);
  const own = declared === undefined ? undefined : parametersOf(reading, declared);
  const isSame =
    own?.length === written.length && own.every((name, at) => name !== "" && name === written[at]);
  return isSame ? undefined : new Set(parametersOf(reading, node));
}

/** The types that are declared directly below a row, by their names. */
function typesIn({ tree, typeRows }: Reading, parent: number): ReadonlyMap<string, number> {
  const known = typeRows.get(parent);
  if (known !== undefined) return known;
  const rows = namedChildren(tree, parent).filter((child) => typeItems.has(kindOf(tree, child)));
  const found = new Map(rows.map((row) => [textOf(tree, childInField(tree, row, "name")), row]));
  typeRows.set(parent, found);
  return found;
}

const typeItems: ReadonlySet<string> = new Set(["struct_item", "enum_item", "union_item"]);

/** The names of the parameters of an item, without lifetimes; "" for one that is no type. */
function parametersOf({ tree }: Reading, item: number): string[] {
  return namedChildren(tree, childInField(tree, item, "type_parameters")).flatMap((child) => {
    const text = textOf(tree, child);
    if (text.startsWith("'") || text.startsWith("#")) return [];
    return /^const\b/u.test(text) ? [""] : [/^[\p{L}\p{N}_]+/u.exec(text)?.[0] ?? ""];
  });
}

function hasSelf(reading: Reading, node: number): boolean {
  const parameters = childInField(reading.tree, node, "parameters");
  return namedChildren(reading.tree, parameters).some(
    (child) => kindOf(reading.tree, child) === "self_parameter",
  );
}

/** The supertraits of a trait; the traits that this file implements for a type. */
function basesOf(reading: Reading, node: number, name: string): TypeName[] {
  const { tree } = reading;
  switch (kindOf(tree, node)) {
    case "trait_item":
      return namesOf(reading, namedChildren(tree, childInField(tree, node, "bounds")));
    case "struct_item":
    case "enum_item":
    case "union_item":
      return namesOf(reading, traitsFor(reading, node, name));
    default:
      return [];
  }
}

function namesOf(reading: Reading, nodes: readonly number[]): TypeName[] {
  return nodes.map((node) => typeNameOf(reading, node)).filter((found) => found !== undefined);
}

/** Impl blocks beside the type, in the same file or inline module. */
function traitsFor(reading: Reading, node: number, name: string): number[] {
  const { tree } = reading;
  const traits: number[] = [];
  for (const sibling of implBlocksIn(reading, tree.parent[node] as number)) {
    const trait = childInField(tree, sibling, "trait");
    if (trait === NONE) continue;
    const type = typeNameOf(reading, childInField(tree, sibling, "type"));
    if (type?.name === name && type.through.length === 0) traits.push(trait);
  }
  return traits;
}

function implBlocksIn(reading: Reading, parent: number): readonly number[] {
  const known = reading.implBlocks.get(parent);
  if (known !== undefined) return known;
  const blocks = namedChildren(reading.tree, parent).filter(
    (child) => kindOf(reading.tree, child) === "impl_item",
  );
  reading.implBlocks.set(parent, blocks);
  return blocks;
}
