import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import type {
  ApiError,
  CorePages,
  FileDiffPage,
  FileLines,
  Head,
  HunkWindow,
  LinePart,
  LowSignal,
  MarkChange,
  Marks,
  Overview,
  Page,
  Ping,
  SearchAnswer,
  ServerEvent,
  Settings,
  Stage,
} from "../wire/api.ts";
import type {
  Discussion,
  DraftChange,
  Drafts,
  Pulls,
  Since,
  Submit,
  SubmitPreview,
  Submitted,
  Suggestion,
} from "../wire/discussion.ts";
import { forgeCheckMs } from "./pull-limits.ts";
import { sideFiles } from "./session-blobs.ts";
import { DiscussionOfSession } from "./session-discussion.ts";
import { DraftsOfSession, type ShownChange } from "./session-drafts.ts";
import { apiError } from "./session-errors.ts";
import { EventLog } from "./session-events.ts";
import { HeadWatch, isOtherReview } from "./session-head.ts";
import type { ChangeSource, OpenChange, Side } from "./session-input.ts";
import { CLOSE_MS, HEAD_CHECK_MS, LINES_FILE_BYTES, PROGRESS_MS, RAW_BYTES } from "./session-limits.ts";
import { fileWindow, hunkWindow, linePart } from "./session-lines.ts";
import { MarksOfSession } from "./session-marks.ts";
import { corePagesOf } from "./session-outline.ts";
import { fileDiffOf, lowSignalOf, overviewOf, pageOf } from "./session-pages.ts";
import { imageType, type RawImage, rawImage } from "./session-raw.ts";
import { readStages } from "./session-read.ts";
import { searchIndex } from "./session-search.ts";
import { SinceOfSession } from "./session-since.ts";
import { emptySnapshot, type Snapshot, snapshotName } from "./session-snapshot.ts";
import { previewOf, resolveThread, type SendingFrom, sendFrom } from "./session-submit.ts";
import { openSettings, type SettingsStore } from "./settings.ts";

export interface SessionOptions {
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  /** Reads the change as it is now; the first time at once. */
  readonly open: OpenChange;
  /** The change as it was opened already, if it was. */
  readonly opened?: ChangeSource;
  /** Names the build, so that a page of another one can tell. */
  readonly build: string;
  /** Larger than in any earlier session of the review, as the time in milliseconds. */
  readonly firstSeq: number;
  /** Hears of what is Headwater's own mistake; the reader hears of it too. */
  readonly onBug?: (error: unknown) => void;
  /** Hears each event as the page does. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** What is being read, with what was derived from it. */
interface Shown {
  readonly snapshot: Snapshot;
  readonly source?: ChangeSource;
  readonly search: ReturnType<typeof searchIndex>;
  readonly files?: ReturnType<typeof sideFiles>;
}

/**
 * A review that is being read: it resolves, diffs and analyses in the background, answers from what it has
 * so far, keeps the marks, and tells its story in events. It shows one snapshot until `reload`.
 */
export class ReviewSession {
  private readonly options: SessionOptions;
  private readonly abort = new AbortController();
  private readonly log: EventLog;
  private readonly settings: SettingsStore;
  private readonly marksKept: MarksOfSession;
  private readonly headWatch: HeadWatch;
  private readonly discussionRead: DiscussionOfSession;
  private readonly sinceMarks: SinceOfSession;
  private readonly draftsKept: DraftsOfSession;
  private shown: Shown = { snapshot: emptySnapshot, search: searchIndex(emptySnapshot) };
  private stage: Stage = "resolving";
  private error: ApiError | undefined;
  private reloading: Promise<Overview> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private headCheckedMs = Number.NEGATIVE_INFINITY;
  /** Settles when there are files to show, or when the first reading failed. */
  readonly diffed: Promise<void>;
  /** Settles when the first reading is done, well or not. */
  readonly finished: Promise<void>;
  /** Why the first reading failed. */
  failure: unknown;

