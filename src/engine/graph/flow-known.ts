import {
  ALL_ENTRIES,
  CALL_SIZE,
  ENTRY_SIZE,
  type FileIndex,
  PARAMETER_SIZE,
  readValue,
  referenceOfValue,
  rowValue,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { Place } from "./bind-place.ts";
import { holdsValues } from "./bind-roles.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { createFlowEscapes } from "./flow-escapes.ts";
import type { FlowSolution } from "./flow-solver.ts";
import { isPath, parametersOf } from "./flow-uses.ts";

/** A question about more places than this is answered with no. */
const maxPlaces = 3_000;

/**
 * Gives whether all that can ever arrive at a node is what has arrived there: wherever it comes from, nothing comes from
 * outside, from what is not told, or from a place where more could arrive than was followed.
 */
export function createFlowKnowledge(solution: FlowSolution): (node: number) => boolean {
  const { state, crowded, sources } = solution;
  const { context, space, targets, values } = state;
  const known = new Set<number>();
  const open = new Set<number>();
  const escapes = createFlowEscapes(solution);
  return isKnown;

  function isKnown(start: number): boolean {
    if (open.has(start)) return false;
    const seen = new Set([start]);
    for (const node of seen) {
      if (known.has(node)) continue;
      const from = seen.size > maxPlaces || open.has(node) ? undefined : sourcesOf(node);
      if (from === undefined) {
        open.add(start);
        return false;
      }
      for (const one of from) if (one >= 0) seen.add(one);
    }
    for (const node of seen) known.add(node);
    return true;
  }

  /** Where all comes from that arrives at a node; `undefined` when that is not told. */
  function sourcesOf(node: number): readonly number[] | undefined {
    if (node === space.unknown || crowded.has(node)) return undefined;
    if (node >= space.size) return ofPart(node);
    const { kind, file: number, index } = space.read(node);
    const file = space.files[number] as FileIndex;
    switch (kind) {
      case "reference":
        return ofReference(file, number, index, node);
      case "declaration":
        return ofDeclaration(file, index, node);
      case "bare-result":
        return ofCall(number, index, space.reference(number, index), node);
      case "result": {
        const called = (file.flow as ValueFlow).calls[index * CALL_SIZE] as ValueId;
        const reference = referenceOfValue((file.flow as ValueFlow).values, called);
        return ofCall(number, reference, space.value(number, called), node);
      }
      case "returned":
        return [...sources(node), ...handedBack(number, index)];
      case "callable":
        return [];
      case "row":
        return ofRow(file, number, index, node);
      case "unknown":
        return undefined;
    }
  }

  /** Parameters that a function gives back as they are: what it gives at some call comes from there. */
  function handedBack(number: number, callable: number): number[] {
    const positions = state.uses.file(number).handedBack.get(callable) ?? [];
    const flow = space.files[number]?.flow as ValueFlow;
    const { start } = parametersOf(flow, callable);
    return positions.map((position) =>
      space.declaration(number, flow.parameters[(start + position) * PARAMETER_SIZE] as number),
    );
  }

  /** Of a node that no record has: what was put under a key, or one of several arguments that come in one value. */
  function ofPart(node: number): readonly number[] | undefined {
    const found = [...sources(node)];
    for (const from of solution.readInto(node)) {
      const told = ofRead(from, undefined, false, node);
      if (told === undefined) return undefined;
      found.push(...told);
    }
    return found;
  }

  function ofReference(
    file: FileIndex,
    number: number,
    index: number,
    node: number,
  ): readonly number[] | undefined {
    if (targets.isReadHere(node)) return sources(node);
    const places = targets.of(number, index);
    if (places.length > 0) return places.every(isTold) ? sources(node) : undefined;
    const name = file.references[index]?.name as string;
    return isPath(file, index) ? ofRead(space.reference(number, index - 1), name, true, node) : undefined;
  }

  function isTold(place: Place): boolean {
    if (place.kind === "outside") return !place.names.includes("()");
    return place.kind === "declaration" || place.kind === "value" || place.kind === "bases";
  }

  function ofDeclaration(file: FileIndex, index: number, node: number): readonly number[] | undefined {
    const one = file.declarations[index];
    if (one === undefined) return undefined;
    if (isCallable(one.kind) || isTypeKind(one.kind)) return sources(node);
    if (!holdsValues.has(one.kind)) return undefined;
    if (one.kind === "parameter") return escapes.isClosedParameter(node) ? sources(node) : undefined;
    const from = sources(node);
    const beside = one.parent < 0 ? [] : ofHolder(file, one.parent, one.name);
    return from.length === 0 || beside === undefined ? undefined : [...from, ...beside];
  }

  /** A member of a variable may also come with another object that the variable is set to. */
  function ofHolder(file: FileIndex, holder: number, name: string): readonly number[] | undefined {
    const kind = file.declarations[holder]?.kind;
    if (kind !== "variable" && kind !== "constant") return [];
    const found: number[] = [];
    for (const from of sources(space.declaration(space.numberOf(file), holder))) {
      const isObject = from < space.size && isObjectRow(from);
      const told = isObject ? entriesOf(from, name) : [from];
      if (told === undefined) return undefined;
      found.push(...told);
    }
    return found;
  }

  function isObjectRow(node: number): boolean {
    const { kind, file, index } = space.read(node);
    if (kind !== "row") return false;
    return readValue(space.files[file]?.flow as ValueFlow, rowValue(index)).kind === "object";
  }

  function ofCall(
    number: number,
    reference: number,
    callee: number,
    node: number,
  ): readonly number[] | undefined {
    const places = reference < 0 ? [] : targets.of(number, reference);
    let isHeld = places.length === 0;
    for (const place of places) {
      if (place.kind !== "declaration") return undefined;
      const kind = place.file.declarations[place.declaration]?.kind ?? "field";
      if (isCallable(kind) && !hasCode(place.file, place.declaration)) return undefined;
      if (!isCallable(kind) && !isTypeKind(kind)) isHeld = true;
    }
    if (!isHeld) return sources(node);
    const arrived = state.at(callee);
    const canFollow = arrived.every((value) => {
      const { kind, node: made } = values.read(value);
      return kind === "class" || ((kind === "function" || kind === "bound") && isFollowed(made));
    });
    return arrived.length > 0 && canFollow ? [callee, ...sources(node)] : undefined;
  }

  function hasCode(file: FileIndex, declaration: number): boolean {
    if (file.declarations[declaration]?.isAbstract) return true;
    return isFollowed(state.functionNode(space.declaration(space.numberOf(file), declaration)));
  }

  function isFollowed(node: number): boolean {
    return state.callableAt(node) !== undefined;
  }

  function ofRow(
    file: FileIndex,
    number: number,
    index: number,
    node: number,
  ): readonly number[] | undefined {
    const row = readValue(file.flow as ValueFlow, rowValue(index));
    switch (row.kind) {
      case "member": {
        const reference = row.reference < 0 ? -1 : space.reference(number, row.reference);
        if (reference >= 0 && targets.isNoted(reference)) return [reference];
        return ofRead(space.value(number, row.base), row.name, true, node);
      }
      case "element":
        return ofRead(space.value(number, row.base), row.key, false, node);
      case "argument":
        return escapes.isClosed(space.callable(number, row.callable)) ? sources(node) : undefined;
      default:
        return sources(node);
    }
  }

  /** A member or element is told when its base is, and each value of the base tells it. */
  function ofRead(
    base: number,
    key: string | undefined,
    isMember: boolean,
    node: number,
  ): readonly number[] | undefined {
    const arrived = state.at(base);
    if (base < 0 || arrived.length === 0) return undefined;
    const found = [base, ...sources(node)];
    for (const value of arrived) {
      const { kind, node: made } = values.read(value);
      if (kind === "object") {
        const entries = entriesOf(made, key);
        if (entries === undefined) return undefined;
        found.push(...entries);
      } else if (kind === "outside" || kind === "function" || kind === "bound") return undefined;
      else if (!isMember || key === undefined || !hasMember(made, key)) return undefined;
    }
    return found;
  }

  function hasMember(type: number, name: string): boolean {
    const { file, index } = space.read(type);
    return context.binder.members
      .find(space.files[file] as FileIndex, index, name)
      .every((place) => place.kind === "declaration");
  }

  /** What an object is written with under a key, or under any; `undefined` when entries of another one are among it. */
  function entriesOf(object: number, key: string | undefined): readonly number[] | undefined {
    const { kind, file, index } = space.read(object);
    // What a parameter holds that takes any number of arguments.
    if (kind === "declaration") return [object];
    const flow = space.files[file]?.flow as ValueFlow;
    const row = readValue(flow, rowValue(index));
    const found: number[] = [];
    for (let at = row.kind === "object" ? row.start : 0; row.kind === "object" && at < row.end; at++) {
      const number = flow.entries[at * ENTRY_SIZE] as number;
      if (number === ALL_ENTRIES) return undefined;
      const name = flow.names[number];
      if (key !== undefined && name !== undefined && name !== key) continue;
      found.push(space.value(file, flow.entries[at * ENTRY_SIZE + 1] as ValueId));
    }
    return found;
  }
}
