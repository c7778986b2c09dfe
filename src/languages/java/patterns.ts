import { kindOf } from "../../engine/index/index.ts";
import { childIn, childrenOf, fieldAt, hasToken, kindAt, parentAt } from "../coded-tree.ts";
import { declareLocal } from "./declarations.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";
import { typeNameAt } from "./types.ts";

/** A pattern this deep in an expression is seen to the end of the block. */
const MAX_CLIMB = 200;

/** The variable of `x instanceof T name`. */
export function readInstanceof(walk: JavaWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  if (nameNode < 0) return;
  openPatternScope(walk, row);
  declareLocal(walk, nameNode, row, "variable", typeNameAt(walk, childIn(walk, row, Field.right)));
}

/** The variable of `T name` in a `case` or in a record pattern. */
export function readPatternVariable(walk: JavaWalk, row: number): void {
  const parts = childrenOf(walk, row);
  const nameNode = parts.at(-1) ?? -1;
  if (parts.length < 2 || kindAt(walk, nameNode) !== Kind.identifier) return;
  openPatternScope(walk, row);
  const typeNode = parts.at(-2) ?? -1;
  declareLocal(walk, nameNode, row, "variable", typeNameAt(walk, typeNode));
}

/**
 * A pattern's variable is seen where the pattern has matched: in the rest of its statement; of an `if` or
 * `while` in the rest of the condition and in the body. Under a `!` it has matched after the statement, so there
 * it is seen to the end of the block around it.
 */
function openPatternScope(walk: JavaWalk, pattern: number): void {
  let isNegated = false;
  let node = pattern;
  for (let climbed = 0; climbed < MAX_CLIMB; climbed++) {
    const parent = parentAt(walk, node);
    switch (kindAt(walk, parent)) {
      case Kind.unary_expression:
        if (hasToken(walk, parent, "!")) isNegated = !isNegated;
        break;
      case Kind.if_statement:
      case Kind.while_statement: {
        const isIf = kindAt(walk, parent) === Kind.if_statement;
        const matched = childIn(walk, parent, isIf ? Field.consequence : Field.body);
        if (!isNegated && matched > node) openOnce(walk, matched);
        return;
      }
      case Kind.lambda_expression:
      case Kind.switch_label:
      case Kind.for_statement:
        return; // It has a scope of its own.
      default:
        if (isStatement(walk, parent)) {
          openOnce(walk, parent);
          return;
        }
    }
    if (parent < 0 || fieldAt(walk, node) === Field.body) return;
    node = parent;
  }
}

/** All patterns of a condition share one scope. */
function openOnce(walk: JavaWalk, node: number): void {
  if (walk.patternScope === node) return;
  walk.patternScope = node;
  walk.builder.openScope("block", node);
}

function isStatement(walk: JavaWalk, row: number): boolean {
  const name = kindOf(walk.tree, row);
  return name.endsWith("_statement") || name.endsWith("_declaration");
}
