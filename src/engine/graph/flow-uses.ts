import {
  ARGUMENT_SIZE,
  CALL_SIZE,
  CALLABLE_SIZE,
  ENTRY_SIZE,
  type FileIndex,
  PARAMETER_SIZE,
  parameterHow,
  READ_SIZE,
  readValue,
  receiverHow,
  referenceOfValue,
  rowOfValue,
  rowValue,
  STORE_SIZE,
  VALUE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { FlowSpace } from "./flow-space.ts";
import type { FlowTargets } from "./flow-targets.ts";
import { leadsTo } from "./link-use-context.ts";

/** What happens to a value at a node: it goes to another node, or something is done with it there. */
export const useKind = {
  /** `at`: the node that it goes to. */
  copy: 0,
  /** `at`: the index of the argument, in the file of the node. */
  argument: 1,
  /** `at`: the call whose callee it is. */
  callee: 2,
  /** `at`: the row of the member or element that is read of it. */
  read: 3,
  /** `at`: the reference that reads a member of it by its name. */
  path: 4,
  /** `at`: the entry of an object that it is. */
  entry: 5,
  /** `at`: the store that puts it into a member or element. */
  stored: 6,
  /** `at`: the store that puts something into a member or element of it. */
  storeBase: 7,
  /** `at`: the assignment that takes one of several results of it. */
  part: 8,
} as const;

/** The uses of all nodes: those of node `n` stand from `first[n]` to before `first[n + 1]`. */
export interface FlowUses {
  readonly first: Int32Array;
  readonly kind: Uint8Array;
  readonly at: Int32Array;
  file(number: number): FileFlow;
}

/** What is looked up in the flow of one file. */
export interface FileFlow {
  /** By reference: the call whose callee it names, -1 for none. */
  readonly callOf: Int32Array;
  /** By argument: its call. By entry: its object's row. */
  readonly callOfArgument: Int32Array;
  readonly rowOfEntry: Int32Array;
  readonly callableOf: ReadonlyMap<number, number>;
  /** By the declaration of a parameter. */
  readonly callableOfParameter: ReadonlyMap<number, number>;
  /** By callable: the positions of parameters that it gives back as they are. Each call gives its own argument. */
  readonly handedBack: ReadonlyMap<number, readonly number[]>;
  /** The rows that stand for what a callable gets at a position: `callable * positions + position`. */
  readonly patterns: ReadonlyMap<number, readonly number[]>;
}

/** More parameters than anybody writes. */
export const maxPositions = 1024;

/**
 * `callsFunctions`: a member of a value outside may be the function that the value is, in the language of the file.
 */
export function createFlowUses(
  space: FlowSpace,
  targets: FlowTargets,
  callsFunctions: (file: FileIndex) => boolean,
): FlowUses {
  // Three numbers a use: the node, what happens, and where.
  let found = new Int32Array(3 * 4096);
  let size = 0;
  const fileFlows: FileFlow[] = [];
  space.files.forEach((file, number) => {
    fileFlows.push(file.flow === undefined ? nothing : readFile(file, number, file.flow));
  });
  const first = new Int32Array(space.size + 1);
  for (let use = 0; use < size; use += 3) {
    const after = (found[use] as number) + 1;
    first[after] = (first[after] as number) + 1;
  }
  for (let node = 0; node < space.size; node++) {
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  }
  const next = first.slice();
  const kind = new Uint8Array(size / 3);
  const at = new Int32Array(size / 3);
  for (let use = 0; use < size; use += 3) {
    const node = found[use] as number;
    const place = next[node] as number;
    next[node] = place + 1;
    kind[place] = found[use + 1] as number;
    at[place] = found[use + 2] as number;
  }
  return { first, kind, at, file: (number) => fileFlows[number] as FileFlow };

  function add(node: number, what: number, where: number): void {
    if (node < 0) return;
    if (size === found.length) {
      const larger = new Int32Array(2 * size);
      larger.set(found);
      found = larger;
    }
    found[size++] = node;
    found[size++] = what;
    found[size++] = where;
  }

  function readFile(file: FileIndex, number: number, flow: ValueFlow): FileFlow {
    const node = (value: number | undefined): number => space.value(number, value as ValueId);
    const callOf = new Int32Array(file.references.length).fill(-1);
    const callOfArgument = new Int32Array(flow.arguments.length / ARGUMENT_SIZE);
    for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
      const at = call * CALL_SIZE;
      add(node(flow.calls[at]), useKind.callee, call);
      const reference = referenceOfValue(flow.values, flow.calls[at] as ValueId);
      if (reference >= 0) callOf[reference] = call;
      const end = flow.calls[at + CALL_SIZE + CALL_SIZE - 1] ?? callOfArgument.length;
      for (let one = flow.calls[at + CALL_SIZE - 1] as number; one < end; one++) {
        callOfArgument[one] = call;
        add(node(flow.arguments[one * ARGUMENT_SIZE]), useKind.argument, one);
      }
    }
    const callableOf = new Map<number, number>();
    const callableOfParameter = new Map<number, number>();
    const handedBack = new Map<number, number[]>();
    const isSet = setElsewhere(file, flow);
    for (let callable = 0; callable * CALLABLE_SIZE < flow.callables.length; callable++) {
      const at = callable * CALLABLE_SIZE;
      if ((flow.callables[at] as number) >= 0) callableOf.set(flow.callables[at] as number, callable);
      const given = parametersOf(flow, callable);
      for (let one = given.start; one < given.end; one++) {
        callableOfParameter.set(flow.parameters[one * PARAMETER_SIZE] as number, callable);
      }
      const end = flow.callables[at + CALLABLE_SIZE + CALLABLE_SIZE - 1] ?? flow.returns.length;
      for (let one = flow.callables[at + CALLABLE_SIZE - 1] as number; one < end; one++) {
        const position = handedPosition(file, flow, callable, flow.returns[one] as ValueId, isSet);
        if (position >= 0) handedBack.set(callable, [...(handedBack.get(callable) ?? []), position]);
        else add(node(flow.returns[one]), useKind.copy, space.returned(number, callable));
      }
    }
    for (let store = 0; store * STORE_SIZE < flow.stores.length; store++) {
      addStore(file, number, flow, store);
    }
    for (let at = 0; at < flow.reads.length; at += READ_SIZE) {
      add(node(flow.reads[at + 1]), useKind.copy, space.reference(number, flow.reads[at] as number));
    }
    const rowOfEntry = new Int32Array(flow.entries.length / ENTRY_SIZE);
    const patterns = new Map<number, number[]>();
    for (let row = 0; row * VALUE_SIZE < flow.values.length; row++) {
      addRow(number, flow, row, rowOfEntry, patterns);
    }
    addNames(file, number, callOf);
    return { callOf, callOfArgument, rowOfEntry, callableOf, callableOfParameter, handedBack, patterns };
  }

  function addStore(file: FileIndex, number: number, flow: ValueFlow, store: number): void {
    const target = flow.stores[store * STORE_SIZE] as ValueId;
    const value = space.value(number, flow.stores[store * STORE_SIZE + 1] as ValueId);
    const reference = referenceOfValue(flow.values, target);
    let isBound = false;
    if (reference >= 0) {
      targets.eachDeclaration(space.reference(number, reference), (declaration) => {
        isBound = true;
        add(value, useKind.copy, declaration);
      });
    } else if (rowOfValue(target) < 0 || readValue(flow, target).kind === "declaration") {
      add(value, useKind.copy, space.value(number, target));
      return;
    }
    if (isBound) return;
    const base = baseOf(file, number, flow, target);
    add(value, useKind.stored, store);
    add(base, useKind.storeBase, store);
  }

  function baseOf(file: FileIndex, number: number, flow: ValueFlow, target: ValueId): number {
    const found = readValue(flow, target);
    if (found.kind === "member" || found.kind === "element") return space.value(number, found.base);
    if (found.kind !== "reference") return -1;
    return isPath(file, found.reference) ? space.reference(number, found.reference - 1) : -1;
  }

  function addRow(
    number: number,
    flow: ValueFlow,
    row: number,
    rowOfEntry: Int32Array,
    patterns: Map<number, number[]>,
  ): void {
    const found = readValue(flow, rowValue(row));
    const self = space.row(number, row);
    switch (found.kind) {
      case "member":
        if (found.reference >= 0) add(space.reference(number, found.reference), useKind.copy, self);
        add(space.value(number, found.base), useKind.read, row);
        return;
      case "element":
        add(space.value(number, found.base), useKind.read, row);
        return;
      case "object":
      case "either":
        for (let entry = found.start; entry < found.end; entry++) {
          rowOfEntry[entry] = row;
          const value = space.value(number, flow.entries[entry * ENTRY_SIZE + 1] as ValueId);
          if (found.kind === "object") add(value, useKind.entry, entry);
          else add(value, useKind.copy, self);
        }
        return;
      case "argument": {
        const key = found.callable * maxPositions + found.position;
        patterns.set(key, [...(patterns.get(key) ?? []), row]);
      }
    }
  }

  /** What a name is bound to says all: it is no member without a body, which stands for those of values. */
  function isSettled(reference: number, callsFunction: boolean): boolean {
    if (!targets.isNoted(reference)) return false;
    let hasBody = false;
    let isOwn = false;
    targets.eachDeclaration(reference, (declaration) => {
      const { file, index } = space.read(declaration);
      isOwn = true;
      hasBody ||= space.files[file]?.declarations[index]?.isAbstract !== true;
    });
    return isOwn ? hasBody : !callsFunction;
  }

  /** Names that are set to names and calls; members of what is not known to the binder. */
  function addNames(file: FileIndex, number: number, callOf: Int32Array): void {
    file.assignments.forEach((entry, index) => {
      if (entry.declaration < 0 || entry.reference < 0) return;
      const declaration = space.declaration(number, entry.declaration);
      if (entry.value === "name") {
        add(space.reference(number, entry.reference), useKind.copy, declaration);
      } else if (entry.value === "call") {
        const call = callOf[entry.reference] as number;
        const result = call >= 0 ? space.result(number, call) : space.bareResult(number, entry.reference);
        add(
          result,
          entry.position > 0 ? useKind.part : useKind.copy,
          entry.position > 0 ? index : declaration,
        );
      }
    });
    const isFollowed = callsFunctions(file);
    file.references.forEach((reference, index) => {
      if (reference.through.length === 0 || isSettled(space.reference(number, index), isFollowed)) return;
      if (!isPath(file, index)) return;
      add(space.reference(number, index - 1), useKind.path, index);
    });
  }
}

