import {
  CALL_SIZE,
  CALLABLE_SIZE,
  type FileIndex,
  referenceOfValue,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { FlowSolution } from "./flow-solver.ts";
import { useKind } from "./flow-uses.ts";

/** A call without a name, of something that may also be what was not followed. */
export interface CrowdedCall {
  readonly file: number;
  readonly call: number;
}

/**
 * The calls without a name that lie behind places where more could arrive than was followed, in order. Calls with a
 * name stay unresolved by their name where not all of it is known.
 */
export function crowdedCalls(solution: FlowSolution): CrowdedCall[] {
  const { state, crowded } = solution;
  const { space } = state;
  if (crowded.size === 0) return [];
  const reached = new Set(crowded);
  for (const node of reached) for (const to of onward(solution, node)) reached.add(to);
  const found: CrowdedCall[] = [];
  space.files.forEach(({ flow }, file) => {
    for (let call = 0; flow !== undefined && call * CALL_SIZE < flow.calls.length; call++) {
      const callee = flow.calls[call * CALL_SIZE] as ValueId;
      const isNamed = referenceOfValue(flow.values, callee) >= 0;
      if (!isNamed && reached.has(space.value(file, callee))) found.push({ file, call });
    }
  });
  return found;
}

/** The nodes that what is at a node goes to, or where something of it goes. */
function onward({ state, copiesOf }: FlowSolution, node: number): number[] {
  const { space, targets, uses } = state;
  const found = [...copiesOf(node)];
  if (node >= space.size) return found;
  const { kind, file: number, index } = space.read(node);
  const file = space.files[number] as FileIndex;
  if (kind === "declaration") found.push(...targets.boundTo(node));
  if (kind === "returned") {
    const declaration = (file.flow as ValueFlow).callables[index * CALLABLE_SIZE] as number;
    if (declaration >= 0) found.push(...resultsOf(state, space.declaration(number, declaration)));
  }
  for (let use = uses.first[node] as number; use < (uses.first[node + 1] as number); use++) {
    const at = uses.at[use] as number;
    switch (uses.kind[use]) {
      case useKind.copy:
        found.push(at);
        break;
      case useKind.read:
        found.push(space.row(number, at));
        break;
      case useKind.path:
        found.push(space.reference(number, at));
        break;
      case useKind.entry:
        found.push(space.row(number, uses.file(number).rowOfEntry[at] as number));
        break;
      case useKind.callee:
        found.push(space.result(number, at));
        break;
      case useKind.part:
        found.push(space.declaration(number, file.assignments[at]?.declaration as number));
    }
  }
  return found;
}

/** What the calls that name a function give. */
function resultsOf({ space, targets, uses }: FlowSolution["state"], declaration: number): number[] {
  return [...targets.boundTo(declaration)].map((reference) => {
    const { file, index } = space.read(reference);
    const call = uses.file(file).callOf[index] as number;
    return call >= 0 ? space.result(file, call) : space.bareResult(file, index);
  });
}
