import {
  ARGUMENT_SIZE,
  CALL_SIZE,
  CALLABLE_SIZE,
  type FileIndex,
  READER_SIZE,
  readerOf,
  readValue,
  referenceOfValue,
  rowOfValue,
  STORE_SIZE,
  VALUE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { FlowSolution } from "./flow-solver.ts";
import { argumentsOf, isPath, useKind } from "./flow-uses.ts";
import type { FlowViewers } from "./flow-viewers.ts";
import type { UseContext } from "./link-use-context.ts";

/**
 * Gives whether all that can ever call a function that is used as a value has been seen: wherever it goes, each place is
 * read by nothing but what is followed. Naming such a function runs nothing by itself; the calls that it comes to do.
 */
export function createFlowAccounts(
  context: UseContext,
  solution: FlowSolution,
  isKnown: (node: number) => boolean,
  viewers: FlowViewers,
): (place: DeclarationPlace) => boolean {
  const { state } = solution;
  const { space, targets, uses, values } = state;
  let given: ReadonlySet<number> | undefined;
  const readers = new Map<FileIndex, ReadonlySet<number>>();
  return isAccountedFor;

  function isAccountedFor({ file, declaration }: DeclarationPlace): boolean {
    const one = file.declarations[declaration];
    if (one?.kind !== "function" || one.level === "member" || !isFollowed(file)) return false;
    if (viewers.areFunctionsOpen(file)) return false;
    const node = space.declaration(space.numberOf(file), declaration);
    const self = state.functionNode(node);
    if (state.callableAt(self) === undefined) return false;
    solution.settle();
    if (solution.cutSteps > 0) return false;
    given ??= findGiven();
    return !given.has(self) && targets.boundTo(node).every(isToldReference);
  }

  function isFollowed(file: FileIndex): boolean {
    return file.flow !== undefined && context.rulesFor(file.language).followed !== undefined;
  }

  /** A record says where a function goes that is named there. */
  function isToldReference(node: number): boolean {
    const { file: number, index } = space.read(node);
    const role = space.files[number]?.references[index]?.role;
    if (role === "call" || role === "new" || role === "write" || role === "decorator") return true;
    return role === "read" && isUsed(node) && isFollowed(space.files[number] as FileIndex);
  }

  function isUsed(node: number): boolean {
    return (uses.first[node + 1] as number) > (uses.first[node] as number);
  }

  /** All functions that get to where nobody says what becomes of them. */
  function findGiven(): ReadonlySet<number> {
    const found = new Set<number>();
    const seen = new Set<number>();
    const open: number[] = [];
    const giveValue = (value: number): void => {
      if (seen.has(value)) return;
      seen.add(value);
      const one = values.read(value);
      if (one.kind === "object") open.push(...solution.contents(value));
      if (one.kind !== "function" && one.kind !== "bound") return;
      found.add(one.node);
      open.push(...solution.contents(value));
      const called = state.callableAt(one.node);
      // Whoever calls it gets what it gives.
      if (called !== undefined) open.push(space.returned(called.file, called.callable));
    };
    const give = (node: number): void => {
      if (node >= 0) for (const value of state.at(node)) giveValue(value);
      for (let next = open.pop(); next !== undefined; next = open.pop()) state.at(next).forEach(giveValue);
    };
    solution.refused.forEach(giveValue);
    give(space.unknown);
    for (let node = 0; node < space.size; node++) {
      if (state.at(node).length > 0 && isOpen(node)) give(node);
    }
    space.files.forEach((file, number) => {
      if (file.flow === undefined) return;
      giveOfFile(file, number, file.flow, give);
      eachFunctionRead(file, number, (value) => {
        giveValue(value);
        give(space.unknown);
      });
    });
    return found;
  }

  /** What arrives there may go on to where no record says. */
  function isOpen(node: number): boolean {
    const { kind, file: number, index } = space.read(node);
    const file = space.files[number] as FileIndex;
    if (!isFollowed(file) || viewers.isOpenFile(file)) return true;
    switch (kind) {
      case "declaration":
        return viewers.isShown(file, index);
      case "returned": {
        const declaration = (file.flow as ValueFlow).callables[index * CALLABLE_SIZE] as number;
        // Without a name, and no value that was seen: a constructor or member of a class without one.
        if (declaration < 0) return state.at(space.callable(number, index)).length === 0;
        return viewers.isShown(file, declaration) || isMade(space.declaration(number, declaration));
      }
      case "reference":
        return isOpenReference(file, number, index, node);
      case "unknown":
        return true;
      default:
        return !isUsed(node) && solution.copiesOf(node).length === 0;
    }
  }

  /** Who makes a value of it may get what it gives instead. */
  function isMade(declaration: number): boolean {
    return targets.boundTo(declaration).some((reference) => {
      const place = space.read(reference);
      return space.files[place.file]?.references[place.index]?.role === "new";
    });
  }

  function isOpenReference(file: FileIndex, number: number, index: number, node: number): boolean {
    switch (file.references[index]?.role) {
      case "write":
      case "call":
      case "new":
      case "decorator":
        return false;
      case "read":
        // The head of a path whose end is bound says nothing of where the head itself goes.
        return (
          !isUsed(node) && !(isPath(file, index + 1) && targets.isNoted(space.reference(number, index + 1)))
        );
      default:
        return true;
    }
  }

  function giveOfFile(file: FileIndex, number: number, flow: ValueFlow, give: (node: number) => void): void {
    for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
      const callee = flow.calls[call * CALL_SIZE] as ValueId;
      const reference = referenceOfValue(flow.values, callee);
      const called = calledBy(number, reference, space.value(number, callee));
      if (!called?.every((node) => !hasReader(node, readerOf.arguments)))
        giveArguments(number, flow, call, give);
      if (flow.calls[call * CALL_SIZE + 1] === 1) giveMade(space.value(number, callee), give);
      const base = baseOf(file, number, flow, callee);
      if (base >= 0) giveReceiver(file, base, nameOf(file, flow, callee), reference >= 0, called, give);
    }
    file.references.forEach((reference, index) => {
      if (
        reference.role !== "call" ||
        !isPath(file, index) ||
        (uses.file(number).callOf[index] as number) >= 0
      )
        return;
      const called = calledBy(number, index, space.reference(number, index));
      giveReceiver(file, space.reference(number, index - 1), reference.name, true, called, give);
    });
    for (let store = 0; store < flow.stores.length; store += STORE_SIZE) {
      if (!isOwnTarget(file, number, flow, flow.stores[store] as ValueId)) {
        give(space.value(number, flow.stores[store + 1] as ValueId));
      }
    }
    giveFunctionsRead(file, number, flow, give);
  }

  /** What a function gives of which a value is made. */
  function giveMade(callee: number, give: (node: number) => void): void {
    for (const value of callee < 0 ? [] : state.at(callee)) {
      const called = state.callableAt(values.read(value).node);
      if (called !== undefined) give(space.returned(called.file, called.callable));
    }
  }

  function giveArguments(number: number, flow: ValueFlow, call: number, give: (node: number) => void): void {
    const { start, end } = argumentsOf(flow, call);
    for (let one = start; one < end; one++) {
      give(space.value(number, flow.arguments[one * ARGUMENT_SIZE] as ValueId));
    }
  }

  /** The functions that a call can run, by their nodes; `undefined` where it can run more than is known. */
  function calledBy(number: number, reference: number, callee: number): readonly number[] | undefined {
    const found: number[] = [];
    const places = reference < 0 ? [] : targets.of(number, reference);
    let isHeld = places.length === 0;
    for (const place of places) {
      if (place.kind !== "declaration") return undefined;
      const kind = place.file.declarations[place.declaration]?.kind ?? "field";
      if (isTypeKind(kind)) return undefined;
      if (!isCallable(kind)) {
        isHeld = true;
        continue;
      }
      const declaration = space.declaration(space.numberOf(place.file), place.declaration);
      // A name that may stand for something else, and a member that another class may have too.
      const isSure = place.file.declarations[place.declaration]?.level !== "member";
      if (!isSure || solution.sources(declaration).length > 0) return undefined;
      found.push(state.functionNode(declaration));
    }
    if (callee < 0 || (isHeld && (state.at(callee).length === 0 || !isKnown(callee)))) return undefined;
    for (const value of state.at(callee)) {
      const { kind, node } = values.read(value);
      if (kind !== "function") return undefined;
      found.push(node);
    }
    return found.every((node) => state.callableAt(node) !== undefined) ? found : undefined;
  }

  function hasReader(node: number, what: number): boolean {
    const at = state.callableAt(node);
    if (at === undefined) return true;
    const file = space.files[at.file] as FileIndex;
    let known = readers.get(file);
    if (known === undefined) {
      const flow = file.flow as ValueFlow;
      const found = new Set<number>();
      for (let row = 0; row < flow.readers.length; row += READER_SIZE) {
        found.add((flow.readers[row] as number) * READER_SIZE + (flow.readers[row + 1] as number));
      }
      known = found;
      readers.set(file, known);
    }
    return known.has(at.callable * READER_SIZE + what);
  }

  /** Whoever is called as a member of a table may get at the table. */
  function giveReceiver(
    file: FileIndex,
    base: number,
    name: string | undefined,
    isWritten: boolean,
    called: readonly number[] | undefined,
    give: (node: number) => void,
  ): void {
    if (![...state.at(base)].some((value) => values.read(value).kind === "object")) return;
    if (called !== undefined) {
      if (called.some((node) => hasReader(node, readerOf.receiver))) give(base);
      return;
    }
    const { tableMembers, tableOperators } = context.rulesFor(file.language).followed ?? {};
    const isKnownMember =
      name !== undefined &&
      (tableMembers?.has(name) === true || (!isWritten && tableOperators?.has(name) === true));
    if (!isKnownMember) give(base);
  }

  function baseOf(file: FileIndex, number: number, flow: ValueFlow, target: ValueId): number {
    const found = readValue(flow, target);
    if (found.kind === "member" || found.kind === "element") return space.value(number, found.base);
    if (found.kind !== "reference") return -1;
    return isPath(file, found.reference) ? space.reference(number, found.reference - 1) : -1;
  }

  function nameOf(file: FileIndex, flow: ValueFlow, callee: ValueId): string | undefined {
    const found = readValue(flow, callee);
    if (found.kind === "member") return found.name;
    return found.kind === "reference" ? file.references[found.reference]?.name : undefined;
  }

  /** What is put there is a variable's, which is asked for itself, or stays in tables that are all known. */
  function isOwnTarget(file: FileIndex, number: number, flow: ValueFlow, target: ValueId): boolean {
    if (rowOfValue(target) >= 0 && readValue(flow, target).kind === "declaration") return true;
    const reference = referenceOfValue(flow.values, target);
    const places = reference < 0 ? [] : targets.of(number, reference);
    if (places.length > 0) return places.every((place) => place.kind === "declaration");
    const base = baseOf(file, number, flow, target);
    const name = nameOf(file, flow, target);
    if (base < 0 || (name !== undefined && isImplicit(file, name))) return false;
    const to = readValue(flow, target);
    // A key in brackets is a symbol, or what sounds like one; a list's own are empty.
    if (to.kind === "element" && to.key !== undefined && /^\[[^\]]/u.test(to.key)) return false;
    const arrived = [...state.at(base)];
    const areTables = arrived.length > 0 && arrived.every((value) => values.read(value).kind === "object");
    return areTables && isKnown(base);
  }

  /** The language itself calls members of such names. */
  function isImplicit({ language }: FileIndex, name: string): boolean {
    return context.rulesFor(language).isImplicitMember?.(name) === true;
  }

  /** A member of a function as a value: only those that call it are followed. What entries of implicit names hold runs. */
  function giveFunctionsRead(
    file: FileIndex,
    number: number,
    flow: ValueFlow,
    give: (node: number) => void,
  ): void {
    const { callingMembers, followed } = context.rulesFor(file.language);
    const isCalling = (name: string | undefined) =>
      name !== undefined && (name === "bind" || callingMembers?.has(name) === true);
    eachUse(number, (node, kind, at) => {
      if (kind !== useKind.read && kind !== useKind.path && kind !== useKind.entry) return;
      if (kind === useKind.entry) {
        const key = flow.names[flow.entries[at * 2] as number];
        if (key !== undefined && isImplicit(file, key)) give(node);
        return;
      }
      const reader = kind === useKind.path ? at : (flow.values[at * VALUE_SIZE + 3] as number);
      if (followed?.membersAreBound && file.references[reader]?.role === "read") give(node);
      const isFunction = [...state.at(node)].some((value) => isFunctionValue(value));
      if (!isFunction) return;
      const name =
        kind === useKind.path
          ? file.references[at]?.name
          : flow.names[flow.values[at * VALUE_SIZE + 2] as number];
      if (!isCalling(name)) give(node);
    });
  }

  /** `f.__call__`: a member of a function by its name, which runs it in a way that no record tells. */
  function eachFunctionRead(file: FileIndex, number: number, see: (value: number) => void): void {
    const members = context.rulesFor(file.language).followed?.functionMembers;
    if (members === undefined) return;
    file.references.forEach(({ name, through }, index) => {
      if (through.length === 0 || !members.has(name) || !isPath(file, index)) return;
      targets.eachDeclaration(space.reference(number, index - 1), (declaration) => {
        see(values.of("function", state.functionNode(declaration)));
      });
    });
  }

  function isFunctionValue(value: number): boolean {
    const { kind } = values.read(value);
    return kind === "function" || kind === "bound";
  }

  /** The uses of all nodes of a file at which something has arrived. */
  function eachUse(number: number, see: (node: number, kind: number, at: number) => void): void {
    const start = space.declaration(number, 0);
    const end = number + 1 < space.files.length ? space.declaration(number + 1, 0) : space.size;
    for (let node = start; node < end; node++) {
      if (state.at(node).length === 0) continue;
      for (let use = uses.first[node] as number; use < (uses.first[node + 1] as number); use++) {
        see(node, uses.kind[use] as number, uses.at[use] as number);
      }
    }
  }
}
