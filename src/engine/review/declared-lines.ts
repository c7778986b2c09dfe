import { type Declaration, declarationPath, type FileIndex } from "../index/index.ts";

/** Which declaration each line of a file belongs to, for naming changed lines. */
export interface DeclaredLines {
  /** The innermost module-level declaration or method of more than one line around a line (from 0); -1 for none. */
  around(line: number): number;
  /** Declarations whose name stands on the line: module-level ones, and members of more than one line. */
  namedOn(line: number): readonly number[];
  readonly file: FileIndex;
}

export function createDeclaredLines(file: FileIndex): DeclaredLines {
  const around = new Int32Array(file.lineCount + 1).fill(-1);
  const named = new Map<number, number[]>();
  file.declarations.forEach((one, index) => {
    if (!isNameable(one)) return;
    // A parent comes before its children, so the innermost writes last.
    around.fill(index, one.startLine, Math.min(one.endLine, file.lineCount) + 1);
    const before = named.get(one.line);
    if (before === undefined) named.set(one.line, [index]);
    else before.push(index);
  });
  return {
    file,
    around: (line) => around[line] ?? -1,
    namedOn: (line) => named.get(line) ?? [],
  };
}

/** A unit may be named after it. Names of one-line members, as fields, are too common to follow. */
function isNameable(one: Declaration): boolean {
  if (one.kind === "parameter" || one.kind === "type-parameter" || one.level === "local") return false;
  // A member whose name is no word, as a path in an object of routes, is read with what it is a member of.
  const isWord = /^[\p{L}_$#@]/u.test(one.name);
  return isWord && (one.level === "module" || one.endLine > one.startLine);
}

/** "Session.verify"; the names from the top level of the file. */
export function symbolOf(file: FileIndex, declaration: number): string {
  return declarationPath(file, declaration).join(".");
}

/** The name and kind of what stands around a place for a reader: not a local, not a one-line field. */
export function placeAround(
  file: FileIndex,
  within: number,
): { readonly symbol: string; readonly kind: string } | undefined {
  for (let at = within; at >= 0; ) {
    const one = file.declarations[at];
    if (one === undefined) return undefined;
    if (one.level !== "local") return { symbol: symbolOf(file, at), kind: one.kind };
    at = one.parent;
  }
  return undefined;
}
