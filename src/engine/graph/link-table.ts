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
  const byKey = new Map<string, Map<string, number>>();
  const byDeclaration = new Map<FileIndex, Int32Array>();
  const modules = new Map<FileIndex, number>();
  const columns = createColumns(1024);
  const ruleNumbers = new Map<string, number>();
  const sites: UnresolvedSite[] = [];
  let cutEdges = 0;
  let lastFile: FileIndex | undefined;
  let lastKnown: Int32Array | undefined;

  const node = (entry: GraphNode): number => {
    let ofLanguage = byKey.get(entry.language);
    if (ofLanguage === undefined) {
      ofLanguage = new Map();
      byKey.set(entry.language, ofLanguage);
    }
    const known = ofLanguage.get(entry.key);
    if (known !== undefined) return known;
    ofLanguage.set(entry.key, nodes.length);
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
      // Most of what is asked for lies in the file that was asked for last.
      let known = file === lastFile ? lastKnown : byDeclaration.get(file);
      if (known === undefined) {
        known = new Int32Array(file.declarations.length).fill(-2);
        byDeclaration.set(file, known);
      }
      lastFile = file;
      lastKnown = known;
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
    externalNode: (language, key) =>
      byKey.get(language)?.get(key) ?? node({ key, kind: "external", language }),
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
      const at = columns.count;
      if (at === columns.from.length) makeRoom(columns);
      columns.from[at] = from;
      columns.to[at] = to;
      columns.kind[at] = kindNumber.get(kind) as number;
      columns.rule[at] = ruleNumber;
      columns.line[at] = site.line;
      columns.column[at] = site.column;
      columns.count = at + 1;
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
    const compare = nodes.every((one) => isPlain(one.key)) ? comparePlainNodes : compareNodes;
    order.sort((left, right) => compare(nodes[left] as GraphNode, nodes[right] as GraphNode));
    const place = new Int32Array(nodes.length);
    order.forEach((old, at) => {
      place[old] = at;
    });
    const placed = sites.map((site) => {
      // Each was made for this table.
      (site as { caller: number }).caller = place[site.caller] as number;
      return site;
    });
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

/** As `compareNodes`, of keys that the machine puts into the order of their bytes by itself. */
function comparePlainNodes(left: GraphNode, right: GraphNode): number {
  if (left.key === right.key) return compareBytes(left.language, right.language);
  return left.key < right.key ? -1 : 1;
}

/** Only from here on do the orders of UTF-16 and of UTF-8 differ. */
function isPlain(text: string): boolean {
  return !/[\ud800-\uffff]/.test(text);
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

/** The edges as they come, a column a field. */
interface Columns {
  count: number;
  from: Int32Array;
  to: Int32Array;
  kind: Int32Array;
  rule: Int32Array;
  line: Int32Array;
  column: Int32Array;
}

function createColumns(room: number): Columns {
  const made = () => new Int32Array(room);
  return { count: 0, from: made(), to: made(), kind: made(), rule: made(), line: made(), column: made() };
}

function makeRoom(columns: Columns): void {
  const larger = (before: Int32Array): Int32Array => {
    const after = new Int32Array(before.length * 2);
    after.set(before);
    return after;
  };
  columns.from = larger(columns.from);
  columns.to = larger(columns.to);
  columns.kind = larger(columns.kind);
  columns.rule = larger(columns.rule);
  columns.line = larger(columns.line);
  columns.column = larger(columns.column);
}

/** Puts edges under their callers, in order, and keeps one of several between two nodes at one site: the surest. */
function sortEdges(columns: Columns, place: Int32Array, nodeCount: number): EdgeTable {
  const { count, kind, rule, line, column } = columns;
  const placed = (nodes: Int32Array): Int32Array => {
    const found = new Int32Array(count);
    for (let edge = 0; edge < count; edge++) found[edge] = place[nodes[edge] as number] as number;
    return found;
  };
  const from = placed(columns.from);
  const to = placed(columns.to);
  let order: Int32Array = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) order[edge] = edge;
  // From the least of what they are ordered by to the most; each pass keeps the order of those before.
  for (const by of [kind, column, line, to, from]) order = sortedBy(order, by);
  const sorted = createColumns(count);
  const first = new Int32Array(nodeCount + 1);
  let size = 0;
  let before = -1;
  for (let at = 0; at < count; at++) {
    const edge = order[at] as number;
    const isSame =
      before >= 0 &&
      from[before] === from[edge] &&
      to[before] === to[edge] &&
      line[before] === line[edge] &&
      column[before] === column[edge];
    if (isSame) continue;
    before = edge;
    const caller = from[edge] as number;
    sorted.from[size] = caller;
    sorted.to[size] = to[edge] as number;
    sorted.kind[size] = kind[edge] as number;
    sorted.rule[size] = rule[edge] as number;
    sorted.line[size] = line[edge] as number;
    sorted.column[size] = column[edge] as number;
    first[caller + 1] = ++size;
  }
  for (let node = 0; node < nodeCount; node++) {
    if (first[node + 1] === 0) first[node + 1] = first[node] as number;
  }
  return {
    count: size,
    from: sorted.from.slice(0, size),
    to: sorted.to.slice(0, size),
    kind: Uint8Array.from(sorted.kind.subarray(0, size)),
    rule: Uint8Array.from(sorted.rule.subarray(0, size)),
    line: sorted.line.slice(0, size),
    column: sorted.column.slice(0, size),
    first,
  };
}

/** How many values a pass tells apart at once. */
const DIGIT_BITS = 16;
const DIGIT_MASK = (1 << DIGIT_BITS) - 1;

/** The order by a column whose values are -1 or more; what is equal stays as it was. */
function sortedBy(order: Int32Array, by: Int32Array): Int32Array {
  const size = order.length;
  let largest = 0;
  for (let at = 0; at < size; at++) {
    const value = (by[order[at] as number] as number) + 1;
    if (value > largest) largest = value;
  }
  let now = order;
  for (let shift = 0; shift === 0 || (shift < 32 && largest >>> shift > 0); shift += DIGIT_BITS) {
    const starts = new Int32Array(Math.min(largest >>> shift, DIGIT_MASK) + 2);
    for (let at = 0; at < size; at++) {
      const digit = (((by[now[at] as number] as number) + 1) >>> shift) & DIGIT_MASK;
      starts[digit + 1] = (starts[digit + 1] as number) + 1;
    }
    for (let at = 1; at < starts.length; at++) {
      starts[at] = (starts[at] as number) + (starts[at - 1] as number);
    }
    const next = new Int32Array(size);
    for (let at = 0; at < size; at++) {
      const edge = now[at] as number;
      const digit = (((by[edge] as number) + 1) >>> shift) & DIGIT_MASK;
      const place = starts[digit] as number;
      next[place] = edge;
      starts[digit] = place + 1;
    }
    now = next;
  }
  return now;
}
