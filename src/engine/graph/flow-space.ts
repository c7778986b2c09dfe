import {
  CALL_SIZE,
  CALLABLE_SIZE,
  type FileIndex,
  isPlainReference,
  NO_VALUE,
  readValue,
  referenceOfPlain,
  rowOfValue,
  VALUE_SIZE,
  type ValueId,
  valueKind,
} from "../index/index.ts";

/**
 * The places of a project that a value can be at, each with a number of its own: declarations, uses of names, results
 * of calls, results and selves of functions, and the rows of the records' values. Those of a file stand together.
 */
export interface FlowSpace {
  readonly files: readonly FileIndex[];
  readonly size: number;
  numberOf(file: FileIndex): number;
  /** The number of the file that a node belongs to. */
  fileOf(node: number): number;
  /** What a node is, and which one of its file, without making an object of it. */
  kindOf(node: number): FlowPlace["kind"];
  indexOf(node: number): number;
  declaration(file: number, index: number): number;
  reference(file: number, index: number): number;
  /** What the call of a reference gives when it has no row of its own. */
  bareResult(file: number, reference: number): number;
  result(file: number, call: number): number;
  /** What a function gives. */
  returned(file: number, callable: number): number;
  callable(file: number, index: number): number;
  row(file: number, index: number): number;
  /** Where everything comes from that the text does not tell. */
  readonly unknown: number;
  /** The node of a value of a record; -1 for one that carries nothing. */
  value(file: number, value: ValueId): number;
  /** What a node is. */
  read(node: number): FlowPlace;
}

export interface FlowPlace {
  readonly kind: (typeof kinds)[number];
  readonly file: number;
  readonly index: number;
}

const kinds = [
  "declaration",
  "reference",
  "bare-result",
  "result",
  "returned",
  "callable",
  "row",
  "unknown",
] as const;

/** There are eight kinds. */
const KIND_BITS = 3;
const KIND_MASK = (1 << KIND_BITS) - 1;

export function createFlowSpace(files: readonly FileIndex[]): FlowSpace {
  const numbers = new Map(files.map((file, index) => [file, index]));
  // The start of each kind of each file, one after the other.
  const starts = new Int32Array(files.length * kinds.length + 1);
  let size = 0;
  files.forEach((file, number) => {
    const { flow } = file;
    const references = flow === undefined ? 0 : file.references.length;
    const callables = (flow?.callables.length ?? 0) / CALLABLE_SIZE;
    const counts = [
      file.declarations.length,
      references,
      references,
      (flow?.calls.length ?? 0) / CALL_SIZE,
      callables,
      callables,
      (flow?.values.length ?? 0) / VALUE_SIZE,
      // One for all files, at the end.
      number === files.length - 1 ? 1 : 0,
    ];
    counts.forEach((count, kind) => {
      starts[number * kinds.length + kind] = size;
      size += count;
    });
  });
  starts[files.length * kinds.length] = size;
  // By node: looked up for most values that arrive anywhere.
  const blocks = new Int32Array(size);
  for (let block = 0; block < files.length * kinds.length; block++) {
    blocks.fill(block, starts[block] as number, starts[block + 1] as number);
  }
  const at = (file: number, kind: number, index: number): number =>
    (starts[file * kinds.length + kind] as number) + index;
  const space: FlowSpace = {
    files,
    size,
    numberOf: (file) => numbers.get(file) ?? -1,
    fileOf: (node) => blockOf(node) >> KIND_BITS,
    kindOf: (node) => kinds[blockOf(node) & KIND_MASK] as FlowPlace["kind"],
    indexOf: (node) => node - (starts[blockOf(node)] as number),
    declaration: (file, index) => at(file, 0, index),
    reference: (file, index) => at(file, 1, index),
    bareResult: (file, reference) => at(file, 2, reference),
    result: (file, call) => at(file, 3, call),
    returned: (file, callable) => at(file, 4, callable),
    callable: (file, index) => at(file, 5, index),
    row: (file, index) => at(file, 6, index),
    unknown: size - 1,
    value,
    read(node) {
      const block = blockOf(node);
      const kind = kinds[block & KIND_MASK] as FlowPlace["kind"];
      return { kind, file: block >> KIND_BITS, index: node - (starts[block] as number) };
    },
  };
  return space;

  /** What no record has counts to the last block, and what is nothing to the first. */
  function blockOf(node: number): number {
    if (node < 0) return 0;
    return node < size ? (blocks[node] as number) : starts.length - 2;
  }

  function value(file: number, id: ValueId): number {
    if (isPlainReference(id)) return at(file, 1, referenceOfPlain(id));
    const flow = files[file]?.flow;
    if (id === NO_VALUE || flow === undefined) return -1;
    const row = rowOfValue(id);
    if (row >= 0 && flow.values[row * VALUE_SIZE] !== valueKind.declaration) return at(file, 6, row);
    const found = readValue(flow, id);
    switch (found.kind) {
      case "nothing":
        return -1;
      case "unknown":
        return size - 1;
      case "reference":
        return at(file, 1, found.reference);
      case "result":
        return at(file, 3, found.call);
      case "callable":
        return at(file, 5, found.callable);
      case "declaration":
        return at(file, 0, found.declaration);
      default:
        return at(file, 6, rowOfValue(id));
    }
  }
}
