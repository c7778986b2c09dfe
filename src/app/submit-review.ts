import { setTimeout as sleep } from "node:timers/promises";
import {
  type ForgeWrite,
  type ForgeWriter,
  type ReviewOnForge,
  retryAfterMsOf,
  type WritableState,
  type WriteRequest,
} from "../adapters/forge/forge.ts";
import { type ForgePlace, matchPosted, type Place } from "../engine/discussion/discussion.ts";
import { Bug, UserError } from "../kit/errors.ts";
import type { SubmitPreview, Submitted } from "../wire/discussion.ts";
import type { DraftFiles } from "./drafts.ts";
import { findRefused } from "./find-refused.ts";
import { apiError } from "./session-errors.ts";
import type { ClaimedJournal, JournalItem, Submission, SubmissionJournal } from "./submission-journal.ts";
import {
  additionOf,
  chunks,
  count,
  emptiness,
  firstComments,
  isComment,
  obstacle,
  type PlannedSubmission,
  planSteps,
  type SendableDraft,
  type SubmitRequest,
  writesOf,
} from "./submission-steps.ts";

export type { SendableDraft, SubmitRequest } from "./submission-steps.ts";

/** What sending a review works with. */
export interface SubmitSetting {
  readonly writer: ForgeWriter;
  readonly journal: SubmissionJournal;
  readonly files: DraftFiles;
  /** The head of what is shown: drafts and places are those of it. */
  readonly head: string;
  /** The drafts where they stand in what is shown. */
  readonly drafts: (signal: AbortSignal) => Promise<readonly SendableDraft[]>;
  readonly placeOf: (place: Place) => ForgePlace;
  /** The comments of each thread, by the forge's ids; absent where the discussion is not known. */
  readonly threads?: ReadonlyMap<string, readonly string[]>;
  /** Hears what is being done and waited for, a sentence each. */
  readonly tell: (sentence: string) => void;
}

/** After an answer that was lost, what is there is read again after so long. */
const UNSURE_PAUSES_MS = [1_000, 3_000];
/** Reads may lag behind writes by a moment. */
const SHOWN_AFTER_MS = 1_000;
/** A forge that asks for a longer pause than this is not waited for; sending again goes on. */
const MAX_WAIT_MS = 10 * 60 * 1_000;
const MAX_WAITS = 5;

