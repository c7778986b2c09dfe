import { compareBytes } from "../../kit/order.ts";
import { type DeclarationKind, declarationPath, type FileIndex } from "../index/index.ts";
import {
  type EdgeKind,
  type EdgeTable,
  edgeKinds,
  type GraphNode,
  type NodeKind,
  type UnresolvedSite,
} from "./project-graph.ts";

/** Where something stands in the caller's file. */
export interface Site {
  readonly line: number;
  readonly column: number;
}

/** Of an edge that no line of code makes. */
export const noSite: Site = { line: -1, column: 0 };

/** Collects nodes, edges and unresolved sites in any order; `finish` puts them into the one order. */
export interface LinkTable {
  moduleNode(file: FileIndex): number;
  /** The node of a declaration that runs or is a type; -1 for any other. */
  declarationNode(file: FileIndex, declaration: number): number;
  exportNode(file: FileIndex, name: string): number;
  externalNode(family: string, key: string): number;
  statusNode(path: string, family: string, status: NonNullable<GraphNode["status"]>): number;
  edge(from: number, to: number, kind: EdgeKind, rule: string, site: Site): void;
  unresolved(site: UnresolvedSite): void;
  isExternal(node: number): boolean;
  finish(): FinishedTable;
}

export interface FinishedTable {
  readonly nodes: readonly GraphNode[];
  readonly edges: EdgeTable;
  readonly rules: readonly string[];
  readonly unresolved: readonly UnresolvedSite[];
  /** Edges that were not kept because there were `maxEdges` already. */
  readonly cutEdges: number;
  /** What became of a node number handed out before. */
  readonly place: Int32Array;
}

const nodeKindOf: Readonly<Partial<Record<DeclarationKind, NodeKind>>> = {
  function: "function",
  macro: "function",
  method: "method",
  constructor: "constructor",
  class: "class",
  interface: "class",
  trait: "class",
  struct: "class",
  enum: "class",
};

const kindNumber = new Map(edgeKinds.map(({ kind }, index) => [kind, index]));

/** `isOwnType`: a declaration of the kind `type` is no other name of a type, and has members. */
export function createLinkTable(
  familyOf: (language: string) => string,
  maxEdges: number,
  isOwnType: (file: FileIndex, declaration: number) => boolean = () => false,
): LinkTable {
  const nodes: GraphNode[] = [];
  const byKey = new Map<string, number>();
  const byDeclaration = new Map<FileIndex, Int32Array>();
  const modules = new Map<FileIndex, number>();
  const columns = createColumns();
  const ruleNumbers = new Map<string, number>();
  const sites: UnresolvedSite[] = [];
  let cutEdges = 0;

  const node = (entry: GraphNode): number => {
    const key = `${entry.language}\0${entry.key}`;
    const known = byKey.get(key);
    if (known !== undefined) return known;
    byKey.set(key, nodes.length);
    nodes.push(entry);
    return nodes.length - 1;
  };

  return {
    moduleNode(file) {
      const known = modules.get(file);
      if (known !== undefined) return known;
      const span = { startLine: 0, endLine: Math.max(0, file.lineCount - 1) };
      const language = familyOf(file.language);
      const made = node({ key: file.path, kind: "module", language, file: file.path, span });
      modules.set(file, made);
      return made;
    },
    declarationNode(file, declaration) {
      let known = byDeclaration.get(file);
      if (known === undefined) {
        known = new Int32Array(file.declarations.length).fill(-2);
        byDeclaration.set(file, known);
      }
      const before = known[declaration];
      if (before !== undefined && before !== -2) return before;
      const made = makeDeclarationNode(file, declaration);
      if (before !== undefined) known[declaration] = made;
      return made;
    },
    exportNode: (file, name) =>
      node({
        key: `${file.path}//${name}`,
        kind: "export",
        language: familyOf(file.language),
        file: file.path,
      }),
    externalNode: (language, key) => node({ key, kind: "external", language }),
    statusNode(path, language, status) {
      const made = node({ key: path, kind: "module", language, file: path });
      nodes[made] = { ...(nodes[made] as GraphNode), status };
      return made;
    },
    edge(from, to, kind, rule, site) {
      if (columns.count >= maxEdges) {
        cutEdges++;
        return;
      }
      let ruleNumber = ruleNumbers.get(rule);
      if (ruleNumber === undefined) {
        ruleNumber = ruleNumbers.size;
        ruleNumbers.set(rule, ruleNumber);
      }
      columns.add(from, to, kindNumber.get(kind) as number, ruleNumber, site.line, site.column);
    },
    unresolved(site) {
      sites.push(site);
    },
    isExternal: (index) => nodes[index]?.kind === "external",
    finish,
  };

  function makeDeclarationNode(file: FileIndex, declaration: number): number {
    const one = file.declarations[declaration];
    const isType = one?.kind === "type" && isOwnType(file, declaration);
    const kind = isType ? "class" : one === undefined ? undefined : nodeKindOf[one.kind];
    if (one === undefined || kind === undefined) return -1;
    const path = declarationPath(file, declaration);
    if (path.length === 0) return -1;
    // A class without a name shares the key of what stands around it, and is a node of its own.
    const name = one.name === "" ? [`<class ${ordinalOf(file, declaration)}>`] : [];
    return node({
      key: [file.path, ...path, ...name].join("//"),
      kind,
      language: familyOf(file.language),
      file: file.path,
      span: { startLine: one.startLine, endLine: one.endLine },
    });
  }

  function finish(): FinishedTable {
    const order = nodes.map((_, index) => index);
    order.sort((left, right) => compareNodes(nodes[left] as GraphNode, nodes[right] as GraphNode));
    const place = new Int32Array(nodes.length);
    order.forEach((old, at) => {
      place[old] = at;
    });
    const placed = sites.map((site) => ({ ...site, caller: place[site.caller] as number }));
    return {
      nodes: order.map((old) => nodes[old] as GraphNode),
      edges: sortEdges(columns, place, nodes.length),
      rules: [...ruleNumbers.keys()],
      unresolved: placed.sort(compareSites),
      cutEdges,
      place,
    };
  }
}

