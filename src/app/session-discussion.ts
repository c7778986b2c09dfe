import type { PullRequest } from "../adapters/forge/forge.ts";
import {
  type Discussion as ForgeDiscussion,
  placeThreads,
  type Thread,
} from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import type { ApiError } from "../wire/api.ts";
import type { Discussion } from "../wire/discussion.ts";
import { mutable } from "./mutable.ts";
import { forgeCheckMs } from "./pull-limits.ts";
import type { PullOfChange } from "./pull-of-change.ts";
import { apiError } from "./session-errors.ts";
import type { Snapshot } from "./session-snapshot.ts";

export interface DiscussionOptions {
  /** Tells the readers that there is something new. */
  readonly announce: () => void;
  /** Hears of what is Headwater's own mistake; the reader hears of it too. */
  readonly onBug?: ((error: unknown) => void) | undefined;
  readonly signal: AbortSignal;
}

interface Read {
  readonly discussion: ForgeDiscussion;
  readonly request: PullRequest;
  readonly readAt: string;
}

/** What is said of the pull request that a session shows: read in the background, and again while somebody looks. */
export class DiscussionOfSession {
  private readonly options: DiscussionOptions;
  private pull: PullOfChange | undefined;
  private read: Read | undefined;
  private error: ApiError | undefined;
  private reading: Promise<void> | undefined;
  private lastMs = Number.NEGATIVE_INFINITY;
  private hasWritten = false;

  constructor(options: DiscussionOptions) {
    this.options = options;
  }

  /** Begins to read, where what is shown now is a pull request. */
  follow(pull: PullOfChange | undefined): void {
    this.pull = pull;
    if (pull !== undefined) void this.refresh();
  }

  /** What was read last, as the forge told it; nothing for a local review or before it was read. */
  get latest(): ForgeDiscussion | undefined {
    return this.read?.discussion;
  }

  /** Looks for news, unless that was done a moment ago. Never fails: the answer tells. */
  refreshIfDue(): Promise<void> {
    const { pull } = this;
    const isDue = pull !== undefined && performance.now() - this.lastMs >= forgeCheckMs(pull.forge);
    return isDue ? this.refresh() : Promise.resolve();
  }

  /** Looks for news. Several askers share one look. */
  refresh(): Promise<void> {
    this.reading ??= this.look().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Reads everything anew, as after something was written: what was fresh a moment ago is not any more. */
  async readAnew(): Promise<void> {
    this.hasWritten = true;
    await this.reading;
    await this.refresh();
  }

  private async look(): Promise<void> {
    const { pull } = this;
    if (pull === undefined) return;
    const { signal } = this.options;
    const before = this.read?.discussion;
    const beforeError = this.error;
    try {
      const request = await pull.forge.resolve(pull.request.address, signal);
      const known = this.hasWritten ? undefined : before;
      this.hasWritten = false;
      const discussion = await pull.forge.discussion(request, known, signal);
      this.read = { discussion, request, readAt: new Date().toISOString() };
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof UserError)) this.options.onBug?.(error);
      this.error = apiError(error);
    } finally {
      this.lastMs = performance.now();
    }
    const isNews = this.read?.discussion !== before || this.error?.message !== beforeError?.message;
    if (isNews) this.options.announce();
  }

  answer(snapshot: Snapshot): Discussion {
    const { pull, read, error } = this;
    if (pull === undefined) return nothing("none");
    const readOnly = pull.forge.tokenSource === undefined ? { readOnly: noToken(pull) } : {};
    if (read === undefined) {
      return { ...nothing(error ? "failed" : "loading"), ...(error ? { error } : {}), ...readOnly };
    }
    const { discussion, request, readAt } = read;
    const { threads, reviews, comments, notes, viewer } = discussion;
    const isOld = snapshot.change !== undefined && snapshot.change.head !== request.headSha;
    return {
      state: "ready",
      ...(error ? { error } : {}),
      readAt,
      threads: placeThreads(threads, snapshot.files).map((thread) => {
        const placement = thread.hunk === undefined ? undefined : snapshot.hunks.get(thread.hunk)?.placement;
        const { present: _, ...rest } = mutable(thread);
        const original = { ...rest.original, diff: shownDiff(thread) };
        return { ...rest, original, ...(placement === undefined ? {} : { placement }) };
      }),
      reviews: mutable(reviews),
      comments: mutable(comments),
      notes: [
        ...notes,
        ...(isOld
          ? [
              `The conversations stand where they are in ${request.headSha.slice(0, 12)}, which is not shown yet.`,
            ]
          : []),
      ],
      ...(viewer === undefined ? {} : { viewer }),
      ...readOnly,
      off: viewer !== undefined && viewer === request.author ? ofOwn : {},
    };
  }
}

/** Lines that stand before those that a thread is about. */
const LINES_BEFORE = 6;

/** GitHub keeps all of the hunk up to the last line, which may be thousands: those at its end are what it is about. */
function shownDiff({ original }: Thread): string {
  const { diff, line, startLine } = original;
  const about = line !== undefined && startLine !== undefined ? Math.abs(line - startLine) + 1 : 1;
  const lines = diff.split("\n");
  const kept = about + LINES_BEFORE;
  return lines.length <= kept + 1 ? diff : [lines[0], "…", ...lines.slice(-kept)].join("\n");
}

const ofOwn = {
  approve: "It is your own pull request, which GitHub lets nobody approve.",
  requestChanges: "It is your own pull request, of which GitHub lets nobody request changes.",
};

function nothing(state: "none" | "loading" | "failed"): Discussion {
  return { state, threads: [], reviews: [], comments: [], notes: [], off: {} };
}

function noToken({ forge }: PullOfChange): ApiError {
  return apiError(new UserError("no-token", `There is no token for ${forge.host}, so nothing can be sent.`));
}
