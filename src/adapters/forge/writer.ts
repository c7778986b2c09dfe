import type { Place } from "../../engine/discussion/discussion.ts";

/*
 * What a forge must be able to do for a review to be sent. Nothing here repeats a request by itself: whether one that
 * got no answer was carried out is found out by reading, in the order that `app/submit-review.ts` keeps.
 */

/** A pull request as the forge has it, in as much as writing needs it. */
export interface WritableState {
  /** The forge's own name of the pull request, where requests want it. */
  readonly id: string;
  readonly head: string;
  readonly isOpen: boolean;
  /** Who writes. */
  readonly viewer: string;
  readonly isOwn: boolean;
  /** The viewer's review that is not sent yet; a forge has one at most. */
  readonly pending?: ReviewOnForge;
  /** The viewer's latest reviews that were sent, newest first, without their comments. */
  readonly sent: readonly SentOnForge[];
}

export interface SentOnForge {
  readonly id: string;
  readonly state: "commented" | "approved" | "changes-requested" | "dismissed";
  readonly body: string;
  readonly commit?: string;
  readonly url: string;
}

/** A review with all of its comments, as reading it back tells. */
export interface ReviewOnForge {
  readonly id: string;
  readonly state: SentOnForge["state"] | "pending";
  readonly body: string;
  readonly commit?: string;
  readonly url: string;
  readonly comments: readonly CommentOnForge[];
}

export interface CommentOnForge {
  readonly id: string;
  readonly body: string;
  readonly url: string;
  /** Without a line it is on the file. The side is absent where the forge does not tell it. */
  readonly place: Place;
  /** Where it was written, if its lines have moved since. */
  readonly written?: Place;
  /** The comment that it answers. */
  readonly replyTo?: string;
}

/** A comment as the forge is given it: the place is one of the forge's own diff. */
export interface CommentToSend {
  readonly place: Place;
  readonly body: string;
}

/** What is added to a review that waits: a comment, or an answer in a thread. */
export type Addition =
  | ({ readonly kind: "comment" } & CommentToSend)
  | { readonly kind: "reply"; readonly thread: string; readonly body: string };

export type EventToSend = "comment" | "approve" | "request-changes";

/** One request that writes. */
export type ForgeWrite =
  /** A review that waits, or one that is sent at once where there is an event. */
  | {
      readonly kind: "create";
      readonly commit: string;
      readonly comments: readonly CommentToSend[];
      readonly event?: EventToSend;
      readonly body?: string;
    }
  | { readonly kind: "add"; readonly review: string; readonly additions: readonly Addition[] }
  | { readonly kind: "submit"; readonly review: string; readonly event: EventToSend; readonly body: string }
  | { readonly kind: "resolve"; readonly thread: string; readonly isResolved: boolean };

/** The request that a write becomes, to be shown before it is made. */
export interface WriteRequest {
  readonly request: string;
  readonly payload: unknown;
}

/** What came of a write. */
export interface WriteAnswer {
  /** The review that was made. */
  readonly review?: string;
  /** Why an addition was refused, at its index; `undefined` for one that the forge shows. */
  readonly refused?: readonly (string | undefined)[];
}

/**
 * Reads what is there, and makes single requests. A refusal throws `forge-refused`, after which nothing was written; a
 * limit throws `rate-limited`, likewise, and `retryAfterMsOf` tells how long to wait; what has no answer throws
 * `forge-unreachable`, after which it is unknown.
 */
export interface ForgeWriter {
  /** How many comments a `create` may hold, additions one request, and characters a body. */
  readonly limits: { readonly comments: number; readonly additions: number; readonly bodyLength: number };
  state(signal: AbortSignal): Promise<WritableState>;
  /** `undefined` where there is no such review any more. */
  review(id: string, signal: AbortSignal): Promise<ReviewOnForge | undefined>;
  /** The files of the forge's own diff with the patches that it shows, to find out what it refused. */
  patches(signal: AbortSignal): Promise<ReadonlyMap<string, string | undefined>>;
  requestOf(write: ForgeWrite): WriteRequest;
  write(write: ForgeWrite, signal: AbortSignal): Promise<WriteAnswer>;
  /** Whether an error says that the forge refused what was written, and not who writes it. */
  isRefusal(error: unknown): boolean;
}
