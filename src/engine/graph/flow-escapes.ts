import {
  ARGUMENT_SIZE,
  CALL_SIZE,
  CALLABLE_SIZE,
  type FileIndex,
  readValue,
  referenceOfValue,
  STORE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import { holdsValues } from "./bind-roles.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { FlowSolution } from "./flow-solver.ts";
import { argumentsOf, isPath } from "./flow-uses.ts";

/** Which functions are called by nobody but the calls that are seen. */
export interface FlowEscapes {
  /** Of the node of a parameter's declaration. */
  isClosedParameter(declaration: number): boolean;
  /** Of the node of a callable. */
  isClosed(callable: number): boolean;
}

export function createFlowEscapes(solution: FlowSolution): FlowEscapes {
  const { state, contents } = solution;
  const { space, targets, uses, values } = state;
  let given: Set<number> | undefined;
  return { isClosedParameter, isClosed };

  function isClosedParameter(node: number): boolean {
    const { file: number, index } = space.read(node);
    const callable = uses.file(number).callableOfParameter.get(index);
    return callable !== undefined && isClosed(space.callable(number, callable));
  }

  function isClosed(callable: number): boolean {
    given ??= findGiven();
    if (given.has(callable)) return false;
    const { file: number, index } = space.read(callable);
    const file = space.files[number] as FileIndex;
    const declaration = (file.flow as ValueFlow).callables[index * CALLABLE_SIZE] as number;
    if (declaration < 0) return isUsed(callable);
    const one = file.declarations[declaration];
    if (one === undefined || one.isExported || one.level === "member") return false;
    return targets.boundTo(space.declaration(number, declaration)).every((reference) => {
      const place = space.read(reference);
      const role = space.files[place.file]?.references[place.index]?.role;
      return role === "call" || role === "write" || isUsed(reference);
    });
  }

  /** A record says where it goes. */
  function isUsed(node: number): boolean {
    return (uses.first[node + 1] as number) > (uses.first[node] as number);
  }

  /** The functions that get to code outside, or to where nobody says what becomes of them. */
  function findGiven(): Set<number> {
    const found = new Set<number>();
    const seen = new Set<number>();
    const give = (node: number): void => {
      for (const value of node < 0 ? [] : state.at(node)) {
        const one = values.read(value);
        if (one.kind === "function" || one.kind === "bound") found.add(one.node);
        if (one.kind !== "object" || seen.has(value)) continue;
        seen.add(value);
        contents(value).forEach(give);
      }
    };
    space.files.forEach((file, number) => {
      if (file.flow !== undefined) giveOfFile(file, number, file.flow, give);
    });
    for (let node = 0; node < space.size; node++) if (isLost(node)) give(node);
    return found;
  }

  function giveOfFile(file: FileIndex, number: number, flow: ValueFlow, give: (node: number) => void): void {
    for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
      if (isOfProject(number, flow, call)) continue;
      const { start, end } = argumentsOf(flow, call);
      for (let one = start; one < end; one++) {
        give(space.value(number, flow.arguments[one * ARGUMENT_SIZE] as ValueId));
      }
    }
    for (let store = 0; store < flow.stores.length; store += STORE_SIZE) {
      if (isOwnTarget(file, number, flow, flow.stores[store] as ValueId)) continue;
      give(space.value(number, flow.stores[store + 1] as ValueId));
    }
    file.declarations.forEach((one, declaration) => {
      const isShown = one.isExported || one.level === "member";
      if (isShown && holdsValues.has(one.kind)) give(space.declaration(number, declaration));
    });
    for (let callable = 0; callable * CALLABLE_SIZE < flow.callables.length; callable++) {
      const one = file.declarations[flow.callables[callable * CALLABLE_SIZE] as number];
      if (one?.isExported || one?.level === "member") give(space.returned(number, callable));
    }
  }

  /** A name, or a part of a table that a variable of the file holds: nobody else sees what is put there. */
  function isOwnTarget(file: FileIndex, number: number, flow: ValueFlow, target: ValueId): boolean {
    const value = readValue(flow, target);
    if (value.kind === "declaration") return true;
    const reference = referenceOfValue(flow.values, target);
    if (reference >= 0 && targets.isNoted(space.reference(number, reference))) return true;
    let base = -1;
    if (value.kind === "member" || value.kind === "element") base = space.value(number, value.base);
    else if (value.kind === "reference" && isPath(file, value.reference)) {
      base = space.reference(number, value.reference - 1);
    }
    return base >= 0 && base !== space.unknown && isOwnTable(base);
  }

  function isOwnTable(base: number): boolean {
    const arrived = [...state.at(base)];
    let isOwn = arrived.length > 0 && arrived.every((value) => values.read(value).kind === "object");
    if (!isOwn || space.read(base).kind !== "reference") return false;
    targets.eachDeclaration(base, (declaration) => {
      const { file, index } = space.read(declaration);
      const one = space.files[file]?.declarations[index];
      isOwn &&= one?.isExported === false && (one.kind === "variable" || one.kind === "constant");
    });
    return isOwn && targets.isNoted(base);
  }

  /** A value arrives there, and the record does not say where it goes on. */
  function isLost(node: number): boolean {
    if (isUsed(node) || state.at(node).length === 0) return false;
    const kind = space.kindOf(node);
    if (kind === "declaration" || kind === "returned" || kind === "callable") return false;
    if (kind !== "reference") return solution.copiesOf(node).length === 0;
    const role = space.files[space.fileOf(node)]?.references[space.indexOf(node)]?.role;
    return role === "read";
  }

  /** All that the call can run is written in the project, by its name. */
  function isOfProject(number: number, flow: ValueFlow, call: number): boolean {
    const reference = referenceOfValue(flow.values, flow.calls[call * CALL_SIZE] as ValueId);
    const places = reference < 0 ? [] : targets.of(number, reference);
    return (
      places.length > 0 &&
      places.every((place) => {
        if (place.kind !== "declaration") return false;
        const kind = place.file.declarations[place.declaration]?.kind ?? "field";
        return isCallable(kind) || isTypeKind(kind);
      })
    );
  }
}
