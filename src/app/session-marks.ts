import { UserError } from "../kit/errors.ts";
import { compareBytes } from "../kit/order.ts";
import type { ApiError, MarkChange, Marks } from "../wire/api.ts";
import { type KeptMarks, type MarkKey, marksOfHead, openMarks, type Marks as ReviewMarks } from "./marks.ts";
import { apiError } from "./session-errors.ts";
import { type Snapshot, snapshotName } from "./session-snapshot.ts";

const nothingKept: KeptMarks = { table: new Map(), revision: 0 };

/** The marks of the review that a session shows, in the names that its page knows. */
export class MarksOfSession {
  private readonly homeDir: string;
  private file: ReviewMarks | undefined;
  private seen: KeptMarks = nothingKept;
  private problem: string | undefined;
  /** Of the last change that listeners were told of. */
  private toldRevision = 0;
  /** Also of earlier snapshots: a tab that has not reloaded yet may still mark. */
  private readonly known = new Map<string, MarkKey>();

  constructor(homeDir: string) {
    this.homeDir = homeDir;
  }

  /** Finds out at once whether marks can be read and saved. */
  async open(reviewId: string): Promise<void> {
    this.file ??= openMarks(this.homeDir, reviewId);
    this.seen = await this.file.change({ keys: [], isReviewed: true, present: new Set() });
    this.toldRevision = this.seen.revision;
    this.problem ??= this.seen.problem;
  }

  /** What the reader must know of the files of the marks. */
  get notices(): readonly ApiError[] {
    const { notSaved } = this.seen;
    const { problem } = this;
    return [
      ...(notSaved ? [apiError(notSaved)] : []),
      ...(problem ? [{ code: "marks", message: problem, hint: "The marks begin anew in this review." }] : []),
    ];
  }

  remember(snapshot: Snapshot): void {
    for (const [name, key] of snapshot.markable) this.known.set(name, key);
  }

  async kept(): Promise<KeptMarks> {
    this.seen = this.file ? await this.file.read() : nothingKept;
    return this.seen;
  }

  /** Whether another process has changed the marks since this was last asked. */
  async hasOthers(): Promise<boolean> {
    const { revision } = await this.kept();
    const isNews = revision !== this.toldRevision;
    this.toldRevision = revision;
    return isNews;
  }

  async read(snapshot: Snapshot): Promise<Marks> {
    return shownMarks(snapshot, await this.kept());
  }

  async change(snapshot: Snapshot, change: MarkChange): Promise<Marks> {
    if (this.file === undefined) throw new UserError("not-ready", "The change is still being read.");
    const keys = change.hashes.map((name) => this.keyOf(name));
    const present = new Set([...snapshot.markable.values()].map((key) => key.hash));
    this.seen = await this.file.change({ keys, isReviewed: change.isReviewed, present });
    this.toldRevision = this.seen.revision;
    return shownMarks(snapshot, this.seen);
  }

  private keyOf(name: string): MarkKey {
    const key = this.known.get(name);
    if (key === undefined) throw new UserError("not-found", `Nothing in this review has the hash ${name}.`);
    return key;
  }
}

function shownMarks(snapshot: Snapshot, kept: KeptMarks): Marks {
  const nameOf = new Map([...snapshot.markable].map(([name, key]) => [key.hash, name]));
  const { reviewed, contextChanged } = marksOfHead(kept.table, snapshot.markable.values());
  const names = (hashes: ReadonlySet<string>) =>
    [...hashes].map((hash) => nameOf.get(hash) ?? hash).sort(compareBytes);
  const shown = names(reviewed);
  return {
    revision: kept.revision,
    reviewed: shown,
    contextChanged: names(contextChanged),
    snapshot: snapshotName(snapshot),
    pages: pagesMarkedBy(snapshot, new Set(shown)),
    ...(kept.notSaved ? { notSaved: apiError(kept.notSaved) } : {}),
  };
}

/** Pages without hunks, which are marked by themselves. */
function pagesMarkedBy(snapshot: Snapshot, names: ReadonlySet<string>): string[] {
  const pages = [...snapshot.placements.values()];
  return pages.filter(({ markName }) => markName && names.has(markName)).map(({ placement }) => placement.id);
}
