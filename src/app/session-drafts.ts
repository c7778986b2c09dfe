import {
  type About,
  comparePlaces,
  type Discussion,
  type DraftToSend,
  type ForgePlace,
  forgePlaces,
  type Place,
  planSubmission,
  suggestionBlock,
} from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import { compareBytes } from "../kit/order.ts";
import type { Draft, DraftChange, Drafts, Suggestion } from "../wire/discussion.ts";
import { type DraftFiles, type KeptDraft, openDrafts } from "./drafts.ts";
import { mutable } from "./mutable.ts";
import { anchorDraft, linesAt, type PlacedDraft, placeDraft } from "./place-drafts.ts";
import type { ChangeSource } from "./session-input.ts";
import type { Snapshot } from "./session-snapshot.ts";
import { openJournal, type SubmissionJournal } from "./submission-journal.ts";
import type { SendableDraft } from "./submission-steps.ts";

/** What is shown when something is asked. */
export interface ShownChange {
  readonly snapshot: Snapshot;
  readonly source: ChangeSource;
}

/** As the API's own limit: a comment of more is not taken. */
export const BODY_LENGTH = 65_536;

/** The drafts of the review that a session shows, where they stand in what is shown. */
export class DraftsOfSession {
  private readonly homeDir: string;
  private files: DraftFiles | undefined;
  private journalFile: SubmissionJournal | undefined;
  private placesOf: { readonly source: ChangeSource; readonly places: Promise<PlaceOf> } | undefined;
  /** What was found out for one state of the change. */
  private readonly known = new Map<string, PlacedDraft>();
  private knownOf: ChangeSource | undefined;
  private lastSeen: string | undefined;

  constructor(homeDir: string) {
    this.homeDir = homeDir;
  }

  open(reviewId: string): void {
    this.files ??= openDrafts(this.homeDir, reviewId);
    this.journalFile ??= openJournal(this.homeDir, reviewId);
  }

  get onDisk(): DraftFiles {
    if (this.files === undefined) throw new UserError("not-ready", "The change is still being found.");
    return this.files;
  }

  get journal(): SubmissionJournal {
    if (this.journalFile === undefined) throw new UserError("not-ready", "The change is still being found.");
    return this.journalFile;
  }

  async read(shown: ShownChange, discussion: Discussion | undefined, signal: AbortSignal): Promise<Drafts> {
    const { drafts, problems } = await this.onDisk.read();
    const placed = await this.place(drafts, shown, signal);
    const unfinished = await this.journal.unfinished();
    return {
      drafts: await this.shownDrafts(placed, shown, discussion, signal),
      problems: problems.map((message) => ({
        code: "drafts",
        message,
        hint: "Look at the file, or remove it.",
      })),
      ...(unfinished
        ? {
            unfinished: {
              startedAt: unfinished.startedAt,
              posted: unfinished.postedCount,
              total: unfinished.items.length,
              event: unfinished.event,
            },
          }
        : {}),
    };
  }

  /** Whether another process has written drafts since this was last asked. */
  async hasOthers(): Promise<boolean> {
    if (this.files === undefined) return false;
    const before = this.lastSeen;
    this.lastSeen = await this.seen();
    return before !== undefined && before !== this.lastSeen;
  }

  private async seen(): Promise<string> {
    const { drafts } = await this.onDisk.read();
    return drafts.map(({ id, revision }) => `${id} ${revision}`).join("\n");
  }

  /** On disk once it answers, with the id of the draft. */
  async save(change: DraftChange, shown: ShownChange, signal: AbortSignal): Promise<string> {
    const about = change.about as About;
    const now = new Date().toISOString();
    if (change.id === undefined) {
      const anchored = await anchorDraft(about, shown.source, shown.snapshot, signal);
      return (await this.onDisk.add({ ...anchored, body: change.body, createdAt: now, updatedAt: now })).id;
    }
    const { id, revision } = change;
    if (revision === undefined) throw new UserError("bad-request", "A draft is changed by its revision.");
    const before = (await this.onDisk.read()).drafts.find((draft) => draft.id === id);
    const anew = before && !(await this.standsAt(before, about, shown, signal));
    const anchored = anew ? await anchorDraft(about, shown.source, shown.snapshot, signal) : undefined;
    await this.onDisk.change(id, revision, (draft) => ({
      ...(anchored ? { ...anchored, createdAt: draft.createdAt } : draft),
      body: change.body,
      updatedAt: now,
    }));
    return id;
  }

  remove(id: string, revision: number | undefined): Promise<void> {
    return this.onDisk.remove(id, revision);
  }

  /** Whether a suggestion may stand at a place, and the lines that it begins with. */
  async suggestion(place: Place, shown: ShownChange, signal: AbortSignal): Promise<Suggestion> {
    const lines = [...(await linesAt(place, shown.source, shown.snapshot, signal))];
    const begun = { lines, block: suggestionBlock(lines) };
    if (place.side === "LEFT" || place.startSide === "LEFT") {
      return { ...begun, refused: "Nothing can be suggested on lines that were removed." };
    }
    const to = (await this.placeOf(shown, signal))(place);
    if (to.kind === "lines") return begun;
    return { ...begun, refused: to.why ?? "Nothing can be suggested for a file as a whole." };
  }

  /** The drafts as they would be sent now. */
  async toSend(shown: ShownChange, signal: AbortSignal): Promise<readonly SendableDraft[]> {
    const { drafts } = await this.onDisk.read();
    const placed = await this.place(drafts, shown, signal);
    return [...placed].sort(inOrder).map((one) => ({ ...sendable(one, shown), revision: one.kept.revision }));
  }

