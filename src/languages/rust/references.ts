import {
  childInField,
  fieldOf,
  firstChild,
  kindOf,
  type NameSpace,
  NONE,
  namedChildren,
  type ReferenceRole,
  type TypeName,
  textOf,
} from "../../engine/index/index.ts";
import { argumentCountOf, partsOf, typeNameOf } from "./paths.ts";
import { readPattern } from "./patterns.ts";
import type { Reading } from "./reading.ts";

/** Items whose "name" is a declaration and no use. */
const named: ReadonlySet<string> = new Set([
  "function_item",
  "function_signature_item",
  "struct_item",
  "union_item",
  "enum_item",
  "enum_variant",
  "trait_item",
  "type_item",
  "associated_type",
  "const_item",
  "static_item",
  "macro_definition",
  "mod_item",
  "field_declaration",
]);

/** Reads a name: a use, or the place where a local, a parameter or a type parameter is declared. */
export function readName(reading: Reading, node: number): void {
  const { tree, builder } = reading;
  const parent = tree.parent[node] as number;
  const around = kindOf(tree, parent);
  const field = fieldOf(tree, node);
  if (around === "token_tree") return;
  if (field === "name" && named.has(around)) return;
  if (field === "name" && (around === "type_parameter" || around === "const_parameter")) {
    const bases = boundsOf(reading, parent, textOf(tree, node));
    builder.declare({ nameNode: node, node: parent, kind: "type-parameter", level: "local", bases });
    return;
  }
  if (readPattern(reading, node)) return;
  switch (around) {
    case "field_initializer":
      if (field === "field")
        referToField(reading, node, childInField(tree, outer(tree, parent, 2), "name"), "write");
      else refer(reading, node, "read", []);
      return;
    case "field_pattern":
      referToField(reading, node, childInField(tree, tree.parent[parent] as number, "type"), "read");
      return;
    case "lifetime":
    case "label":
    case "use_as_clause":
      return;
  }
  const top = topOfPath(reading, node);
  refer(reading, node, roleOf(reading, node, top), throughOf(reading, node), top);
}

/** The traits that a type parameter must have, where it is declared and in the `where` of its item. */
function boundsOf(reading: Reading, parameter: number, name: string): readonly TypeName[] {
  const { tree } = reading;
  const item = outer(tree, parameter, 2);
  const clauses = namedChildren(tree, item).filter((child) => kindOf(tree, child) === "where_clause");
  const predicates = clauses
    .flatMap((clause) => namedChildren(tree, clause))
    .filter((one) => kindOf(tree, one) === "where_predicate")
    .filter((one) => textOf(tree, childInField(tree, one, "left")) === name);
  return [parameter, ...predicates].flatMap((holder) => {
    const bounds = childInField(tree, holder, "bounds");
    if (bounds < 0) return [];
    return namedChildren(tree, bounds).flatMap((bound) => typeNameOf(reading, bound) ?? []);
  });
}

function outer(tree: Reading["tree"], node: number, levels: number): number {
  let at = node;
  for (let i = 0; i < levels; i++) at = tree.parent[at] as number;
  return at;
}

function referToField(reading: Reading, node: number, type: number, role: ReferenceRole): void {
  const through = type === NONE ? ["?"] : partsOf(reading, type);
  refer(reading, node, role, through);
}

function refer(
  reading: Reading,
  node: number,
  role: ReferenceRole,
  through: readonly string[],
  top = NONE,
): void {
  const { tree, builder } = reading;
  const call = top === NONE ? NONE : (tree.parent[top] as number);
  const isCall = role === "call" && kindOf(tree, call) === "call_expression";
  const written = textOf(tree, node);
  // `Self` alone stands for a type that has a name.
  const self = written === "Self" && through.length === 0 ? partsOf(reading, node) : undefined;
  builder.refer(node, role, self === undefined ? through : self.slice(0, -1), {
    spaces: spacesOf(reading, node, role, through),
    ...(isCall ? { argumentCount: argumentCountOf(tree, call) } : {}),
    ...(self === undefined ? {} : { name: self.at(-1) as string }),
  });
}

/** Which of the names called so the head of the path means: a module or type, a value, or a macro. */
function spacesOf(
  reading: Reading,
  node: number,
  role: ReferenceRole,
  through: readonly string[],
): readonly NameSpace[] {
  const { tree } = reading;
  const parent = tree.parent[node] as number;
  const around = kindOf(tree, parent);
  if (around.startsWith("scoped_")) return ["type"];
  if (role === "call" && kindOf(tree, parent) === "macro_invocation" && through.length === 0)
    return ["macro"];
  if (role === "type" || role === "base" || role === "new") return ["type"];
  if (around === "field_expression" && through.length > 0)
    return headIsPath(reading, parent) ? ["type"] : ["value"];
  return ["value"];
}

/** A chain of values that starts at a path, as `a::b().c`. */
function headIsPath(reading: Reading, chain: number): boolean {
  const { tree } = reading;
  let at = chain;
  for (let child = firstChild(tree, at); child >= 0; child = firstChild(tree, at)) {
    if (kindOf(tree, at).startsWith("scoped_")) return true;
    at = child;
  }
  return false;
}

/** The whole path or chain that the name is the last part of, with its type arguments. */
function topOfPath(reading: Reading, node: number): number {
  const { tree } = reading;
  let top = node;
  const parent = () => tree.parent[top] as number;
  const isLast =
    (fieldOf(tree, node) === "name" && kindOf(tree, parent()).startsWith("scoped_")) ||
    (fieldOf(tree, node) === "field" && kindOf(tree, parent()) === "field_expression");
  if (isLast) top = parent();
  if (kindOf(tree, parent()) === "generic_function" && fieldOf(tree, top) === "function") top = parent();
  if (kindOf(tree, parent()) === "generic_type" && fieldOf(tree, top) === "type") top = parent();
  return top;
}

function throughOf(reading: Reading, node: number): readonly string[] {
  const { tree } = reading;
  const parent = tree.parent[node] as number;
  const around = kindOf(tree, parent);
  const isName =
    fieldOf(tree, node) === "name" && (around === "scoped_identifier" || around === "scoped_type_identifier");
  const isField = fieldOf(tree, node) === "field" && around === "field_expression";
  if (!isName && !isField) return [];
  const parts = partsOf(reading, parent);
  return parts.slice(0, -1);
}

function roleOf(reading: Reading, node: number, top: number): ReferenceRole {
  const { tree } = reading;
  const field = fieldOf(tree, top);
  switch (kindOf(tree, tree.parent[top] as number)) {
    case "call_expression":
      if (field === "function") return "call";
      break;
    case "macro_invocation":
      if (field === "macro") return "call";
      break;
    case "struct_expression":
      if (field === "name") return "new";
      break;
    case "impl_item":
      return field === "trait" ? "base" : "type";
    case "trait_bounds":
      return "base";
    case "assignment_expression":
    case "compound_assignment_expr":
      if (field === "left") return "write";
      break;
    case "scoped_identifier":
      // The head of a path: a module or a type.
      return "read";
  }
  const isType = kindOf(tree, node) === "type_identifier" || kindOf(tree, top).includes("type");
  return isType ? "type" : "read";
}
