import { CALL_SIZE, CALLABLE_SIZE, type FileIndex, type ValueFlow } from "../engine/index/index.ts";

/** Where what one record names stands in another record of the same file, which says the same at other places. */
export interface Moves {
  line(before: number): number | undefined;
  place(line: number, column: number): { readonly line: number; readonly column: number } | undefined;
  readonly lineCount: number;
}

/**
 * How two records of a file differ, where they differ in nothing but places, and where every two places have the same
 * order and stand on the same line in both or in neither: after an edit of a comment, a blank line, a literal. What is
 * worked out from one record is then what is worked out from the other, at other places. `undefined` for any other
 * difference, and for a file that does not parse: its broken regions are known by their lines.
 */
export function movesBetween(before: FileIndex, after: FileIndex): Moves | undefined {
  if (before.problems.length > 0 || after.problems.length > 0) return undefined;
  const places = new Places();
  const { blob: _, lineCount: __, multilineStrings: ___, flow: oldFlow, ...oldRest } = before;
  const { blob: _1, lineCount, multilineStrings: _2, flow: newFlow, ...newRest } = after;
  if (!places.areSame(oldRest, newRest) || !places.areSameFlow(oldFlow, newFlow)) return undefined;
  return places.moves(lineCount);
}

/** A line with a column, or one without. */
const placeFields = [
  ["line", "column"],
  ["startLine", "startColumn"],
  ["endLine", "endColumn"],
] as const;
const placeNames: ReadonlySet<string> = new Set(placeFields.flat());

class Places {
  /** By fours: line and column before and after. A line without a column has -1 for both columns. */
  private readonly all: number[] = [];

  areSame(before: unknown, after: unknown): boolean {
    if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) {
      return Object.is(before, after);
    }
    if (Array.isArray(before)) {
      if (!Array.isArray(after) || before.length !== after.length) return false;
      return before.every((one, at) => this.areSame(one, after[at]));
    }
    return this.areSameFields(before as Fields, after as Fields);
  }

  areSameFlow(before: ValueFlow | undefined, after: ValueFlow | undefined): boolean {
    if (before === undefined || after === undefined) return before === after;
    const names = Object.keys(before) as (keyof ValueFlow)[];
    if (names.length !== Object.keys(after).length) return false;
    return names.every((name) => {
      const [old, now] = [before[name], after[name]];
      if (now === undefined || old.length !== now.length) return false;
      // The line of a call or a function is the third number of its row, and the column the fourth.
      const size = name === "calls" ? CALL_SIZE : name === "callables" ? CALLABLE_SIZE : 0;
      for (let at = 0; at < old.length; at++) {
        if (size > 0 && at % size === 2) {
          this.add(old[at] as number, old[at + 1] as number, now[at] as number, now[at + 1] as number);
        } else if (!(size > 0 && at % size === 3) && old[at] !== now[at]) return false;
      }
      return true;
    });
  }

  /** `undefined` where the order of the places is another one. */
  moves(lineCount: number): Moves | undefined {
    const lines = new Map<number, number>();
    const places = new Map<number, Map<number, number>>();
    for (let at = 0; at < this.all.length; at += 4) {
      const [line, column, newLine, newColumn] = this.all.slice(at, at + 4) as [
        number,
        number,
        number,
        number,
      ];
      if ((lines.get(line) ?? newLine) !== newLine) return undefined;
      lines.set(line, newLine);
      if (column < 0 && newColumn < 0) continue;
      const columns = places.get(line) ?? new Map<number, number>();
      places.set(line, columns);
      if ((columns.get(column) ?? newColumn) !== newColumn) return undefined;
      columns.set(column, newColumn);
    }
    if (!isRising(lines) || ![...places.values()].every(isRising)) return undefined;
    return {
      lineCount,
      line: (line) => lines.get(line),
      place(line, column) {
        const newLine = lines.get(line);
        const newColumn = places.get(line)?.get(column);
        return newLine === undefined || newColumn === undefined
          ? undefined
          : { line: newLine, column: newColumn };
      },
    };
  }

  private areSameFields(before: Fields, after: Fields): boolean {
    const names = Object.keys(before);
    if (names.length !== Object.keys(after).length) return false;
    for (const [line, column] of placeFields) {
      const [oldLine, newLine] = [before[line], after[line]];
      if (typeof oldLine !== "number" || typeof newLine !== "number") continue;
      this.add(oldLine, numberOr(before[column], -1), newLine, numberOr(after[column], -1));
    }
    return names.every(
      (name) => name in after && (placeNames.has(name) || this.areSame(before[name], after[name])),
    );
  }

  private add(line: number, column: number, newLine: number, newColumn: number): void {
    this.all.push(line, column, newLine, newColumn);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** What comes later before comes later after, and no two come together. */
function isRising(numbers: ReadonlyMap<number, number>): boolean {
  const sorted = [...numbers].sort((one, other) => one[0] - other[0]);
  return sorted.every(([, after], at) => at === 0 || after > (sorted[at - 1] as [number, number])[1]);
}
