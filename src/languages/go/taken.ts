import { childIn, firstPart, hasToken, kindAt } from "../coded-tree.ts";
import { assignedValue, isInstantiation } from "./paths.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";

/** Notes that a variable holds an element of a value, or with `isLoop` one after the other of its elements. */
export function takeElement(walk: GoWalk, declaration: number, value: number, isLoop: boolean): void {
  if (declaration < 0) return;
  const steps: string[] = isLoop ? ["[]"] : [];
  for (let node = value; ; ) {
    switch (kindAt(walk, node)) {
      case Kind.parenthesized_expression:
        node = firstPart(walk, node);
        break;
      case Kind.slice_expression:
        node = childIn(walk, node, Field.operand);
        break;
      case Kind.unary_expression:
        if (!hasToken(walk, node, "*") && !hasToken(walk, node, "&")) return;
        node = childIn(walk, node, Field.operand);
        break;
      case Kind.index_expression:
        node = childIn(walk, node, Field.operand);
        if (isInstantiation(walk, node) === true) return;
        steps.unshift("[]");
        break;
      default: {
        const { value: how, referenceNode } = assignedValue(walk, node);
        if (referenceNode === undefined || steps.length === 0) return;
        walk.builder.take({ declaration, referenceNode, isCall: how === "call", steps });
        return;
      }
    }
  }
}
