import type { FlowStep } from "../../engine/index/index.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed } from "./grammar.ts";
import type { Walk } from "./walk.ts";

/** Assignments that nest deeper than this set nobody knows what. */
const maxTargets = 20;

/** The statements of a function, or of the file for -1. */
export function stepsOf(walk: Walk, body: number): readonly FlowStep[] {
  const { tree } = walk;
  const list = body < 0 ? 0 : childIn(tree, body, tree.fields.body);
  const steps: FlowStep[] = [];
  if (list < 0 || (body >= 0 && codeOf(tree, list) !== KIND.block)) return steps;
  for (let at = firstNamed(tree, list); at >= 0; at = nextNamed(tree, at)) {
    const isExpression = codeOf(tree, at) === KIND.expression_statement;
    const inner = isExpression ? firstNamed(tree, at) : -1;
    const isOnly = inner >= 0 && nextNamed(tree, inner) < 0;
    steps.push({ node: at, sets: isOnly ? setsOf(walk, inner) : [] });
  }
  return steps;
}

function setsOf(walk: Walk, statement: number): FlowStep["sets"] {
  const { tree } = walk;
  const { flow } = walk.builder;
  const targets: number[] = [];
  let value = statement;
  while (codeOf(tree, value) === KIND.assignment && targets.length < maxTargets) {
    const target = childIn(tree, value, tree.fields.left);
    const right = childIn(tree, value, tree.fields.right);
    if (target < 0 || right < 0) return [];
    targets.push(target);
    value = right;
  }
  const [only] = targets;
  if (only === undefined || codeOf(tree, value) === KIND.assignment) return [];
  const given = value;
  const sets: { readonly target: number; readonly value: () => number }[] = [];
  for (const target of targets) {
    const code = codeOf(tree, target);
    if (code === KIND.identifier) sets.push({ target, value: () => flow.value(given) });
    else if (code === KIND.pattern_list || code === KIND.tuple_pattern) {
      let position = 0;
      for (let at = firstNamed(tree, target); at >= 0; at = nextNamed(tree, at)) {
        if (codeOf(tree, at) !== KIND.identifier) return [];
        const key = String(position++);
        sets.push({ target: at, value: () => flow.element(flow.value(given), key) });
      }
    } else return [];
  }
  return sets;
}
