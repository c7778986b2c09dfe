/** A place where the text is not a diff as git prints it. */
export interface DiffProblem {
  readonly kind: "cut-short" | "unknown-line" | "no-name";
  readonly byteOffset: number;
}

/** Where a parser stands in the bytes of a diff. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly problems: DiffProblem[];
}

export const LF = 0x0a;

export function report(cursor: Cursor, kind: DiffProblem["kind"], byteOffset: number): void {
  cursor.problems.push({ kind, byteOffset });
}

export function skipLine(cursor: Cursor): void {
  const end = cursor.bytes.indexOf(LF, cursor.at);
  cursor.at = end === -1 ? cursor.bytes.length : end + 1;
}

/** The line at the cursor without its LF; the cursor moves behind it. */
export function takeLine(cursor: Cursor): Uint8Array {
  const start = cursor.at;
  const found = cursor.bytes.indexOf(LF, start);
  const end = found === -1 ? cursor.bytes.length : found;
  cursor.at = found === -1 ? end : end + 1;
  return cursor.bytes.subarray(start, end);
}
