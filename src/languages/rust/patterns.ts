import { childInField, fieldOf, kindOf, NONE, textOf } from "../../engine/index/index.ts";
import { isPlainParameter, notePattern, noteValue } from "./flow.ts";
import { typeNameOf } from "./paths.ts";
import type { Reading } from "./reading.ts";
import { takePattern, takeValue } from "./taken.ts";
import { awaitValue } from "./values.ts";

/** Parts of a pattern that hold further patterns. */
const nesting: ReadonlySet<string> = new Set([
  "tuple_pattern",
  "tuple_struct_pattern",
  "struct_pattern",
  "field_pattern",
  "ref_pattern",
  "mut_pattern",
  "slice_pattern",
  "captured_pattern",
  "or_pattern",
  "reference_pattern",
  "match_pattern",
]);

/**
 * Declares the local that the name binds when it stands in a pattern, and says whether it did. A name with a
 * capital is a constant or a variant, as everybody writes them, and so a use.
 */
export function readPattern(reading: Reading, node: number): boolean {
  const { tree } = reading;
  const field = fieldOf(tree, node);
  const parentKind = kindOf(tree, tree.parent[node] as number);
  if (field === "type" || field === "condition") return false;
  if (parentKind === "field_pattern" && field === "name" && kindOf(tree, node) === "field_identifier")
    return false;
  if (parentKind.startsWith("scoped_")) return false;
  const name = textOf(tree, node);
  let below = node;
  let at = tree.parent[node] as number;
  while (nesting.has(kindOf(tree, at))) {
    if (fieldOf(tree, below) === "type" || fieldOf(tree, below) === "condition") return false;
    below = at;
    at = tree.parent[at] as number;
  }
  const place = placeOf(reading, at, below);
  if (place === undefined) return false;
  if (isConstantLike(name) && parentKind !== "parameter" && parentKind !== "field_pattern") return false;
  declareLocal(reading, node, at, below === node, place);
  return true;
}

interface Place {
  readonly kind: "variable" | "parameter";
  readonly visibleFromOffset: number;
}

/** Where a pattern that stands there binds its names, and from where on they are seen. */
function placeOf(reading: Reading, holder: number, pattern: number): Place | undefined {
  const { tree } = reading;
  const field = fieldOf(tree, pattern);
  const end = tree.end[holder] as number;
  switch (kindOf(tree, holder)) {
    case "let_declaration":
    case "let_condition":
      return field === "pattern" ? { kind: "variable", visibleFromOffset: end } : undefined;
    case "match_arm":
      return field === "pattern"
        ? { kind: "variable", visibleFromOffset: tree.start[pattern] as number }
        : undefined;
    case "for_expression": {
      if (field !== "pattern") return undefined;
      return { kind: "variable", visibleFromOffset: tree.end[childInField(tree, holder, "value")] as number };
    }
    case "parameter":
      return field === "pattern" ? { kind: "parameter", visibleFromOffset: 0 } : undefined;
    case "closure_parameters":
      return { kind: "parameter", visibleFromOffset: 0 };
    default:
      return undefined;
  }
}

function declareLocal(reading: Reading, node: number, holder: number, isWhole: boolean, place: Place): void {
  const { tree, builder } = reading;
  const type = isWhole ? typeNameOf(reading, childInField(tree, holder, "type")) : undefined;
  const declaration = builder.declare({
    nameNode: node,
    node: place.kind === "parameter" ? node : holder,
    kind: place.kind,
    level: "local",
    ...(type === undefined ? {} : { type }),
    visibleFromOffset: place.visibleFromOffset,
    space: "value",
  });
  const isLet = kindOf(tree, holder).startsWith("let_");
  const value = isLet && isWhole ? childInField(tree, holder, "value") : NONE;
  awaitValue(reading, value, [textOf(tree, node)], declaration);
  if (type === undefined && isLet && isWhole) takeValue(reading, value, declaration);
  else if (type === undefined) takePattern(reading, node, holder, declaration);
  if (isLet && isWhole) noteValue(reading, value, declaration);
  else if (isWhole && isPlainParameter(tree, holder, node)) builder.flow.parameter(node, declaration);
  else notePattern(reading, node, holder, declaration);
}

function isConstantLike(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 65 && first <= 90;
}
