import type { Declaration, FileIndex, Reference } from "../index/index.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";

/** The declarations that start before their name: by what else could a decorator stand there. */
interface Decorated {
  /** Sorted by where they start. */
  readonly declarations: readonly number[];
  /** By position in the list: the last one before it between whose start and name it starts; -1 for none. */
  readonly around: Int32Array;
}

const decorated = new WeakMap<FileIndex, Decorated>();

/** The declaration before whose name, but inside whose extent, a use stands; -1 for none. */
export function decoratedBy(file: FileIndex, { line, column }: Reference): number {
  let known = decorated.get(file);
  if (known === undefined) {
    known = findDecorated(file);
    decorated.set(file, known);
  }
  const { declarations, around } = known;
  if (declarations.length === 0) return -1;
  const oneAt = (at: number) => file.declarations[declarations[at] as number] as Declaration;
  let low = 0;
  for (let high = declarations.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (startsBefore(oneAt(middle), line, column)) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  while (at >= 0 && !isNamedAfter(oneAt(at), line, column)) at = around[at] as number;
  return declarations[at] ?? -1;
}

function findDecorated(file: FileIndex): Decorated {
  const { declarations } = file;
  const found = declarations.flatMap((one, index) => {
    const canBe = isCallable(one.kind) || isTypeKind(one.kind) || one.kind === "field";
    const isApart = one.startLine < one.line || one.startColumn < one.column;
    return canBe && isApart ? [index] : [];
  });
  found.sort((left, right) => {
    const [one, other] = [declarations[left] as Declaration, declarations[right] as Declaration];
    return one.startLine - other.startLine || one.startColumn - other.startColumn || left - right;
  });
  const around = new Int32Array(found.length).fill(-1);
  for (let at = 1; at < found.length; at++) {
    const { startLine, startColumn } = declarations[found[at] as number] as Declaration;
    let outer = at - 1;
    const isOpen = (index: number) =>
      isNamedAfter(declarations[found[index] as number] as Declaration, startLine, startColumn);
    while (outer >= 0 && !isOpen(outer)) outer = around[outer] as number;
    around[at] = outer;
  }
  return { declarations: found, around };
}

function startsBefore({ startLine, startColumn }: Declaration, line: number, column: number): boolean {
  return startLine < line || (startLine === line && startColumn <= column);
}

function isNamedAfter(one: Declaration, line: number, column: number): boolean {
  return line < one.line || (line === one.line && column < one.column);
}