  constructor(options: SessionOptions) {
    this.options = options;
    this.log = new EventLog(options.firstSeq, options.onEvent);
    this.settings = openSettings(options.homeDir);
    this.marksKept = new MarksOfSession(options.homeDir);
    this.headWatch = new HeadWatch({
      open: options.open,
      shown: () => this.shown.snapshot,
      marks: () => this.marksKept.kept(),
      announce: (moved) => this.log.emit("head-moved", this.head, moved),
      signal: this.abort.signal,
    });
    this.discussionRead = new DiscussionOfSession({
      announce: () => this.log.emit("discussion", this.head, {}),
      onBug: options.onBug,
      signal: this.abort.signal,
    });
    this.sinceMarks = new SinceOfSession(options.homeDir);
    this.draftsKept = new DraftsOfSession(options.homeDir);
    let onDiffed = () => {};
    this.diffed = new Promise((resolve) => {
      onDiffed = resolve;
    });
    this.finished = this.firstReading(onDiffed).finally(onDiffed);
  }

  get reviewId(): string {
    return this.shown.snapshot.change?.reviewId ?? "";
  }

  private get head(): string {
    return this.shown.snapshot.change?.head ?? "";
  }

  get snapshotName(): string {
    return snapshotName(this.shown.snapshot);
  }

  ping(): Ping {
    return { build: this.options.build, reviewId: this.reviewId, head: this.head };
  }

  async overview(): Promise<Overview> {
    const notices = [...this.marksKept.notices, ...(await this.settingsNotices())];
    const { build } = this.options;
    const state = { build, stage: this.stage, notices, ...(this.error ? { error: this.error } : {}) };
    return overviewOf(this.shown.snapshot, state);
  }

  /** Throws `not-found`, or `not-ready` while the graph is being made; likewise below. */
  page(id: string): Page {
    this.needs("graph");
    return pageOf(this.shown.snapshot, id);
  }

  corePages(id: string): CorePages {
    this.needs("graph");
    return corePagesOf(this.shown.snapshot, id);
  }

  hunkWindow(id: string, from: number, count: number): HunkWindow {
    this.needs("files");
    return hunkWindow(this.shown.snapshot, id, from, count);
  }

  linePart(hunk: string, index: number, from: number): LinePart {
    this.needs("files");
    return linePart(this.shown.snapshot, hunk, index, from);
  }

  fileDiff(path: string): FileDiffPage {
    this.needs("files");
    return fileDiffOf(this.shown.snapshot, path);
  }

  lowSignal(): LowSignal {
    this.needs("files");
    return lowSignalOf(this.shown.snapshot);
  }

  search(query: string, from: number): SearchAnswer {
    return this.shown.search.search(query, from);
  }

  /** `from` counts from 1. */
  async lines(path: string, side: Side, from: number, count: number): Promise<FileLines> {
    const bytes = await this.bytesOf(path, side, LINES_FILE_BYTES);
    if (bytes.subarray(0, 8_000).includes(0)) {
      throw new UserError("not-found", `${path} is binary and has no lines.`);
    }
    return fileWindow(path, side, bytes, from, count);
  }

  async raw(path: string, side: Side): Promise<RawImage> {
    imageType(path);
    return rawImage(path, await this.bytesOf(path, side, RAW_BYTES));
  }

  marks(): Promise<Marks> {
    return this.marksKept.read(this.shown.snapshot);
  }

  /** Sets or clears marks; done once it is on disk. Names of an earlier snapshot are known still. */
  async changeMarks(change: MarkChange): Promise<Marks> {
    const { snapshot } = this.shown;
    const marks = await this.marksKept.change(snapshot, change);
    if (change.isReviewed) await this.sinceMarks.remember(snapshot, await this.marksKept.kept());
    this.log.emit("marks", this.head, { revision: marks.revision });
    return marks;
  }

  /** What changed since the marks were made, in the hunks of what is shown. */
  async since(): Promise<Since> {
    this.needs("files");
    return this.sinceMarks.read(this.shown.snapshot, await this.marksKept.kept());
  }

  /** What is said of the pull request, as far as it was read; a `discussion` event tells of more. */
  discussion(): Discussion {
    return this.discussionRead.answer(this.shown.snapshot);
  }

  /** Looks for news in it at once. */
  refreshDiscussion(): Promise<void> {
    return this.discussionRead.refresh();
  }

  /** The drafts where they stand in what is shown. */
  drafts(): Promise<Drafts> {
    return this.draftsKept.read(this.shownChange, this.discussionRead.latest, this.abort.signal);
  }