/** Counted from 1 among the unnamed ones of the file: lines move when a comment is added. */
function ordinalOf(file: FileIndex, declaration: number): number {
  let count = 0;
  for (let at = 0; at <= declaration; at++) if (file.declarations[at]?.name === "") count++;
  return count;
}

function compareNodes(left: GraphNode, right: GraphNode): number {
  return compareBytes(left.key, right.key) || compareBytes(left.language, right.language);
}

function compareSites(left: UnresolvedSite, right: UnresolvedSite): number {
  return (
    left.caller - right.caller ||
    left.line - right.line ||
    left.column - right.column ||
    compareBytes(left.reason, right.reason) ||
    compareBytes(left.text, right.text)
  );
}

const columnNames = ["from", "to", "kind", "rule", "line", "column"] as const;

interface Columns {
  readonly count: number;
  readonly of: Readonly<Record<(typeof columnNames)[number], Int32Array>>;
  add(...values: readonly [number, number, number, number, number, number]): void;
}

function createColumns(): Columns {
  let room = 1024;
  let count = 0;
  const arrays = columnNames.map(() => new Int32Array(room));
  return {
    get count() {
      return count;
    },
    get of() {
      return Object.fromEntries(columnNames.map((name, at) => [name, arrays[at]])) as Columns["of"];
    },
    add(...values) {
      if (count === room) {
        room *= 2;
        for (let at = 0; at < arrays.length; at++) {
          const larger = new Int32Array(room);
          larger.set(arrays[at] as Int32Array);
          arrays[at] = larger;
        }
      }
      for (let at = 0; at < arrays.length; at++) (arrays[at] as Int32Array)[count] = values[at] as number;
      count++;
    },
  };
}

/** Puts edges under their callers, in order, and keeps one of several between two nodes at one site: the surest. */
function sortEdges(columns: Columns, place: Int32Array, nodeCount: number): EdgeTable {
  const { from, to, kind, rule, line, column } = columns.of;
  const first = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < columns.count; edge++) {
    const at = (place[from[edge] as number] as number) + 1;
    first[at] = (first[at] as number) + 1;
  }
  for (let node = 0; node < nodeCount; node++) {
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  }
  const byCaller = new Int32Array(columns.count);
  const next = first.slice();
  for (let edge = 0; edge < columns.count; edge++) {
    const caller = place[from[edge] as number] as number;
    byCaller[next[caller] as number] = edge;
    next[caller] = (next[caller] as number) + 1;
  }
  const target = (edge: number) => place[to[edge] as number] as number;
  const compare = (left: number, right: number): number =>
    target(left) - target(right) ||
    (line[left] as number) - (line[right] as number) ||
    (column[left] as number) - (column[right] as number) ||
    (kind[left] as number) - (kind[right] as number);
  const kept = createColumns();
  const starts = new Int32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) {
    const group = byCaller.subarray(first[node] as number, first[node + 1] as number).sort(compare);
    let before = -1;
    for (const edge of group) {
      const isSame =
        before >= 0 &&
        target(before) === target(edge) &&
        line[before] === line[edge] &&
        column[before] === column[edge];
      if (isSame) continue;
      before = edge;
      kept.add(
        node,
        target(edge),
        kind[edge] as number,
        rule[edge] as number,
        line[edge] as number,
        column[edge] as number,
      );
    }
    starts[node + 1] = kept.count;
  }
  const { count } = kept;
  return {
    count,
    from: kept.of.from.slice(0, count),
    to: kept.of.to.slice(0, count),
    kind: Uint8Array.from(kept.of.kind.subarray(0, count)),
    rule: Uint8Array.from(kept.of.rule.subarray(0, count)),
    line: kept.of.line.slice(0, count),
    column: kept.of.column.slice(0, count),
    first: starts,
  };
}
