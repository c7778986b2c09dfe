import type { HunkHead, ShownLine } from "../../../src/wire/api.ts";
import {
  COLOUR_CHARS,
  COLOUR_LEAD_LINES,
  COLOUR_LINES,
  COLOUR_TIMEOUT_MS,
  HELD_COLOURS,
} from "../budgets.ts";
import { newRange } from "../diff/gaps.ts";
import { isWholeHunk } from "../diff/segments.ts";
import type { Tokens } from "../diff/spans.ts";
import { type Api, ApiFailure, Unreachable } from "../server/api.ts";
import { createStore, type Store } from "../server/store.ts";
import { languageOfFile } from "./file-language.ts";
import type { ColourAnswer, ColourJob } from "./kinds.ts";

/** The colours of code, as they come. They never change where anything stands. */
export interface Colours {
  readonly version: Store<number>;
  /** Tokens of the lines of a hunk by their index; undefined while they are not there, or stay plain. */
  of(key: string): readonly Tokens[] | undefined;
  /** Asks for the colours of a hunk that is there as a whole. */
  wantHunk(head: HunkHead, lines: readonly (ShownLine | undefined)[]): void;
  /** Asks for the colours of unchanged lines. */
  wantText(key: string, path: string, lines: readonly string[]): void;
  stop(): void;
}

export function createColours(api: Api, startWorker: () => Worker): Colours {
  const version = createStore(0);
  const coloured = new Map<string, readonly Tokens[]>();
  const asked = new Set<string>();
  const waiting = new Map<number, (answer: ColourAnswer) => void>();
  let worker: Worker | undefined;
  let lastId = 0;
  let queue = Promise.resolve();

  function run(language: string, lead: readonly string[], lines: readonly string[]): Promise<ColourAnswer> {
    worker ??= watch(startWorker());
    const job: ColourJob = { id: ++lastId, language, lead, lines };
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        // A grammar can run away on some text; only ending its worker stops it.
        worker?.terminate();
        worker = undefined;
        finish({ id: job.id, lines: [], failure: "It took too long." });
      }, COLOUR_TIMEOUT_MS);
      const finish = (answer: ColourAnswer) => {
        clearTimeout(timer);
        waiting.delete(job.id);
        resolve(answer);
      };
      waiting.set(job.id, finish);
      worker?.postMessage(job);
    });
  }

  function watch(started: Worker): Worker {
    started.addEventListener("message", (event: MessageEvent<ColourAnswer>) => {
      waiting.get(event.data.id)?.(event.data);
    });
    return started;
  }

  function put(key: string, tokens: readonly Tokens[]): void {
    coloured.set(key, tokens);
    const oldest = coloured.keys().next();
    if (coloured.size > HELD_COLOURS && !oldest.done) {
      coloured.delete(oldest.value);
      asked.delete(oldest.value);
    }
    version.update((now) => now + 1);
  }

  /** One job at a time, so that the page in view is not behind ten that were left. */
  function enqueue(key: string, work: () => Promise<readonly Tokens[] | undefined>): void {
    if (asked.has(key)) return;
    asked.add(key);
    queue = queue.then(async () => {
      const tokens = await work();
      if (tokens) put(key, tokens);
    });
  }

  async function colourHunk(language: string, head: HunkHead, lines: readonly ShownLine[]) {
    const lead = await readLead(api, head);
    const tokens: Tokens[] = new Array(lines.length);
    for (const other of ["-", "+"] as const) {
      const side = lines.flatMap((line, index) => (line.kind === other || line.kind === " " ? [index] : []));
      if (other === "-" && head.removed === 0) continue;
      const answer = await run(
        language,
        lead,
        side.map((index) => lines[index]!.text),
      );
      side.forEach((index, i) => {
        const found = answer.lines[i];
        if (found) tokens[index] = found;
      });
    }
    return tokens;
  }

  return {
    version,
    of: (key) => coloured.get(key),
    wantHunk(head, lines) {
      const language = languageOfFile(head.path);
      if (!language || asked.has(head.hash)) return;
      if (head.lineCount > COLOUR_LINES || !isWholeHunk(lines, head.lineCount)) return;
      if (charsOf(lines) > COLOUR_CHARS) return;
      enqueue(head.hash, () => colourHunk(language, head, lines));
    },
    wantText(key, path, lines) {
      const language = languageOfFile(path);
      if (!language) return;
      enqueue(key, async () => (await run(language, [], lines)).lines);
    },
    stop() {
      worker?.terminate();
      worker = undefined;
    },
  };
}

function charsOf(lines: readonly ShownLine[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}

/** The lines before a hunk; none when they cannot be read, which costs nothing but right colours. */
async function readLead(api: Api, head: HunkHead): Promise<readonly string[]> {
  const before = newRange(head)[0] - 1;
  if (before === 0 || head.newLines === 0) return [];
  const from = Math.max(1, before - COLOUR_LEAD_LINES + 1);
  try {
    const answer = await api.lines(head.path, "new", from, before - from + 1);
    return answer.lines.length === before - from + 1 ? answer.lines : [];
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof Unreachable) return [];
    throw error;
  }
}
