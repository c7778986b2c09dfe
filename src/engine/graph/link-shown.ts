import {
  ARGUMENT_SIZE,
  CALL_SIZE,
  CALLABLE_SIZE,
  declarationKey,
  ENTRY_SIZE,
  type FileIndex,
  PARAMETER_SIZE,
  readValue,
  receiverHow,
  referenceOfValue,
  STORE_SIZE,
  type TypeName,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import { type DeclarationPlace, type Place, placeKey } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { FlowTargets } from "./flow-targets.ts";
import { argumentsOf, parametersOf } from "./flow-uses.ts";
import { type LinkContext, ownerNode } from "./link-context.ts";
import { callablesOf } from "./link-types.ts";
import type { UseContext } from "./link-use-context.ts";
import type { Scope } from "./project-graph.ts";

/** Where a value is put: a place of a written type, one that takes the type of what it gets, or any other. */
type Slot =
  | { readonly kind: "typed"; readonly types: readonly Place[] }
  | { readonly kind: "same" }
  | { readonly kind: "open" }
  /** It goes to packages of the language, which call what their own interfaces ask for. */
  | { readonly kind: "packages"; readonly names: readonly string[] };

const same: Slot = { kind: "same" };
const open: Slot = { kind: "open" };

/**
 * Where a type need not say which interfaces it is of, code outside may call any exported method of a value through an
 * interface of its own, or by reflection. It gets such a value only when that was put somewhere that is not of its type: an
 * interface, a container, an argument of code outside. That is noted at each such place.
 */
export function linkShown(context: UseContext, targets: FlowTargets): void {
  const families = new Set(
    context.files.flatMap((file) => (showsMethods(context, file) ? [context.familyOf(file.language)] : [])),
  );
  const scopes = new Map<string, Scope>();
  const callables = new Map<FileIndex, ReadonlyMap<number, number>>();
  const callablesIn = (file: FileIndex): ReadonlyMap<number, number> => {
    const known = callables.get(file) ?? callablesByDeclaration(file);
    callables.set(file, known);
    return known;
  };
  context.files.forEach((file, number) => {
    if (file.flow === undefined || context.rulesFor(file.language).isStranger === undefined) return;
    const isShown = families.has(context.familyOf(file.language));
    linkFile(context, targets, file, number, { isShown, scopes, callablesIn });
  });
}

/** The file hands values to code that knows more methods than those of the language's own interfaces. */
function showsMethods({ rulesFor, binder }: LinkContext, file: FileIndex): boolean {
  const { reflectingPackages, isStranger, strangeFlags } = rulesFor(file.language);
  if (isStranger === undefined) return false;
  if (file.flags.some((flag) => strangeFlags?.has(flag.name))) return true;
  return file.imports.some((entry) => {
    if (reflectingPackages?.has(entry.specifier)) return true;
    return isStranger(entry.specifier) && binder.resolveImport(file, entry).kind === "outside";
  });
}

interface ShownOptions {
  /** Some code gets values whose methods it may call by any name. */
  readonly isShown: boolean;
  readonly scopes: Map<string, Scope>;
  readonly callablesIn: (file: FileIndex) => ReadonlyMap<number, number>;
}

function callablesByDeclaration({ flow }: FileIndex): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; flow !== undefined && at < flow.callables.length; at += CALLABLE_SIZE) {
    if ((flow.callables[at] as number) >= 0) found.set(flow.callables[at] as number, at / CALLABLE_SIZE);
  }
  return found;
}

