import type { Reference, ReferenceRole } from "./file-index.ts";
import { orderedReads, type ReadSteps } from "./flow-order.ts";
import { NONE, type SyntaxTree } from "./syntax-tree.ts";
import {
  ALL_ENTRIES,
  ANY_KEY,
  argumentHow,
  CALL_SIZE,
  CALLABLE_SIZE,
  callableValue,
  callOfResult,
  isPlainReference,
  NO_VALUE,
  parameterHow,
  readerOf,
  receiverHow,
  referenceOfValue,
  referenceValue,
  resultValue,
  rowValue,
  UNKNOWN_VALUE,
  VALUE_SIZE,
  type ValueFlow,
  type ValueId,
  valueKind,
  withCallNumber,
} from "./value-flow.ts";

/**
 * Says what an expression gives, with what the `FlowBuilder` makes: one switch over the kinds of expressions of a
 * language. It is asked when the walk is over, so every name, call and function of the file has been noted.
 *
 * - a name or the last name of a path: `flow.reference(node)`, with the node that `refer` was called with;
 * - a member: `flow.member(nameNode, baseNode, name)`;
 * - a call: `flow.result(node)`, a function: `flow.callableAt(node)`, with the nodes that were noted in the walk;
 * - `base[key]`: `flow.element(flow.value(base), key)`, a key only where it is a literal; iteration: no key;
 * - a table, list, tuple or object: `flow.object([...])`;
 * - a conditional, `or`, `??`: `flow.either([...])`; parentheses, casts, `await`: `flow.value(inner)`;
 * - a literal, arithmetic, a comparison: `NO_VALUE`;
 * - whatever else, and whatever is not understood: `UNKNOWN_VALUE`. This is the honest default.
 */
export type ReadValue = (node: number, flow: FlowBuilder) => ValueId;

export interface FlowArgument {
  /** The node of the value. */
  readonly node: number;
  /** Of a keyword argument. */
  readonly name?: string;
  /** `*values` and `...values`; `keywords` for `**values`. */
  readonly spread?: "values" | "keywords";
}

export interface FlowEntry {
  readonly value: ValueId;
  /** A constant key; a position of a list counts from "0". Without it: any key. */
  readonly key?: string;
  /** All entries of `value` are entries of this one: `{...value}`, `[*value]`. */
  readonly isSpread?: boolean;
}

/**
 * Collects the section `flow` of a record. In the walk a language notes where calls, functions, results and stores
 * stand, by their nodes; what these nodes give is read when the walk is over, by the `ReadValue` that it handed to
 * `createIndexBuilder`. Without one, nothing is noted.
 *
 * What the solver knows without being told, so that nobody need record it: what names are bound to (`Reference`), and what
 * `assign` said of a declaration with a name or a call as its value (with a `position` over 0: that element of what the
 * call gives; a target at position 0 of several is told with `store`). All other values that a declaration, a member
 * or an element gets are told with `store`: functions without a name, tables, elements, conditionals, unpacked values.
 */
export interface FlowBuilder {
  /** A language without a `ReadValue` need not prepare anything. */
  readonly isOn: boolean;

  // In the walk, in the order of the text:

  /**
   * A call at `node`: `new C()`, a decorator (also one that is no call: its argument is what stands below), a JSX element, an
   * operator or property too, where the language knows what runs. `callee` is the node that is called.
   */
  call(
    node: number,
    callee: number,
    args: readonly FlowArgument[],
    more?: { readonly isNew?: boolean },
  ): void;
  /**
   * A function at `node`, named or not; `declaration` is -1 without a name. What follows up to the end of `node` lies in it.
   * Default of the receiver: none. See `receiverHow`.
   */
  callable(node: number, declaration: number, receiver?: keyof typeof receiverHow): void;
  /**
   * The next parameter of the innermost callable, the receiver among them when it is a parameter. -1 for a pattern:
   * its names then get `store`s from `argument`.
   */
  parameter(node: number, declaration: number, how?: keyof typeof parameterHow): void;
  /** The innermost callable gives what `valueNode` gives: `return x`, the body of an arrow function, the last expression of a block. */
  returns(valueNode: number): void;
  /** It gives a sequence that has `valueNode` among its elements: `yield x`. */
  yields(valueNode: number): void;
  /** All callables around `node` get at their receiver, or at all their arguments, without a parameter for it. */
  reads(node: number, what: keyof typeof readerOf): void;
  /** What `target`, the node of a name, member or element, gets. */
  store(target: number, valueNode: number): void;
  /** What a declaration gets, where no node names it as a target. */
  storeIn(declaration: number, valueNode: number): void;
  /** What stands in it runs at another time than what stands around it, though it is no callable: a class. */
  closure(node: number): void;
  /** How a variable is declared at a node that no name refers to. */
  declaredAt(node: number, declaration: number): void;
  /** For all else: runs when the walk is over, when the functions below give values; then call `storeValue`, `returnValue`. */
  later(run: () => void): void;