/** The reference before names what this one is a member of. */
export function isPath(file: FileIndex, reference: number): boolean {
  const before = file.references[reference - 1];
  const self = file.references[reference];
  return (
    before !== undefined &&
    self !== undefined &&
    before.through.length === self.through.length - 1 &&
    leadsTo(before, self)
  );
}

/** The position of the parameter that a function gives back as it got it; -1 for any other result. */
function handedPosition(
  file: FileIndex,
  flow: ValueFlow,
  callable: number,
  result: ValueId,
  isSet: (declaration: number) => boolean,
): number {
  const value = readValue(flow, result);
  const used = value.kind === "reference" ? file.references[value.reference] : undefined;
  if (used === undefined || used.through.length > 0 || used.declaration < 0) return -1;
  const { start, end } = parametersOf(flow, callable);
  const hasReceiver = flow.callables[callable * CALLABLE_SIZE + 4] !== receiverHow.none;
  for (let one = start; one < end; one++) {
    if (flow.parameters[one * PARAMETER_SIZE] !== used.declaration) continue;
    const isPlain = flow.parameters[one * PARAMETER_SIZE + 1] === parameterHow.plain;
    const isReceiver = hasReceiver && one === start;
    return isPlain && !isReceiver && !isSet(used.declaration) ? one - start : -1;
  }
  return -1;
}

