import { CALLABLE_SIZE, type FileIndex, readValue, type ValueFlow, type ValueId } from "../index/index.ts";

const returned = new WeakMap<FileIndex, ReadonlyMap<number, readonly number[]>>();

/** The classes of its own file that a function gives, where it gives nothing else; by their declarations. */
export function returnedTypes(file: FileIndex, declaration: number): readonly number[] {
  const known = returned.get(file) ?? readAll(file);
  returned.set(file, known);
  return known.get(declaration) ?? [];
}

function readAll(file: FileIndex): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const { flow } = file;
  if (flow === undefined) return found;
  for (let at = 0; at < flow.callables.length; at += CALLABLE_SIZE) {
    const end = flow.callables[at + CALLABLE_SIZE + CALLABLE_SIZE - 1] ?? flow.returns.length;
    const given = [...flow.returns.slice(flow.callables[at + CALLABLE_SIZE - 1], end)];
    const types = given.map((value) => typeOf(file, flow, value));
    if (types.length > 0 && types.every((type) => type >= 0)) found.set(flow.callables[at] as number, types);
  }
  return found;
}

/** The class of the file that a value is; -1 for any other value. */
function typeOf(file: FileIndex, flow: ValueFlow, id: ValueId): number {
  const value = readValue(flow, id);
  const used = value.kind === "reference" ? file.references[value.reference] : undefined;
  const declaration =
    value.kind === "declaration" ? value.declaration : used?.through.length === 0 ? used.declaration : -1;
  return file.declarations[declaration]?.kind === "class" ? declaration : -1;
}
