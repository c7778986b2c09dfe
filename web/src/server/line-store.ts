import type { HunkBody, HunkHead, ShownLine } from "../../../src/wire/api.ts";
import { HELD_LINES, WINDOW_LINES } from "../budgets.ts";
import { columnsOf } from "../diff/columns.ts";
import type { Api } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** The lines of hunks that were read so far, and the reading of more. */
export interface LineStore {
  /** Changes whenever lines arrive. */
  readonly version: Store<number>;
  /** Takes over what came with a page. */
  seed(hunk: HunkBody): void;
  /** Sparse: a line that was not read is missing. */
  lines(head: HunkHead): readonly (ShownLine | undefined)[];
  /** Reads what is missing in a stretch of a hunk. `from` counts from 0, `to` is the first not wanted. */
  want(head: HunkHead, from: number, to: number): void;
  /** The widest line read of a hunk, in columns. */
  columns(head: HunkHead): number;
  /** Puts a long line's whole text in place. */
  readWholeLine(head: HunkHead, index: number): void;
  /** Why reading stopped; nothing is asked for again before `retry`. */
  failure(): unknown;
  retry(): void;
}

interface Held {
  readonly lines: (ShownLine | undefined)[];
  readonly asked: Set<number>;
  loaded: number;
  columns: number;
}

/** Forgets the hunks that were not looked at for longest once it holds more than the budget of lines. */
export function createLineStore(api: Api): LineStore {
  const hunks = new Map<string, Held>();
  const version = createStore(0);
  let failure: unknown;
  const changed = () => version.update((now) => now + 1);

  function hold(head: HunkHead): Held {
    const known = hunks.get(head.hash);
    const held = known ?? { lines: new Array(head.lineCount), asked: new Set(), loaded: 0, columns: 0 };
    if (known) hunks.delete(head.hash);
    hunks.set(head.hash, held);
    return held;
  }

  function put(held: Held, from: number, lines: readonly ShownLine[]): void {
    lines.forEach((line, i) => {
      if (held.lines[from + i] === undefined) held.loaded += 1;
      held.lines[from + i] = line;
      held.columns = Math.max(held.columns, columnsOf(line.text));
    });
    forgetOldest();
  }

  function forgetOldest(): void {
    let total = 0;
    for (const held of hunks.values()) total += held.loaded;
    for (const [hash, held] of hunks) {
      if (total <= HELD_LINES || hunks.size === 1) return;
      total -= held.loaded;
      hunks.delete(hash);
    }
  }

  /** The server gives fewer lines than asked where they are long: reads on until the window is full. */
  async function readWindow(head: HunkHead, held: Held, window: number): Promise<void> {
    const end = Math.min((window + 1) * WINDOW_LINES, head.lineCount);
    let from = window * WINDOW_LINES;
    while (from < end && held.lines[from] !== undefined) from += 1;
    try {
      while (from < end) {
        const answer = await api.hunk(head.id, from, end - from);
        if (answer.lines.length === 0)
          throw new Error(`The server gave no lines of ${head.path} at ${from}.`);
        put(held, from, answer.lines);
        from += answer.lines.length;
        changed();
      }
    } catch (error) {
      failure = error;
      changed();
    }
  }

  return {
    version,
    seed(hunk) {
      const held = hold(hunk);
      if (held.lines[0] === undefined && hunk.lines.length > 0) put(held, 0, hunk.lines);
    },
    lines: (head) => hold(head).lines,
    columns: (head) => hold(head).columns,
    want(head, from, to) {
      const held = hold(head);
      if (held.loaded === head.lineCount) return;
      const isThere = (window: number) =>
        !held.lines.slice(window * WINDOW_LINES, (window + 1) * WINDOW_LINES).includes(undefined);
      const first = Math.floor(Math.max(0, from) / WINDOW_LINES);
      const last = Math.floor((Math.min(to, head.lineCount) - 1) / WINDOW_LINES);
      for (let window = first; window <= last; window++) {
        if (held.asked.has(window)) continue;
        held.asked.add(window);
        if (!isThere(window)) void readWindow(head, held, window);
      }
    },
    readWholeLine(head, index) {
      void readLine(api, head, hold(head), index).then(changed, (error) => {
        failure = error;
        changed();
      });
    },
    failure: () => failure,
    retry() {
      failure = undefined;
      for (const held of hunks.values()) held.asked.clear();
      changed();
    },
  };
}

async function readLine(api: Api, head: HunkHead, held: Held, index: number): Promise<void> {
  const line = held.lines[index];
  if (line?.cut === undefined) return;
  let text = line.text;
  while (text.length < line.cut) {
    const part = await api.line(head.id, index, text.length);
    if (part.text === "") throw new Error(`The server gave no more of line ${index} of ${head.path}.`);
    text += part.text;
  }
  const { cut: _, ...whole } = line;
  held.lines[index] = { ...whole, text };
  held.columns = Math.max(held.columns, columnsOf(text));
}