function linkFile(
  context: UseContext,
  targets: FlowTargets,
  file: FileIndex,
  number: number,
  { isShown, scopes, callablesIn }: ShownOptions,
): void {
  const { binder, table } = context;
  const flow = file.flow as ValueFlow;
  const rules = context.rulesFor(file.language);
  const noted = new Set<string>();
  const judged = new Uint8Array(flow.entries.length / ENTRY_SIZE);
  judgeCalls();
  judgeResults();
  judgeStores();
  judgeEntries();
  for (const entry of file.assignments) {
    if (entry.declaration < 0 || entry.reference < 0) continue;
    const reference = file.references[entry.reference];
    const types =
      entry.value === "call" ? resultTypes(entry.reference, entry.position) : heldTypes(entry.reference);
    judge(types, holderSlot(file, entry.declaration), reference?.within ?? -1, entry.line);
  }

  function judge(types: readonly DeclarationPlace[], slot: Slot, within: number, line: number): void {
    if (slot.kind === "same") return;
    if (slot.kind === "packages") {
      for (const type of types) linkCalled(type, slot.names, within, line);
      return;
    }
    const accepted = slot.kind === "typed" ? new Set(slot.types.map(typeKey)) : undefined;
    for (const type of types) if (accepted?.has(typeKey(type)) !== true) note(type, within, line);
  }

  function linkCalled(
    { file: where, declaration }: DeclarationPlace,
    names: readonly string[],
    within: number,
    line: number,
  ): void {
    for (const name of names) {
      for (const method of rules.calledBy?.get(name) ?? []) {
        for (const member of callablesOf(binder.members.find(where, declaration, method))) {
          const node = table.declarationNode(member.file, member.declaration);
          const caller = ownerNode(context, file, within);
          if (node >= 0) table.edge(caller, node, "reference", "called by the language", { line, column: 0 });
        }
      }
    }
  }

  function note(type: DeclarationPlace, within: number, line: number): void {
    if (!isShown) return;
    const caller = ownerNode(context, file, within);
    const key = `${caller}\0${placeKey(type)}`;
    if (noted.has(key)) return;
    noted.add(key);
    const scope = scopeOf(context, type, scopes);
    if (scope.kind !== "definitions" || scope.keys.length === 0) return;
    table.unresolved({
      caller,
      line,
      column: 0,
      reason: "interface-receiver",
      isDynamic: false,
      text: `methods of ${type.file.declarations[type.declaration]?.name} by code outside`,
      scope,
    });
  }

  function judgeCalls(): void {
    for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
      const { start, end } = argumentsOf(flow, call);
      if (start === end) continue;
      const callee = calleeSlots(flow.calls[call * CALL_SIZE] as ValueId);
      const { within, line } = whereIs(call);
      for (let one = start; one < end; one++) {
        const types = typesOf(flow.arguments[one * ARGUMENT_SIZE] as ValueId);
        if (types.length > 0) judge(types, callee(one - start), within, line);
      }
    }
  }

  function whereIs(call: number): { readonly within: number; readonly line: number } {
    const at = call * CALL_SIZE;
    const named = file.references[referenceOfValue(flow.values, flow.calls[at] as ValueId)];
    if (named !== undefined) return named;
    return { within: flow.calls[at + 4] as number, line: flow.calls[at + 2] as number };
  }

  /** What a call's function wants at each position. */
  function calleeSlots(callee: ValueId): (position: number) => Slot {
    const index = referenceOfValue(flow.values, callee);
    const reference = file.references[index];
    if (reference === undefined) return () => open;
    const places = targets.of(number, index);
    if (places.length === 0) {
      const isOfLanguage =
        reference.through.length === 0 && rules.builtins?.names.has(reference.name) === true;
      return isOfLanguage && rules.openBuiltins?.has(reference.name) !== true ? () => same : () => open;
    }
    if (places.every((place) => isOutsideCallee(place) && !isStrange(place))) {
      const slot: Slot = { kind: "packages", names: places.map(packageOf) };
      return () => slot;
    }
    const held = context.values.follow(places);
    const functions = held.callables.filter((one): one is DeclarationPlace => one.kind === "declaration");
    if (held.isPartial || functions.length !== held.callables.length) return () => open;
    const isMember = reference.through.length > 0 && places.every((place) => isFunction(place));
    const isBound =
      isMember && binder.receiver(file, reference).some((one) => one.kind === "value" || isHolder(one));
    const all = functions.map((one) => parameterSlots(one, isBound));
    return (position) => {
      const slots = all.map((slotAt) => slotAt(position));
      if (slots.some((slot) => slot.kind === "open")) return open;
      return { kind: "typed", types: slots.flatMap((slot) => (slot.kind === "typed" ? slot.types : [])) };
    };
  }

  function isOutsideCallee(place: Place): boolean {
    return place.kind === "outside" || place.kind === "module";
  }

  function packageOf(place: Place): string {
    if (place.kind === "outside") return place.name;
    return place.kind === "module" && place.module.kind === "outside" ? place.module.name : "";
  }

  function isStrange(place: Place): boolean {
    const name = packageOf(place);
    return (
      rules.isStranger?.(name) === true ||
      rules.reflectingPackages?.has(name) === true ||
      rules.keepingPackages?.has(name) === true
    );
  }

  function parameterSlots(callee: DeclarationPlace, isBound: boolean): (position: number) => Slot {
    const one = callee.file.declarations[callee.declaration];
    if (one === undefined) return () => open;
    if (isTypeKind(one.kind)) return () => ({ kind: "typed", types: [callee] });
    const { parameters, hasReceiver } = parametersIn(callee, isBound);
    const owner = hasReceiver ? binder.members.around(callee.file, callee.declaration) : undefined;
    return (position) => {
      if (position === 0 && owner !== undefined) return { kind: "typed", types: [owner] };
      const last = parameters.at(-1);
      const isRest = last !== undefined && callee.file.declarations[last]?.isRest === true;
      const at = position < parameters.length ? parameters[position] : isRest ? last : undefined;
      return at === undefined || at < 0
        ? open
        : typeSlot(callee.file, callee.file.declarations[at]?.type, at);
    };
  }

  /** By position, the receiver among them unless the call has it before its dot. */
  function parametersIn(
    { file: where, declaration }: DeclarationPlace,
    isBound: boolean,
  ): { readonly parameters: readonly number[]; readonly hasReceiver: boolean } {
    const callable = callablesIn(where).get(declaration);
    if (callable !== undefined && where.flow !== undefined) {
      const { callables, parameters } = where.flow;
      const { start, end } = parametersOf(where.flow, callable);
      const hasReceiver = callables[callable * CALLABLE_SIZE + 4] !== receiverHow.none;
      const rows: number[] = [];
      for (let one = start; one < end; one++) rows.push(parameters[one * PARAMETER_SIZE] as number);
      return {
        parameters: hasReceiver && isBound ? rows.slice(1) : rows,
        hasReceiver: hasReceiver && !isBound,
      };
    }
    const below = [...(binder.tablesOf(where).children.get(declaration)?.values() ?? [])].flat();
    const parameters = below.filter((index) => where.declarations[index]?.kind === "parameter");
    return { parameters: parameters.sort((left, right) => left - right), hasReceiver: false };
  }

  function judgeResults(): void {
    for (let callable = 0; callable * CALLABLE_SIZE < flow.callables.length; callable++) {
      const at = callable * CALLABLE_SIZE;
      const declaration = flow.callables[at] as number;
      const results = file.declarations[declaration]?.results;
      const line = file.declarations[declaration]?.line ?? (flow.callables[at + 2] as number);
      const within = declaration >= 0 ? declaration : (flow.callables[at + 1] as number);
      const slotAt = (position: number): Slot =>
        results === undefined ? open : typeSlot(file, results[position], declaration);
      const end = flow.callables[at + CALLABLE_SIZE + CALLABLE_SIZE - 1] ?? flow.returns.length;
      for (let one = flow.callables[at + CALLABLE_SIZE - 1] as number; one < end; one++) {
        const value = flow.returns[one] as ValueId;
        const row = readValue(flow, value);
        if (row.kind !== "object" || (results?.length ?? 0) < 2) {
          judge(typesOf(value), slotAt(0), within, line);
          continue;
        }
        for (let entry = row.start; entry < row.end; entry++) {
          judged[entry] = 1;
          const key = flow.names[flow.entries[entry * ENTRY_SIZE] as number];
          const types = typesOf(flow.entries[entry * ENTRY_SIZE + 1] as ValueId);
          judge(types, slotAt(Number(key)), within, line);
        }
      }
    }
  }

  function judgeStores(): void {
    for (let at = 0; at < flow.stores.length; at += STORE_SIZE) {
      const target = flow.stores[at] as ValueId;
      const types = typesOf(flow.stores[at + 1] as ValueId);
      if (types.length === 0) continue;
      const row = readValue(flow, target);
      const index = referenceOfValue(flow.values, target);
      const reference = file.references[index];
      const slot =
        row.kind === "declaration"
          ? holderSlot(file, row.declaration)
          : row.kind === "element" || reference === undefined
            ? open
            : targetSlot(targets.of(number, index));
      const declared = row.kind === "declaration" ? file.declarations[row.declaration] : undefined;
      const within = reference?.within ?? declared?.parent ?? -1;
      judge(types, slot, within, reference?.line ?? declared?.line ?? 0);
    }
  }

  function targetSlot(places: readonly Place[]): Slot {
    const [only] = places;
    return places.length === 1 && only?.kind === "declaration"
      ? holderSlot(only.file, only.declaration)
      : open;
  }

  function judgeEntries(): void {
    for (let row = 0; row * 4 < flow.values.length; row++) {
      const value = readValue(flow, (row << 2) | 3);
      if (value.kind !== "object") continue;
      for (let entry = value.start; entry < value.end; entry++) {
        if (judged[entry] === 1) continue;
        const id = flow.entries[entry * ENTRY_SIZE + 1] as ValueId;
        const types = typesOf(id);
        if (types.length > 0) judge(types, open, withinOf(id), lineOf(id));
      }
    }
  }

  /** Where an entry stands, by the name or call that it is. */
  function withinOf(id: ValueId): number {
    return placeOfValue(id)?.within ?? -1;
  }

  function lineOf(id: ValueId): number {
    return placeOfValue(id)?.line ?? 0;
  }

  function placeOfValue(id: ValueId): { readonly within: number; readonly line: number } | undefined {
    const value = readValue(flow, id);
    if (value.kind === "result") return whereIs(value.call);
    return file.references[referenceOfValue(flow.values, id)];
  }

  /** The types without an interface among them that a value is known to be of. */
  function typesOf(id: ValueId): readonly DeclarationPlace[] {
    const value = readValue(flow, id);
    switch (value.kind) {
      case "reference":
        return heldTypes(value.reference);
      case "member":
        return value.reference < 0 ? [] : heldTypes(value.reference);
      case "result":
        return resultTypes(referenceOfValue(flow.values, flow.calls[value.call * CALL_SIZE] as ValueId), 0);
      case "element": {
        const base = readValue(flow, value.base);
        if (base.kind !== "result" || value.key === undefined) return [];
        const callee = referenceOfValue(flow.values, flow.calls[base.call * CALL_SIZE] as ValueId);
        return resultTypes(callee, Number(value.key));
      }
      case "declaration":
        return concrete(binder.heldBy([{ kind: "declaration", file, declaration: value.declaration }]));
      case "either": {
        const found: DeclarationPlace[] = [];
        for (let entry = value.start; entry < value.end; entry++) {
          found.push(...typesOf(flow.entries[entry * ENTRY_SIZE + 1] as ValueId));
        }
        return found;
      }
      default:
        return [];
    }
  }

  function heldTypes(reference: number): readonly DeclarationPlace[] {
    const places = targets.of(number, reference);
    return places.length === 0 ? [] : concrete(binder.heldBy(places));
  }

  function resultTypes(callee: number, position: number): readonly DeclarationPlace[] {
    if (callee < 0) return [];
    return targets.of(number, callee).flatMap((place) => {
      if (place.kind !== "declaration") return [];
      const one = place.file.declarations[place.declaration];
      if (one === undefined) return [];
      if (isTypeKind(one.kind)) return concrete([{ ...place, kind: "value" }]);
      const result = one.results[position];
      return result === undefined ? [] : concrete(typePlaces(place.file, result, place.declaration));
    });
  }

  function holderSlot(where: FileIndex, declaration: number): Slot {
    const one = where.declarations[declaration];
    if (one === undefined) return open;
    // A field or parameter without the name of a type is a function, an interface in place or something generic.
    if (one.type === undefined) return one.kind === "variable" || one.kind === "constant" ? same : open;
    return typeSlot(where, one.type, declaration);
  }

  function typeSlot(where: FileIndex, type: TypeName | undefined, within: number): Slot {
    if (type === undefined || type.name === "") return open;
    const types = typePlaces(where, type, within).filter((place) => place.kind === "value");
    return types.length === 0 ? open : { kind: "typed", types };
  }

  function typePlaces(where: FileIndex, type: TypeName, within: number): readonly Place[] {
    return binder
      .typeNamed(where, [...type.through, type.name], within)
      .map((place) => (place.kind === "declaration" && isType(place) ? { ...place, kind: "value" } : place));
  }

  function concrete(places: readonly Place[]): DeclarationPlace[] {
    return places.flatMap((place): DeclarationPlace[] => {
      if (place.kind !== "value") return [];
      const kind = place.file.declarations[place.declaration]?.kind;
      if (kind === undefined || kind === "interface" || kind === "trait") return [];
      return [{ kind: "declaration", file: place.file, declaration: place.declaration }];
    });
  }
}

