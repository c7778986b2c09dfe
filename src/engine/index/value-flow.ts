/*
 * Where values come from and where they go in one file: the section `flow` of its record, which the link step
 * follows through calls, tables, closures and results. Only what can carry a function, a class or an instance is
 * recorded. A language fills it through `IndexBuilder.flow` (flow-builder.ts says how).
 */

/**
 * A value, as a number that belongs to one file: `NO_VALUE`, `UNKNOWN_VALUE`, or an index with what it counts in
 * its two lowest bits. `readValue` says it in words.
 */
export type ValueId = number;

/** Nothing that could be called or have members of the project: a literal, arithmetic, a comparison. */
export const NO_VALUE: ValueId = -1;
/** It may be anything: the text does not tell, or this way of writing is not followed. */
export const UNKNOWN_VALUE: ValueId = -2;

const TAG_BITS = 2;
const TAG_MASK = 3;
const REFERENCE = 0;
const RESULT = 1;
const CALLABLE = 2;
const ROW = 3;

/** What a name or path stands for, by the index of its `Reference`. */
export const referenceValue = (reference: number): ValueId => (reference << TAG_BITS) | REFERENCE;
/** What a call gives, by its index in `ValueFlow.calls`. */
export const resultValue = (call: number): ValueId => (call << TAG_BITS) | RESULT;
/** A function that is written there, by its index in `ValueFlow.callables`. */
export const callableValue = (callable: number): ValueId => (callable << TAG_BITS) | CALLABLE;
/** Any other value, by its index in `ValueFlow.values`. */
export const rowValue = (row: number): ValueId => (row << TAG_BITS) | ROW;

/**
 * The rows are columns of numbers, since they are many. `size` of each is said below. What is -1 is not there; where a
 * row names the start of its part of another list, that part ends where the next row's starts.
 */
export interface ValueFlow {
  /** Names of members and of keyword arguments, and constant keys. */
  readonly names: readonly string[];
  /** `VALUE_SIZE` numbers a row: a kind of `valueKind` and what `readValue` reads. */
  readonly values: Int32Array;
  /** `ENTRY_SIZE` numbers a row: key (an index into `names`, `ANY_KEY` or `ALL_ENTRIES`), value. */
  readonly entries: Int32Array;
  /** `CALL_SIZE` numbers a row: callee, 1 for `new`, line, column, within, start in `arguments`. */
  readonly calls: Int32Array;
  /** `ARGUMENT_SIZE` numbers a row: value, how (an index into `names` for a keyword, or one of `argumentHow`). */
  readonly arguments: Int32Array;
  /** `CALLABLE_SIZE` numbers a row: declaration, within, line, column, receiver, start in `parameters`, in `returns`. */
  readonly callables: Int32Array;
  /** `PARAMETER_SIZE` numbers a row: declaration (-1 for a pattern), how (`parameterHow`). */
  readonly parameters: Int32Array;
  readonly returns: Int32Array;
  /** `STORE_SIZE` numbers a row: target, value. */
  readonly stores: Int32Array;
  /** `READER_SIZE` numbers a row: a callable that gets at more of a call than its parameters say, and what (`readerOf`). */
  readonly readers: Int32Array;
  /** `READ_SIZE` numbers a row: a reference, and what it gives there, of all that what it names ever holds. */
  readonly reads: Int32Array;
}

export const VALUE_SIZE = 4;
export const ENTRY_SIZE = 2;
export const CALL_SIZE = 6;
export const ARGUMENT_SIZE = 2;
export const CALLABLE_SIZE = 7;
export const PARAMETER_SIZE = 2;
export const STORE_SIZE = 2;
export const READER_SIZE = 2;
export const READ_SIZE = 2;

/** A key that is not known, as in `table[key]`, or any element, as in a loop. */
export const ANY_KEY = -1;
/** All entries of another value, as in `{...other}`. */
export const ALL_ENTRIES = -2;

export const valueKind = {
  declaration: 0,
  instance: 1,
  argument: 2,
  member: 3,
  element: 4,
  object: 5,
  either: 6,
} as const;

export const argumentHow = { position: -1, spread: -2, spreadKeywords: -3 } as const;
export const parameterHow = { plain: 0, rest: 1, restKeywords: 2, keywordOnly: 3 } as const;

