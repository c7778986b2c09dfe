import { type CommentAnchor, type DiffLine, type FileDiff, isValidAnchor } from "../diff/diff.ts";
import type { Place, PlaceSide } from "./thread.ts";

/*
 * Where a forge takes a comment. Its diff is git's own, from the merge base with three lines of context and renames at
 * half of a file; what is shown may join two of its files to one that moved, or show a copy as one. A forge refuses a
 * whole review for one comment on a line that its diff does not show.
 */

/** Files that a pull request's diff holds at a forge, counted in the order of paths; what is beyond takes no comment. */
const MAX_FORGE_FILES = 3_000;

/** Where a comment can be put: on its lines, on its file as a whole, or nowhere. */
export type ForgePlace =
  | { readonly kind: "lines"; readonly place: Place; readonly why?: string }
  | { readonly kind: "file"; readonly path: string; readonly why?: string }
  | { readonly kind: "none"; readonly why: string };

/** Both forms of one diff: as it is shown, and git's own without copies, which is the forge's. */
export interface DiffForms {
  readonly shown: readonly FileDiff[];
  readonly plain: readonly FileDiff[];
}

/** Answers for each place of what is shown where the forge takes a comment on it. */
export function forgePlaces(forms: DiffForms): (place: Place) => ForgePlace {
  const names = forgeNames(forms.plain);
  const oldPaths = new Map(
    forms.shown.flatMap(({ path, oldPath }) => (oldPath ? [[path, oldPath] as const] : [])),
  );
  return (place) => {
    if (place.line === undefined) return onFile(names.either(place.path, oldPaths.get(place.path)));
    const side = place.side ?? "RIGHT";
    const path = side === "LEFT" ? (oldPaths.get(place.path) ?? place.path) : place.path;
    const file = names.on(side, path);
    if (file === undefined) {
      const other = names.either(path, undefined);
      if (other === undefined) return { kind: "none", why: notInDiff };
      return { ...onFile(other), why: "The forge's diff has no such side of this file." };
    }
    return onLines(file, place);
  };
}

const notInDiff = "The file is not part of the pull request's diff.";

interface ForgeNames {
  on(side: PlaceSide, path: string): ForgeFile | undefined;
  either(path: string, oldPath: string | undefined): ForgeFile | undefined;
}

interface ForgeFile {
  readonly file: FileDiff;
  readonly refused?: string;
}

function forgeNames(plain: readonly FileDiff[]): ForgeNames {
  const left = new Map<string, ForgeFile>();
  const right = new Map<string, ForgeFile>();
  for (const [index, file] of plain.entries()) {
    const refused = refusal(file, index);
    const entry: ForgeFile = { file, ...(refused === undefined ? {} : { refused }) };
    if (file.status !== "added") left.set(file.oldPath ?? file.path, entry);
    if (file.status !== "deleted") right.set(file.path, entry);
  }
  return {
    on: (side, path) => (side === "LEFT" ? left : right).get(path),
    either: (path, oldPath) => right.get(path) ?? left.get(path) ?? (oldPath ? left.get(oldPath) : undefined),
  };
}

function refusal(file: FileDiff, index: number): string | undefined {
  if (index >= MAX_FORGE_FILES) {
    return `The forge shows the first ${MAX_FORGE_FILES} files of a pull request; this one comes after them.`;
  }
  if (file.pathHex !== undefined) return "The file's name is not UTF-8, and cannot be told to the forge.";
  return undefined;
}

function onFile(entry: ForgeFile | undefined): Exclude<ForgePlace, { kind: "lines" }> {
  if (entry === undefined) return { kind: "none", why: notInDiff };
  if (entry.refused !== undefined) return { kind: "none", why: entry.refused };
  return { kind: "file", path: entry.file.path };
}

function onLines(entry: ForgeFile, place: Place): ForgePlace {
  const whole = onFile(entry);
  if (whole.kind === "none") return whole;
  if (entry.file.binary) return { ...whole, why: "The file is binary; the forge shows no lines of it." };
  if (entry.file.status === "typechange") {
    return { ...whole, why: "The file changed its kind; the forge shows it as two files of one name." };
  }
  const anchor = forgeAnchor(entry.file, place);
  if (anchor === undefined) return { ...whole, why: whyNot(entry.file, place) };
  const { why, ...lines } = anchor;
  return { kind: "lines", place: { path: entry.file.path, ...lines }, ...(why === undefined ? {} : { why }) };
}

type Lines = CommentAnchor & { readonly why?: string };

/**
 * The lines as the forge names them. A line that did not change is one of the RIGHT; of a range on the LEFT that holds
 * removed lines only these are named.
 */
function forgeAnchor(file: FileDiff, place: Place): Lines | undefined {
  const { line, side = "RIGHT", startLine, startSide = side } = place;
  if (line === undefined) return undefined;
  const asked: CommentAnchor = { side, line, ...(startLine === undefined ? {} : { startLine, startSide }) };
  if (!isValidAnchor(file, asked)) return undefined;
  const lines = linesOf(file, asked);
  const ends = lines.every((entry) => entry.kind === " ") || side === "RIGHT" ? lines : trimmed(lines, side);
  const first = ends[0];
  const last = ends.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const anchor = anchorOf(first, last);
  const isWhole = ends.length === lines.length && anchor !== undefined;
  const single = anchor ?? anchorOf(last, last);
  if (single === undefined || !isValidAnchor(file, single)) return undefined;
  return isWhole ? single : { ...single, why: "It is put on the lines of the range that one side has." };
}

/** The lines of a valid anchor, from its first to its last, as the diff has them. */
function linesOf(file: FileDiff, anchor: CommentAnchor): readonly DiffLine[] {
  const at = (side: PlaceSide, line: number) => (entry: DiffLine) =>
    (side === "LEFT" ? entry.old : entry.new) === line;
  for (const { lines } of file.hunks) {
    const end = lines.findIndex(at(anchor.side, anchor.line));
    if (end === -1) continue;
    const { startLine = anchor.line, startSide = anchor.side } = anchor;
    return lines.slice(lines.findIndex(at(startSide, startLine)), end + 1);
  }
  return [];
}

function trimmed(lines: readonly DiffLine[], side: PlaceSide): readonly DiffLine[] {
  const isOfSide = (entry: DiffLine) => entry.kind === (side === "LEFT" ? "-" : "+");
  const first = lines.findIndex(isOfSide);
  const last = lines.findLastIndex(isOfSide);
  return first === -1 ? lines : lines.slice(first, last + 1);
}

/** Ends on two sides are named only where their numbers rise too: a forge may compare them without their sides. */
function anchorOf(first: DiffLine, last: DiffLine): CommentAnchor | undefined {
  const end = endOf(last);
  const start = endOf(first);
  if (end === undefined || start === undefined) return undefined;
  if (first === last) return end;
  if (start.line >= end.line) return undefined;
  return { ...end, startLine: start.line, ...(start.side === end.side ? {} : { startSide: start.side }) };
}

function endOf(line: DiffLine): CommentAnchor | undefined {
  const side = line.kind === "-" ? "LEFT" : "RIGHT";
  const number = side === "LEFT" ? line.old : line.new;
  return number === undefined ? undefined : { side, line: number };
}

function whyNot(file: FileDiff, place: Place): string {
  const side = place.side ?? "RIGHT";
  const isLast = place.line !== undefined && isValidAnchor(file, { side, line: place.line });
  if (place.startLine === undefined || !isLast) return "The forge's diff does not show this line.";
  return "The forge's diff does not show these lines in one piece.";
}
