/**
 * One parsed file as columns, a node a row, in pre-order (a node comes before its children, which come in
 * the order of the text). It holds named and anonymous nodes. Offsets are UTF-16 units of `text`.
 *
 * The columns may be longer than `size` and are reused by the parser: read a tree before the next parse.
 */
export interface SyntaxTree {
  readonly text: string;
  /** Rows in use. Row 0 is the root. */
  readonly size: number;
  /** The grammar's name of each kind, by kind id: `kindNames[tree.kind[node]]`. */
  readonly kindNames: readonly string[];
  /** The grammar's name of each field, by field id; id 0 means that the node stands in no field. */
  readonly fieldNames: readonly string[];
  readonly kind: Uint16Array;
  readonly field: Uint16Array;
  /** Bits: `NAMED`, `MISSING`, `EXTRA`. */
  readonly flags: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** The first row after the node and all that is below it. */
  readonly next: Uint32Array;
  /** The row of the parent; -1 for the root. */
  readonly parent: Int32Array;
  readonly lineStarts: Uint32Array;
  /** Rows whose inside was left out, since it nests deeper than the parser's limit. Absent for none. */
  readonly cut?: readonly number[];
}

/** The node stands for a rule of the grammar, not for a literal token such as `"("`. */
export const NAMED = 1;
/** The parser made the node up to get over an error; it has no text. */
export const MISSING = 2;
/** The node may stand anywhere, as a comment. */
export const EXTRA = 4;

/** The kind of a region that does not parse. */
export const ERROR_KIND = "ERROR";

/** "No such node", where a function gives a row. */
export const NONE = -1;

export function kindOf(tree: SyntaxTree, node: number): string {
  return node < 0 ? "" : (tree.kindNames[tree.kind[node] as number] ?? ERROR_KIND);
}

export function textOf(tree: SyntaxTree, node: number): string {
  return node < 0 ? "" : tree.text.slice(tree.start[node], tree.end[node]);
}

export function isNamed(tree: SyntaxTree, node: number): boolean {
  return ((tree.flags[node] as number) & NAMED) !== 0;
}

export function parentOf(tree: SyntaxTree, node: number): number {
  return node < 0 ? NONE : (tree.parent[node] as number);
}

export function firstChild(tree: SyntaxTree, node: number): number {
  return node >= 0 && node + 1 < (tree.next[node] as number) ? node + 1 : NONE;
}

export function nextSibling(tree: SyntaxTree, node: number): number {
  const parent = parentOf(tree, node);
  if (parent < 0) return NONE;
  const next = tree.next[node] as number;
  return next < (tree.next[parent] as number) ? next : NONE;
}

/** The first child in the field, or `NONE`. Costs a walk over the children. */
export function childInField(tree: SyntaxTree, node: number, fieldName: string): number {
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) {
    if (tree.fieldNames[tree.field[child] as number] === fieldName) return child;
  }
  return NONE;
}

export function fieldOf(tree: SyntaxTree, node: number): string {
  return node < 0 ? "" : (tree.fieldNames[tree.field[node] as number] ?? "");
}

/** The first child of the kind, or `NONE`. */
export function childOfKind(tree: SyntaxTree, node: number, kind: string): number {
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === kind) return child;
  }
  return NONE;
}

/** The children that are not tokens or comments, in order. */
export function namedChildren(tree: SyntaxTree, node: number): number[] {
  const found: number[] = [];
  for (let child = firstChild(tree, node); child >= 0; child = nextSibling(tree, child)) {
    const flags = tree.flags[child] as number;
    if ((flags & NAMED) !== 0 && (flags & EXTRA) === 0) found.push(child);
  }
  return found;
}
