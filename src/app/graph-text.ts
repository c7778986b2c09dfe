import type { ChangeInfo, ReviewGraph } from "../engine/review/review.ts";
import { invariant } from "../kit/errors.ts";

/** Items of a list that go into one piece of text; a whole list may be longer than a string can be. */
const ITEMS_A_PIECE = 200;

/**
 * A ReviewGraph as JSON text, in pieces: `before`, the change, `after`. What is known of the change, as its
 * title, may be another without the rest being another, so it is kept apart.
 */
export interface GraphText {
  readonly before: string;
  readonly after: readonly (string | Uint8Array)[];
}

export function graphText(graph: ReviewGraph): GraphText {
  const { version, generator, change: _, ...rest } = graph;
  const start = JSON.stringify({ version, generator });
  return { before: `${start.slice(0, -1)},"change":`, after: [...fieldsOf(rest)] };
}

/** The text as a file holds it: the same bytes for the same graph, kept or made anew. */
export function* withChange(text: GraphText, change: ChangeInfo): Generator<string | Uint8Array> {
  yield text.before;
  yield JSON.stringify(change);
  yield* text.after;
}

/** The end of the text of every graph that is made or kept. */
const END = '"discussion":[]}\n';

/** The text with what is said of the change, which is not kept: it may be another a moment later. */
export function withDiscussion(
  text: GraphText,
  said: Required<Pick<ReviewGraph, "discussion" | "conversation">>,
): GraphText {
  const after = text.after.map((piece) => Buffer.from(piece));
  let end = Buffer.alloc(0);
  while (end.length < END.length && after.length > 0) end = Buffer.concat([after.pop() as Buffer, end]);
  invariant(end.toString("utf8").endsWith(END), "the text of a graph ends with its discussion");
  const { discussion, conversation } = said;
  return {
    before: text.before,
    after: [
      ...after,
      end.subarray(0, end.length - END.length),
      ...fieldsOf({ discussion, conversation }, ""),
    ],
  };
}

function* fieldsOf(rest: object, separator = ","): Generator<string> {
  let before = separator;
  for (const [name, value] of Object.entries(rest)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (Array.isArray(value)) yield* listOf(value);
    else yield JSON.stringify(value);
  }
  yield "}\n";
}

function* listOf(items: readonly unknown[]): Generator<string> {
  yield "[";
  for (let i = 0; i < items.length; i += ITEMS_A_PIECE) {
    const piece = JSON.stringify(items.slice(i, i + ITEMS_A_PIECE)).slice(1, -1);
    yield i === 0 ? piece : `,${piece}`;
  }
  yield "]";
}