  /** On disk once it answers. */
  async saveDraft(change: DraftChange): Promise<Drafts> {
    const saved = await this.draftsKept.save(change, this.shownChange, this.abort.signal);
    return { ...(await this.changedDrafts()), saved };
  }

  async removeDraft(id: string, revision: number): Promise<Drafts> {
    await this.draftsKept.remove(id, revision);
    return this.changedDrafts();
  }

  suggestion(place: Place): Promise<Suggestion> {
    return this.draftsKept.suggestion(place, this.shownChange, this.abort.signal);
  }

  async previewSubmit(submit: Submit): Promise<SubmitPreview> {
    return (await previewOf(this.sending, submit, this.abort.signal)).preview;
  }

  /** Goes on when the page that asked is gone: what was begun is finished. */
  async submit(submit: Submit): Promise<Submitted> {
    try {
      return await sendFrom(this.sending, submit, this.abort.signal);
    } finally {
      this.log.emit("drafts", this.head, {});
      void this.discussionRead.readAnew();
    }
  }

  async resolveThread(thread: string, isResolved: boolean): Promise<Discussion> {
    await resolveThread(this.sending, thread, isResolved, this.abort.signal);
    await this.discussionRead.readAnew();
    return this.discussion();
  }

  private changedDrafts(): Promise<Drafts> {
    this.log.emit("drafts", this.head, {});
    return this.drafts();
  }

  private get shownChange(): ShownChange {
    this.needs("files");
    const { snapshot, source } = this.shown;
    if (source === undefined) throw new UserError("not-ready", "The change is still being found.");
    return { snapshot, source };
  }

  private get sending(): SendingFrom {
    const tell = (detail: string) => this.log.emit("drafts", this.head, { detail });
    return { shown: this.shownChange, drafts: this.draftsKept, discussion: this.discussionRead.latest, tell };
  }

  /** The open pull requests beside this one. Throws `unknown-forge`, and what a forge throws. */
  async pulls(): Promise<Pulls> {
    const { source } = this.shown;
    if (source === undefined) throw new UserError("not-ready", "The change is still being found.");
    if (source.listPulls === undefined) throw new UserError("unknown-forge", "No forge is asked here.");
    return source.listPulls(this.abort.signal);
  }

  async readSettings(): Promise<Settings> {
    return (await this.settings.read()).page;
  }

  async saveSettings(page: Settings): Promise<Settings> {
    const saved = (await this.settings.savePage(page)).page;
    this.log.emit("settings", this.head, saved);
    return saved;
  }

  /** What happens from `after` on. While anyone listens, the head is looked at every few seconds. */
  async *events(after: number, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const { build } = this.options;
    const hello = () => {
      const { moved } = this.headWatch;
      return { head: this.head, data: { build, stage: this.stage, ...(moved ? { moved } : {}) } };
    };
    this.watch();
    yield* this.log.follow(after, hello, signal);
  }

  /** Looks whether the change is another one by now. Several askers share one look. */
  checkHead(): Promise<Head> {
    this.headCheckedMs = performance.now();
    void this.discussionRead.refreshIfDue();
    return this.headWatch.check();
  }

  /** Reads the change anew and then shows it. Until it is ready, and where it fails, all stays as it was. */
  reload(): Promise<Overview> {
    this.reloading ??= this.readAgain().finally(() => {
      this.reloading = undefined;
    });
    return this.reloading;
  }

  /** Stops all work and ends every reader of events. */
  async close(): Promise<void> {
    if (this.abort.signal.aborted) return;
    clearTimeout(this.timer);
    this.log.emit("closing", this.head, {});
    this.log.close();
    this.abort.abort();
    const work = Promise.allSettled([this.finished, this.reloading]);
    // What does not heed the abort at once ends with the process; nothing here is half written by it.
    await Promise.race([work, sleep(CLOSE_MS, undefined, { ref: false })]);
    this.shown.source?.close();
  }