  /** Where the forge takes a comment on a place of what is shown. */
  placeOf({ source, snapshot }: ShownChange, signal: AbortSignal): Promise<PlaceOf> {
    if (this.placesOf?.source !== source) {
      const places = source.plainDiff(signal).then((plain) => forgePlaces({ shown: snapshot.files, plain }));
      this.placesOf = { source, places };
      // What was stopped or failed is tried again by the next who asks.
      places.catch(() => {
        this.placesOf = undefined;
      });
    }
    return this.placesOf.places;
  }

  private async standsAt(kept: KeptDraft, about: About, shown: ShownChange, signal: AbortSignal) {
    const [now] = await this.place([kept], shown, signal);
    return [now?.about, kept.about].some(
      (one) => JSON.stringify(plainAbout(one)) === JSON.stringify(plainAbout(about)),
    );
  }

  private async place(
    drafts: readonly KeptDraft[],
    { source, snapshot }: ShownChange,
    signal: AbortSignal,
  ): Promise<readonly PlacedDraft[]> {
    if (this.knownOf !== source) this.known.clear();
    this.knownOf = source;
    const placed: PlacedDraft[] = [];
    for (const kept of drafts) {
      // With the graph there are more names than before it, but the same lines.
      const key = `${kept.id} ${kept.revision} ${snapshot.files.length}`;
      const found = this.known.get(key) ?? (await placeDraft(kept, source, snapshot, signal));
      this.known.set(key, found);
      placed.push(found);
    }
    return placed;
  }

  private async shownDrafts(
    placed: readonly PlacedDraft[],
    shown: ShownChange,
    discussion: Discussion | undefined,
    signal: AbortSignal,
  ): Promise<Draft[]> {
    if (placed.length === 0) return [];
    const { items, left } = planSubmission({
      drafts: placed.map((one) => sendable(one, shown)),
      body: "",
      placeOf: await this.placeOf(shown, signal),
      maxBodyLength: BODY_LENGTH,
      ...(discussion ? { threads: new Set(discussion.threads.map((thread) => thread.id)) } : {}),
    });
    const itemOf = new Map(items.map((item) => [item.draft, item]));
    const whyLeft = new Map(left.map((one) => [one.draft, one.why]));
    return [...placed].sort(inOrder).map((one) => {
      const { id } = one.kept;
      const item = itemOf.get(id);
      const why = one.why ?? item?.why ?? whyLeft.get(id);
      const placement = one.hunk === undefined ? undefined : shown.snapshot.hunks.get(one.hunk)?.placement;
      return {
        id,
        about: mutable(one.about),
        body: one.kept.body,
        updatedAt: one.kept.updatedAt,
        status: one.status,
        quoted: [...(one.kept.quoted?.lines ?? [])],
        writtenAt: one.kept.head,
        ...(one.hunk === undefined ? {} : { hunk: one.hunk }),
        ...(placement === undefined ? {} : { placement }),
        sendsAs: item?.sendsAs ?? usualForm[one.about.kind],
        ...(why === undefined ? {} : { why }),
        revision: one.kept.revision,
      };
    });
  }
}

type PlaceOf = (place: Place) => ForgePlace;

const usualForm = { place: "body-entry", reply: "reply", review: "body" } as const;

function sendable({ kept, about, status }: PlacedDraft, { source }: ShownChange): DraftToSend {
  const isGone = status === "gone";
  const quoted = kept.quoted?.lines ?? [];
  const url = about.kind === "place" ? linkTo(kept, about.place, isGone, source) : undefined;
  return { id: kept.id, about, body: kept.body, isGone, quoted, ...(url === undefined ? {} : { url }) };
}

/** Leads to the lines where they are, or where they were when they were written about. */
function linkTo(kept: KeptDraft, place: Place, isGone: boolean, source: ChangeSource): string | undefined {
  const { pull, change } = source;
  if (pull === undefined) return undefined;
  const isLeft = place.side === "LEFT";
  const commit = isGone ? (isLeft ? kept.base : kept.head) : isLeft ? change.base : change.head;
  const path = isLeft ? (kept.pathThere ?? place.path) : place.path;
  const { line, startLine } = place;
  const { address } = pull.request;
  return pull.forge.permalink(
    address,
    commit,
    path,
    startLine ?? line,
    startLine === undefined ? undefined : line,
  );
}

/** By place; answers and what is about the whole come last, each in the order of writing. */
function inOrder(a: PlacedDraft, b: PlacedDraft): number {
  const rank = (one: PlacedDraft) => ({ place: 0, reply: 1, review: 2 })[one.about.kind];
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const byPlace =
    a.about.kind === "place" && b.about.kind === "place" ? comparePlaces(a.about.place, b.about.place) : 0;
  return byPlace || compareBytes(a.kept.id, b.kept.id);
}

/** An `about` with its fields in one order and without those that say nothing. */
function plainAbout(about: unknown): unknown {
  const { kind, thread, place } = (about ?? {}) as { kind?: string; thread?: string; place?: Place };
  if (place === undefined) return [kind, thread];
  const { path, side = "RIGHT", line, startLine, startSide = side } = place;
  return [
    kind,
    path,
    line === undefined ? "" : side,
    line,
    startLine,
    startLine === undefined ? "" : startSide,
  ];
}