  // When the walk is over:

  value(node: number): ValueId;
  /** The name that was referred to at the node; `UNKNOWN_VALUE` when none was. */
  reference(node: number): ValueId;
  /** `base.name`; `nameNode` is the node that `refer` was called with, -1 when it was not. */
  member(nameNode: number, base: number, name: string): ValueId;
  memberOf(base: ValueId, name: string): ValueId;
  element(base: ValueId, key?: string): ValueId;
  object(entries: readonly FlowEntry[]): ValueId;
  either(values: readonly ValueId[]): ValueId;
  result(callNode: number): ValueId;
  callableAt(node: number): ValueId;
  /** What a declaration of the file is or holds: a class without a name, a variable that no node refers to. */
  declared(declaration: number): ValueId;
  /** A value of a class of the file: `this` inside it. */
  instance(declaration: number): ValueId;
  /** What the callable at `node` gets at a position, counted as `parameter` was called. */
  argument(node: number, position: number): ValueId;
  storeValue(target: ValueId, value: ValueId): void;
  /** The name that was referred to at the node gives this there, and nothing else of all that it ever stands for. */
  readHere(node: number, value: ValueId): void;
  /** The callable at `node` gives the value. */
  returnValue(node: number, value: ValueId): void;
}

/** Expressions that nest deeper than this are not followed. */
const maxDepth = 100;
/** A longer key is not kept; the entry then has any key. */
const maxKeyLength = 80;

interface OpenCall {
  readonly node: number;
  readonly callee: number;
  readonly args: readonly FlowArgument[];
  readonly isNew: boolean;
  readonly within: number;
}

interface OpenCallable {
  readonly node: number;
  readonly end: number;
  readonly declaration: number;
  readonly within: number;
  readonly receiver: number;
  readonly parameters: number[];
  /** Nodes; those of `yield` as the complement. */
  readonly results: number[];
  readonly values: ValueId[];
  readonly reads: Set<number>;
}

/** Where the builder of the record is at. */
export interface FlowPlace {
  readonly within: number;
  referenceAt(index: number): Reference;
  /** A variable or parameter. */
  isVariable(declaration: number): boolean;
  lineOf(node: number): number;
}

export interface FlowCollector extends FlowBuilder {
  /** A reference has been made at a node. */
  noteReference(node: number, reference: number, role: ReferenceRole): void;
  /** The reference at a node, by index; -1 for none. */
  referenceAtNode(node: number): number;
  finish(): ValueFlow | undefined;
}