/** Whether a parameter may hold something else than its argument: a default, or what is assigned to it. */
function setElsewhere(file: FileIndex, flow: ValueFlow): (declaration: number) => boolean {
  let found: Set<number> | undefined;
  return (declaration) => {
    found ??= findSet(file, flow);
    return found.has(declaration);
  };
}

function findSet(file: FileIndex, flow: ValueFlow): Set<number> {
  const found = new Set(file.assignments.map((entry) => entry.declaration));
  for (let at = 0; at < flow.stores.length; at += STORE_SIZE) {
    const target = readValue(flow, flow.stores[at] as ValueId);
    if (target.kind === "declaration") found.add(target.declaration);
    if (target.kind === "reference") found.add(file.references[target.reference]?.declaration ?? -1);
  }
  return found;
}

const nothing: FileFlow = {
  callOf: new Int32Array(0),
  callOfArgument: new Int32Array(0),
  rowOfEntry: new Int32Array(0),
  callableOf: new Map(),
  callableOfParameter: new Map(),
  handedBack: new Map(),
  patterns: new Map(),
};

/** The parameters of a callable, as rows of `ValueFlow.parameters`. */
export function parametersOf(
  flow: ValueFlow,
  callable: number,
): { readonly start: number; readonly end: number } {
  const at = callable * CALLABLE_SIZE + CALLABLE_SIZE - 2;
  const start = flow.callables[at] as number;
  return { start, end: flow.callables[at + CALLABLE_SIZE] ?? flow.parameters.length / PARAMETER_SIZE };
}

/** The arguments of a call, as rows of `ValueFlow.arguments`. */
export function argumentsOf(flow: ValueFlow, call: number): { readonly start: number; readonly end: number } {
  const at = call * CALL_SIZE + CALL_SIZE - 1;
  const start = flow.calls[at] as number;
  return { start, end: flow.calls[at + CALL_SIZE] ?? flow.arguments.length / ARGUMENT_SIZE };
}
