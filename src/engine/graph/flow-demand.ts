import { type FileIndex, readValue, rowValue, type ValueFlow } from "../index/index.ts";
import type { FlowCalls } from "./flow-calls.ts";
import type { FlowState } from "./flow-state.ts";
import { isPath, useKind } from "./flow-uses.ts";

/**
 * Objects are followed only where something that can be called is put into them, since most hold none. Then all that can
 * arrive at such a place are looked for, against the direction in which values go.
 */
export interface FlowDemand {
  objects(node: number): void;
  isDemanded(node: number): boolean;
  /** The nodes whose values arrive at a node, as far as that is known by now. */
  sources(node: number): number[];
}

export function createFlowDemand(
  state: FlowState,
  calls: FlowCalls,
  copiedTo: (node: number) => readonly number[],
): FlowDemand {
  const { space, targets, uses, values } = state;
  const demanded = new Set<number>();
  let reversed: { readonly first: Int32Array; readonly from: Int32Array } | undefined;
  return { objects, isDemanded: (node) => demanded.has(node), sources };

  function objects(start: number): void {
    const open = [start];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node < 0 || demanded.has(node)) continue;
      demanded.add(node);
      open.push(...sources(node));
      if (node < space.size && isObject(node)) state.add(node, values.of("object", node));
    }
  }

  function isObject(node: number): boolean {
    const { kind, file, index } = space.read(node);
    if (kind !== "row") return false;
    return readValue(space.files[file]?.flow as ValueFlow, rowValue(index)).kind === "object";
  }

  function sources(node: number): number[] {
    if (node >= space.size) return [...copiedTo(node)];
    const found: number[] = [];
    const { kind, file: number, index } = space.read(node);
    const file = space.files[number] as FileIndex;
    switch (kind) {
      case "reference":
        if (targets.isReadHere(node)) break;
        targets.eachDeclaration(node, (declaration) => found.push(declaration));
        if (found.length === 0 && isPath(file, index)) found.push(space.reference(number, index - 1));
        break;
      case "declaration":
        calls.connectParameter(node);
        break;
      case "result":
        calls.connect(number, index);
        break;
      case "bare-result":
        calls.connectBare(number, index);
        break;
      case "row": {
        const row = readValue(file.flow as ValueFlow, rowValue(index));
        if (row.kind === "member" || row.kind === "element") found.push(space.value(number, row.base));
      }
    }
    const { first, from } = turned();
    for (let at = first[node] as number; at < (first[node + 1] as number); at++)
      found.push(from[at] as number);
    found.push(...copiedTo(node));
    return found;
  }

  /** The copies of the records, by where they go. */
  function turned(): { readonly first: Int32Array; readonly from: Int32Array } {
    if (reversed !== undefined) return reversed;
    const first = new Int32Array(space.size + 1);
    const isCopy = (use: number): boolean => uses.kind[use] === useKind.copy;
    for (let use = 0; use < uses.kind.length; use++) {
      const to = (uses.at[use] as number) + 1;
      if (isCopy(use)) first[to] = (first[to] as number) + 1;
    }
    for (let node = 0; node < space.size; node++) {
      first[node + 1] = (first[node + 1] as number) + (first[node] as number);
    }
    const from = new Int32Array(first[space.size] as number);
    const next = first.slice();
    for (let node = 0; node < space.size; node++) {
      for (let use = uses.first[node] as number; use < (uses.first[node + 1] as number); use++) {
        if (!isCopy(use)) continue;
        const to = uses.at[use] as number;
        from[next[to] as number] = node;
        next[to] = (next[to] as number) + 1;
      }
    }
    reversed = { first, from };
    return reversed;
  }
}
