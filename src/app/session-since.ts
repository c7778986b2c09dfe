import { join } from "node:path";
import { z } from "zod";
import { homeAt, reviewFolder, type StateFile, stateFile } from "../adapters/store/store.ts";
import type { Hunk } from "../engine/diff/diff.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import { compareBytes } from "../kit/order.ts";
import type { Since } from "../wire/discussion.ts";
import { type KeptMarks, marksOfHead } from "./marks.ts";
import type { PlacedHunk, Snapshot } from "./session-snapshot.ts";

/** Lines of a hunk that are kept to know it again: the first ones tell a hunk of any length from others. */
const KEPT_LINES = 60;

const knownHunkSchema = z.object({
  hash: z.string(),
  changeHash: z.string(),
  path: z.string(),
  section: z.string(),
  /** Short hashes of the changed lines. */
  lines: z.array(z.string()),
});
const seenSchema = z.object({
  head: z.string(),
  /** Hash and change hash of every hunk of that head. */
  hunks: z.array(z.tuple([z.string(), z.string()])),
  /** Hunks that have a mark, of whatever head. */
  marked: z.array(knownHunkSchema),
});

type KnownHunk = z.infer<typeof knownHunkSchema>;
/** The head at which marks were last made. */
type Seen = z.infer<typeof seenSchema>;

const nothingSeen: Seen = { head: "", hunks: [], marked: [] };

/** What changed since marks were made in a review. Kept beside the marks. */
export class SinceOfSession {
  private readonly homeDir: string;
  private file: StateFile<Seen> | undefined;

  constructor(homeDir: string) {
    this.homeDir = homeDir;
  }

  open(reviewId: string): void {
    this.file ??= stateFile<Seen>(join(reviewFolder(homeAt(this.homeDir), reviewId), "seen.json"), {
      version: 1,
      empty: nothingSeen,
      parse: (value) => seenSchema.safeParse(value).data,
      format: (value) => value,
    });
  }

  /** Keeps what is shown now as what the marks were made in. A disk that refuses costs only this comparison. */
  async remember(snapshot: Snapshot, marks: KeptMarks): Promise<void> {
    const shown = [...snapshot.hunks.values()];
    await this.file
      ?.update((before) => seenNow(before, snapshot.change?.head ?? "", shown, marks))
      .catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
      });
  }

  async read(snapshot: Snapshot, marks: KeptMarks): Promise<Since> {
    const seen = (await this.file?.read())?.value ?? nothingSeen;
    return sinceMarks(seen, [...snapshot.hunks.values()], marks);
  }
}

export function seenNow(before: Seen, head: string, shown: readonly PlacedHunk[], marks: KeptMarks): Seen {
  const now = new Map(shown.map((placed) => [placed.hunk.hash, placed]));
  const marked = new Map(before.marked.map((known) => [known.hash, known]));
  for (const hash of marks.table.keys()) {
    const placed = now.get(hash);
    if (placed !== undefined) marked.set(hash, knownHunk(placed));
  }
  return {
    head,
    hunks: shown.map(({ hunk }) => [hunk.hash, hunk.changeHash]),
    marked: [...marked.values()].filter(({ hash }) => marks.table.has(hash)),
  };
}

/**
 * Hunks that a reader of an earlier head has to look at again. One is taken for a later state of a marked one that
 * is gone, where both are in one file and share a changed line, or stand in the same section.
 */
export function sinceMarks(seen: Seen, shown: readonly PlacedHunk[], marks: KeptMarks): Since {
  if (seen.head === "") return { changed: [], contextChanged: [], added: [] };
  const hunks = shown.map(({ hunk }) => hunk);
  const { reviewed, contextChanged } = marksOfHead(marks.table, hunks);
  const hashes = new Set(hunks.map(({ hash }) => hash));
  const changes = new Set(hunks.map(({ changeHash }) => changeHash));
  const gone = new Map<string, KnownHunk[]>();
  for (const known of seen.marked) {
    if (hashes.has(known.hash) || changes.has(known.changeHash)) continue;
    gone.set(known.path, [...(gone.get(known.path) ?? []), known]);
  }
  const seenHunks = new Set(seen.hunks.flat());
  const since: Since = { changed: [], contextChanged: [], added: [], lastHead: seen.head };
  for (const placed of shown) {
    const { hunk, file } = placed;
    if (contextChanged.has(hunk.hash)) since.contextChanged.push(hunk.id);
    if (reviewed.has(hunk.hash)) continue;
    const paths = file.oldPath === undefined ? [file.path] : [file.path, file.oldPath];
    const candidates = paths.flatMap((path) => gone.get(path) ?? []);
    if (candidates.some((known) => isStateOf(known, placed))) since.changed.push(hunk.id);
    else if (!seenHunks.has(hunk.hash) && !seenHunks.has(hunk.changeHash)) since.added.push(hunk.id);
  }
  return since;
}

function isStateOf(known: KnownHunk, placed: PlacedHunk): boolean {
  if (known.section !== "" && known.section === placed.hunk.section) return true;
  const lines = new Set(known.lines);
  return changedLines(placed.hunk).some((line) => lines.has(line));
}

function knownHunk({ hunk, file }: PlacedHunk): KnownHunk {
  const { hash, changeHash, section } = hunk;
  return { hash, changeHash, path: file.path, section, lines: changedLines(hunk).slice(0, KEPT_LINES) };
}

/** Lines of braces and blanks are in every hunk and tell nothing. */
function changedLines(hunk: Hunk): readonly string[] {
  const texts = hunk.lines.filter(({ kind }) => kind !== " ").map(({ kind, text }) => kind + text.trim());
  const telling = texts.filter((text) => /[\p{L}\p{N}]{2}/u.test(text));
  return [...new Set(telling)].map((text) => sha1(text).slice(0, 12)).sort(compareBytes);
}
