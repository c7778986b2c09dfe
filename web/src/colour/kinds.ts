/** The colours of code; a token carries the number. The style of each is `.t1` … in diff.css. */
export const colourKinds = [
  "plain",
  "constant",
  "string",
  "comment",
  "keyword",
  "parameter",
  "function",
  "string-expression",
  "punctuation",
  "link",
] as const;

/** What the page asks of the colouring worker: lines of one side of a hunk, and lines before them. */
export interface ColourJob {
  readonly id: number;
  readonly language: string;
  /** Lines before the first, which tell whether it begins inside a comment or a string. */
  readonly lead: readonly string[];
  readonly lines: readonly string[];
}

/** For each line its tokens as [end, colour, end, colour, …]. */
export interface ColourAnswer {
  readonly id: number;
  readonly lines: readonly (readonly number[])[];
  readonly failure?: string;
}
