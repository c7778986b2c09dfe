import type { ShownLine } from "../../../src/wire/api.ts";
import type { Note } from "../discussion/notes.ts";
import { type LinesSegment, lineRow } from "./row-index.ts";
import type { Segment } from "./segments.ts";

interface Asked {
  readonly segments: readonly Segment[];
  readonly notes: readonly Note[];
  readonly linesOf: (head: LinesSegment["head"]) => readonly (ShownLine | undefined)[];
}

/**
 * Puts each note below the row of its line. A note about a whole file, and one whose line is not drawn on this page,
 * stands below the head of the file and says which line it is about; `isMine` tells which of the latter belong here.
 */
export function placeNotes(
  { segments, notes, linesOf }: Asked,
  isMine: (note: Note) => boolean,
): readonly Segment[] {
  if (notes.length === 0) return segments;
  const byLine = new Map<string, Note[]>();
  const atHead: Note[] = [];
  for (const note of notes) {
    const { line, side } = note.place;
    if (line === undefined) atHead.push(note);
    else push(byLine, lineKey(side, line), note);
  }
  const body = segments.flatMap((segment) => splitAt(segment, byLine, linesOf));
  for (const left of byLine.values()) atHead.push(...left.filter(isMine));
  const head = body[0];
  if (atHead.length === 0 || head === undefined) return body;
  return [head, ...atHead.map((note) => noteSegment(note, note.place.line === undefined)), ...body.slice(1)];
}

function splitAt(
  segment: Segment,
  byLine: Map<string, Note[]>,
  linesOf: Asked["linesOf"],
): readonly Segment[] {
  if (segment.kind === "block" || byLine.size === 0) return [segment];
  const parts: Segment[] = [];
  const held = segment.kind === "lines" ? linesOf(segment.head) : [];
  let from = 0;
  for (let offset = 0; offset < segment.count; offset++) {
    const found = takeNotes(keysOfRow(segment, offset, held), byLine);
    if (found.length === 0) continue;
    parts.push(part(segment, from, offset + 1), ...found.map((note) => noteSegment(note, true)));
    from = offset + 1;
  }
  if (from < segment.count) parts.push(part(segment, from, segment.count));
  return parts;
}

function part(segment: Exclude<Segment, { kind: "block" }>, from: number, to: number): Segment {
  if (segment.kind === "lines") return { ...segment, from: (segment.from ?? 0) + from, count: to - from };
  const { oldFrom, newFrom } = segment;
  return {
    ...segment,
    key: `${segment.key}+${from}`,
    oldFrom: oldFrom + from,
    newFrom: newFrom + from,
    count: to - from,
  };
}

/** The lines of both sides that a row shows. */
function keysOfRow(
  segment: Exclude<Segment, { kind: "block" }>,
  offset: number,
  held: readonly (ShownLine | undefined)[],
): string[] {
  if (segment.kind === "context") {
    const right = lineKey("RIGHT", segment.newFrom + offset);
    // Around a place that did not change there is one side alone.
    return segment.hunk === "" ? [right] : [right, lineKey("LEFT", segment.oldFrom + offset)];
  }
  const row = lineRow(segment, offset);
  const keys: string[] = [];
  const add = (line: ShownLine | undefined) => {
    if (line?.new !== undefined) keys.push(lineKey("RIGHT", line.new));
    if (line?.old !== undefined) keys.push(lineKey("LEFT", line.old));
  };
  if (typeof row === "number") add(held[row]);
  else {
    add(held[row.right]);
    if (row.left !== row.right) add(held[row.left]);
  }
  return keys;
}

function takeNotes(keys: readonly string[], byLine: Map<string, Note[]>): Note[] {
  const found: Note[] = [];
  for (const key of keys) {
    const notes = byLine.get(key);
    if (!notes) continue;
    found.push(...notes);
    byLine.delete(key);
  }
  return found;
}

function lineKey(side: "LEFT" | "RIGHT" | undefined, line: number): string {
  return `${side ?? "RIGHT"}:${line}`;
}

function noteSegment(note: Note, isAtLine: boolean): Segment {
  return { kind: "block", key: note.key, count: 1, block: { kind: "note", note, isAtLine } };
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
