import type { EdgeTable, Graph } from "../engine/graph/graph.ts";
import { invariant } from "../kit/errors.ts";

/** The columns of the edges, in the order in which they are written; those of four bytes come first. */
const wide = ["from", "to", "line", "column", "first"] as const;
const narrow = ["kind", "rule"] as const;

/**
 * A graph as bytes that are quick to read again: the length of a JSON text, the text, padding, and the columns of
 * the edges as the machine has them.
 */
export function encodeGraph(graph: Graph): Uint8Array[] {
  const { edges, nodes, rules, roots, unresolved, truncations, interleaved, packages, keyRules, stats } =
    graph;
  const rest: Omit<Graph, "edges"> = {
    nodes,
    rules,
    roots,
    unresolved,
    truncations,
    interleaved,
    packages,
    keyRules,
    stats,
  };
  const lengths = Object.fromEntries([...wide, ...narrow].map((name) => [name, edges[name].length]));
  const text = Buffer.from(JSON.stringify({ ...rest, edgeCount: edges.count, lengths }));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.byteLength, 0);
  head.writeUInt32LE(isLittleEndian ? 1 : 0, 4);
  const padding = Buffer.alloc((4 - (text.byteLength % 4)) % 4);
  const columns = [...wide, ...narrow].map((name) => {
    const column = edges[name];
    return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  });
  return [head, text, padding, ...columns];
}

/** The graph of such bytes; nothing where they are of another kind of machine. */
export function decodeGraph(bytes: Uint8Array): Graph | undefined {
  // A copy, so that columns of four bytes begin where they may.
  const own = Uint8Array.from(bytes);
  const view = new DataView(own.buffer);
  const textLength = view.getUint32(0, true);
  if (view.getUint32(4, true) !== (isLittleEndian ? 1 : 0)) return undefined;
  const text = Buffer.from(own.buffer, 8, textLength).toString("utf8");
  const { edgeCount, lengths, ...rest } = JSON.parse(text) as Omit<Graph, "edges"> & {
    edgeCount: number;
    lengths: Record<(typeof wide)[number] | (typeof narrow)[number], number>;
  };
  let at = 8 + textLength + ((4 - (textLength % 4)) % 4);
  const columns: Partial<Record<string, Int32Array | Uint8Array>> = {};
  for (const name of wide) {
    columns[name] = new Int32Array(own.buffer, at, lengths[name]);
    at += lengths[name] * 4;
  }
  for (const name of narrow) {
    columns[name] = new Uint8Array(own.buffer, at, lengths[name]);
    at += lengths[name];
  }
  invariant(at === own.byteLength, "a packed graph ends with its bytes");
  return { ...rest, edges: { count: edgeCount, ...columns } as unknown as EdgeTable };
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
