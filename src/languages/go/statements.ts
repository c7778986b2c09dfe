import { childIn, childrenOf, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { declareValue, noteValues, type Target } from "./declarations.ts";
import { noteRange } from "./flow.ts";
import { pathOf } from "./paths.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";
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
  for (const node of childrenOf(walk, left)) {
    const name = textAt(walk, node);
    if (kindAt(walk, node) !== Kind.identifier) return row + 1; // Not Go; the names in it are read as uses.
    if (name === "_") targets.push({ node, path: [name], declaration: -1 });
    else {
      const known = walk.builder.bound(name).declaration;
      if (known >= 0) walk.builder.refer(node, "write");
      const declaration =
        known >= 0 ? known : declareValue(walk, node, row, "variable", "local", undefined, visibleFrom);
      targets.push({ node, path: [name], declaration });
    }
  }
  noteStatementValues(walk, row, targets);
  return walk.tree.next[left] as number;
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
    return;
  }
  const isOperation = kindAt(walk, row) === Kind.assignment_statement && !hasToken(walk, row, "=");
  const values = kindAt(walk, right) === Kind.expression_list ? childrenOf(walk, right) : [right];
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
