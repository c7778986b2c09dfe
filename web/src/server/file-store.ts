import type { FileDiffPage } from "../../../src/wire/api.ts";
import { HELD_LINES, WINDOW_LINES } from "../budgets.ts";
import type { Api } from "./api.ts";
import { createStore, type Store } from "./store.ts";

/** Unchanged lines of files at the new side, and where the hunks of a file stand. */
export interface FileStore {
  readonly version: Store<number>;
  /** Text of a line by its number, from 1; undefined until it was read. */
  line(path: string, number: number): string | undefined;
  total(path: string): number | undefined;
  /** Takes over lines that came with a page. */
  seed(path: string, from: number, lines: readonly string[]): void;
  want(path: string, from: number, to: number): void;
  /** All hunks of a file with their first lines. */
  diff(path: string): FileDiffPage | undefined;
  wantDiff(path: string): void;
  /** Why reading stopped; nothing is asked for again before `retry`. */
  failure(): unknown;
  retry(): void;
}

interface Held {
  readonly lines: Map<number, string>;
  readonly asked: Set<number>;
  total: number | undefined;
  diff: FileDiffPage | undefined;
  isDiffAsked: boolean;
}

export function createFileStore(api: Api): FileStore {
  const files = new Map<string, Held>();
  const version = createStore(0);
  let failure: unknown;
  let lineCount = 0;
  const changed = () => version.update((now) => now + 1);

  function hold(path: string): Held {
    const held = files.get(path) ?? {
      lines: new Map(),
      asked: new Set(),
      total: undefined,
      diff: undefined,
      isDiffAsked: false,
    };
    files.delete(path);
    files.set(path, held);
    return held;
  }

  async function readWindow(path: string, held: Held, window: number): Promise<void> {
    let from = window * WINDOW_LINES + 1;
    try {
      for (let end = from + WINDOW_LINES; from < end; ) {
        const answer = await api.lines(path, "new", from, end - from);
        answer.lines.forEach((line, i) => {
          held.lines.set(from + i, line);
        });
        for (const [index, length] of answer.cuts ?? []) {
          const shown = answer.lines[index] ?? "";
          held.lines.set(from + index, `${shown} … ${length - shown.length} more characters`);
        }
        held.total = answer.total;
        lineCount += answer.lines.length;
        from += answer.lines.length;
        if (answer.lines.length === 0 || from > answer.total) end = from;
      }
      forgetOldest(path);
    } catch (error) {
      failure = error;
    }
    changed();
  }

  function forgetOldest(current: string): void {
    for (const [path, held] of files) {
      if (lineCount <= HELD_LINES / 2 || path === current) return;
      lineCount -= held.lines.size;
      files.delete(path);
    }
  }

  return {
    version,
    line: (path, number) => hold(path).lines.get(number),
    total: (path) => hold(path).total,
    diff: (path) => hold(path).diff,
    seed(path, from, lines) {
      const held = hold(path);
      lines.forEach((line, i) => {
        if (!held.lines.has(from + i)) held.lines.set(from + i, line);
      });
    },
    want(path, from, to) {
      const held = hold(path);
      const last = Math.floor((Math.max(from, to) - 1) / WINDOW_LINES);
      for (let window = Math.floor((from - 1) / WINDOW_LINES); window <= last; window++) {
        if (held.asked.has(window)) continue;
        held.asked.add(window);
        void readWindow(path, held, window);
      }
    },
    wantDiff(path) {
      const held = hold(path);
      if (held.isDiffAsked) return;
      held.isDiffAsked = true;
      api.fileDiff(path).then(
        (diff) => {
          held.diff = diff;
          changed();
        },
        (error) => {
          failure = error;
          changed();
        },
      );
    },
    failure: () => failure,
    retry() {
      failure = undefined;
      for (const held of files.values()) {
        held.asked.clear();
        held.isDiffAsked = held.diff !== undefined;
      }
      changed();
    },
  };
}