/** When the first parameter of a function is what stands before the dot of a call. */
export const receiverHow = {
  /** Never: there is none, or it is no parameter, as `this`. */
  none: 0,
  /** When the function is a member of the value's type, but not when it is called through the type itself. */
  value: 1,
  /** Then, and through the type too: Python's `classmethod`. */
  always: 2,
} as const;

/** What a function may read of its call beside its parameters: `this`, `arguments`. */
export const readerOf = { receiver: 0, arguments: 1 } as const;

/** A value in words. */
export type FlowValue =
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" }
  | { readonly kind: "reference"; readonly reference: number }
  | { readonly kind: "result"; readonly call: number }
  | { readonly kind: "callable"; readonly callable: number }
  /** What a declaration is or holds; as a target, what it shall hold. */
  | { readonly kind: "declaration"; readonly declaration: number }
  /** A value of a type of this file. */
  | { readonly kind: "instance"; readonly declaration: number }
  /** What a function gets at a position, where no parameter has a name there. */
  | { readonly kind: "argument"; readonly callable: number; readonly position: number }
  /** `reference` is that of the member's name; -1 for none. */
  | { readonly kind: "member"; readonly base: ValueId; readonly name: string; readonly reference: number }
  /** Without a key: any element. */
  | { readonly kind: "element"; readonly base: ValueId; readonly key: string | undefined }
  /** Its entries are the rows of `ValueFlow.entries` from `start` to before `end`. */
  | { readonly kind: "object"; readonly start: number; readonly end: number }
  /** One of several: the values of the rows of `ValueFlow.entries` from `start` to before `end`. */
  | { readonly kind: "either"; readonly start: number; readonly end: number };

export function readValue(flow: ValueFlow, value: ValueId): FlowValue {
  if (value === NO_VALUE) return { kind: "nothing" };
  if (value < 0) return { kind: "unknown" };
  const index = value >> TAG_BITS;
  switch (value & TAG_MASK) {
    case REFERENCE:
      return { kind: "reference", reference: index };
    case RESULT:
      return { kind: "result", call: index };
    case CALLABLE:
      return { kind: "callable", callable: index };
  }
  const at = index * VALUE_SIZE;
  const first = flow.values[at + 1] as number;
  const second = flow.values[at + 2] as number;
  switch (flow.values[at]) {
    case valueKind.declaration:
      return { kind: "declaration", declaration: first };
    case valueKind.instance:
      return { kind: "instance", declaration: first };
    case valueKind.argument:
      return { kind: "argument", callable: first, position: second };
    case valueKind.member: {
      const reference = flow.values[at + 3] as number;
      return { kind: "member", base: first, name: flow.names[second] as string, reference };
    }
    case valueKind.element:
      return { kind: "element", base: first, key: flow.names[second] };
    case valueKind.object:
      return { kind: "object", start: first, end: second };
    default:
      return { kind: "either", start: first, end: second };
  }
}

/** The index of the reference that names a value of `ValueFlow.values`; -1 for a value without one. */
export function referenceOfValue(values: ArrayLike<number>, value: ValueId): number {
  if (value < 0) return -1;
  const index = value >> TAG_BITS;
  if ((value & TAG_MASK) === REFERENCE) return index;
  if ((value & TAG_MASK) !== ROW || values[index * VALUE_SIZE] !== valueKind.member) return -1;
  return values[index * VALUE_SIZE + 3] as number;
}

/** It is nothing but a name or a plain path. */
export function isPlainReference(value: ValueId): boolean {
  return value >= 0 && (value & TAG_MASK) === REFERENCE;
}

/** Gives the value with calls renumbered; a value that is no result stays. */
export function withCallNumber(value: ValueId, numbers: Int32Array): ValueId {
  if (value < 0 || (value & TAG_MASK) !== RESULT) return value;
  return resultValue(numbers[value >> TAG_BITS] as number);
}

/** The index of the reference that a plain one is. */
export function referenceOfPlain(value: ValueId): number {
  return value >> TAG_BITS;
}

/** The index of the row of `ValueFlow.values` that a value is; -1 for any other value. */
export function rowOfValue(value: ValueId): number {
  return value >= 0 && (value & TAG_MASK) === ROW ? value >> TAG_BITS : -1;
}

/** The index of the call whose result a value is; -1 for any other value. */
export function callOfResult(value: ValueId): number {
  return value >= 0 && (value & TAG_MASK) === RESULT ? value >> TAG_BITS : -1;
}
