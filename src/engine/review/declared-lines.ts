import { type Declaration, declarationPath, type FileIndex, type Reference } from "../index/index.ts";
import { isTypeKind } from "./symbol-kinds.ts";

/** Which declaration each line of a file belongs to, for naming changed lines. */
export interface DeclaredLines {
  /** The innermost module-level declaration or method of more than one line around a line (from 0); -1 for none. */
  around(line: number): number;
  /** As `around`, for a comment: what it stands before, where no code lies between. */
  aroundRemark(line: number): number;
  /** Declarations whose name stands on the line: module-level ones, and members of more than one line. */
  namedOn(line: number): readonly number[];
  readonly file: FileIndex;
}

/** Cost: linear in the lines, declarations and references of the file. */
export function createDeclaredLines(file: FileIndex): DeclaredLines {
  const around = new Int32Array(file.lineCount + 1).fill(-1);
  const named = new Map<number, number[]>();
  const nameable: number[] = [];
  file.declarations.forEach((one, index) => {
    if (!isNameable(file, one)) return;
    nameable.push(index);
    // A parent comes before its children, so the innermost writes last.
    around.fill(index, one.startLine, Math.min(one.endLine, file.lineCount) + 1);
    const before = named.get(one.line);
    if (before === undefined) named.set(one.line, [index]);
    else before.push(index);
  });
  fillHeads(file, nameable, around);
  const starts = nameable
    .map((index) => ({ index, line: (file.declarations[index] as Declaration).startLine }))
    .sort((left, right) => left.line - right.line);
  let codeBefore: Int32Array | undefined;
  return {
    file,
    around: (line) => around[line] ?? -1,
    aroundRemark(line) {
      const inside = around[line] ?? -1;
      const outer = file.declarations[inside];
      if (outer !== undefined && !isTypeKind(outer.kind)) return inside;
      const next = starts[firstAfter(starts, line)];
      if (next === undefined || next.line > (outer?.endLine ?? next.line)) return inside;
      codeBefore ??= countCode(file);
      const isNextTo = codeBefore[next.line] === codeBefore[line];
      return isNextTo ? next.index : inside;
    },
    namedOn: (line) => named.get(line) ?? [],
  };
}

/**
 * A unit may be named after it. Names of one-line members, as fields, are too common to follow, and what is
 * below a value inside a function is not known beyond it.
 */
function isNameable(file: FileIndex, one: Declaration): boolean {
  if (one.kind === "parameter" || one.kind === "type-parameter" || one.level === "local") return false;
  // A member whose name is no word, as a path in an object of routes, is read with what it is a member of.
  const isWord = /^[\p{L}_$#@]/u.test(one.name);
  if (!isWord || (one.level !== "module" && one.endLine === one.startLine)) return false;
  return !isBelowLocalValue(file, one);
}

/** A member of an object that a function or block holds for itself. */
export function isBelowLocalValue(file: FileIndex, one: Declaration): boolean {
  for (let at = one.parent; at >= 0; ) {
    const outer = file.declarations[at] as Declaration;
    const isValue = outer.kind === "variable" || outer.kind === "constant" || outer.kind === "parameter";
    if (isValue && outer.level === "local") return true;
    at = outer.parent;
  }
  return false;
}

/**
 * The lines that open a block of members written for a type elsewhere in the file, as the head of an `impl`:
 * from the line at the top level that names the type to the first member.
 */
function fillHeads(file: FileIndex, nameable: readonly number[], around: Int32Array): void {
  const owned = nameable.filter((index) => file.declarations[index]?.owner !== undefined);
  if (owned.length === 0) return;
  const topTypes = new Map<string, number>();
  for (const index of nameable) {
    const one = file.declarations[index] as Declaration;
    if (one.parent < 0 && isTypeKind(one.kind) && !topTypes.has(one.name)) topTypes.set(one.name, index);
  }
  const typeUses = file.references.filter(
    (one) => one.within < 0 && (one.role === "type" || one.role === "base"),
  );
  for (const index of owned) {
    const { owner = "", startLine } = file.declarations[index] as Declaration;
    const type = topTypes.get(owner);
    if (type === undefined) continue;
    let gap = startLine;
    while (gap > 0 && around[gap - 1] === -1) gap--;
    const head = firstUse(typeUses, owner, gap, startLine);
    if (head !== undefined) around.fill(type, head, startLine);
  }
}

function firstUse(
  uses: readonly Reference[],
  name: string,
  fromLine: number,
  toLine: number,
): number | undefined {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle] as Reference).line < fromLine) low = middle + 1;
    else high = middle;
  }
  const first = uses[low];
  if (first === undefined || first.line >= toLine) return undefined;
  for (let at = low; at < uses.length && (uses[at] as Reference).line < toLine; at++) {
    if (uses[at]?.name === name) return first.line;
  }
  return undefined;
}

/** For each line, how many lines before it hold code that is in the record. */
function countCode(file: FileIndex): Int32Array {
  const isCode = new Uint8Array(file.lineCount + 2);
  const mark = (from: number, to: number) => isCode.fill(1, from, Math.min(to, file.lineCount) + 1);
  for (const one of file.references) mark(one.line, one.line);
  for (const one of file.declarations) mark(one.line, one.line);
  for (const one of file.imports) mark(one.startLine, one.endLine);
  for (const one of file.exports) mark(one.line, one.line);
  const before = new Int32Array(file.lineCount + 2);
  for (let line = 0; line <= file.lineCount; line++) {
    before[line + 1] = (before[line] as number) + (isCode[line] as number);
  }
  return before;
}

function firstAfter(starts: readonly { readonly line: number }[], line: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as { line: number }).line <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** "Session.verify"; the names from the top level of the file. */
export function symbolOf(file: FileIndex, declaration: number): string {
  return declarationPath(file, declaration).join(".");
}

/** What a reader would say that a place is in. */
export interface NamedPlace {
  readonly symbol: string;
  readonly kind: string;
}

/**
 * Names the declaration around a reference: not a local, not a one-line field; at the top level the declaration
 * of several lines that it is part of. Made for one file, since many places of a file are asked for.
 */
export function createPlaceFinder(
  file: FileIndex,
): (reference: Pick<Reference, "within" | "line">) => NamedPlace | undefined {
  let spans: readonly Span[] | undefined;
  const named = (at: number): NamedPlace | undefined => {
    const one = file.declarations[at];
    return one === undefined ? undefined : { symbol: symbolOf(file, at), kind: one.kind };
  };
  return ({ within, line }) => {
    for (let at = within; at >= 0; ) {
      const one = file.declarations[at];
      if (one === undefined) return undefined;
      if (one.level !== "local") return named(at);
      at = one.parent;
    }
    spans ??= topLevelSpans(file);
    const span = spans[firstAfter(spans, line) - 1];
    return span === undefined || span.endLine < line ? undefined : named(span.index);
  };
}

interface Span {
  readonly index: number;
  readonly line: number;
  readonly endLine: number;
}

function topLevelSpans(file: FileIndex): readonly Span[] {
  return file.declarations
    .map(({ startLine, endLine, level, parent }, index) => ({
      span: { index, line: startLine, endLine },
      isOfSeveralLines: level === "module" && parent < 0 && startLine < endLine,
    }))
    .flatMap(({ span, isOfSeveralLines }) => (isOfSeveralLines ? [span] : []))
    .sort((left, right) => left.line - right.line);
}
