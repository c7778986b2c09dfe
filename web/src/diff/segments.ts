import type { FileHead, HunkHead, ShownLine } from "../../../src/wire/api.ts";
import type { Note } from "../discussion/notes.ts";
import { type Gap, gapBetween, hasContext, newRange, type Openings, shownOfGap } from "./gaps.ts";
import { type HunkRow, hunkRows, type RowOptions } from "./hunk-rows.ts";

/** A stretch of rows of a diff. A diff is a list of them; a row is found by its number. */
export type Segment =
  | { readonly kind: "block"; readonly key: string; readonly count: 1; readonly block: Block }
  | {
      readonly kind: "lines";
      readonly key: string;
      readonly count: number;
      readonly head: HunkHead;
      /** Absent while each line of the hunk is one row. */
      readonly rows?: readonly HunkRow[] | undefined;
      /** The first row of the hunk that is in this stretch, where something stands between its lines. */
      readonly from?: number;
    }
  | {
      readonly kind: "context";
      readonly key: string;
      readonly count: number;
      readonly path: string;
      readonly oldFrom: number;
      readonly newFrom: number;
      /** The hunk that these lines stand around. */
      readonly hunk: string;
    };

/** What stands between lines. */
export type Block =
  | {
      readonly kind: "file";
      readonly file: FileHead;
      readonly hunks: readonly HunkHead[];
      readonly fold?: Fold | undefined;
      /** What marks the page when it is not its hunks. */
      readonly marks?: readonly string[] | undefined;
    }
  | { readonly kind: "hunk"; readonly head: HunkHead; readonly file: FileHead | undefined }
  | { readonly kind: "card"; readonly head: HunkHead; readonly file: FileHead }
  | { readonly kind: "gap"; readonly gap: Gap; readonly hidden: number | undefined; readonly path: string }
  | { readonly kind: "elsewhere"; readonly head: HunkHead }
  | {
      readonly kind: "note";
      readonly note: Note;
      /** It stands where it belongs; otherwise its line is not drawn here and has to be named. */
      readonly isAtLine: boolean;
    }
  | {
      readonly kind: "reason";
      readonly reason: string;
      readonly hunks: readonly HunkHead[];
      readonly files: number;
    };

/** A file that can be folded, as on the low-signal page. */
export interface Fold {
  readonly isOpen: boolean;
  /** A file may be folded for two reasons, and then stands on the page twice. */
  readonly reason: string;
}

export interface DiffInput {
  readonly file: FileHead;
  /** The hunks to show, in the order of the file. */
  readonly hunks: readonly HunkHead[];
  /** All hunks of the file, when they are known. */
  readonly all?: readonly HunkHead[] | undefined;
  readonly openings: Openings;
  readonly isWhole: boolean;
  /** Lines of the new side, when known. */
  readonly total?: number | undefined;
  readonly options: RowOptions;
  /** Lines of a hunk; those not read yet are missing. */
  readonly linesOf: (hunk: HunkHead) => readonly (ShownLine | undefined)[];
  readonly fold?: Fold | undefined;
}

/** The rows of one file: its head, then hunks with what is open around them. */
export function fileSegments(input: DiffInput): Segment[] {
  const { file } = input;
  const shown = new Set(input.hunks.map((hunk) => hunk.id));
  const known = (input.all ?? input.hunks).filter((hunk) => input.all || shown.has(hunk.id));
  const segments: Segment[] = [
    block(`file:${input.fold?.reason ?? ""}:${file.path}`, {
      kind: "file",
      file,
      hunks: input.hunks,
      fold: input.fold,
    }),
  ];
  if (input.fold && !input.fold.isOpen) return segments;

  const withContext = hasContext(file) && known.some((hunk) => hunk.lineCount > 0);
  const places = new Map(file.hunks.map(([id], index) => [id, index]));
  let above: HunkHead | undefined;
  const addGap = (below: HunkHead | undefined) => {
    if (!withContext) return;
    const from = above ? (places.get(above.id) ?? 0) : -1;
    const to = below ? (places.get(below.id) ?? 0) : file.hunks.length;
    const isNext = input.all !== undefined || to === from + 1;
    addGapSegments(gapBetween(above, below, isNext, input.total), input, segments);
  };
  for (const hunk of known) {
    addGap(hunk);
    if (shown.has(hunk.id) || input.isWhole) addHunk(hunk, input, segments);
    else segments.push(block(`else:${hunk.id}`, { kind: "elsewhere", head: hunk }));
    above = hunk;
  }
  if (!reachesEnd(above, input)) addGap(undefined);
  return segments;
}

