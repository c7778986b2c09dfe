import type { Range } from "./words.ts";

/** A coloured stretch of a line: [where it ends, which colour]; colours are numbers of `colour/kinds.ts`. */
export type Tokens = readonly number[];

export interface Span {
  readonly text: string;
  readonly colour: number;
  readonly isChanged: boolean;
  /** A character that shows nothing or turns the text around: drawn as its name. */
  readonly odd?: string;
}

/*
 * Characters that hide or reorder text, with which code can be made to read otherwise than it runs
 * ("Trojan Source"), and control characters other than tab.
 */
const oddCharacters =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Cuts a line where a colour, a changed word or an odd character begins or ends. */
export function spansOf(text: string, tokens: Tokens | undefined, changed: readonly Range[]): Span[] {
  const cuts = new Set<number>([0, text.length]);
  for (let i = 0; tokens && i < tokens.length; i += 2) cuts.add(Math.min(tokens[i]!, text.length));
  for (const range of changed)
    cuts.add(Math.min(range.start, text.length)).add(Math.min(range.end, text.length));
  for (const match of text.matchAll(oddCharacters)) cuts.add(match.index).add(match.index + 1);

  const points = [...cuts].sort((a, b) => a - b);
  const spans: Span[] = [];
  let token = 0;
  let range = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const start = points[i]!;
    const piece = text.slice(start, points[i + 1]!);
    while (tokens && token < tokens.length && tokens[token]! <= start) token += 2;
    while (range < changed.length && changed[range]!.end <= start) range += 1;
    const colour = tokens?.[token + 1] ?? 0;
    const isChanged = range < changed.length && changed[range]!.start <= start;
    oddCharacters.lastIndex = 0;
    const odd = piece.length === 1 && oddCharacters.test(piece) ? oddName(piece) : undefined;
    spans.push(
      odd === undefined ? { text: piece, colour, isChanged } : { text: piece, colour, isChanged, odd },
    );
  }
  return spans;
}

function oddName(char: string): string {
  if (char === "\r") return "CR";
  return `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
