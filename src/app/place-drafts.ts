import type { FileDiff } from "../engine/diff/diff.ts";
import {
  type About,
  followLines,
  hunkAt,
  type Place,
  quoteLines,
  shownFiles,
} from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import type { DraftContent, KeptDraft } from "./drafts.ts";
import type { ChangeSource, Side } from "./session-input.ts";
import type { Snapshot } from "./session-snapshot.ts";
import { sourceLimits } from "./source-limits.ts";

/** A draft where it stands in what is shown. */
export interface PlacedDraft {
  readonly kept: KeptDraft;
  readonly about: About;
  readonly status: "here" | "moved" | "gone";
  readonly hunk?: string;
  readonly why?: string;
}

/** What a draft is kept with, so that it is found again in another state of the change. */
export type Anchored = Pick<DraftContent, "about" | "quoted" | "blob" | "pathThere" | "head" | "base">;

/**
 * Takes down the lines that a new draft is about. Throws `not-found` where there are none, `too-large` for a file that
 * is too large to be followed.
 */
export async function anchorDraft(
  about: About,
  source: ChangeSource,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<Anchored> {
  const { head, base } = source.change;
  if (about.kind !== "place") return { about, head, base };
  const { place } = about;
  const pathThere = pathOn(sideOf(place), place.path, snapshot);
  const file = await fileOf(source, place, pathThere, signal);
  if (file === undefined) throw new UserError("not-found", `There is no ${place.path} on this side.`);
  const common = { about, head, base, ...(pathThere === place.path ? {} : { pathThere }) };
  if (place.line === undefined) return { ...common, blob: file.blob };
  const lines = await linesOfBlob(source, file.blob, place.path, signal);
  const start = startOf(place) - 1;
  if (place.line > lines.length || start >= place.line) {
    throw new UserError("not-found", `${place.path} has ${lines.length} lines; there is no such range.`);
  }
  return { ...common, blob: file.blob, quoted: quoteLines(lines, start, place.line) };
}

/** The lines of a place as they are now. */
export async function linesAt(
  place: Place,
  source: ChangeSource,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return (await anchorDraft({ kind: "place", place }, source, snapshot, signal)).quoted?.lines ?? [];
}

/** Where a draft stands now: it follows its lines, or says that they are gone. */
export async function placeDraft(
  kept: KeptDraft,
  source: ChangeSource,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<PlacedDraft> {
  const { about } = kept;
  if (about.kind !== "place") return { kept, about, status: "here" };
  const { place } = about;
  const there = await fileNow(kept, place, source, snapshot, signal);
  if (there === undefined) return gone(kept, "The file is no longer there.");
  const path = shownPath(sideOf(place), there.path, snapshot);
  if (place.line === undefined) return placed(kept, { ...place, path }, snapshot);
  if (there.blob === kept.blob) return placed(kept, { ...place, path }, snapshot);
  const { quoted } = kept;
  if (quoted === undefined) return gone(kept, "Its lines were not kept.");
  const [then, now] = await Promise.all([
    kept.blob === undefined ? undefined : textOf(source, kept.blob, signal),
    textOf(source, there.blob, signal),
  ]);
  if (now === undefined) return gone(kept, "The file is too large now, or has no lines.");
  const found = followLines(quoted, then, now);
  if (found.kind === "gone") return gone(kept, reasons[found.why]);
  return placed(kept, shifted(place, path, found.start, quoted.lines.length), snapshot);
}

const reasons = {
  "lines-gone": "The lines that it is about are no longer there.",
  "several-places": "The lines that it is about stand in several places now.",
};

function gone(kept: KeptDraft, why: string): PlacedDraft {
  return { kept, about: kept.about, status: "gone", why };
}

function placed(kept: KeptDraft, place: Place, snapshot: Snapshot): PlacedDraft {
  const file: FileDiff | undefined = snapshot.filesByPath.get(place.path);
  const hunk = file && place.line !== undefined ? hunkAt(file, place.side ?? "RIGHT", place.line) : undefined;
  const before = kept.about.kind === "place" ? kept.about.place : place;
  const hasMoved =
    before.path !== place.path || before.line !== place.line || before.startLine !== place.startLine;
  return {
    kept,
    about: { kind: "place", place },
    status: hasMoved ? "moved" : "here",
    ...(hunk === undefined ? {} : { hunk }),
  };
}

/** Lines of two sides do not move together: then only the last one is followed. */
function shifted(place: Place, path: string, start: number, count: number): Place {
  const { startLine: _, startSide: __, ...end } = place;
  const line = start + count;
  return { ...end, path, line, ...(count > 1 ? { startLine: start + 1 } : {}) };
}

/** Where its first line is on the other side, only its last one is quoted. */
function startOf(place: Place): number {
  const isOneSided = place.startSide === undefined || place.startSide === sideNameOf(place);
  return isOneSided ? (place.startLine ?? place.line ?? 1) : (place.line ?? 1);
}

function sideNameOf(place: Place) {
  return place.side ?? "RIGHT";
}

function sideOf(place: Place): Side {
  return place.side === "LEFT" ? "old" : "new";
}

/** The path of a shown file on a side. */
function pathOn(side: Side, path: string, snapshot: Snapshot): string {
  return side === "old" ? (snapshot.filesByPath.get(path)?.oldPath ?? path) : path;
}

function shownPath(side: Side, pathThere: string, snapshot: Snapshot): string {
  const file = shownFiles(snapshot.files).of(pathThere, side === "old" ? "LEFT" : "RIGHT");
  return file?.path ?? pathThere;
}

/** A file as a whole may have been deleted: then it is the one before. */
async function fileOf(source: ChangeSource, place: Place, path: string, signal: AbortSignal) {
  const file = await source.fileAt(sideOf(place), path, signal);
  if (file !== undefined || place.line !== undefined) return file;
  return source.fileAt("old", path, signal);
}

/** The file of a draft, under the name that it has by now. */
async function fileNow(
  kept: KeptDraft,
  place: Place,
  source: ChangeSource,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly blob: string } | undefined> {
  const side = sideOf(place);
  const path = kept.pathThere ?? place.path;
  const same = await fileOf(source, place, path, signal);
  if (same !== undefined) return { path, blob: same.blob };
  const [from, to] = side === "old" ? [kept.base, source.change.base] : [kept.head, source.change.head];
  const ofThisChange =
    side === "new" ? snapshot.files.find((file) => file.oldPath === path)?.path : undefined;
  const moved = (await source.movedBetween(from, to, signal)).get(path) ?? ofThisChange;
  const file = moved === undefined ? undefined : await source.fileAt(side, moved, signal);
  return moved === undefined || file === undefined ? undefined : { path: moved, blob: file.blob };
}

async function linesOfBlob(
  source: ChangeSource,
  blob: string,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines = await textOf(source, blob, signal);
  if (lines === undefined)
    throw new UserError("too-large", `${path} is too large for a comment on its lines.`);
  return lines;
}

/** Only LF ends a line, as in git. A last LF starts none. */
async function textOf(
  source: ChangeSource,
  blob: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const bytes = await source.readBlob(blob, signal);
  if (bytes === undefined || bytes.byteLength > sourceLimits.fileBytes) return undefined;
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
