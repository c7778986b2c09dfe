/** What a key can ask for. Each is also a button or a link on the page. */
export type Action =
  | "next-page"
  | "previous-page"
  | "next-unreviewed"
  | "next-line"
  | "previous-line"
  | "next-hunk"
  | "previous-hunk"
  | "mark-hunk"
  | "mark-page"
  | "comment"
  | "comment-file"
  | "next-thread"
  | "previous-thread"
  | "submit"
  | "toggle-split"
  | "toggle-whitespace"
  | "toggle-wrap"
  | "expand"
  | "whole-file"
  | "overview"
  | "files"
  | "low-signal"
  | "discussion"
  | "pulls"
  | `core-${number}`
  | "search"
  | "fold-rail"
  | "open"
  | "close"
  | "keys";

export interface KeyRow {
  readonly keys: readonly string[];
  readonly what: string;
}

export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

/** Keys that act at once. A capital letter is the key with shift. */
export const singleKeys: Readonly<Record<string, Action>> = {
  n: "next-page",
  p: "previous-page",
  u: "next-unreviewed",
  j: "next-line",
  k: "previous-line",
  "]": "next-hunk",
  "[": "previous-hunk",
  x: "mark-hunk",
  X: "mark-page",
  c: "comment",
  C: "comment-file",
  t: "next-thread",
  T: "previous-thread",
  S: "submit",
  s: "toggle-split",
  w: "toggle-whitespace",
  z: "toggle-wrap",
  e: "expand",
  E: "whole-file",
  b: "fold-rail",
  "/": "search",
  "?": "keys",
  Escape: "close",
  Enter: "open",
};

/** Keys after `g`. */
export const afterG: Readonly<Record<string, Action>> = {
  o: "overview",
  f: "files",
  l: "low-signal",
  d: "discussion",
  p: "pulls",
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), `core-${i + 1}` as Action])),
};

/** What holding a key down repeats. Nothing that marks or toggles does. */
export const repeatable: ReadonlySet<Action> = new Set<Action>([
  "next-page",
  "previous-page",
  "next-line",
  "previous-line",
  "next-hunk",
  "previous-hunk",
]);

/** The sheet that `?` shows. It lists only what can be done today. */
export const keySheet: readonly KeyGroup[] = [
  {
    title: "Walk",
    rows: [
      { keys: ["n", "p"], what: "Next, previous page" },
      { keys: ["u"], what: "Next page with something not reviewed" },
      { keys: ["]", "["], what: "Next, previous hunk" },
      { keys: ["j", "k"], what: "Next, previous line" },
    ],
  },
  {
    title: "Mark",
    rows: [
      { keys: ["x"], what: "Mark the hunk and go on" },
      { keys: ["shift x"], what: "Mark the whole page" },
    ],
  },
  {
    title: "Say",
    rows: [
      { keys: ["c"], what: "Comment on the line, or on the selected lines" },
      { keys: ["shift c"], what: "Comment on the file" },
      { keys: ["ctrl enter"], what: "Keep what is being written as a draft" },
      { keys: ["t", "shift t"], what: "Next, previous open conversation" },
      { keys: ["shift s"], what: "Send the review" },
    ],
  },
  {
    title: "Read",
    rows: [
      { keys: ["s"], what: "Split or unified" },
      { keys: ["w"], what: "Hide whitespace-only changes" },
      { keys: ["z"], what: "Wrap long lines" },
      { keys: ["e"], what: "More context around the hunk" },
      { keys: ["shift e"], what: "The whole file" },
      { keys: ["enter"], what: "Open or fold the file (low-signal)" },
    ],
  },
  {
    title: "Go",
    rows: [
      { keys: ["g o"], what: "Overview" },
      { keys: ["g f"], what: "Files" },
      { keys: ["g l"], what: "Low-signal changes" },
      { keys: ["g d"], what: "Discussion" },
      { keys: ["g p"], what: "Open pull requests" },
      { keys: ["g 1", "g 9"], what: "Core 1 to 9" },
      { keys: ["/"], what: "Search the whole change" },
      { keys: ["b"], what: "Fold the rail" },
      { keys: ["esc"], what: "Close, then back" },
      { keys: ["?"], what: "These keys" },
    ],
  },
];
