import type { FlowStep } from "../../engine/index/index.ts";
import { itemAt } from "./flow-items.ts";
import { F, K } from "./kinds.ts";
import { child, firstNamed, isCode, kind } from "./nodes.ts";
import type { Walk } from "./walk.ts";

/** Blocks that nest deeper than this are one step. */
const maxDepth = 20;

/** The statements of a function, or of the file for -1, those of plain blocks among them. */
export function stepsOf(walk: Walk, body: number): readonly FlowStep[] {
  const steps: FlowStep[] = [];
  const list = body < 0 ? 0 : child(walk, body, F.body);
  if (list >= 0 && (body < 0 || kind(walk, list) === K.statement_block)) addSteps(walk, list, steps, 0);
  return steps;
}

function addSteps(walk: Walk, list: number, steps: FlowStep[], depth: number): void {
  const { tree } = walk;
  const end = tree.next[list] as number;
  for (let at = list + 1; at < end; at = tree.next[at] as number) {
    if (!isCode(walk, at)) continue;
    switch (kind(walk, at)) {
      case K.statement_block:
        if (depth < maxDepth) addSteps(walk, at, steps, depth + 1);
        else steps.push({ node: at, sets: [] });
        break;
      case K.lexical_declaration:
      case K.variable_declaration:
        addDeclarators(walk, at, steps);
        break;
      case K.expression_statement:
        steps.push({ node: at, sets: setsOf(walk, firstNamed(walk, at)) });
        break;
      default:
        steps.push({ node: at, sets: [] });
    }
  }
}

function addDeclarators(walk: Walk, statement: number, steps: FlowStep[]): void {
  const { tree } = walk;
  const end = tree.next[statement] as number;
  for (let at = statement + 1; at < end; at = tree.next[at] as number) {
    if (kind(walk, at) !== K.variable_declarator) continue;
    const value = child(walk, at, F.value);
    steps.push({ node: at, sets: value < 0 ? [] : setsOfTarget(walk, child(walk, at, F.name), value) });
  }
}

function setsOf(walk: Walk, expression: number): FlowStep["sets"] {
  if (kind(walk, expression) !== K.assignment_expression) return [];
  const value = child(walk, expression, F.right);
  return value < 0 ? [] : setsOfTarget(walk, child(walk, expression, F.left), value);
}

/** A name, or a list of nothing but names. */
function setsOfTarget(walk: Walk, target: number, value: number): FlowStep["sets"] {
  const { flow } = walk.builder;
  if (kind(walk, target) === K.identifier) return [{ target, value: () => flow.value(value) }];
  if (kind(walk, target) !== K.array_pattern) return [];
  const { tree } = walk;
  const sets: { readonly target: number; readonly value: () => number }[] = [];
  let position = 0;
  for (let at = target + 1; at < (tree.next[target] as number); at = tree.next[at] as number) {
    if (!isCode(walk, at)) {
      if (tree.text.charCodeAt(tree.start[at] as number) === 44) position++;
      continue;
    }
    if (kind(walk, at) !== K.identifier) return [];
    const key = String(position);
    sets.push({ target: at, value: () => itemAt(flow, flow.value(value), key) });
  }
  return sets;
}
