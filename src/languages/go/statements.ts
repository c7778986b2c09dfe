import type { TypeName } from "../../engine/index/index.ts";
import { childIn, childrenOf, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { declareValue, noteValues, type Target } from "./declarations.ts";
import { noteRange } from "./flow.ts";
import { pathOf } from "./paths.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";
import { takeElement } from "./taken.ts";
import { typeNameAt } from "./types.ts";

/**
 * `a, b := …`, also in a `for … range` and in a `select`. A name that the same block has already is assigned
 * to; the others are new and are seen after the statement. Returns the next row to read.
 */
export function readNewNames(walk: GoWalk, row: number): number {
  if (!hasToken(walk, row, ":=")) {
    readAssignment(walk, row);
    return row + 1;
  }
  const left = childIn(walk, row, Field.left);
  const visibleFrom = walk.tree.end[row] as number;
  const targets: Target[] = [];
  const right = childIn(walk, row, Field.right);
  const values = kindAt(walk, right) === Kind.expression_list ? childrenOf(walk, right) : [];
  for (const [at, node] of childrenOf(walk, left).entries()) {
    const name = textAt(walk, node);
    if (kindAt(walk, node) !== Kind.identifier) return row + 1; // Not Go; the names in it are read as uses.
    if (name === "_") targets.push({ node, path: [name], declaration: -1 });
    else {
      const known = walk.builder.bound(name).declaration;
      if (known >= 0) walk.builder.refer(node, "write");
      const declaration =
        known >= 0
          ? known
          : declareValue(walk, node, row, "variable", "local", madeType(walk, values[at]), visibleFrom);
      targets.push({ node, path: [name], declaration });
    }
  }
  noteStatementValues(walk, row, targets);
  return walk.tree.next[left] as number;
}

/** The type of a list or a table that is written out. */
function madeType(walk: GoWalk, value: number | undefined): TypeName | undefined {
  if (value === undefined || kindAt(walk, value) !== Kind.composite_literal) return undefined;
  const type = childIn(walk, value, Field.type);
  switch (kindAt(walk, type)) {
    case Kind.slice_type:
    case Kind.array_type:
    case Kind.implicit_length_array_type:
    case Kind.map_type:
      return typeNameAt(walk, type);
    default:
      return undefined;
  }
}

export function readAssignment(walk: GoWalk, row: number): void {
  const targets = childrenOf(walk, childIn(walk, row, Field.left)).map((node): Target => {
    const isName = kindAt(walk, node) === Kind.identifier;
    const declaration = isName ? walk.builder.lookup(textAt(walk, node), node).declaration : -1;
    return { node, path: pathOf(walk, node), declaration };
  });
  noteStatementValues(walk, row, targets);
}

/**
 * `switch x := v.(type)`: each case has an `x` of its own, of the case's type when it lists one. All stand at
 * the one place of the name, and each is seen from its case on.
 */
export function readTypeSwitch(walk: GoWalk, row: number): void {
  const [nameNode = -1] = childrenOf(walk, childIn(walk, row, Field.alias));
  if (nameNode < 0 || textAt(walk, nameNode) === "_") return;
  for (const clause of childrenOf(walk, row)) {
    const kind = kindAt(walk, clause);
    if (kind !== Kind.type_case && kind !== Kind.default_case) continue;
    const types = childrenOf(walk, clause, Field.type);
    const type = types.length === 1 ? typeNameAt(walk, types[0] as number) : undefined;
    const visibleFrom = walk.tree.start[clause] as number;
    const declaration = declareValue(walk, nameNode, nameNode, "variable", "local", type, visibleFrom);
    walk.builder.flow.storeIn(declaration, childIn(walk, row, Field.value));
  }
}

function noteStatementValues(walk: GoWalk, row: number, targets: readonly Target[]): void {
  const right = childIn(walk, row, Field.right);
  if (kindAt(walk, row) === Kind.range_clause) {
    for (const target of targets) noteOther(walk, target);
    const last = targets.at(-1);
    if (last !== undefined && last.path[0] !== "_") noteRange(walk, last, right);
    // The first of two is a key; one alone is a key, or what a channel gives.
    if (targets.length === 2 && last !== undefined) takeElement(walk, last.declaration, right, true);
    return;
  }
  const isOperation = kindAt(walk, row) === Kind.assignment_statement && !hasToken(walk, row, "=");
  const values = kindAt(walk, right) === Kind.expression_list ? childrenOf(walk, right) : [right];
  const [first] = targets;
  if (!isOperation && values.length === 1 && first !== undefined) {
    takeElement(walk, first.declaration, values[0] as number, false);
  }
  if (!isOperation) noteValues(walk, targets, values);
  else for (const target of targets) noteOther(walk, target);
}

/** The value is computed: an element, a sum. */
function noteOther(walk: GoWalk, target: Target): void {
  if (target.path[0] === "_") return;
  walk.builder.assign({
    node: target.node,
    target: target.path,
    declaration: target.declaration,
    value: "other",
  });
}