/** What exactly would be sent, in which requests, and what falls back where. Nothing is written. */
export async function previewSubmission(
  setting: SubmitSetting,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<{ readonly preview: SubmitPreview; readonly requests: readonly WriteRequest[] }> {
  const { writer } = setting;
  const [before, state] = await Promise.all([setting.journal.unfinished(), writer.state(signal)]);
  const posted = postedOf(before?.items ?? [], state.pending, setting);
  const planned = await plan(setting, request, state, before, posted, signal);
  const { submission, left } = planned;
  const all = postedOf(submission.items, state.pending, setting);
  const writes = writesOf(submission, all, state.pending?.id, writer.limits);
  const problem = headProblem(setting, request) ?? obstacle(request, state) ?? emptiness(submission);
  const others = (state.pending?.comments.length ?? 0) - all.size;
  const preview: SubmitPreview = {
    event: request.event,
    body: submission.body,
    items: submission.items.map(({ draft, sendsAs, place, body, why }) => ({
      draft,
      sendsAs,
      body,
      ...(place ? { place } : {}),
      ...(why === undefined ? {} : { why }),
    })),
    writes: writes.length,
    ...(state.pending ? { adopts: { comments: others, url: state.pending.url } } : {}),
    problems: problem ? [apiError(problem)] : [],
    left: left.map((one) => ({ ...one })),
    notes: [...planned.notes],
  };
  return { preview, requests: writes.map((write) => writer.requestOf(write)) };
}

/**
 * Sends a review: reads what is there, adds only what is missing, reads it back, and submits once. Every step is in the
 * journal before it is made, so that whoever goes on after a crash or a lost answer begins by reading. A draft is
 * removed once the review that was sent shows it.
 *
 * @throws UserError  where nothing was done: `being-sent`, `head-moved`, `own-pull-request`, `nothing-to-send`, and those
 * of reading. What fails later is in the answer, beside what was posted.
 */
export async function submitReview(
  setting: SubmitSetting,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<Submitted> {
  const journal = await setting.journal.claim();
  try {
    return await new Sending(setting, request, journal, signal).run();
  } finally {
    await journal.release();
  }
}

/** One attempt at sending: it lives as long as its claim on the journal. */
class Sending {
  private readonly setting: SubmitSetting;
  private readonly request: SubmitRequest;
  private readonly journal: ClaimedJournal;
  private readonly signal: AbortSignal;
  private submission: Submission | undefined;
  private notes: string[] = [];
  /** Drafts that cannot be sent now. */
  private kept: readonly string[] = [];
  private waits = 0;
  private isOneByOne = false;

  constructor(setting: SubmitSetting, request: SubmitRequest, journal: ClaimedJournal, signal: AbortSignal) {
    this.setting = setting;
    this.request = request;
    this.journal = journal;
    this.signal = signal;
    this.submission = journal.submission;
  }

  async run(): Promise<Submitted> {
    for (let unsure = 0; ; unsure++) {
      try {
        return await this.fromWhatIsThere();
      } catch (error) {
        const pauseMs = UNSURE_PAUSES_MS[unsure];
        const isUnsure =
          error instanceof UserError && error.code === "forge-unreachable" && !this.signal.aborted;
        if (!isUnsure || pauseMs === undefined) return this.stopped(error);
        this.setting.tell(`${error.message} What was done is looked up.`);
        await this.pause(pauseMs);
      }
    }
  }

  /** Where nothing of ours can be at the forge yet, the error is the answer. */
  private async stopped(error: unknown): Promise<Submitted> {
    if (error instanceof Bug || !(error instanceof UserError)) throw error;
    const { submission } = this;
    if (submission === undefined) throw error;
    if (submission.step === "begun" && submission.review === undefined) {
      await this.journal.finish(undefined);
      throw error;
    }
    const left = [...submission.items.map((item) => item.draft), ...this.kept];
    return { posted: [], left, isSubmitted: false, error: apiError(error), notes: this.notes };
  }

  private async fromWhatIsThere(): Promise<Submitted> {
    const state = await this.setting.writer.state(this.signal);
    const sent = await this.alreadySent(state);
    if (sent) return this.finish(sent);
    const problem = headProblem(this.setting, this.request) ?? obstacle(this.request, state);
    if (problem) throw problem;
    return this.post(state);
  }

  /** The review of a submission that was begun, if it is sent by now, by us or elsewhere. */
  private async alreadySent(state: WritableState): Promise<ReviewOnForge | undefined> {
    const { submission } = this;
    if (submission === undefined) return undefined;
    const known = new Set(submission.sentBefore);
    const isThatOne = ({ id, body, state: is }: WritableState["sent"][number]) =>
      !known.has(id) && body.trim() === submission.body.trim() && is === sentAs[submission.event];
    const name =
      submission.review ?? (submission.step === "send" ? state.sent.find(isThatOne)?.id : undefined);
    if (name === undefined || name === state.pending?.id) return undefined;
    const review = await this.setting.writer.review(name, this.signal);
    return review?.state === "pending" ? undefined : review;
  }

  private async post(state: WritableState): Promise<Submitted> {
    const { writer } = this.setting;
    let { pending } = state;
    for (;;) {
      const before = this.submission;
      const posted = postedOf(before?.items ?? [], pending, this.setting);
      const at = pending ? { ...state, pending } : withoutPending(state);
      const planned = await plan(this.setting, this.request, at, before, posted, this.signal);
      this.notes = [
        ...planned.notes,
        ...planned.left.map(({ draft, why }) => `Draft ${draft} is kept: ${why}`),
      ];
      const nothing = emptiness(planned.submission);
      if (nothing && !pending?.comments.length) throw nothing;
      await this.save(planned.submission);
      const there = postedOf(planned.submission.items, pending, this.setting);
      const open = planned.submission.items.filter((item) => isComment(item) && !there.has(item.draft));
      if (open.length === 0) return pending ? this.submit(pending.id) : this.send();
      const isWhole = await this.add(open, pending);
      await this.step("check");
      const name = this.submission?.review;
      pending = name === undefined ? undefined : await writer.review(name, this.signal);
      // A review of ours that vanished was deleted elsewhere: what it held is to be posted anew.
      if (name !== undefined && pending === undefined) await this.save(withoutReview(this.current()));
      if (isWhole && pending) pending = await this.refuseMissing(open, pending);
    }
  }

  /** Posts what is open; false where something was refused before it could be posted. */
  private async add(open: readonly JournalItem[], pending: ReviewOnForge | undefined): Promise<boolean> {
    let review = pending?.id;
    let rest = open;
    if (review === undefined) {
      const first = this.isOneByOne ? [] : firstComments(open, this.setting.writer.limits.comments);
      review = await this.create(first);
      if (review === undefined) return false;
      rest = open.filter((item) => !first.includes(item));
    }
    for (const items of chunks(rest, this.isOneByOne ? 1 : this.setting.writer.limits.additions)) {
      await this.addSome(review, items);
    }
    return true;
  }

  /** The name of the review that was made; nothing where it was refused, and then it is known what to do otherwise. */
  private async create(first: readonly JournalItem[]): Promise<string | undefined> {
    const { writer } = this.setting;
    const comments = first.flatMap(({ place, body }) => (place ? [{ place, body }] : []));
    await this.step("create");
    this.setting.tell(`Posting ${count(comments.length, "comment")}.`);
    try {
      const made = await this.write({ kind: "create", commit: this.current().head, comments });
      await this.save({ ...this.current(), ...(made.review ? { review: made.review } : {}) });
      return made.review;
    } catch (error) {
      if (!writer.isRefusal(error) || comments.length === 0) throw error;
      await this.expectSameHead();
      // The answer does not say which one it was about.
      const bad = findRefused(first, await writer.patches(this.signal));
      if (bad.size > 0) await this.refuse(bad);
      else this.isOneByOne = true;
      return undefined;
    }
  }

  private async expectSameHead(): Promise<void> {
    const state = await this.setting.writer.state(this.signal);
    const problem = obstacle(this.request, state);
    if (problem) throw problem;
    // A review that somebody began in the meantime is adopted by beginning again.
    if (state.pending) throw new UserError("forge-unreachable", "A review of yours was begun elsewhere.");
  }

  private async addSome(review: string, items: readonly JournalItem[]): Promise<void> {
    const { writer } = this.setting;
    await this.step("add");
    this.setting.tell(`Posting ${count(items.length, "more comment")}.`);
    const additions = items.flatMap(additionOf);
    try {
      const { refused = [] } = await this.write({ kind: "add", review, additions });
      await this.refuse(new Map(items.flatMap(({ draft }, i) => (refused[i] ? [[draft, refused[i]]] : []))));
    } catch (error) {
      if (!writer.isRefusal(error)) throw error;
      const [only] = items;
      if (items.length === 1 && only) await this.refuse(new Map([[only.draft, messageOf(error)]]));
      else for (const item of items) await this.addSome(review, [item]);
    }
  }

  /** What the forge took without a word and does not show is refused too; it is given a moment to show it. */
  private async refuseMissing(asked: readonly JournalItem[], pending: ReviewOnForge): Promise<ReviewOnForge> {
    if (this.missing(asked, pending).length === 0) return pending;
    await this.pause(SHOWN_AFTER_MS);
    const again = (await this.setting.writer.review(pending.id, this.signal)) ?? pending;
    const missing = this.missing(asked, again).map(({ draft }) => draft);
    await this.refuse(new Map(missing.map((draft) => [draft, "The forge took it and does not show it."])));
    return again;
  }

  private missing(asked: readonly JournalItem[], review: ReviewOnForge): readonly JournalItem[] {
    const there = postedOf(this.current().items, review, this.setting);
    return asked.filter(({ draft, sendsAs }) => !there.has(draft) && this.refusedAs(draft) !== sendsAs);
  }

  private refusedAs(draft: string): string | undefined {
    return this.current().refused.find(([name]) => name === draft)?.[1].as;
  }

  private async refuse(reasons: ReadonlyMap<string, string>): Promise<void> {
    if (reasons.size === 0) return;
    const submission = this.current();
    const refused = new Map(submission.refused);
    for (const { draft, sendsAs } of submission.items) {
      const why = reasons.get(draft);
      if (why !== undefined) refused.set(draft, { as: sendsAs, why });
    }
    await this.save({ ...submission, refused: [...refused] });
  }

  /** A review of nothing but a body needs no second request. */
  private async send(): Promise<Submitted> {
    const { head: commit, event, body } = this.current();
    await this.step("send");
    this.setting.tell("Sending the review.");
    const made = await this.write({ kind: "create", commit, comments: [], event, ...(body ? { body } : {}) });
    if (made.review) await this.save({ ...this.current(), review: made.review });
    return this.readBack(made.review);
  }

  private async submit(review: string): Promise<Submitted> {
    const { event, body } = this.current();
    await this.save({ ...this.current(), review, step: "submit" });
    this.setting.tell("Sending the review.");
    await this.write({ kind: "submit", review, event, body });
    return this.readBack(review);
  }

  private async readBack(name: string | undefined): Promise<Submitted> {
    const review = name === undefined ? undefined : await this.setting.writer.review(name, this.signal);
    if (review === undefined || review.state === "pending") {
      throw new UserError("forge-unreachable", "The forge took the review and does not show it as sent.");
    }
    return this.finish(review);
  }

  /** Removes the drafts that the sent review shows, and closes the journal. */
  private async finish(review: ReviewOnForge): Promise<Submitted> {
    const { items, body } = this.current();
    const shown = postedOf(items, review, this.setting);
    const isBodyThere = normal(review.body) === normal(body);
    const posted: string[] = [];
    const left: string[] = [];
    for (const item of items) {
      const isThere = isComment(item) ? shown.has(item.draft) : isBodyThere;
      const isGone = isThere && (await this.removeDraft(item));
      (isGone ? posted : left).push(item.draft);
    }
    if (!isBodyThere) this.notes.push("The review was sent from elsewhere, with another body.");
    await this.journal.finish({ url: review.url, posted });
    this.submission = undefined;
    return { url: review.url, posted, left: [...left, ...this.kept], isSubmitted: true, notes: this.notes };
  }

  /** False where it was changed after it was posted: then its new text stays. */
  private async removeDraft({ draft, revision }: JournalItem): Promise<boolean> {
    try {
      await this.setting.files.remove(draft, revision);
      return true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (error.code === "not-found") return true;
      if (error.code === "stale-revision") return false;
      throw error;
    }
  }

  /** A limit is waited for, since nothing was written then; everything else is for the caller. */
  private async write(write: ForgeWrite) {
    for (;;) {
      try {
        return await this.setting.writer.write(write, this.signal);
      } catch (error) {
        const waitMs = retryAfterMsOf(error);
        if (waitMs === undefined || waitMs > MAX_WAIT_MS || this.waits === MAX_WAITS) throw error;
        this.waits++;
        this.setting.tell(`The forge asks to wait ${Math.ceil(waitMs / 1000)} s; then it goes on.`);
        await this.pause(waitMs);
      }
    }
  }

  private async pause(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: this.signal }).catch((cause) => {
      throw new UserError("cancelled", "Sending was stopped; sending again goes on from there.", { cause });
    });
  }

  private current(): Submission {
    if (this.submission === undefined) throw new Bug("a step belongs to a submission");
    return this.submission;
  }

  private step(step: Submission["step"]): Promise<void> {
    return this.save({ ...this.current(), step });
  }

  private async save(submission: Submission): Promise<void> {
    await this.journal.save(submission);
    this.submission = submission;
  }
}

