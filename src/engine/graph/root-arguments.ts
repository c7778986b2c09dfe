import {
  ARGUMENT_SIZE,
  CALL_SIZE,
  CALLABLE_SIZE,
  ENTRY_SIZE,
  type FileIndex,
  readValue,
  referenceOfValue,
  STORE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";

/** A call with the functions and classes that it is handed. */
export interface HandedOver {
  readonly name: string;
  /** Of the name that is called, by index; -1 where only the name is known. */
  readonly reference: number;
  readonly handed: readonly Handed[];
}

export interface Handed {
  readonly file: FileIndex;
  /** -1 for the top level of the file: a function without a name counts as the code around it. */
  readonly declaration: number;
  /** The key under which it stands in an object, or the keyword of the argument. */
  readonly key?: string;
}

/** Handlers in wrappers and lists in lists are followed this far. */
const maxNesting = 6;

/** Gives the calls of a file whose name is asked for, with what they are handed. */
export type HandedFinder = (file: FileIndex, isAsked: (name: string) => boolean) => readonly HandedOver[];

/** Many rules ask for the calls of one file. */
export function createHandedFinder(context: LinkContext): HandedFinder {
  let lastFile: FileIndex | undefined;
  let calls: readonly NamedCall[] = [];
  return (file, isAsked) => {
    const { flow } = file;
    if (flow === undefined) return [];
    if (file !== lastFile) calls = namedCalls(file, flow);
    lastFile = file;
    let reader: HandedReader | undefined;
    const found: HandedOver[] = [];
    for (const { name, reference, call } of calls) {
      if (!isAsked(name)) continue;
      reader ??= createHandedReader(context, file, flow);
      const handed = reader.argumentsOf(call);
      if (handed.length > 0) found.push({ name, reference, handed });
    }
    return found;
  };
}

interface NamedCall {
  readonly name: string;
  readonly reference: number;
  readonly call: number;
}

function namedCalls(file: FileIndex, flow: ValueFlow): NamedCall[] {
  const found: NamedCall[] = [];
  for (let call = 0; call * CALL_SIZE < flow.calls.length; call++) {
    const callee = flow.calls[call * CALL_SIZE] as ValueId;
    const reference = referenceOfValue(flow.values, callee);
    const name = reference >= 0 ? file.references[reference]?.name : memberName(flow, callee);
    if (name !== undefined) found.push({ name, reference, call });
  }
  return found;
}

/** The functions that a file puts into fields whose name is asked for. */
export function storedUnder(
  context: LinkContext,
  file: FileIndex,
  isAsked: (name: string) => boolean,
): readonly Handed[] {
  const { flow } = file;
  if (flow === undefined) return [];
  const reader = createHandedReader(context, file, flow);
  const found: Handed[] = [];
  for (let row = 0; row < flow.stores.length; row += STORE_SIZE) {
    const target = flow.stores[row] as ValueId;
    const name = file.references[referenceOfValue(flow.values, target)]?.name ?? memberName(flow, target);
    if (name !== undefined && isAsked(name)) found.push(...reader.valueOf(flow.stores[row + 1] as ValueId));
  }
  for (let row = 0; row < flow.entries.length; row += ENTRY_SIZE) {
    const name = flow.names[flow.entries[row] as number];
    if (name !== undefined && isAsked(name)) found.push(...reader.valueOf(flow.entries[row + 1] as ValueId));
  }
  return found;
}

function memberName(flow: ValueFlow, value: ValueId): string | undefined {
  const read = readValue(flow, value);
  return read.kind === "member" ? read.name : undefined;
}

interface HandedReader {
  argumentsOf(call: number): readonly Handed[];
  valueOf(value: ValueId): readonly Handed[];
}

function createHandedReader(context: LinkContext, file: FileIndex, flow: ValueFlow): HandedReader {
  let found: Handed[] = [];
  return {
    argumentsOf(call) {
      found = [];
      addArguments(call, undefined, 0);
      return found;
    },
    valueOf(value) {
      found = [];
      addValue(value, undefined, 0);
      return found;
    },
  };

  function addArguments(at: number, key: string | undefined, depth: number): void {
    const start = flow.calls[at * CALL_SIZE + 5] as number;
    const end = flow.calls[(at + 1) * CALL_SIZE + 5] ?? flow.arguments.length / ARGUMENT_SIZE;
    for (let argument = start; argument < end; argument++) {
      const row = argument * ARGUMENT_SIZE;
      const keyword = flow.names[flow.arguments[row + 1] as number];
      addValue(flow.arguments[row] as ValueId, keyword ?? key, depth);
    }
  }

  function addValue(value: ValueId, key: string | undefined, depth: number): void {
    if (depth > maxNesting) return;
    const read = readValue(flow, value);
    switch (read.kind) {
      case "reference":
      case "member":
        addReference(read.reference, key);
        return;
      case "declaration":
        add(file, read.declaration, key);
        return;
      case "callable": {
        const row = read.callable * CALLABLE_SIZE;
        const own = flow.callables[row] as number;
        add(file, own >= 0 ? own : (flow.callables[row + 1] as number), key);
        return;
      }
      // What wraps a handler is handed it, and what makes one gives a function that stands in it.
      case "result": {
        const callee = flow.calls[read.call * CALL_SIZE] as ValueId;
        addReference(referenceOfValue(flow.values, callee), key);
        const chain = readValue(flow, callee);
        if (chain.kind === "member") addValue(chain.base, key, depth + 1);
        addArguments(read.call, key, depth + 1);
        return;
      }
      case "object":
      case "either":
        for (let entry = read.start; entry < read.end; entry++) {
          const name = flow.names[flow.entries[entry * ENTRY_SIZE] as number];
          // The positions of a list are no keys.
          const isKey = read.kind === "object" && name !== undefined && !/^\d+$/u.test(name);
          addValue(flow.entries[entry * ENTRY_SIZE + 1] as ValueId, isKey ? name : key, depth + 1);
        }
        return;
      case "nothing":
      case "unknown":
      case "instance":
      case "argument":
      case "element":
    }
  }

  function addReference(index: number, key: string | undefined): void {
    const reference = file.references[index];
    if (reference === undefined) return;
    for (const place of context.binder.places(file, reference)) {
      const kind = place.kind === "declaration" && place.file.declarations[place.declaration]?.kind;
      if (kind && (isCallable(kind) || isTypeKind(kind))) add(place.file, place.declaration, key);
    }
  }

  function add(where: FileIndex, declaration: number, key: string | undefined): void {
    found.push({ file: where, declaration, ...(key === undefined ? {} : { key }) });
  }
}