function isFunction(place: Place): boolean {
  return (
    place.kind === "declaration" && isCallable(place.file.declarations[place.declaration]?.kind ?? "field")
  );
}

function isHolder(place: Place): boolean {
  return place.kind === "declaration" && !isType(place) && !isFunction(place);
}

function isType({ file, declaration }: DeclarationPlace): boolean {
  return isTypeKind(file.declarations[declaration]?.kind ?? "field");
}

function typeKey(place: Place): string {
  return place.kind === "value" || place.kind === "declaration"
    ? `${place.declaration}\0${place.file.path}`
    : placeKey(place);
}

/** The exported methods of a type, of what it embeds and of what its fields are of. */
function scopeOf(context: UseContext, type: DeclarationPlace, scopes: Map<string, Scope>): Scope {
  const known = scopes.get(placeKey(type));
  if (known !== undefined) return known;
  const { binder } = context;
  const keys: string[] = [];
  const seen = new Set<string>();
  const waiting = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(placeKey(next))) continue;
    seen.add(placeKey(next));
    waiting.push(...binder.members.line(next.file, next.declaration));
    for (const [name, indexes] of binder.tablesOf(next.file).children.get(next.declaration) ?? []) {
      for (const index of indexes) {
        if (next.file.declarations[index]?.kind !== "field" || name === "_") continue;
        for (const place of binder.heldBy([{ kind: "declaration", file: next.file, declaration: index }])) {
          if (place.kind !== "value") continue;
          waiting.push({ kind: "declaration", file: place.file, declaration: place.declaration });
        }
      }
    }
    keys.push(...exportedMethods(context, next));
  }
  const scope: Scope = { kind: "definitions", keys: keys.sort() };
  scopes.set(placeKey(type), scope);
  return scope;
}

function exportedMethods({ binder, resolverFor, project }: UseContext, type: DeclarationPlace): string[] {
  const { file, declaration } = type;
  const name = file.declarations[declaration]?.name ?? "";
  const near = resolverFor(file.language)?.siblings(file) ?? [];
  const files = new Set([file, ...near.flatMap((path) => project.index(path) ?? [])]);
  return [...files].flatMap((where) =>
    [...(binder.tablesOf(where).owned.get(name)?.values() ?? [])].flat().flatMap((index) => {
      const one = where.declarations[index];
      const isShown = one?.kind === "method" && one.isExported && !one.isAbstract;
      const isOwn = isShown && binder.members.around(where, index)?.declaration === declaration;
      return isOwn ? [declarationKey(where, index)] : [];
    }),
  );
}
