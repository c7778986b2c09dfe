import { UserError } from "../kit/errors.ts";
import type { SearchAnswer } from "../wire/api.ts";
import { HIT_TEXT_LENGTH, SEARCH_HITS, SEARCH_LENGTH } from "./session-limits.ts";
import type { PlacedHunk, Snapshot } from "./session-snapshot.ts";

type Hit = SearchAnswer["hits"][number];

/** Answers for one snapshot; the first one folds the case of all its lines, later ones only look. */
export interface SearchIndex {
  /**
   * Hits in paths, then in names, then in lines, in the order of the files. `total` counts all of them;
   * `hits` are those from number `from` on, at most 100. An empty query has none.
   */
  search(query: string, from: number): SearchAnswer;
}

export function searchIndex(snapshot: Snapshot): SearchIndex {
  let folded: readonly FoldedHunk[] | undefined;
  return {
    search(query, from) {
      if (query.length > SEARCH_LENGTH) {
        throw new UserError("bad-request", `A search has at most ${SEARCH_LENGTH} characters.`);
      }
      const hits = hitList(query, from);
      const needle = fold(query);
      if (needle !== "" && !needle.includes("\n")) {
        folded ??= [...snapshot.hunks.values()].map(foldHunk);
        findInFiles(snapshot, needle, hits);
        findInNames(snapshot, needle, hits);
        for (const hunk of folded) findInLines(hunk, needle, hits);
      }
      return hits.answer();
    },
  };
}

/** Counts every hit and keeps those that were asked for. */
interface HitList {
  add(make: () => Hit): void;
  answer(): SearchAnswer;
}

function hitList(query: string, from: number): HitList {
  const hits: Hit[] = [];
  let total = 0;
  return {
    add(make) {
      if (total >= from && hits.length < SEARCH_HITS) hits.push(make());
      total++;
    },
    answer: () => ({ query, total, from, hits }),
  };
}

function findInFiles(snapshot: Snapshot, needle: string, hits: HitList): void {
  for (const file of snapshot.files) {
    const paths = file.oldPath === undefined ? [file.path] : [file.path, file.oldPath];
    const found = paths.find((path) => fold(path).includes(needle));
    if (found === undefined) continue;
    const first = file.hunks[0];
    const placement = (first && snapshot.hunks.get(first.id)?.placement) ?? "";
    hits.add(() => ({
      kind: "file",
      path: file.path,
      placement,
      ...(first ? { hunk: first.id } : {}),
      ...around(found, positionOf(found, needle), needle.length),
    }));
  }
}

function findInNames(snapshot: Snapshot, needle: string, hits: HitList): void {
  for (const { placement, node } of snapshot.placements.values()) {
    if (placement.repeatOf !== undefined || !fold(node.symbol).includes(needle)) continue;
    hits.add(() => ({
      kind: "symbol",
      path: node.path,
      placement: placement.id,
      ...around(node.symbol, positionOf(node.symbol, needle), needle.length),
    }));
  }
}

/** All lines of a hunk as one text, so that a hunk without a hit costs one look. */
interface FoldedHunk {
  readonly placed: PlacedHunk;
  readonly text: string;
}

function foldHunk(placed: PlacedHunk): FoldedHunk {
  return { placed, text: fold(placed.hunk.lines.map((line) => line.text).join("\n")) };
}

function findInLines({ placed, text }: FoldedHunk, needle: string, hits: HitList): void {
  const { hunk, file, placement } = placed;
  let lineIndex = 0;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, lineEnd)) {
    while (at > lineEnd) {
      lineIndex++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    const column = at - lineStart;
    const index = lineIndex;
    hits.add(() => {
      const line = hunk.lines[index]?.text ?? "";
      return {
        kind: "line",
        path: file.path,
        placement: placement ?? "",
        hunk: hunk.id,
        lineIndex: index,
        ...around(line, unfoldColumn(line, column), needle.length),
      };
    });
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function fold(text: string): string {
  return text.toLowerCase();
}

function positionOf(text: string, needle: string): number {
  return unfoldColumn(text, fold(text).indexOf(needle));
}

/** A few letters, as İ, fold to more than one; only then do positions differ. */
function unfoldColumn(text: string, column: number): number {
  if (fold(text).length === text.length) return column;
  let folded = 0;
  let at = 0;
  for (const sign of text) {
    if (folded >= column) break;
    folded += fold(sign).length;
    at += sign.length;
  }
  return at;
}

/** The text around a hit, with a third of it before. */
function around(text: string, hitAt: number, hitLength: number): { text: string; at: number } {
  if (text.length <= HIT_TEXT_LENGTH) return { text, at: Math.max(0, hitAt) };
  const room = Math.max(0, HIT_TEXT_LENGTH - hitLength);
  const start = Math.max(0, Math.min(hitAt - Math.floor(room / 3), text.length - HIT_TEXT_LENGTH));
  return { text: text.slice(start, start + HIT_TEXT_LENGTH), at: hitAt - start };
}
