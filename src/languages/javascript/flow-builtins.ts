import {
  type FlowArgument,
  type FlowBuilder,
  type FlowEntry,
  NO_VALUE,
  NONE,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { argumentsOf, plainArgument as plain } from "./flow.ts";
import { anyItemOf, entryAt, entryPlace, itemAt, itemPlace, listOf, spreadable } from "./flow-items.ts";
import { F, K } from "./kinds.ts";
import { child, isCode, kind, literal, numberKey, text } from "./nodes.ts";
import { memberNameText } from "./places.ts";
import type { Walk } from "./walk.ts";

/** A call of something that the language gives, by its name alone: what the receiver is, is not known in the walk. */
interface BuiltinCall {
  readonly walk: Walk;
  readonly flow: FlowBuilder;
  readonly call: number;
  /** The row of the arguments: what the call itself calls is noted as a call at this row. */
  readonly list: number;
  /** The row of the receiver. */
  readonly object: number;
  readonly args: readonly FlowArgument[];
}

type Note = (call: BuiltinCall) => void;

/**
 * Notes what a call of a member does with functions and tables, where the language has a member of that name or
 * `Object`, `Reflect`, `Array` and `Promise` have.
 */
export function noteBuiltinMethod(walk: Walk, call: number, object: number, method: string): void {
  // `Object`, `Array`, `Promise`, `Reflect` and `process`: few calls begin so, and no name is made for the others.
  const mayBeStatic =
    kind(walk, object) === K.identifier &&
    /^[OAPRp]/u.test(walk.tree.text[walk.tree.start[object] as number] ?? "");
  const named = mayBeStatic ? statics.get(`${text(walk, object)}.${method}`) : undefined;
  const note = named ?? methods.get(method);
  if (note !== undefined) noteBuiltin(walk, call, object, note);
}

/** `setTimeout(f, 1, a)` and its like. */
export function noteBuiltinFunction(walk: Walk, call: number, name: string): void {
  const note = timers.get(name);
  if (note !== undefined) noteBuiltin(walk, call, NONE, note);
}

function noteBuiltin(walk: Walk, call: number, object: number, note: Note): void {
  const { flow } = walk.builder;
  const list = child(walk, call, F.arguments);
  if (!flow.isOn || list < 0 || kind(walk, list) !== K.arguments) return;
  note({ walk, flow, call, list, object, args: argumentsOf(walk, list) });
}

/** The call gives this besides its result. */
function gives({ walk, flow, call }: BuiltinCall, value: () => ValueId): void {
  walk.alsoGiven.set(call, () => flow.either([flow.result(call), value()]));
}

/** The call gives exactly this. */
function isExactly({ walk, call }: BuiltinCall, value: () => ValueId): void {
  walk.alsoGiven.set(call, value);
}

/** What the given function gets at a position, where no expression says it: it stands at the opening parenthesis. */
function made({ walk, list }: BuiltinCall, value: () => ValueId): FlowArgument {
  walk.madeValues.set(list + 1, value);
  return { node: list + 1 };
}

/** The list at a position is spread over the arguments. */
function spreadArgument(call: BuiltinCall, position: number): readonly FlowArgument[] {
  if (call.args[position] === undefined) return [];
  const { node } = made(call, () => spreadable(call.flow, valueAtArgument(call, position)));
  return [{ node, spread: "values" }];
}

function valueAtArgument({ flow, args }: BuiltinCall, position: number): ValueId {
  const given = args[position];
  if (given === undefined) return NO_VALUE;
  return given.spread === undefined ? flow.value(given.node) : anyItemOf(flow, flow.value(given.node));
}

/** The function at the position is called with these. */
function runs({ flow, list, args }: BuiltinCall, position: number, given: readonly FlowArgument[]): boolean {
  const callback = args[position];
  if (callback === undefined || callback.spread !== undefined) return false;
  flow.call(list, callback.node, given);
  keepCall(flow, list);
  return true;
}

/** A call that carries nothing is told by its name, where that is called; here it is only read. */
function keepCall(flow: FlowBuilder, list: number): void {
  flow.later(() => {
    flow.either([flow.result(list), UNKNOWN_VALUE]);
  });
}

const elementsOf = ({ flow, object }: BuiltinCall): ValueId => anyItemOf(flow, flow.value(object));

/** `list.forEach(f)`: f gets an element, its index and the list. */
function eachElement(call: BuiltinCall): boolean {
  return runs(call, 0, [made(call, () => elementsOf(call)), plain, { node: call.object }]);
}

const same: Note = (call) => gives(call, () => call.flow.value(call.object));
/** Elements of the list, at other indices. */
const shifted: Note = (call) => gives(call, () => listOf(call.flow, [elementsOf(call)]));

/** The elements of the list itself get other indices. */
function shifts({ flow, object }: BuiltinCall): void {
  flow.later(() => {
    const list = flow.value(object);
    flow.storeValue(itemPlace(flow, list), anyItemOf(flow, list));
  });
}

const oneElement: Note = (call) => gives(call, () => elementsOf(call));

/** The arguments from a position on become elements of the receiver. */
function puts(call: BuiltinCall, from: number): void {
  const { flow, args } = call;
  if (args.length <= from) return;
  flow.later(() => {
    for (let at = from; at < args.length; at++) {
      flow.storeValue(itemPlace(flow, flow.value(call.object)), valueAtArgument(call, at));
    }
  });
}

/** `map.set(key, value)`. */
function putsEntry(call: BuiltinCall): void {
  const { flow } = call;
  if (call.args.length !== 2) return;
  const key = keyOf(call);
  flow.later(() => flow.storeValue(entryPlace(flow, flow.value(call.object), key), valueAtArgument(call, 1)));
}

const tableOf = (flow: FlowBuilder, value: ValueId): ValueId => listOf(flow, [value]);

function all(call: BuiltinCall, ...notes: readonly Note[]): void {
  for (const note of notes) note(call);
}

const methods: ReadonlyMap<string, Note> = new Map<string, Note>([
  ["forEach", (call) => void eachElement(call)],
  ["some", (call) => void eachElement(call)],
  ["every", (call) => void eachElement(call)],
  ["findIndex", (call) => void eachElement(call)],
  ["findLastIndex", (call) => void eachElement(call)],
  ["map", (call) => eachElement(call) && gives(call, () => tableOf(call.flow, call.flow.result(call.list)))],
  [
    "flatMap",
    (call) => {
      const { flow, list } = call;
      if (!eachElement(call)) return;
      gives(call, () =>
        flow.object([{ value: flow.result(list) }, { value: flow.result(list), isSpread: true }]),
      );
    },
  ],
  ["filter", (call) => eachElement(call) && shifted(call)],
  ["find", (call) => eachElement(call) && oneElement(call)],
  ["findLast", (call) => eachElement(call) && oneElement(call)],
  ["sort", sorts],
  ["toSorted", (call) => all(call, compares, shifted)],
  ["reduce", reduces],
  ["reduceRight", reduces],
  ["slice", slices],
  ["reverse", sorts],
  ["toReversed", shifted],
  [
    "flat",
    (call) =>
      gives(call, () => listOf(call.flow, [elementsOf(call), anyItemOf(call.flow, elementsOf(call))])),
  ],
  [
    "concat",
    (call) =>
      gives(call, () => {
        const given = call.args.map((_, at) => valueAtArgument(call, at));
        const items = given.map((list) => anyItemOf(call.flow, list));
        return listOf(call.flow, [elementsOf(call), ...given, ...items]);
      }),
  ],
  ["at", oneElement],
  ["pop", oneElement],
  ["shift", (call) => all(call, oneElement, shifts)],
  ["values", same],
  ["entries", (call) => gives(call, () => pairsOf(call.flow, elementsOf(call)))],
  ["push", (call) => puts(call, 0)],
  ["unshift", (call) => all(call, (one) => puts(one, 0), shifts)],
  ["add", (call) => puts(call, 0)],
  ["set", putsEntry],
  ["splice", splices],
  ["get", (call) => gives(call, () => entryAt(call.flow, call.flow.value(call.object), keyOf(call)))],
  ["then", thens],
  ["catch", (call) => runs(call, 0, []) && gives(call, () => settled(call))],
  ["finally", (call) => runs(call, 0, []) && same(call)],
  ["call", (call) => callsIt(call, call.args.slice(1))],
  [
    "apply",
    (call) => {
      callsIt(call, spreadArgument(call, 1));
    },
  ],
  ["bind", binds],
]);

/** The row of an argument, literals among them; `NONE` when there are not so many. */
function writtenAt({ walk, list }: BuiltinCall, position: number): number {
  const { tree } = walk;
  let left = position;
  for (let at = list + 1; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (isCode(walk, at) && left-- === 0) return at;
  }
  return NONE;
}

/** A key that is a literal tells entries of a `Map` apart. */
function keyOf(call: BuiltinCall): string | undefined {
  const { walk } = call;
  const node = writtenAt(call, 0);
  return kind(walk, node) === K.number ? numberKey(walk, node) : literal(walk, node);
}

/** The most elements of a slice that keep their places. */
const maxSliced = 16;

/** `list.slice(1, 3)` with written bounds tells which elements it gives; any other may give any. */
function slices(call: BuiltinCall): void {
  const { flow, object } = call;
  const start = boundAt(call, 0);
  const end = boundAt(call, 1);
  if (start === undefined || end === undefined || end - start > maxSliced || call.args.length > 0) {
    shifted(call);
    return;
  }
  gives(call, () => {
    const list = flow.value(object);
    const entries: FlowEntry[] = [];
    for (let at = start; at < end; at++) {
      entries.push({ key: String(at - start), value: itemAt(flow, list, String(at)) });
    }
    return flow.object(entries);
  });
}

/** A bound that is counted from the start and written out. */
function boundAt(call: BuiltinCall, position: number): number | undefined {
  const node = writtenAt(call, position);
  if (kind(call.walk, node) !== K.number) return undefined;
  const key = numberKey(call.walk, node);
  return /^\d{1,6}$/u.test(key) ? Number(key) : undefined;
}

function splices(call: BuiltinCall): void {
  shifted(call);
  shifts(call);
  puts(call, 2);
}

function compares(call: BuiltinCall): void {
  const element = made(call, () => elementsOf(call));
  if (call.args.length > 0) runs(call, 0, [element, element]);
}

/** It is the same list afterwards, in another order. */
function sorts(call: BuiltinCall): void {
  compares(call);
  shifts(call);
  same(call);
}

/** `list.reduce((sum, element) => …, first)`: what it gives is the next sum. */
function reduces(call: BuiltinCall): void {
  const { walk, flow, list } = call;
  const closing = (walk.tree.next[list] as number) - 1;
  const start = () => (call.args.length > 1 ? valueAtArgument(call, 1) : elementsOf(call));
  walk.madeValues.set(closing, () => flow.either([start(), flow.result(list)]));
  const given = [{ node: closing }, made(call, () => elementsOf(call)), plain, { node: call.object }];
  if (runs(call, 0, given)) gives(call, () => flow.either([start(), flow.result(list)]));
}

/** Promises count as what they give: `p.then(f)` calls f with it, and gives what f gives. */
function thens(call: BuiltinCall): void {
  if (runs(call, 0, [{ node: call.object }])) gives(call, () => settled(call));
}

const settled = ({ flow, object, list }: BuiltinCall): ValueId =>
  flow.either([flow.value(object), flow.result(list)]);

function callsIt(call: BuiltinCall, given: readonly FlowArgument[]): void {
  const { flow, list, object } = call;
  flow.call(list, object, given);
  keepCall(flow, list);
  gives(call, () => flow.result(list));
}

/** Arguments that are bound shift the others, which are then not followed. */
function binds(call: BuiltinCall): void {
  const { flow, object } = call;
  const isPartial = writtenAt(call, 1) >= 0;
  isExactly(call, () => (isPartial ? flow.either([flow.value(object), UNKNOWN_VALUE]) : flow.value(object)));
}

/** Of `[key, value]` pairs the values carry something. */
function pairsOf(flow: FlowBuilder, value: ValueId): ValueId {
  return tableOf(flow, flow.object([{ key: "1", value }]));
}

const first: Note = (call) => isExactly(call, () => valueAtArgument(call, 0));

const statics: ReadonlyMap<string, Note> = new Map<string, Note>([
  ["Object.freeze", first],
  ["Object.seal", first],
  ["Object.preventExtensions", first],
  ["Object.assign", assigns],
  [
    "Object.create",
    // What is not in the new object is looked up in its prototype.
    (call) => isExactly(call, () => call.flow.object([{ value: valueAtArgument(call, 0), isSpread: true }])),
  ],
  ["Object.defineProperty", definesProperty],
  ["Object.setPrototypeOf", assigns],
  [
    "Object.values",
    (call) => isExactly(call, () => tableOf(call.flow, call.flow.element(valueAtArgument(call, 0)))),
  ],
  [
    "Object.entries",
    (call) => isExactly(call, () => pairsOf(call.flow, call.flow.element(valueAtArgument(call, 0)))),
  ],
  [
    "Object.fromEntries",
    (call) =>
      isExactly(call, () =>
        tableOf(call.flow, call.flow.element(call.flow.element(valueAtArgument(call, 0)), "1")),
      ),
  ],
  [
    "Reflect.apply",
    (call) => {
      const [target] = call.args;
      if (target === undefined) return;
      call.flow.call(call.list, target.node, spreadArgument(call, 2));
      gives(call, () => call.flow.result(call.list));
    },
  ],
  [
    "Reflect.construct",
    (call) => {
      const [target] = call.args;
      if (target === undefined) return;
      call.flow.call(call.list, target.node, spreadArgument(call, 1), { isNew: true });
      gives(call, () => call.flow.result(call.list));
    },
  ],
  ["Array.of", (call) => isExactly(call, () => tableOf(call.flow, anyArgument(call)))],
  [
    "Array.from",
    (call) => {
      const elements = () => call.flow.element(valueAtArgument(call, 0));
      if (!runs(call, 1, [made(call, elements), plain]))
        isExactly(call, () => tableOf(call.flow, elements()));
      else gives(call, () => tableOf(call.flow, call.flow.result(call.list)));
    },
  ],
  ["Promise.resolve", first],
  ["Promise.all", first],
  ["Promise.allSettled", (call) => isExactly(call, () => settledOf(call))],
  ["Promise.race", (call) => isExactly(call, () => call.flow.element(valueAtArgument(call, 0)))],
  ["Promise.any", (call) => isExactly(call, () => call.flow.element(valueAtArgument(call, 0)))],
  ["process.nextTick", (call) => void runs(call, 0, call.args.slice(1))],
]);

const anyArgument = (call: BuiltinCall): ValueId =>
  call.flow.either(call.args.map((_, at) => valueAtArgument(call, at)));

function settledOf(call: BuiltinCall): ValueId {
  const { flow } = call;
  return tableOf(flow, flow.object([{ key: "value", value: flow.element(valueAtArgument(call, 0)) }]));
}

/** The entries of the sources become entries of the target: those that are written one by one. */
function assigns(call: BuiltinCall): void {
  const { walk, flow, args } = call;
  const [target] = args;
  if (target === undefined || target.spread !== undefined) return;
  const sources = (): FlowEntry[] =>
    args.slice(1).map((_, at) => ({ value: valueAtArgument(call, at + 1), isSpread: true }));
  isExactly(call, () => {
    const all = flow.value(target.node);
    return flow.either([all, flow.object([{ value: all, isSpread: true }, ...sources()])]);
  });
  flow.later(() => {
    flow.storeValue(flow.value(target.node), flow.object(sources()));
    for (const { node } of args.slice(1)) storeEntries(walk, flow, node, target.node);
  });
}

/** `Object.assign(C.prototype, { a: f })` sets `C.prototype.a`. */
function storeEntries(walk: Walk, flow: FlowBuilder, object: number, target: number): void {
  if (kind(walk, object) !== K.object || kind(walk, target) === K.object) return;
  const { tree } = walk;
  for (let at = object + 1; at < (tree.next[object] as number); at = tree.next[at] as number) {
    const code = kind(walk, at);
    const name = code === K.pair ? memberNameText(walk, at + 1) : undefined;
    if (name !== undefined) {
      flow.storeValue(flow.memberOf(flow.value(target), name), flow.value(child(walk, at, F.value)));
    } else if (code === K.shorthand_property_identifier) {
      flow.storeValue(flow.memberOf(flow.value(target), text(walk, at)), flow.reference(at));
    }
  }
}

function definesProperty(call: BuiltinCall): void {
  const { walk, flow, args } = call;
  const [target, , descriptor] = args;
  if (target === undefined || descriptor === undefined) return;
  first(call);
  flow.later(() => {
    const written = literal(walk, writtenAt(call, 1));
    const object = flow.value(target.node);
    const place = written === undefined ? flow.element(object) : flow.memberOf(object, written);
    flow.storeValue(place, flow.memberOf(flow.value(descriptor.node), "value"));
  });
}

const timers: ReadonlyMap<string, Note> = new Map<string, Note>([
  ["setTimeout", (call) => void runs(call, 0, call.args.slice(2))],
  ["setInterval", (call) => void runs(call, 0, call.args.slice(2))],
  ["setImmediate", (call) => void runs(call, 0, call.args.slice(1))],
  ["queueMicrotask", (call) => void runs(call, 0, [])],
  ["requestAnimationFrame", (call) => void runs(call, 0, [plain])],
  ["requestIdleCallback", (call) => void runs(call, 0, [plain])],
  ["structuredClone", first],
  ["Promise", (call) => void runs(call, 0, [])],
]);
