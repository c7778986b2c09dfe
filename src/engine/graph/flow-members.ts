import { CALLABLE_SIZE, type FileIndex, receiverHow, type ValueFlow } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { holdsValues } from "./bind-roles.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { FlowState } from "./flow-state.ts";

/** What members and elements of values hold. */
export interface FlowMembers {
  readMember(value: number, name: string, to: number): void;
  /** Without a key: every element. */
  readElement(value: number, key: string | undefined, to: number): void;
  storeMember(value: number, name: string, from: number): void;
  storeElement(value: number, key: string | undefined, from: number): void;
  /** The node of an entry of a value; without a key: of those whose key is not known. */
  field(value: number, key: string | undefined): number;
  /** All entries of a value are entries of an object. */
  spread(value: number, object: number): void;
  /** The nodes of what a value holds. */
  contents(value: number): readonly number[];
  /** A function that is reached through a reference has its receiver from there. */
  isBound(reference: number, place: DeclarationPlace): boolean;
}

interface Fields {
  readonly byKey: Map<string, number>;
  /** Who reads what has not been put in so far, by key. */
  readonly awaited: Map<string, number[]>;
  /** Holds what is put in under a key that is not known. */
  any: number;
  /** Who reads every element. */
  readonly readers: number[];
}

/** Members of members of what is outside are followed this far. */
const maxOutsideNames = 6;

