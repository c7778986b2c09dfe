import type { FileIndex, Reference } from "../index/index.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";

/** Per file, the declarations that start before their name: by what else could a decorator stand there. */
const decorated = new WeakMap<FileIndex, readonly number[]>();

/** The declaration before whose name, but inside whose extent, a use stands; -1 for none. */
export function decoratedBy(file: FileIndex, { line, column }: Reference): number {
  const candidates = decorated.get(file) ?? findDecorated(file);
  decorated.set(file, candidates);
  let found = -1;
  for (const declaration of candidates) {
    const one = file.declarations[declaration];
    if (one === undefined) continue;
    if (one.startLine > line) break;
    const isAfterStart = line > one.startLine || column >= one.startColumn;
    const isBeforeName = line < one.line || (line === one.line && column < one.column);
    if (isAfterStart && isBeforeName) found = declaration;
  }
  return found;
}

/** Sorted by where they start. */
function findDecorated(file: FileIndex): readonly number[] {
  const found = file.declarations.flatMap((one, index) => {
    const canBe = isCallable(one.kind) || isTypeKind(one.kind) || one.kind === "field";
    const isApart = one.startLine < one.line || one.startColumn < one.column;
    return canBe && isApart ? [index] : [];
  });
  const start = (index: number) => file.declarations[index]?.startLine ?? 0;
  return found.sort((left, right) => start(left) - start(right) || left - right);
}