  private async firstReading(onDiffed: () => void): Promise<void> {
    try {
      const { signal } = this.abort;
      const source = this.options.opened ?? (await this.options.open(signal));
      this.show(source, { ...emptySnapshot, change: source.change });
      await this.marksKept.open(source.change.reviewId);
      this.sinceMarks.open(source.change.reviewId);
      this.draftsKept.open(source.change.reviewId);
      let isFollowed = false;
      await this.readInto(source, (snapshot, stage) => {
        this.show(source, snapshot);
        this.setStage(stage);
        if (!snapshot.isDiffed) return;
        onDiffed();
        // After the diff, which is what the reader waits for.
        if (!isFollowed) this.discussionRead.follow(source.pull);
        isFollowed = true;
      });
    } catch (error) {
      this.failure = error;
      if (this.abort.signal.aborted) return;
      if (!(error instanceof UserError)) this.options.onBug?.(error);
      this.error = apiError(error);
      this.setStage("failed");
    }
  }

  private async readAgain(): Promise<Overview> {
    await this.finished;
    const source = await this.options.open(this.abort.signal);
    let isShown = false;
    try {
      if (isOtherReview(this.shown.snapshot, source)) {
        throw new UserError("other-review", "The repository now shows another change than this page.");
      }
      await this.marksKept.open(source.change.reviewId);
      await this.readInto(source, (snapshot, stage) => {
        if (stage !== "ready") return;
        const before = this.shown;
        this.show(source, snapshot);
        isShown = true;
        before.files?.idle().then(() => before.source?.close());
        this.headWatch.forget();
        this.discussionRead.follow(source.pull);
        this.error = undefined;
        this.setStage(stage);
      });
    } finally {
      if (!isShown) source.close();
    }
    return this.overview();
  }

  private async readInto(source: ChangeSource, tell: (snapshot: Snapshot, stage: Stage) => void) {
    let lastMs = 0;
    await readStages(source, this.abort.signal, tell, (progress) => {
      const isLast = progress.done === progress.total;
      if (!isLast && performance.now() - lastMs < PROGRESS_MS) return;
      lastMs = performance.now();
      this.log.emit("progress", source.change.head, progress);
    });
  }

  private show(source: ChangeSource, snapshot: Snapshot): void {
    this.shown = { snapshot, source, search: searchIndex(snapshot), files: sideFiles(source, snapshot) };
    this.marksKept.remember(snapshot);
  }

  private setStage(stage: Stage): void {
    this.stage = stage;
    this.log.emit("stage", this.head, { stage, ...(this.error ? { error: this.error } : {}) });
  }

  private needs(what: "files" | "graph"): void {
    const { graph, isDiffed } = this.shown.snapshot;
    if (graph !== undefined || (what === "files" && isDiffed)) return;
    if (this.error) throw new UserError("not-found", `The change could not be read: ${this.error.message}`);
    throw new UserError("not-ready", "The change is still being read.");
  }

  private async bytesOf(path: string, side: Side, maxBytes: number): Promise<Uint8Array> {
    const { files } = this.shown;
    if (files === undefined) throw new UserError("not-ready", "The change is still being read.");
    return files.read(path, side, maxBytes, this.abort.signal);
  }

  private async settingsNotices(): Promise<readonly ApiError[]> {
    const { problem } = await this.settings.read();
    return problem ? [{ code: "settings", message: problem, hint: "The settings are the usual ones." }] : [];
  }

  /** A forge counts how often it is asked. */
  private isHeadDue(): boolean {
    const pull = this.shown.source?.pull;
    return pull === undefined || performance.now() - this.headCheckedMs >= forgeCheckMs(pull.forge);
  }

  /** A slow repository is looked at less often: a look takes at most a tenth of the time. */
  private watch(pauseMs = HEAD_CHECK_MS): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(async () => {
      const startMs = performance.now();
      // A look that fails, as in the middle of a rebase, is made again; the reader loses nothing by it.
      if (this.log.listeners > 0 && this.isHeadDue()) await this.checkHead().catch(() => undefined);
      if (await this.marksKept.hasOthers().catch(() => false)) this.log.emit("marks", this.head, {});
      if (await this.draftsKept.hasOthers().catch(() => false)) this.log.emit("drafts", this.head, {});
      this.timer = undefined;
      if (this.log.listeners === 0 || this.abort.signal.aborted) return;
      this.watch(Math.max(HEAD_CHECK_MS, 10 * (performance.now() - startMs)));
    }, pauseMs);
    this.timer.unref();
  }
}