export function createFlowMembers(state: FlowState): FlowMembers {
  const { context, space, values } = state;
  const { members } = context.binder;
  const fieldsOf = new Map<number, Fields>();
  const membersOf = new Map<number, Map<string, readonly Place[]>>();
  const memberKeys = new Map<string, string>();
  return { readMember, readElement, storeMember, storeElement, field, spread, contents, isBound };

  function fields(value: number): Fields {
    let known = fieldsOf.get(value);
    if (known === undefined) {
      known = { byKey: new Map(), awaited: new Map(), any: state.fresh(), readers: [] };
      fieldsOf.set(value, known);
    }
    return known;
  }

  function field(value: number, key: string | undefined): number {
    const here = fields(value);
    if (key === undefined) return here.any;
    const known = here.byKey.get(key);
    if (known !== undefined) return known;
    const made = state.fresh();
    here.byKey.set(key, made);
    if (!isMemberKey(key)) for (const to of here.readers) state.copy(made, to);
    for (const to of here.awaited.get(key) ?? []) state.copy(made, to);
    here.awaited.delete(key);
    return made;
  }

  function contents(value: number): readonly number[] {
    const here = fieldsOf.get(value);
    return here === undefined ? [] : [here.any, ...here.byKey.values()];
  }

  /** Most of what is read is never put in, so a place for it is made only then. */
  function readField(value: number, key: string, to: number): void {
    const here = fields(value);
    const known = here.byKey.get(key);
    if (known !== undefined) state.copy(known, to);
    else {
      const waiting = here.awaited.get(key);
      if (waiting === undefined) here.awaited.set(key, [to]);
      else waiting.push(to);
    }
  }

  function readElement(value: number, key: string | undefined, to: number): void {
    if (values.read(value).kind !== "object") {
      // What is computed about the members of functions and instances is said by a flag of the record.
      if (key !== undefined && areElements(value)) readMember(value, key, to);
      return;
    }
    const here = fields(value);
    state.copy(here.any, to);
    if (key !== undefined) {
      readField(value, key, to);
      return;
    }
    here.readers.push(to);
    for (const [name, from] of here.byKey) if (!isMemberKey(name)) state.copy(from, to);
  }

  function spread(value: number, object: number): void {
    if (values.read(value).kind !== "object") return;
    const from = fields(value);
    // What has a key keeps it, as far as it is known by now; what comes later has any key.
    for (const [key, node] of from.byKey) {
      if (!isMemberKey(key)) state.copy(node, field(object, key));
    }
    const rest = fields(object).any;
    state.copy(from.any, rest);
    from.readers.push(rest);
  }

  function storeElement(value: number, key: string | undefined, from: number): void {
    if (values.read(value).kind === "object") state.copy(from, field(value, key));
    else if (key !== undefined && areElements(value)) storeMember(value, key, from);
  }

  function readMember(value: number, name: string, to: number): void {
    const one = values.read(value);
    switch (one.kind) {
      case "outside": {
        const place = one.outside;
        if (place === undefined || place.names.length >= maxOutsideNames) return;
        const file = space.fileOf(to);
        if (context.rulesFor(space.files[file]?.language ?? "").functionsHaveOneMethod === true) {
          state.add(to, value);
          return;
        }
        state.add(to, values.outside({ ...place, names: [...place.names, name] }));
        return;
      }
      case "object":
        readNamed(value, name, to);
        return;
      case "function":
      case "bound": {
        const file = space.fileOf(one.node);
        const rules = context.rulesFor(space.files[file]?.language ?? "");
        if (rules.functionsHaveOneMethod === true) state.add(to, value);
        else readNamed(value, name, to);
        return;
      }
      default:
        readOfType(one.kind, one.node, name, to);
    }
  }

  function readOfType(kind: "class" | "instance" | "value", type: number, name: string, to: number): void {
    const place = placeOf(type);
    for (const member of membersNamed(type, place, name)) addMember(member, kind, to);
    if (kind === "value") {
      for (const member of context.types.overrides(place, name)) addMember(member, kind, to);
    }
    for (const above of members.line(place.file, place.declaration)) {
      const self = values.of("class", space.declaration(space.numberOf(above.file), above.declaration));
      readNamed(self, name, to);
    }
  }

  /** The members of that name of a type. All names are bound by now, so each answer is the last one. */
  function membersNamed(type: number, place: DeclarationPlace, name: string): readonly Place[] {
    let named = membersOf.get(type);
    if (named === undefined) {
      named = new Map();
      membersOf.set(type, named);
    }
    let found = named.get(name);
    if (found === undefined) {
      found = members.find(place.file, place.declaration, name);
      named.set(name, found);
    }
    return found;
  }

  function readNamed(value: number, name: string, to: number): void {
    const isElement = areElements(value);
    if (isElement && values.read(value).kind === "object") readElement(value, name, to);
    else readField(value, isElement ? name : memberKey(name), to);
  }

  function storeNamed(value: number, name: string, from: number): void {
    state.copy(from, field(value, areElements(value) ? name : memberKey(name)));
  }

  function areElements(value: number): boolean {
    const file = space.fileOf(values.read(value).node);
    return context.rulesFor(space.files[file]?.language ?? "").membersAreElements === true;
  }

  /** The key of a member where members are no elements: none that an element has. Made once: it is asked for often. */
  function memberKey(name: string): string {
    let key = memberKeys.get(name);
    if (key === undefined) {
      key = `\0${name}`;
      memberKeys.set(name, key);
    }
    return key;
  }

  function addMember(member: Place, kind: "class" | "instance" | "value", to: number): void {
    if (member.kind !== "declaration") return;
    const one = member.file.declarations[member.declaration];
    if (one === undefined) return;
    const node = space.declaration(space.numberOf(member.file), member.declaration);
    if (isCallable(one.kind)) {
      const isOfValue = kind !== "class" && !one.isStatic;
      state.add(to, values.of(isOfValue ? "bound" : "function", state.functionNode(node)));
      state.copy(node, to);
    } else if (isTypeKind(one.kind)) state.add(to, values.of("class", node));
    else if (holdsValues.has(one.kind)) state.copy(node, to);
  }

  function storeMember(value: number, name: string, from: number): void {
    const one = values.read(value);
    if (one.kind === "outside") return;
    if (one.kind === "object" || one.kind === "function" || one.kind === "bound") {
      storeNamed(value, name, from);
      return;
    }
    const place = placeOf(one.node);
    const held = membersNamed(one.node, place, name).filter(
      (member): member is DeclarationPlace =>
        member.kind === "declaration" &&
        holdsValues.has(member.file.declarations[member.declaration]?.kind ?? "function"),
    );
    for (const { file, declaration } of held) {
      state.copy(from, space.declaration(space.numberOf(file), declaration));
    }
    // What is set from outside is one for all values of the type.
    if (held.length === 0) storeNamed(values.of("class", one.node), name, from);
  }

  function isBound(reference: number, { file, declaration }: DeclarationPlace): boolean {
    const target = state.callableAt(state.functionNode(space.declaration(space.numberOf(file), declaration)));
    if (target === undefined) return false;
    const flow = space.files[target.file]?.flow as ValueFlow;
    if (flow.callables[target.callable * CALLABLE_SIZE + 4] === receiverHow.none) return false;
    const place = space.read(reference);
    if (place.kind !== "reference") return false;
    const user = space.files[place.file] as FileIndex;
    const used = user.references[place.index];
    if (used === undefined || used.through.length === 0) return false;
    return context.binder
      .receiver(user, used)
      .some(
        (one) =>
          one.kind === "value" ||
          one.kind === "bases" ||
          (one.kind === "declaration" &&
            !isTypeKind(one.file.declarations[one.declaration]?.kind ?? "field")),
      );
  }

  function placeOf(declaration: number): DeclarationPlace {
    const file = space.files[space.fileOf(declaration)] as FileIndex;
    return { kind: "declaration", file, declaration: space.indexOf(declaration) };
  }
}

function isMemberKey(key: string): boolean {
  return key.startsWith("\0");
}
