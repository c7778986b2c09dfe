import type { ForgePlace } from "./forge-place.ts";
import { codeBlock, cutToFit, joinParts, placeLink } from "./review-body.ts";
import { suggestionProblem, suggestionsIn, withoutSuggestions } from "./suggestion.ts";
import type { Place } from "./thread.ts";

/** What a draft is about. */
export type About =
  | { readonly kind: "place"; readonly place: Place }
  | { readonly kind: "reply"; readonly thread: string }
  | { readonly kind: "review" };

/** A draft where it stands now. */
export interface DraftToSend {
  readonly id: string;
  readonly about: About;
  readonly body: string;
  /** Its lines are no longer there: `about` says where they were. */
  readonly isGone: boolean;
  /** The lines that it is about. */
  readonly quoted: readonly string[];
  /** Leads to its lines as they are or were; absent where nothing can lead there. */
  readonly url?: string;
}

/** What a draft is sent as: a comment on lines, on a file, a part of the review's body, an answer, or its body. */
export type SendsAs = "comment" | "file-comment" | "body-entry" | "reply" | "body";

export interface PlannedItem {
  readonly draft: string;
  readonly sendsAs: SendsAs;
  /** In the forge's own diff. */
  readonly place?: Place;
  readonly thread?: string;
  /** Exactly what is sent; of a part of the review's body, that part. */
  readonly body: string;
  /** Why it is not sent as it was written. */
  readonly why?: string;
}

export interface SubmissionPlan {
  readonly items: readonly PlannedItem[];
  /** Of the review, with all that has no other place. */
  readonly body: string;
  /** Drafts that cannot be sent now, and why. */
  readonly left: readonly { readonly draft: string; readonly why: string }[];
  /** What else the sender should know, a sentence each. */
  readonly notes: readonly string[];
}

export interface SubmissionInput {
  readonly drafts: readonly DraftToSend[];
  readonly body: string;
  readonly placeOf: (place: Place) => ForgePlace;
  /** The threads that can be answered; not looked at where absent. */
  readonly threads?: ReadonlySet<string>;
  readonly maxBodyLength: number;
  /** Drafts that the forge refused in this form, and what it is tried as next. */
  readonly refused?: ReadonlyMap<string, Refusal>;
}

/** The form that was refused last: comments fall back to the file, then to the body. */
export interface Refusal {
  readonly as: SendsAs;
  readonly why: string;
}

/**
 * What is sent of each draft, and as what. A comment that cannot stand on its lines stands on their file, else in the
 * body of the review with a link; what does not fit into the body stays a draft. The order of the drafts is kept.
 */
export function planSubmission(input: SubmissionInput): SubmissionPlan {
  const { text, cut } = cutToFit(input.body, input.maxBodyLength);
  const items: PlannedItem[] = [];
  const left: { draft: string; why: string }[] = [];
  let body = text;
  for (const draft of input.drafts) {
    const item = planned(draft, input);
    if ("left" in item) {
      left.push({ draft: draft.id, why: item.left });
      continue;
    }
    if (item.sendsAs === "body" || item.sendsAs === "body-entry") {
      const longer = joinParts([body, item.body]);
      if (longer.length > input.maxBodyLength) {
        left.push({ draft: draft.id, why: "The body of the review has no room for it." });
        continue;
      }
      body = longer;
    } else if (item.body.length > input.maxBodyLength) {
      left.push({
        draft: draft.id,
        why: `It is longer than the ${input.maxBodyLength} characters of a comment.`,
      });
      continue;
    }
    items.push(item);
  }
  const notes =
    cut > 0 ? [`The body of the review is too long: ${cut} characters at its end are not sent.`] : [];
  return { items, body, left, notes };
}

function planned(draft: DraftToSend, input: SubmissionInput): PlannedItem | { readonly left: string } {
  const refused = input.refused?.get(draft.id);
  const { about } = draft;
  switch (about.kind) {
    case "review":
      return { draft: draft.id, sendsAs: "body", body: withoutSuggestions(draft.body) };
    case "reply":
      if (refused) return { left: refused.why };
      if (input.threads && !input.threads.has(about.thread)) {
        return { left: "The thread that it answers is no longer there." };
      }
      return { draft: draft.id, sendsAs: "reply", thread: about.thread, body: draft.body };
    case "place":
      return onPlace(draft, about.place, fallenBack(placeNow(draft, about.place, input), refused));
  }
}

function placeNow(draft: DraftToSend, place: Place, input: SubmissionInput): ForgePlace {
  if (!draft.isGone) return input.placeOf(place);
  const whole = input.placeOf({ path: place.path });
  return whole.kind === "lines"
    ? whole
    : { ...whole, why: "The lines that it is about are no longer there." };
}

function fallenBack(to: ForgePlace, refused: Refusal | undefined): ForgePlace {
  if (refused === undefined) return to;
  const path = to.kind === "lines" ? to.place.path : to.kind === "file" ? to.path : undefined;
  if (path === undefined || refused.as !== "comment") return { kind: "none", why: refused.why };
  return { kind: "file", path, why: refused.why };
}

function onPlace(draft: DraftToSend, place: Place, to: ForgePlace): PlannedItem {
  const common = { draft: draft.id, ...(to.why === undefined ? {} : { why: to.why }) };
  switch (to.kind) {
    case "lines":
      return onLines(draft, to.place, common);
    case "file": {
      const isMeant = place.line === undefined && !draft.isGone;
      const body = isMeant ? withoutSuggestions(draft.body) : elsewhere(draft, place);
      return { ...common, sendsAs: "file-comment", place: { path: to.path }, body };
    }
    case "none":
      return { ...common, sendsAs: "body-entry", body: elsewhere(draft, place) };
  }
}

/** On removed lines nothing can be suggested; neither where it would change nothing. */
function onLines(draft: DraftToSend, place: Place, common: { draft: string; why?: string }): PlannedItem {
  const item = { ...common, sendsAs: "comment" as const, place };
  if (suggestionsIn(draft.body).length === 0) return { ...item, body: draft.body };
  const isLeft = place.side === "LEFT" || place.startSide === "LEFT";
  const problem = isLeft
    ? "Nothing can be suggested on removed lines."
    : suggestionProblem(draft.body, draft.quoted);
  if (problem === undefined) return { ...item, body: draft.body };
  const why = joinSentences(common.why, problem);
  // Several suggestions are fine for the forge; which one is accepted is for the author to choose.
  const isSendable =
    !isLeft && !suggestionsIn(draft.body).every((block) => isSame(block.lines, draft.quoted));
  return { ...item, body: isSendable ? draft.body : withoutSuggestions(draft.body), why };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.join("\n") === b.join("\n");
}

function joinSentences(first: string | undefined, second: string): string {
  return first === undefined ? second : `${first} ${second}`;
}

/** A remark that does not stand at its lines says where it belongs, and what stood there if that is gone. */
function elsewhere(draft: DraftToSend, place: Place): string {
  const where = draft.url === undefined ? placeName(place) : placeLink(place, draft.url);
  const quoted = draft.isGone && draft.quoted.length > 0 ? [codeBlock(draft.quoted)] : [];
  return joinParts([`${where}:`, ...quoted, withoutSuggestions(draft.body)]);
}

function placeName(place: Place): string {
  return placeLink(place, "")
    .replace(/\]\(\)/, "")
    .replace("[", "");
}
