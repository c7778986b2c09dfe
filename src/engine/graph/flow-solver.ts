import {
  ALL_ENTRIES,
  ENTRY_SIZE,
  type FileIndex,
  readValue,
  rowValue,
  STORE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { Place } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { createFlowCalls } from "./flow-calls.ts";
import { createFlowDemand } from "./flow-demand.ts";
import { createFlowMembers } from "./flow-members.ts";
import type { FlowSpace } from "./flow-space.ts";
import type { FlowSite, FlowState } from "./flow-state.ts";
import type { FlowTargets } from "./flow-targets.ts";
import { createFlowTypes } from "./flow-types.ts";
import { createFlowUses, useKind } from "./flow-uses.ts";
import { createAbstractValues } from "./flow-values.ts";
import type { UseContext } from "./link-use-context.ts";
import { createPairSet } from "./pair-set.ts";

export interface FlowSolution {
  readonly sites: readonly FlowSite[];
  readonly state: FlowState;
  /** The nodes whose values arrive at a node. */
  sources(node: number): readonly number[];
  /** The nodes that an edge joins a node to, beyond those of the records; and where elements of what is there go. */
  copiesOf(node: number): readonly number[];
  /** The nodes whose elements arrive at a node that no record has. */
  readInto(node: number): readonly number[];
  /** The nodes of what an object holds. */
  contents(object: number): readonly number[];
  /** Joins stores to their targets also where nothing has arrived to be stored, so that `sources` says all. */
  settle(): void;
  /** Places where more could arrive than is followed. */
  readonly crowded: ReadonlySet<number>;
  /** What has been refused at a crowded place. */
  readonly refused: ReadonlySet<number>;
  /** How often a value was not followed because `maxFlowSteps` had been taken. */
  readonly cutSteps: number;
}

/** Pairs of a place and a value that are followed, in all: a few seconds. */
export const maxFlowSteps = 4_000_000;
/** More values than this at one place say no more than that it may be anything. */
const maxValuesAtPlace = 32;
/** Tables and lists that meet in one place are those that any code hands around: what they hold is not told apart there. */
const maxObjectsAtPlace = 8;

/** What is followed before whoever waits may stop it: some milliseconds. */
const VALUES_A_STEP = 5_000;

const noValues: readonly number[] = [];
const nowhere: readonly number[] = [];

/**
 * Follows functions, classes and instances from where they are named to wherever they can arrive: inclusion between
 * places, without regard to order or callers. It starts only from those that are used as values, so code that uses few
 * so costs little.
 */
export function* solveFlow(
  context: UseContext,
  space: FlowSpace,
  targets: FlowTargets,
): Generator<void, FlowSolution, void> {
  const uses = createFlowUses(
    space,
    targets,
    (file) => context.rulesFor(file.language).functionsHaveOneMethod === true,
  );
  const values = createAbstractValues();
  const accepts = createFlowTypes(context, space);
  // By node: nodes are numbered without gaps, so a list is found in a moment.
  // In the order of arrival, and few: see `maxValuesAtPlace`.
  const arrived = emptySlots<number[]>(space.size);
  const copies = emptySlots<number[]>(space.size);
  const copiedTo = emptySlots<number[]>(space.size);
  const isFull: number[] = new Array<number>(space.size).fill(0);
  const joined = createPairSet();
  const reads = emptySlots<{ readonly key: string | undefined; readonly to: number }[]>(space.size);
  const queue: number[] = [];
  let nodes = space.size;
  const crowded = new Set<number>();
  const refused = new Set<number>();
  const objectsAt = new Map<number, number>();
  const readInto = new Map<number, number[]>();
  let isSettled = false;
  let next = 0;
  let cutSteps = 0;
  let steps = 0;

  const state: FlowState = {
    context,
    space,
    targets,
    uses,
    values,
    add,
    copy,
    readElements,
    fresh() {
      for (const slots of [arrived, copies, copiedTo, reads] as unknown[][]) slots.push(undefined);
      isFull.push(0);
      return nodes++;
    },
    at: (node) => arrived[node] ?? noValues,
    functionNode,
    callableAt,
  };
  const members = createFlowMembers(state);
  const calls = createFlowCalls(state, members);
  const demand = createFlowDemand(state, calls, (node) => copiedTo[node] ?? []);
  seedAll();
  for (yield; next < queue.length; yield) drain(VALUES_A_STEP);
  return {
    sites: calls.sites,
    state,
    crowded,
    refused,
    get cutSteps() {
      return cutSteps;
    },
    sources: demand.sources,
    copiesOf: (node) => [...(copies[node] ?? []), ...(reads[node] ?? []).map((read) => read.to)],
    readInto: (node) => readInto.get(node) ?? [],
    contents: members.contents,
    settle,
  };

  function settle(): void {
    if (isSettled) return;
    isSettled = true;
    space.files.forEach(({ flow }, number) => {
      for (let at = 0; flow !== undefined && at * STORE_SIZE < flow.stores.length; at++) store(number, at);
    });
    drain(Number.POSITIVE_INFINITY);
  }

  function drain(most: number): void {
    for (let count = 0; next < queue.length && count < most; next += 2, count++) {
      process(queue[next] as number, queue[next + 1] as number);
    }
  }

  function add(node: number, value: number): void {
    // Most of what comes to a place comes to one that takes no more.
    if (node < 0) return;
    if (isFull[node] === 1) {
      refused.add(value);
      return;
    }
    const here = arrived[node];
    const count = here === undefined ? 0 : here.length;
    for (let at = 0; at < count; at++) if ((here as number[])[at] === value) return;
    if (!accepts(node, values.read(value))) return;
    if (count >= maxValuesAtPlace || !hasRoom(node, value)) {
      crowded.add(node);
      refused.add(value);
      if (count >= maxValuesAtPlace) isFull[node] = 1;
      return;
    }
    if (steps >= maxFlowSteps) {
      cutSteps++;
      return;
    }
    if (here === undefined) arrived[node] = [value];
    else here.push(value);
    steps++;
    queue.push(node, value);
  }

  function hasRoom(node: number, value: number): boolean {
    if (values.read(value).kind !== "object") return true;
    const count = objectsAt.get(node) ?? 0;
    objectsAt.set(node, count + 1);
    return count < maxObjectsAtPlace;
  }

  function copy(from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return;
    if (!joined.add(from, to)) return;
    pushAt(copies, from, to);
    pushAt(copiedTo, to, from);
    if (demand.isDemanded(to)) demand.objects(from);
    for (const value of state.at(from)) add(to, value);
  }

  function readElements(from: number, key: string | undefined, to: number): void {
    if (from < 0) return;
    pushAt(reads, from, { key, to });
    push(readInto, to, from);
    for (const value of state.at(from)) members.readElement(value, key, to);
  }

  function process(node: number, value: number): void {
    for (const to of copies[node] ?? nowhere) add(to, value);
    const read = reads[node];
    if (read !== undefined) for (const { key, to } of read) members.readElement(value, key, to);
    if (node >= space.size) return;
    const file = space.fileOf(node);
    const kind = space.kindOf(node);
    if (kind === "declaration") targets.eachUser(node, (reference) => add(reference, value));
    else if (kind === "returned") calls.returns(file, space.indexOf(node), value);
    else if (kind === "reference") calls.called(file, space.indexOf(node), value);
    const end = uses.first[node + 1] as number;
    for (let use = uses.first[node] as number; use < end; use++) {
      processUse(file, uses.kind[use] as number, uses.at[use] as number, value);
    }
  }

  function processUse(number: number, kind: number, at: number, value: number): void {
    const file = space.files[number] as FileIndex;
    const flow = file.flow as ValueFlow;
    switch (kind) {
      case useKind.copy:
        add(at, value);
        return;
      case useKind.argument:
        calls.argued(number, at);
        return;
      case useKind.callee:
        calls.callee(number, at, value);
        return;
      case useKind.read: {
        const row = readValue(flow, rowValue(at));
        if (row.kind === "member") members.readMember(value, row.name, space.row(number, at));
        else if (row.kind === "element") members.readElement(value, row.key, space.row(number, at));
        return;
      }
      case useKind.path:
        members.readMember(value, file.references[at]?.name as string, space.reference(number, at));
        return;
      case useKind.entry: {
        const key = flow.entries[at * ENTRY_SIZE] as number;
        const row = space.row(number, uses.file(number).rowOfEntry[at] as number);
        const object = values.of("object", row);
        add(row, object);
        if (key === ALL_ENTRIES) members.spread(value, object);
        else add(members.field(object, flow.names[key]), value);
        return;
      }
      case useKind.stored:
      case useKind.storeBase:
        store(number, at);
        return;
      case useKind.part: {
        const entry = file.assignments[at];
        if (entry === undefined) return;
        members.readElement(value, String(entry.position), space.declaration(number, entry.declaration));
      }
    }
  }

  /** Puts what arrives at a value into the member or element of what arrives at its base. */
  function store(number: number, at: number): void {
    const file = space.files[number] as FileIndex;
    const flow = file.flow as ValueFlow;
    const target = readValue(flow, flow.stores[at * STORE_SIZE] as ValueId);
    const from = space.value(number, flow.stores[at * STORE_SIZE + 1] as ValueId);
    if (!isSettled && state.at(from).length === 0) return;
    if (target.kind === "member" || target.kind === "element") {
      const base = space.value(number, target.base);
      if (!isSettled) demand.objects(base);
      for (const value of state.at(base)) {
        if (target.kind === "member") members.storeMember(value, target.name, from);
        else members.storeElement(value, target.key, from);
      }
    } else if (target.kind === "reference") {
      const base = space.reference(number, target.reference - 1);
      if (!isSettled) demand.objects(base);
      const name = file.references[target.reference]?.name as string;
      for (const value of state.at(base)) members.storeMember(value, name, from);
    }
  }

  function functionNode(declaration: number): number {
    const place = space.read(declaration);
    const callable = uses.file(place.file).callableOf.get(place.index);
    return callable === undefined ? declaration : space.callable(place.file, callable);
  }

  function callableAt(node: number): { readonly file: number; readonly callable: number } | undefined {
    const place = space.read(node);
    return place.kind === "callable" ? { file: place.file, callable: place.index } : undefined;
  }

  function seedAll(): void {
    space.files.forEach((file, number) => {
      const { flow } = file;
      if (flow === undefined) return;
      for (let at = 0; at < flow.arguments.length; at += 2) seed(file, number, flow, flow.arguments[at]);
      for (let at = 1; at < flow.entries.length; at += 2) seed(file, number, flow, flow.entries[at]);
      for (let at = 1; at < flow.stores.length; at += 2) seed(file, number, flow, flow.stores[at]);
      for (const value of flow.returns) seed(file, number, flow, value);
      calls.seedCalls(file, number, flow);
      for (const entry of file.assignments) {
        if (entry.declaration < 0 || entry.reference < 0) continue;
        if (entry.value === "name") seedReference(number, entry.reference);
        else if (entry.value === "call") calls.seedBare(file, number, entry.reference);
      }
    });
  }

  function seed(file: FileIndex, number: number, flow: ValueFlow, id: ValueId | undefined): void {
    const value = readValue(flow, id as ValueId);
    if (value.kind === "reference") seedReference(number, value.reference);
    else if (value.kind === "callable") seedCallable(number, value.callable);
    else if (value.kind === "member" && value.reference >= 0) seedReference(number, value.reference);
    else if (value.kind === "instance") {
      if (!isDuckTyped(file)) return;
      const declaration = space.declaration(number, value.declaration);
      add(space.value(number, id as ValueId), values.of("instance", declaration));
    } else if (value.kind === "declaration") {
      const node = space.declaration(number, value.declaration);
      seedPlace(node, { kind: "declaration", file, declaration: value.declaration });
    }
  }

  function seedCallable(number: number, callable: number): void {
    const node = space.callable(number, callable);
    add(node, values.of("function", node));
  }

  function seedReference(number: number, reference: number): void {
    const node = space.reference(number, reference);
    for (const place of targets.of(number, reference)) seedPlace(node, place);
  }

  /** Where a value is an object with one method, a type or constant outside is none. */
  function mayBeCalled(node: number, { names }: Extract<Place, { kind: "outside" }>): boolean {
    const rules = context.rulesFor(space.files[space.fileOf(node)]?.language ?? "");
    if (rules.functionsHaveOneMethod !== true) return true;
    return names.length > 0 && rules.isConstructorName?.(names.at(-1) as string) !== true;
  }

  function seedPlace(node: number, place: Place): void {
    if (place.kind === "module" && place.module.kind === "outside") {
      // A package as a value: what is read of it are names of it.
      add(node, values.outside({ kind: "outside", name: place.module.name, names: [] }));
      return;
    }
    if (place.kind === "outside") {
      if (!place.names.includes("()") && mayBeCalled(node, place)) add(node, values.outside(place));
      return;
    }
    if (place.kind !== "declaration" && place.kind !== "value") return;
    const declaration = space.declaration(space.numberOf(place.file), place.declaration);
    if (place.kind === "value") {
      if (!isDuckTyped(place.file)) return;
      add(node, values.of(place.isExact ? "instance" : "value", declaration));
      return;
    }
    const kind = place.file.declarations[place.declaration]?.kind;
    if (kind === undefined) return;
    if (isCallable(kind))
      add(node, values.of(members.isBound(node, place) ? "bound" : "function", functionNode(declaration)));
    else if (isTypeKind(kind) && isDuckTyped(place.file)) add(node, values.of("class", declaration));
  }

  /** Elsewhere what a value is made of is told by its type, and a type is no value. */
  function isDuckTyped({ language }: FileIndex): boolean {
    return context.rulesFor(language).isDuckTyped === true;
  }
}

function push<Value>(map: Map<number, Value[]>, key: number, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function emptySlots<T>(count: number): (T | undefined)[] {
  return new Array<T | undefined>(count).fill(undefined);
}

function pushAt<T>(slots: (T[] | undefined)[], at: number, value: T): void {
  const known = slots[at];
  if (known === undefined) slots[at] = [value];
  else known.push(value);
}
