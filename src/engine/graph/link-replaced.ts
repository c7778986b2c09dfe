import { type FileIndex, readValue, STORE_SIZE, type ValueId } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isCallable } from "./bind-tables.ts";

const replaced = new WeakMap<FileIndex, ReadonlySet<number>>();

/** Whether the name of a function may stand for something else: for what a decorator gives. */
export function mayBeReplaced({ file, declaration }: DeclarationPlace): boolean {
  const known = replaced.get(file) ?? findReplaced(file);
  replaced.set(file, known);
  return known.has(declaration);
}

/** Functions whose names are set to a value that is followed. */
function findReplaced(file: FileIndex): ReadonlySet<number> {
  const found = new Set<number>();
  const { flow } = file;
  for (let at = 0; flow !== undefined && at < flow.stores.length; at += STORE_SIZE) {
    const target = readValue(flow, flow.stores[at] as ValueId);
    if (target.kind !== "declaration") continue;
    if (isCallable(file.declarations[target.declaration]?.kind ?? "field")) found.add(target.declaration);
  }
  return found;
}
