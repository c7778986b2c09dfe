import { invariant } from "../../kit/errors.ts";
import {
  type PackedReader,
  type PackedWriter,
  readNumber,
  readString,
  writeNumber,
  writeString,
} from "./packed-bytes.ts";
import type { ValueFlow } from "./value-flow.ts";

/** The least number in a column, as a distance from 0. */
const LEAST = 3;

/** A column is its length and its numbers. A record without a flow is one number. */
export function writeFlow(to: PackedWriter, flow: ValueFlow | undefined): void {
  writeNumber(to, flow === undefined ? 0 : 1);
  if (flow === undefined) return;
  writeNumber(to, flow.names.length);
  for (const name of flow.names) writeString(to, name);
  writeColumn(to, flow.values);
  writeColumn(to, flow.entries);
  writeColumn(to, flow.calls);
  writeColumn(to, flow.arguments);
  writeColumn(to, flow.callables);
  writeColumn(to, flow.parameters);
  writeColumn(to, flow.returns);
  writeColumn(to, flow.stores);
  writeColumn(to, flow.readers);
  writeColumn(to, flow.reads);
}

export function readFlow(from: PackedReader): ValueFlow | undefined {
  if (readNumber(from) === 0) return undefined;
  const names = Array.from({ length: lengthOf(from) }, () => readString(from));
  return {
    names,
    values: readColumn(from),
    entries: readColumn(from),
    calls: readColumn(from),
    arguments: readColumn(from),
    callables: readColumn(from),
    parameters: readColumn(from),
    returns: readColumn(from),
    stores: readColumn(from),
    readers: readColumn(from),
    reads: readColumn(from),
  };
}

function writeColumn(to: PackedWriter, column: Int32Array): void {
  writeNumber(to, column.length);
  for (let at = 0; at < column.length; at++) writeNumber(to, (column[at] as number) + LEAST);
}

function readColumn(from: PackedReader): Int32Array {
  const column = new Int32Array(lengthOf(from));
  for (let at = 0; at < column.length; at++) column[at] = readNumber(from) - LEAST;
  return column;
}

function lengthOf(from: PackedReader): number {
  const length = readNumber(from);
  invariant(length <= from.bytes.length, "a packed list has room for its entries");
  return length;
}
