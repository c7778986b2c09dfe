import type { ForgeWriter, WriteRequest } from "../adapters/forge/forge.ts";
import type { Discussion } from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import type { Submit, SubmitPreview, Submitted } from "../wire/discussion.ts";
import type { DraftsOfSession, ShownChange } from "./session-drafts.ts";
import type { SubmitRequest } from "./submission-steps.ts";
import { previewSubmission, type SubmitSetting, submitReview } from "./submit-review.ts";

/** What sending takes from a session. */
export interface SendingFrom {
  readonly shown: ShownChange;
  readonly drafts: DraftsOfSession;
  /** As it was read last. */
  readonly discussion: Discussion | undefined;
  readonly tell: (sentence: string) => void;
}

/** What would be sent, with the requests. Throws `local-review`, `no-token`, and what reading throws. */
export async function previewOf(
  from: SendingFrom,
  asked: Submit,
  signal: AbortSignal,
): Promise<{ readonly preview: SubmitPreview; readonly requests: readonly WriteRequest[] }> {
  return previewSubmission(await settingOf(from, signal), requestOf(asked), signal);
}

/** Sends the review. Throws as `previewOf`, and where nothing was begun. */
export async function sendFrom(from: SendingFrom, asked: Submit, signal: AbortSignal): Promise<Submitted> {
  return submitReview(await settingOf(from, signal), requestOf(asked), signal);
}

/** Marks a conversation as resolved or not, at the forge. */
export async function resolveThread(
  from: SendingFrom,
  thread: string,
  isResolved: boolean,
  signal: AbortSignal,
): Promise<void> {
  await writerOf(from.shown).write({ kind: "resolve", thread, isResolved }, signal);
}

function writerOf({ source }: ShownChange): ForgeWriter {
  const { pull } = source;
  if (pull === undefined) {
    throw new UserError("local-review", "This is a review of what lies here; there is nowhere to send it.");
  }
  return pull.forge.writer(pull.request.address);
}

async function settingOf(from: SendingFrom, signal: AbortSignal): Promise<SubmitSetting> {
  const { shown, drafts, discussion, tell } = from;
  const writer = writerOf(shown);
  const threads = discussion?.threads.map(
    ({ id, comments }) => [id, comments.map((comment) => comment.id)] as const,
  );
  return {
    writer,
    journal: drafts.journal,
    files: drafts.onDisk,
    head: shown.source.change.head,
    drafts: (signalOfRead) => drafts.toSend(shown, signalOfRead),
    placeOf: await drafts.placeOf(shown, signal),
    ...(threads ? { threads: new Map(threads) } : {}),
    tell,
  };
}

function requestOf({ event, body, head, drafts }: Submit): SubmitRequest {
  return { event, body, head, ...(drafts ? { drafts } : {}) };
}
