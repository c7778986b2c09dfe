import {
  ARGUMENT_SIZE,
  argumentHow,
  CALL_SIZE,
  CALLABLE_SIZE,
  type FileIndex,
  PARAMETER_SIZE,
  parameterHow,
  receiverHow,
  referenceOfValue,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { FlowMembers } from "./flow-members.ts";
import type { FlowSite, FlowState } from "./flow-state.ts";
import { argumentsOf, maxPositions, parametersOf } from "./flow-uses.ts";
import { callablesOf } from "./link-types.ts";

/** Joins arguments to parameters and results to calls. */
export interface FlowCalls {
  readonly sites: readonly FlowSite[];
  /** Something arrives as the callee of a call that has a row. */
  callee(file: number, call: number, value: number): void;
  /** Something arrives at a name that may be called there. */
  called(file: number, reference: number, value: number): void;
  /** Something arrives as an argument. */
  argued(file: number, argument: number): void;
  /** A function gives something. */
  returns(file: number, callable: number, value: number): void;
  /** Joins a call to the functions that its name is bound to. */
  connect(file: number, call: number): void;
  /** The same of a call without a row, for what it gives. */
  connectBare(file: number, reference: number): void;
  /** Joins all calls that name the function of a parameter. */
  connectParameter(declaration: number): void;
  /** What is known of the calls of a file without following anything: those of classes give instances. */
  seedCalls(file: FileIndex, number: number, flow: ValueFlow): void;
  seedBare(file: FileIndex, number: number, reference: number): void;
}

export function createFlowCalls(state: FlowState, members: FlowMembers): FlowCalls {
  const { context, space, targets, uses, values } = state;
  const sites: FlowSite[] = [];
  const connected = new Set<number>();
  const bases = new Map<number, readonly number[]>();
  return {
    sites,
    callee,
    called,
    argued: (file, argument) => connect(file, uses.file(file).callOfArgument[argument] as number),
    returns,
    connect,
    connectBare,
    connectParameter,
    seedCalls,
    seedBare,
  };

  function callee(number: number, call: number, value: number): void {
    const flow = flowOf(number);
    const reference = referenceOfValue(flow.values, flow.calls[call * CALL_SIZE] as ValueId);
    sites.push({ file: number, call, reference, callee: values.read(value) });
    apply(number, call, space.result(number, call), value);
  }

  function called(number: number, reference: number, value: number): void {
    const role = space.files[number]?.references[reference]?.role;
    if (role !== "call" && role !== "new" && role !== "decorator") return;
    // One with a row is told by the row.
    if ((uses.file(number).callOf[reference] as number) >= 0) return;
    sites.push({ file: number, call: -1, reference, callee: values.read(value) });
    apply(number, -1, space.bareResult(number, reference), value);
  }

  /** A call of a value: its function gets the arguments, and what it gives is the result. */
  function apply(number: number, call: number, result: number, value: number): void {
    const { kind, node } = values.read(value);
    switch (kind) {
      case "function":
      case "bound":
        join(number, call, result, node, kind === "bound");
        return;
      case "class":
        instantiate(number, call, result, node);
        return;
      case "instance":
      case "value": {
        const { file, declaration } = placeOf(node);
        const { callMember } = context.rulesFor(file.language);
        if (callMember === undefined) return;
        for (const member of callablesOf(context.binder.members.find(file, declaration, callMember))) {
          join(number, call, result, functionOf(member), true);
        }
      }
    }
  }

  function instantiate(number: number, call: number, result: number, type: number): void {
    const place = placeOf(type);
    if (context.rulesFor(place.file.language).isDuckTyped === true) {
      state.add(result, values.of("instance", type));
    }
    if (call < 0) return;
    for (const made of context.types.constructors(place)) {
      join(number, call, -1, functionOf(made), true);
    }
    // A type may be told to be made of its parts without a constructor that says so.
    join(number, call, -1, functionOf(place), true);
  }

  /** `node`: of a callable, or of a declaration without one. */
  function join(number: number, call: number, result: number, node: number, isBound: boolean): void {
    const target = state.callableAt(node);
    if (target === undefined) return;
    state.copy(space.returned(target.file, target.callable), result);
    if (call < 0) return;
    pass(number, call, target.file, target.callable, isBound);
    for (const position of uses.file(target.file).handedBack.get(target.callable) ?? []) {
      for (const from of argumentsAt(number, call, target, position, isBound)) state.copy(from, result);
    }
  }

  /** Where the argument at a position of a function comes from; from its parameter, when that is not told. */
  function argumentsAt(
    number: number,
    call: number,
    { file: where, callable }: { readonly file: number; readonly callable: number },
    position: number,
    isBound: boolean,
  ): readonly number[] {
    const flow = flowOf(number);
    const { start, end } = argumentsOf(flow, call);
    const name = nameOfParameter(where, parametersOf(flowOf(where), callable).start + position);
    let at = firstPosition(where, callable, isBound);
    for (let one = start; one < end; one++) {
      const how = flow.arguments[one * ARGUMENT_SIZE + 1] as number;
      const isMeant = how === argumentHow.position ? at++ === position : how >= 0 && flow.names[how] === name;
      if (isMeant) return [space.value(number, flow.arguments[one * ARGUMENT_SIZE] as ValueId)];
      const isSpread = how === argumentHow.spread || how === argumentHow.spreadKeywords;
      if (isSpread) return parameterNodes(where, callable, position);
    }
    return [];
  }

  /** The position of the first argument: behind the receiver, where that is a parameter. */
  function firstPosition(where: number, callable: number, isBound: boolean): number {
    const receiver = flowOf(where).callables[callable * CALLABLE_SIZE + 4];
    return receiver === receiverHow.always || (receiver === receiverHow.value && isBound) ? 1 : 0;
  }

  /** Arguments go to parameters by position, by name and out of what is spread. */
  function pass(number: number, call: number, where: number, callable: number, isBound: boolean): void {
    const flow = flowOf(number);
    const given = argumentsOf(flow, call);
    let position = firstPosition(where, callable, isBound);
    let isSpread = false;
    for (let one = given.start; one < given.end; one++) {
      const from = space.value(number, flow.arguments[one * ARGUMENT_SIZE] as ValueId);
      const how = flow.arguments[one * ARGUMENT_SIZE + 1] as number;
      // Behind a spread the positions are not known.
      if (how === argumentHow.position && isSpread) passFrom(where, callable, position, from);
      else if (how === argumentHow.position) passTo(where, callable, position++, from);
      else if (how === argumentHow.spread) {
        spread(where, callable, position, from, isSpread);
        isSpread = true;
      } else if (how === argumentHow.spreadKeywords) spreadKeywords(where, callable, from);
      else passByName(where, callable, flow.names[how] as string, from);
    }
  }

  function passTo(where: number, callable: number, position: number, from: number): void {
    if (from < 0) return;
    const flow = flowOf(where);
    const { start, end } = parametersOf(flow, callable);
    for (let one = start; one < end; one++) {
      const how = flow.parameters[one * PARAMETER_SIZE + 1];
      if (how === parameterHow.rest) {
        if (one - start <= position)
          intoRest(where, callable, one - start, String(position - (one - start)), from);
        return;
      }
      if (how !== parameterHow.plain) return;
      if (one - start === position) {
        intoParameter(where, callable, position, from);
        return;
      }
    }
  }

  /** It goes to any parameter from a position on. */
  function passFrom(where: number, callable: number, position: number, from: number): void {
    if (from < 0) return;
    const flow = flowOf(where);
    const { start, end } = parametersOf(flow, callable);
    for (let one = start + position; one < end; one++) {
      const how = flow.parameters[one * PARAMETER_SIZE + 1];
      if (how === parameterHow.plain) intoParameter(where, callable, one - start, from);
      else if (how === parameterHow.rest) intoRest(where, callable, one - start, undefined, from);
    }
  }

  function spread(
    where: number,
    callable: number,
    position: number,
    from: number,
    hasNoPlaces: boolean,
  ): void {
    const flow = flowOf(where);
    const { start, end } = parametersOf(flow, callable);
    for (let one = start + position; one < end; one++) {
      const how = flow.parameters[one * PARAMETER_SIZE + 1];
      if (how === parameterHow.plain) {
        const part = state.fresh();
        state.readElements(from, hasNoPlaces ? undefined : String(one - start - position), part);
        intoParameter(where, callable, one - start, part);
      } else if (how === parameterHow.rest) {
        const part = state.fresh();
        state.readElements(from, undefined, part);
        intoRest(where, callable, one - start, undefined, part);
        return;
      } else return;
    }
  }

  function spreadKeywords(where: number, callable: number, from: number): void {
    const flow = flowOf(where);
    const { start, end } = parametersOf(flow, callable);
    for (let one = start; one < end; one++) {
      const how = flow.parameters[one * PARAMETER_SIZE + 1];
      if (how === parameterHow.rest) continue;
      const name = nameOfParameter(where, one);
      const part = state.fresh();
      state.readElements(from, how === parameterHow.restKeywords ? undefined : name, part);
      if (how === parameterHow.restKeywords) intoRest(where, callable, one - start, undefined, part);
      else intoParameter(where, callable, one - start, part);
    }
  }

  function passByName(where: number, callable: number, name: string, from: number): void {
    if (from < 0) return;
    const flow = flowOf(where);
    const { start, end } = parametersOf(flow, callable);
    for (let one = start; one < end; one++) {
      const how = flow.parameters[one * PARAMETER_SIZE + 1];
      if (how === parameterHow.restKeywords) intoRest(where, callable, one - start, name, from);
      else if (how !== parameterHow.rest && nameOfParameter(where, one) === name) {
        intoParameter(where, callable, one - start, from);
        return;
      }
    }
  }

  function nameOfParameter(where: number, parameter: number): string | undefined {
    const declaration = flowOf(where).parameters[parameter * PARAMETER_SIZE] as number;
    return space.files[where]?.declarations[declaration]?.name;
  }

  /** The nodes that hold what a callable gets at a position. */
  function parameterNodes(where: number, callable: number, position: number): readonly number[] {
    const flow = flowOf(where);
    const { start } = parametersOf(flow, callable);
    const declaration = flow.parameters[(start + position) * PARAMETER_SIZE] as number;
    if (declaration >= 0) return [space.declaration(where, declaration)];
    const rows = uses.file(where).patterns.get(callable * maxPositions + position) ?? [];
    return rows.map((row) => space.row(where, row));
  }

  function intoParameter(where: number, callable: number, position: number, from: number): void {
    for (const to of parameterNodes(where, callable, position)) state.copy(from, to);
  }

  /** A parameter that takes any number of arguments holds a list or table of them. */
  function intoRest(
    where: number,
    callable: number,
    position: number,
    key: string | undefined,
    from: number,
  ): void {
    for (const to of parameterNodes(where, callable, position)) {
      const object = values.of("object", to);
      state.add(to, object);
      state.copy(from, members.field(object, key));
    }
  }

  function returns(number: number, callable: number, value: number): void {
    const declaration = flowOf(number).callables[callable * CALLABLE_SIZE] as number;
    if (declaration < 0) return;
    for (const named of namedAs(space.declaration(number, declaration))) {
      for (const reference of targets.boundTo(named)) {
        const { file, index } = space.read(reference);
        const role = space.files[file]?.references[index]?.role;
        if (role !== "call" && role !== "decorator") continue;
        const call = uses.file(file).callOf[index] as number;
        state.add(call >= 0 ? space.result(file, call) : space.bareResult(file, index), value);
      }
    }
  }

  /** A method runs too where the one that it stands for is called: one of a base. */
  function namedAs(declaration: number): readonly number[] {
    const known = bases.get(declaration);
    if (known !== undefined) return known;
    const { file, declaration: index } = placeOf(declaration);
    const one = file.declarations[index];
    const found = [declaration];
    const owner = one?.level === "member" ? context.binder.members.around(file, index) : undefined;
    if (one !== undefined && owner !== undefined) {
      for (const base of context.binder.members.line(owner.file, owner.declaration)) {
        for (const member of callablesOf(context.binder.members.own(base.file, base.declaration, one.name))) {
          const node = space.declaration(space.numberOf(member.file), member.declaration);
          if (!found.includes(node)) found.push(node);
        }
      }
    }
    bases.set(declaration, found);
    return found;
  }

  function connect(number: number, call: number): void {
    const flow = flowOf(number);
    const reference = referenceOfValue(flow.values, flow.calls[call * CALL_SIZE] as ValueId);
    if (reference >= 0) connectNamed(number, call, reference, space.result(number, call));
  }

  function connectBare(number: number, reference: number): void {
    connectNamed(number, -1, reference, space.bareResult(number, reference));
  }

  function connectNamed(number: number, call: number, reference: number, result: number): void {
    if (connected.has(result)) return;
    connected.add(result);
    const node = space.reference(number, reference);
    targets.eachDeclaration(node, (declaration) => {
      const place = placeOf(declaration);
      const kind = place.file.declarations[place.declaration]?.kind;
      if (kind === undefined) return;
      if (isTypeKind(kind)) instantiate(number, call, result, declaration);
      else if (isCallable(kind)) {
        const isBound = members.isBound(node, place);
        join(number, call, result, state.functionNode(declaration), isBound);
        for (const member of overridesOf(place)) join(number, call, result, functionOf(member), isBound);
      }
    });
    for (const place of targets.of(number, reference)) {
      if (place.kind !== "bases") continue;
      // `super(…)`
      const [, next] = context.binder.members.line(place.file, place.declaration);
      for (const made of next === undefined ? [] : context.types.constructors(next)) {
        join(number, call, -1, functionOf(made), true);
      }
    }
  }

  function overridesOf({ file, declaration }: DeclarationPlace): readonly DeclarationPlace[] {
    const one = file.declarations[declaration];
    const owner = one?.level === "member" ? context.binder.members.around(file, declaration) : undefined;
    return one === undefined || owner === undefined ? [] : context.types.overrides(owner, one.name);
  }

  function connectParameter(declaration: number): void {
    const { file, declaration: index } = placeOf(declaration);
    const parent = file.declarations[index]?.parent ?? -1;
    if (file.declarations[index]?.kind !== "parameter" || parent < 0) return;
    for (const named of namedAs(space.declaration(space.numberOf(file), parent))) {
      for (const reference of targets.boundTo(named)) {
        const place = space.read(reference);
        const call = uses.file(place.file).callOf[place.index] as number;
        if (call >= 0) connect(place.file, call);
      }
    }
  }

  function seedCalls(file: FileIndex, number: number, flow: ValueFlow): void {
    const isDuckTyped = context.rulesFor(file.language).isDuckTyped === true;
    for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
      const called = flow.calls[call * CALL_SIZE] as ValueId;
      const reference = referenceOfValue(flow.values, called);
      if (reference >= 0) {
        if (isDuckTyped) seedInstance(space.reference(number, reference), space.result(number, call));
        continue;
      }
      const node = space.value(number, called);
      if (node < 0) continue;
      const { kind, index } = space.read(node);
      if (kind === "callable") state.add(node, values.of("function", node));
      // A class that is made a value of without a word, as for a constant of an enum.
      const isType = kind === "declaration" && isTypeKind(file.declarations[index]?.kind ?? "field");
      if (isType) instantiate(number, call, space.result(number, call), node);
    }
  }

  function seedBare(file: FileIndex, number: number, reference: number): void {
    if (context.rulesFor(file.language).isDuckTyped !== true) return;
    if ((uses.file(number).callOf[reference] as number) >= 0) return;
    seedInstance(space.reference(number, reference), space.bareResult(number, reference));
  }

  function seedInstance(reference: number, result: number): void {
    targets.eachDeclaration(reference, (declaration) => {
      const { file, declaration: index } = placeOf(declaration);
      if (isTypeKind(file.declarations[index]?.kind ?? "field")) {
        state.add(result, values.of("instance", declaration));
      }
    });
  }

  function functionOf({ file, declaration }: DeclarationPlace): number {
    return state.functionNode(space.declaration(space.numberOf(file), declaration));
  }

  function placeOf(declaration: number): DeclarationPlace {
    const file = space.files[space.fileOf(declaration)] as FileIndex;
    return { kind: "declaration", file, declaration: space.indexOf(declaration) };
  }

  function flowOf(number: number): ValueFlow {
    return space.files[number]?.flow as ValueFlow;
  }
}
