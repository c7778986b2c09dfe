import type { Addition, CommentToSend, ForgeWrite, WritableState } from "../adapters/forge/forge.ts";
import {
  type DraftToSend,
  type ForgePlace,
  type Place,
  planSubmission,
  type Refusal,
} from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import type { ReviewEvent } from "../wire/discussion.ts";
import type { JournalItem, Submission } from "./submission-journal.ts";

/** A draft where it stands now, with the revision that it was read at. */
export interface SendableDraft extends DraftToSend {
  readonly revision: number;
}

export interface SubmitRequest {
  readonly event: ReviewEvent;
  readonly body: string;
  /** The head that the person looked at. */
  readonly head: string;
  /** The ids of drafts; all without it. */
  readonly drafts?: readonly string[];
}

export interface WriterLimits {
  readonly comments: number;
  readonly additions: number;
  readonly bodyLength: number;
}

/** What is sent, as far as it can be said before it is: a plan, and what of it is there already. */
export interface PlannedSubmission {
  readonly submission: Submission;
  readonly left: readonly { readonly draft: string; readonly why: string }[];
  readonly notes: readonly string[];
}

export interface PlanInput {
  readonly request: SubmitRequest;
  readonly state: WritableState;
  readonly drafts: readonly SendableDraft[];
  readonly placeOf: (place: Place) => ForgePlace;
  readonly threads: ReadonlyMap<string, readonly string[]> | undefined;
  readonly limits: WriterLimits;
  readonly now: string;
  /** One that was begun: what of it is posted keeps the form that it was posted in. */
  readonly before?: Submission;
  readonly posted: ReadonlySet<string>;
}

/** The submission as it is to be made from here on. */
export function planSteps(input: PlanInput): PlannedSubmission {
  const { before, posted, request, state } = input;
  const kept = before?.items.filter((item) => posted.has(item.draft)) ?? [];
  const open = input.drafts.filter((draft) => !posted.has(draft.id));
  const revisions = new Map(input.drafts.map((draft) => [draft.id, draft.revision]));
  const refused = refusalsThatHold(before, request.head, revisions);
  const bodyBefore = state.pending?.body.trim() ? `${state.pending.body.trim()}\n\n` : "";
  const plan = planSubmission({
    drafts: open,
    body: `${bodyBefore}${request.body}`.trim(),
    placeOf: input.placeOf,
    ...(input.threads ? { threads: new Set(input.threads.keys()) } : {}),
    maxBodyLength: input.limits.bodyLength,
    refused,
  });
  const items = plan.items.map((item) => ({ ...item, revision: revisions.get(item.draft) ?? 0 }));
  const submission: Submission = {
    startedAt: before?.startedAt ?? input.now,
    event: request.event,
    body: plan.body,
    head: request.head,
    items: [...kept, ...items],
    step: "begun",
    ...(state.pending ? { review: state.pending.id } : {}),
    sentBefore: before?.sentBefore ?? state.sent.map((review) => review.id),
    postedCount: posted.size,
    refused: [...refused],
  };
  const notes = [
    ...plan.notes,
    ...notesOnPosted(kept, revisions),
    ...(bodyBefore ? ["The review that was waiting at the forge has a body; it is kept in front."] : []),
  ];
  return { submission, left: plan.left, notes };
}

/** A draft that was changed since, or a change that moved on, may be taken now. */
function refusalsThatHold(
  before: Submission | undefined,
  head: string,
  revisions: ReadonlyMap<string, number>,
): ReadonlyMap<string, Refusal> {
  if (before?.head !== head) return new Map();
  const asked = new Map(before.items.map((item) => [item.draft, item.revision]));
  return new Map(before.refused.filter(([draft]) => asked.get(draft) === revisions.get(draft)));
}

function notesOnPosted(
  kept: readonly JournalItem[],
  revisions: ReadonlyMap<string, number>,
): readonly string[] {
  const changed = kept.filter(
    ({ draft, revision }) => (revisions.get(draft) ?? revision) !== revision,
  ).length;
  const deleted = kept.filter(({ draft }) => !revisions.has(draft)).length;
  return [
    ...(changed > 0
      ? [
          `${count(changed, "draft")} changed after posting: the earlier text is sent, the new one stays a draft.`,
        ]
      : []),
    ...(deleted > 0
      ? [`${count(deleted, "comment")} of the review that waits belongs to no draft of these.`]
      : []),
  ];
}

export function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}

/** Items that are comments of their own, and not a part of the review's body. */
export function isComment(item: JournalItem): boolean {
  return item.sendsAs === "comment" || item.sendsAs === "file-comment" || item.sendsAs === "reply";
}

/** What stands in the way of sending at all, before anything is read or planned. */
export function obstacle(request: SubmitRequest, state: WritableState): UserError | undefined {
  if (state.head !== request.head) {
    return new UserError(
      "head-moved",
      `The pull request has moved on from ${short(request.head)} to ${short(state.head)}.`,
    );
  }
  if (state.isOwn && request.event !== "comment") return ownPull(state.viewer);
  return undefined;
}

export function ownPull(viewer: string): UserError {
  return new UserError(
    "own-pull-request",
    `This is a pull request of ${viewer}; nobody can approve his own or request changes of it.`,
  );
}

/** A forge refuses a review that says nothing. */
export function emptiness({ event, body, items }: Submission): UserError | undefined {
  if (event === "approve" || body.trim() !== "" || items.some(isComment)) return undefined;
  return new UserError("nothing-to-send", "There is neither a comment nor a body.");
}

function short(id: string): string {
  return id.slice(0, 10);
}

/**
 * The requests that are still to be made, in their order: a review that waits with its first comments, then the rest,
 * then sending it. One that has nothing but a body is made and sent at once.
 *
 * @param review  of the review that waits, where there is one
 */
export function writesOf(
  submission: Submission,
  posted: ReadonlySet<string>,
  review: string | undefined,
  limits: WriterLimits,
  isOneByOne = false,
): readonly ForgeWrite[] {
  const { head: commit, event, body } = submission;
  const open = submission.items.filter((item) => isComment(item) && !posted.has(item.draft));
  if (review === undefined && open.length === 0) {
    return [{ kind: "create", commit, comments: [], event, ...(body ? { body } : {}) }];
  }
  const first = review === undefined && !isOneByOne ? firstComments(open, limits.comments) : [];
  const rest = open.filter((item) => !first.includes(item));
  const name = review ?? NEW_REVIEW;
  const create: readonly ForgeWrite[] =
    review === undefined ? [{ kind: "create", commit, comments: first.flatMap(commentOf) }] : [];
  return [
    ...create,
    ...chunks(rest, isOneByOne ? 1 : limits.additions).map(
      (items): ForgeWrite => ({ kind: "add", review: name, additions: items.flatMap(additionOf) }),
    ),
    { kind: "submit", review: name, event, body },
  ];
}

/** Stands for the name of a review that is yet to be made. */
export const NEW_REVIEW = "(the review made above)";

/** The items of the comments that a `create` takes, in their order. */
export function firstComments(open: readonly JournalItem[], limit: number): readonly JournalItem[] {
  return open.filter((item) => item.sendsAs === "comment").slice(0, limit);
}

function commentOf({ place, body }: JournalItem): readonly CommentToSend[] {
  return place ? [{ place, body }] : [];
}

export function additionOf(item: JournalItem): readonly Addition[] {
  const { place, thread, body } = item;
  if (thread !== undefined) return [{ kind: "reply", thread, body }];
  return place ? [{ kind: "comment", place, body }] : [];
}

export function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}
