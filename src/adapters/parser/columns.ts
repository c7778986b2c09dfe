/** The columns of a `SyntaxTree`, reused from parse to parse. */
export interface Columns {
  kind: Uint16Array<ArrayBuffer>;
  field: Uint16Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  start: Uint32Array<ArrayBuffer>;
  end: Uint32Array<ArrayBuffer>;
  next: Uint32Array<ArrayBuffer>;
  parent: Int32Array<ArrayBuffer>;
}

export function newColumns(rows: number): Columns {
  return {
    kind: new Uint16Array(rows),
    field: new Uint16Array(rows),
    flags: new Uint8Array(rows),
    start: new Uint32Array(rows),
    end: new Uint32Array(rows),
    next: new Uint32Array(rows),
    parent: new Int32Array(rows),
  };
}

/** Room for `rows` rows. What the columns held is lost when they had to grow. */
export function withRoom(columns: Columns, rows: number): Columns {
  return columns.kind.length >= rows ? columns : newColumns(Math.ceil(rows * 1.5));
}

/** What one reader filled in. */
export interface FilledColumns {
  readonly columns: Columns;
  readonly size: number;
  /** The rows whose inside was left out because it nests too deep. */
  readonly cut: readonly number[];
}