function addHunk(head: HunkHead, input: DiffInput, segments: Segment[]): void {
  // A folded file's own head marks a hunk that has no lines.
  const isSaidAbove = input.fold !== undefined && head.lineCount === 0;
  if (!isSaidAbove) segments.push(block(`hunk:${head.id}`, { kind: "hunk", head, file: input.file }));
  if (head.lineCount === 0 || needsCard(head, input.file)) {
    segments.push(block(`card:${head.id}`, { kind: "card", head, file: input.file }));
  }
  if (head.lineCount === 0) return;
  const lines = input.linesOf(head);
  const isPlain = input.options.view === "unified" && !input.options.hideWhitespace;
  // Lines are paired only when all are there: rows that change place while one reads would be worse.
  const isComplete = isWholeHunk(lines, head.lineCount);
  const rows = isPlain || !isComplete ? undefined : hunkRows(lines, input.options);
  segments.push({ kind: "lines", key: head.id, head, count: rows?.length ?? head.lineCount, rows });
}

/** Whether every line is here. A sparse array's `includes` sees its holes. */
export function isWholeHunk(
  lines: readonly (ShownLine | undefined)[],
  lineCount: number,
): lines is readonly ShownLine[] {
  return lines.length === lineCount && !lines.includes(undefined);
}

/** What lines alone do not tell: a submodule's commits and a pointer to a large file. */
export function needsCard(head: HunkHead, file: FileHead): boolean {
  const isSubmodule = file.newMode === "160000" || file.oldMode === "160000";
  return isSubmodule || head.noise === "lfs pointer" || file.status === "typechange";
}

function addGapSegments(gap: Gap, input: DiffInput, segments: Segment[]): void {
  const { path } = input.file;
  const shown = input.isWhole
    ? { top: gap.count ?? 0, bottom: 0, hidden: 0 }
    : shownOfGap(gap, input.openings);
  const context = (from: number, count: number, hunk: string): Segment => ({
    kind: "context",
    key: `ctx:${path}:${gap.newFrom + from}`,
    count,
    path,
    oldFrom: gap.oldFrom + from,
    newFrom: gap.newFrom + from,
    hunk,
  });
  const aboveId = gap.above?.id ?? gap.below?.id ?? "";
  if (shown.top > 0) segments.push(context(0, shown.top, aboveId));
  if (gap.count === undefined || shown.hidden > 0) {
    const hidden = gap.count === undefined ? undefined : shown.hidden;
    segments.push(block(`gap:${gap.key}`, { kind: "gap", gap, hidden, path }));
  }
  if (shown.bottom > 0) {
    segments.push(context((gap.count ?? 0) - shown.bottom, shown.bottom, gap.below?.id ?? aboveId));
  }
}

/** git gives three lines of context: fewer after the last change means that the file ends there. */
function reachesEnd(last: HunkHead | undefined, input: DiffInput): boolean {
  if (!last) return true;
  if (input.total !== undefined) return newRange(last)[1] > input.total;
  const lines = input.linesOf(last);
  const tail = [1, 2, 3].map((back) => lines[last.lineCount - back]);
  if (tail.some((line) => line?.noNewline)) return true;
  return tail.some((line) => line !== undefined && line.kind !== " ");
}

function block(key: string, of: Block): Segment {
  return { kind: "block", key, count: 1, block: of };
}

export function reasonSegment(reason: string, hunks: readonly HunkHead[], files: number): Segment {
  return block(`reason:${reason}`, { kind: "reason", reason, hunks, files });
}

export interface SnippetInput {
  readonly file: FileHead;
  /** What marks the page. */
  readonly marks: readonly string[];
  readonly startLine: number;
  readonly lineCount: number;
  readonly openings: Openings;
  readonly isWhole: boolean;
  readonly total?: number | undefined;
}

/** What the openings of a snippet are kept under: no hunk has this id. */
export const SNIPPET = "snippet";

/** The rows of a place in code that did not change, with what is open around it. */
export function snippetSegments(input: SnippetInput): Segment[] {
  const { path } = input.file;
  const open = input.openings[SNIPPET] ?? { up: 0, down: 0 };
  const wanted = input.startLine + input.lineCount - 1 + open.down;
  const from = input.isWhole ? 1 : Math.max(1, input.startLine - open.up);
  const to = input.isWhole ? (input.total ?? wanted) : Math.min(wanted, input.total ?? wanted);
  const segments = [block(`file:${path}`, { kind: "file", file: input.file, hunks: [], marks: input.marks })];
  const gap = (edge: "up" | "down", count: number | undefined): Segment => {
    const start = edge === "up" ? 1 : to + 1;
    const of: Gap = { key: edge, edge, oldFrom: start, newFrom: start, count };
    return block(`gap:${edge}`, { kind: "gap", gap: of, hidden: count, path });
  };
  if (from > 1) segments.push(gap("up", from - 1));
  segments.push({
    kind: "context",
    key: `ctx:${path}:${from}`,
    count: Math.max(0, to - from + 1),
    path,
    oldFrom: from,
    newFrom: from,
    hunk: "",
  });
  if (input.total === undefined || to < input.total) {
    segments.push(gap("down", input.total === undefined ? undefined : input.total - to));
  }
  return segments;
}
