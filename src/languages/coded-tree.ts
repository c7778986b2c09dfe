import { EXTRA, NAMED, NONE, type SyntaxTree } from "../engine/index/index.ts";

/**
 * A tree with small numbers for the kinds and fields that a language asks for; 0 stands for all others. A walk
 * compares numbers instead of strings, and a grammar may use several ids for one name.
 */
export interface CodedTree {
  readonly tree: SyntaxTree;
  /** By the grammar's id of a kind. */
  readonly kinds: Uint8Array;
  /** By the grammar's id of a field. */
  readonly fields: Uint8Array;
}

export function kindAt(walk: CodedTree, row: number): number {
  return row < 0 ? 0 : (walk.kinds[walk.tree.kind[row] as number] as number);
}

export function fieldAt(walk: CodedTree, row: number): number {
  return row < 0 ? 0 : (walk.fields[walk.tree.field[row] as number] as number);
}

export function parentAt(walk: CodedTree, row: number): number {
  return row < 0 ? NONE : (walk.tree.parent[row] as number);
}

export function textAt(walk: CodedTree, row: number): string {
  return row < 0 ? "" : walk.tree.text.slice(walk.tree.start[row], walk.tree.end[row]);
}

/** The first child in the field, or `NONE`. */
export function childIn(walk: CodedTree, row: number, field: number): number {
  if (row < 0) return NONE;
  const { next } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    if (fieldAt(walk, child) === field) return child;
  }
  return NONE;
}

/** The children that are no tokens and no comments: all, or those in the field. */
export function childrenOf(walk: CodedTree, row: number, field?: number): number[] {
  const found: number[] = [];
  if (row < 0) return found;
  const { next, flags } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    const isPart = ((flags[child] as number) & (NAMED | EXTRA)) === NAMED;
    if (isPart && (field === undefined || fieldAt(walk, child) === field)) found.push(child);
  }
  return found;
}

/** The first child that is no token and no comment, or `NONE`. */
export function firstPart(walk: CodedTree, row: number): number {
  if (row < 0) return NONE;
  const { next, flags } = walk.tree;
  const end = next[row] as number;
  for (let child = row + 1; child < end; child = next[child] as number) {
    if (((flags[child] as number) & (NAMED | EXTRA)) === NAMED) return child;
  }
  return NONE;
}

/** The node has this token among its own children. */
export function hasToken(walk: CodedTree, row: number, token: string): boolean {
  const { next, flags, start, end, text } = walk.tree;
  const last = next[row] as number;
  for (let child = row + 1; child < last; child = next[child] as number) {
    const isToken = ((flags[child] as number) & NAMED) === 0;
    const length = (end[child] as number) - (start[child] as number);
    if (isToken && length === token.length && text.startsWith(token, start[child])) return true;
  }
  return false;
}