const sentAs = { comment: "commented", approve: "approved", "request-changes": "changes-requested" } as const;

async function plan(
  setting: SubmitSetting,
  request: SubmitRequest,
  state: WritableState,
  before: Submission | undefined,
  posted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<PlannedSubmission> {
  const wanted = request.drafts && new Set(request.drafts);
  const drafts = await setting.drafts(signal);
  return planSteps({
    request,
    state,
    drafts: wanted ? drafts.filter(({ id }) => wanted.has(id)) : drafts,
    placeOf: setting.placeOf,
    threads: setting.threads,
    limits: setting.writer.limits,
    now: new Date().toISOString(),
    ...(before ? { before } : {}),
    posted,
  });
}

/** Which of the items the review shows. */
function postedOf(
  items: readonly JournalItem[],
  review: ReviewOnForge | undefined,
  setting: SubmitSetting,
): ReadonlySet<string> {
  if (review === undefined) return new Set();
  const comments = items.filter(isComment);
  return new Set(matchPosted(comments, review.comments, (id) => setting.threads?.get(id) ?? []).keys());
}

function headProblem(setting: SubmitSetting, request: SubmitRequest): UserError | undefined {
  if (setting.head === request.head) return undefined;
  return new UserError("head-moved", "What is shown is another state of the change than the one to be sent.");
}

function withoutReview({ review: _, ...submission }: Submission): Submission {
  return submission;
}

function withoutPending({ pending: _, ...state }: WritableState): WritableState {
  return state;
}

function normal(body: string): string {
  return body.replace(/\r\n?/g, "\n").trim();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