export function createFlowCollector(
  tree: SyntaxTree,
  place: FlowPlace,
  read: ReadValue | undefined,
  readSteps?: ReadSteps,
): FlowCollector {
  const isOn = read !== undefined;
  // The reference at a row, counted from 1. As long as the tree, so that asking for it costs nothing.
  const references = isOn ? new Int32Array(tree.size) : nothing;
  const calls: OpenCall[] = [];
  const callAt = new Map<number, number>();
  const callables: OpenCallable[] = [];
  const callableNodes = new Map<number, number>();
  const open: OpenCallable[] = [];
  const stores: number[] = [];
  const waiting: (() => void)[] = [];
  const names = new Map<string, number>();
  const values: number[] = [];
  const entries: number[] = [];
  const madeStores: ValueId[] = [];
  const callRows: number[] = [];
  const argumentRows: number[] = [];
  const callableRows: number[] = [];
  const parameters: number[] = [];
  const returns: ValueId[] = [];
  const readers: number[] = [];
  const closures: { readonly node: number; readonly end: number }[] = [];
  const declaredNames: number[] = [];
  const referenceNodes: number[] = [];
  const readsHere: number[] = [];
  let depth = 0;
  let hasNames = false;

  const flow: FlowCollector = {
    isOn,
    noteReference(node, reference, role) {
      // Of several uses at one node the one that reads a value counts.
      const isLesser = role === "write" || role === "type" || role === "base";
      if (!isOn || (isLesser && references[node] !== 0)) return;
      hasNames = true;
      if (references[node] === 0) referenceNodes.push(node);
      references[node] = reference + 1;
    },
    referenceAtNode: (node) => (references[node] ?? 0) - 1,
    call(node, callee, args, more) {
      if (!isOn) return;
      callAt.set(node, calls.length);
      calls.push({ node, callee, args, isNew: more?.isNew === true, within: place.within });
    },
    callable(node, declaration, receiver = "none") {
      if (!isOn) return;
      innermost(node);
      const made: OpenCallable = {
        node,
        end: tree.next[node] as number,
        declaration,
        within: place.within,
        receiver: receiverHow[receiver],
        parameters: [],
        results: [],
        values: [],
        reads: new Set(),
      };
      callableNodes.set(node, callables.length);
      callables.push(made);
      open.push(made);
    },
    parameter(node, declaration, how = "plain") {
      innermost(node)?.parameters.push(declaration, parameterHow[how]);
    },
    returns(valueNode) {
      innermost(valueNode)?.results.push(valueNode);
    },
    yields(valueNode) {
      innermost(valueNode)?.results.push(~valueNode);
    },
    reads(node, what) {
      if (innermost(node) === undefined) return;
      for (const { reads } of open) reads.add(readerOf[what]);
    },
    store(target, valueNode) {
      if (isOn) stores.push(target, valueNode);
    },
    storeIn(declaration, valueNode) {
      if (isOn) stores.push(~declaration, valueNode);
    },
    closure(node) {
      if (isOn) closures.push({ node, end: tree.next[node] as number });
    },
    declaredAt(node, declaration) {
      if (isOn && declaration >= 0) declaredNames.push(node, declaration);
    },
    later(run) {
      if (isOn) waiting.push(run);
    },
    value: readNode,
    reference: (node) =>
      references[node] ? referenceValue((references[node] as number) - 1) : UNKNOWN_VALUE,
    member,
    memberOf: (base, name) => memberRow(base, name, NONE),
    element: (base, key) => (base === NO_VALUE ? NO_VALUE : row(valueKind.element, base, keyOf(key))),
    object,
    either,
    result: (node) => (callAt.has(node) ? resultValue(callAt.get(node) as number) : UNKNOWN_VALUE),
    callableAt: (node) =>
      callableNodes.has(node) ? callableValue(callableNodes.get(node) as number) : UNKNOWN_VALUE,
    declared: (declaration) => (declaration < 0 ? UNKNOWN_VALUE : row(valueKind.declaration, declaration)),
    instance: (declaration) => (declaration < 0 ? UNKNOWN_VALUE : row(valueKind.instance, declaration)),
    argument(node, position) {
      const callable = callableNodes.get(node);
      return callable === undefined ? UNKNOWN_VALUE : row(valueKind.argument, callable, position);
    },
    storeValue(target, value) {
      if (value === NO_VALUE || target < 0) return;
      madeStores.push(target, value);
    },
    readHere(node, value) {
      if (references[node]) readsHere.push((references[node] as number) - 1, value);
    },
    returnValue(node, value) {
      const callable = callableNodes.get(node);
      if (callable !== undefined && value !== NO_VALUE) callables[callable]?.values.push(value);
    },
    finish,
  };
  return flow;

  function innermost(node: number): OpenCallable | undefined {
    let last = open.at(-1);
    while (last !== undefined && node >= last.end) {
      open.pop();
      last = open.at(-1);
    }
    return last;
  }

  function readNode(node: number): ValueId {
    if (read === undefined || node < 0) return NO_VALUE;
    if (depth >= maxDepth) return UNKNOWN_VALUE;
    depth++;
    const found = read(node, flow);
    depth--;
    return found;
  }

  /** A plain path whose parts stand one after the other is said by its last reference. */
  function member(nameNode: number, base: number, name: string): ValueId {
    const reference = (nameNode < 0 ? 0 : (references[nameNode] as number)) - 1;
    const through = reference < 1 ? nothingNamed : place.referenceAt(reference).through;
    if (through.length > 0 && leadsTo(reference - 1, through)) return referenceValue(reference);
    return memberRow(readNode(base), name, reference);
  }

  function leadsTo(before: number, through: readonly string[]): boolean {
    const { name, through: path } = place.referenceAt(before);
    if (path.length !== through.length - 1 || name !== through.at(-1)) return false;
    // A part that is no name of its own, as the result of a call, has no reference that could say it.
    return path.every((part, at) => through[at] === part && /^[^([<?]/u.test(part));
  }

  function memberRow(base: ValueId, name: string, reference: number): ValueId {
    if (base === NO_VALUE && reference < 0) return NO_VALUE;
    return row(valueKind.member, base, nameNumber(name), reference);
  }

  function object(list: readonly FlowEntry[]): ValueId {
    // What an object holds is made before its own rows, which stand together.
    const start = entries.length / 2;
    for (const { value, key, isSpread } of list) {
      if (value !== NO_VALUE) entries.push(isSpread === true ? ALL_ENTRIES : keyOf(key), value);
    }
    return row(valueKind.object, start, entries.length / 2);
  }

  function either(list: readonly ValueId[]): ValueId {
    const carrying = [...new Set(list)].filter((value) => value !== NO_VALUE);
    if (carrying.length < 2) return carrying[0] ?? NO_VALUE;
    const start = entries.length / 2;
    for (const value of carrying) entries.push(ANY_KEY, value);
    return row(valueKind.either, start, entries.length / 2);
  }

  function row(kind: number, first: number, second = NONE, third = NONE): ValueId {
    values.push(kind, first, second, third);
    return rowValue(values.length / VALUE_SIZE - 1);
  }

  function keyOf(key: string | undefined): number {
    return key === undefined || key.length > maxKeyLength ? ANY_KEY : nameNumber(key);
  }

  function nameNumber(name: string): number {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, names.size);
    return names.size - 1;
  }

  function finish(): ValueFlow | undefined {
    if (!isOn) return undefined;
    for (let at = 0; at < stores.length; at += 2) {
      const value = readNode(stores[at + 1] as number);
      if (value === NO_VALUE) continue;
      const target = stores[at] as number;
      flow.storeValue(target < 0 ? flow.declared(~target) : readNode(target), value);
    }
    for (const run of waiting) run();
    if (readSteps !== undefined) findReads(readSteps);
    for (const call of calls) pushCall(call);
    for (const one of callables) {
      callableRows.push(one.declaration, one.within);
      // A name says itself where it stands.
      pushPlace(callableRows, one.declaration >= 0 ? NONE : one.node);
      callableRows.push(one.receiver, parameters.length / 2, returns.length);
      for (const number of one.parameters) parameters.push(number);
      for (const value of resultsOf(one)) returns.push(value);
      for (const what of one.reads) readers.push(callableRows.length / CALLABLE_SIZE - 1, what);
    }
    return packed();
  }

  function findReads(steps: ReadSteps): void {
    const bodies = [...callables, ...closures];
    const reads = orderedReads(
      {
        bodies,
        names: referenceNodes.map((node) => {
          const { declaration, role, through } = place.referenceAt((references[node] as number) - 1);
          return { node, declaration: through.length > 0 ? NONE : declaration, isWritten: role === "write" };
        }),
        declared: declaredNames,
        readsArguments: (body) =>
          callables[callableNodes.get(body) ?? -1]?.reads.has(readerOf.arguments) === true,
        isVariable: (declaration) => place.isVariable(declaration),
        end: (node) => tree.next[node] as number,
      },
      steps,
    );
    for (const { node, value } of reads) flow.readHere(node, value());
  }

  function pushPlace(rows: number[], node: number): void {
    const line = node < 0 ? NONE : place.lineOf(node);
    rows.push(line, node < 0 ? NONE : (tree.start[node] as number) - (tree.lineStarts[line] as number));
  }

  function pushCall({ node, callee, args, isNew, within }: OpenCall): void {
    const called = readNode(callee);
    const isNamed = referenceOfValue(values, called) >= 0;
    callRows.push(called, isNew ? 1 : 0);
    pushPlace(callRows, isNamed ? NONE : node);
    callRows.push(isNamed ? NONE : within, argumentRows.length / 2);
    let size = argumentRows.length;
    for (const { node: given, name, spread } of args) {
      const value = readNode(given);
      if (spread !== undefined) {
        argumentRows.push(value, spread === "values" ? argumentHow.spread : argumentHow.spreadKeywords);
      } else argumentRows.push(value, name === undefined ? argumentHow.position : nameNumber(name));
      if (value !== NO_VALUE) size = argumentRows.length;
    }
    // What carries nothing keeps the places of what follows; behind the last that carries something it is left out.
    argumentRows.length = size;
  }

  function resultsOf({ results, values: made }: OpenCallable): ValueId[] {
    const found: ValueId[] = [];
    for (const node of results) {
      const value = readNode(node < 0 ? ~node : node);
      if (value !== NO_VALUE) found.push(node < 0 ? object([{ value }]) : value);
    }
    found.push(...made);
    return found.length < 2 ? found : [...new Set(found)];
  }

  function packed(): ValueFlow | undefined {
    const numbers = numberCalls();
    const renumber = (value: ValueId): ValueId => withCallNumber(value, numbers);
    const kept: number[] = [];
    for (let call = 0; call < numbers.length; call++) {
      if (numbers[call] === NONE) continue;
      const at = call * CALL_SIZE;
      kept.push(renumber(callRows[at] as number));
      for (let more = at + 1; more < at + CALL_SIZE; more++) kept.push(callRows[more] as number);
    }
    // Names that are set to names and calls are a part of it though they have no rows.
    if (!hasNames && kept.length + callableRows.length + madeStores.length === 0) return undefined;
    for (let at = 0; at < values.length; at += VALUE_SIZE) {
      if (hasBase(values[at])) values[at + 1] = renumber(values[at + 1] as number);
    }
    for (let at = 1; at < entries.length; at += 2) entries[at] = renumber(entries[at] as number);
    for (let at = 0; at < argumentRows.length; at += 2)
      argumentRows[at] = renumber(argumentRows[at] as number);
    return {
      names: [...names.keys()],
      values: new Int32Array(values),
      entries: new Int32Array(entries),
      calls: new Int32Array(kept),
      arguments: new Int32Array(argumentRows),
      callables: new Int32Array(callableRows),
      parameters: new Int32Array(parameters),
      returns: new Int32Array(returns.map(renumber)),
      stores: new Int32Array(madeStores.map(renumber)),
      readers: new Int32Array(readers),
      reads: new Int32Array(readsHere.map((one, at) => (at % 2 === 0 ? one : renumber(one)))),
    };
  }

  /** The numbers of the calls that say more than their reference does: that carry something, or whose result is used. */
  function numberCalls(): Int32Array {
    const isUsed = new Uint8Array(calls.length);
    const use = (value: ValueId): void => {
      const call = callOfResult(value);
      if (call >= 0) isUsed[call] = 1;
    };
    for (let at = 0; at < values.length; at += VALUE_SIZE) {
      if (hasBase(values[at])) use(values[at + 1] as number);
    }
    for (let at = 1; at < entries.length; at += 2) use(entries[at] as number);
    for (let at = 0; at < argumentRows.length; at += 2) use(argumentRows[at] as number);
    for (let at = 0; at < callRows.length; at += CALL_SIZE) use(callRows[at] as number);
    returns.forEach(use);
    madeStores.forEach(use);
    for (let at = 1; at < readsHere.length; at += 2) use(readsHere[at] as number);
    const numbers = new Int32Array(calls.length).fill(NONE);
    let count = 0;
    for (let call = 0; call < calls.length; call++) {
      const at = call * CALL_SIZE;
      const end = callRows[at + CALL_SIZE + CALL_SIZE - 1] ?? argumentRows.length / 2;
      const carries = end > (callRows[at + CALL_SIZE - 1] as number);
      if (isUsed[call] || carries || !isTold(callRows[at] as number)) numbers[call] = count++;
    }
    return numbers;
  }

  /** The reference itself says that its name is called. */
  function isTold(callee: ValueId): boolean {
    if (!isPlainReference(callee)) return false;
    const { role } = place.referenceAt(referenceOfValue(values, callee));
    return role === "call" || role === "new" || role === "decorator";
  }
}

function hasBase(kind: number | undefined): boolean {
  return kind === valueKind.member || kind === valueKind.element;
}

const nothing = new Int32Array(0);
const nothingNamed: readonly string[] = [];
