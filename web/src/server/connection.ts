import type { HeadMoved, Progress, ServerEvent } from "../../../src/wire/api.ts";
import { type Api, ApiFailure } from "./api.ts";
import { createLineCutter, retryDelayMs } from "./event-lines.ts";
import { createStore, type Store } from "./store.ts";

/** What the page knows of the server it talks to. */
export interface Connection {
  readonly state: "opening" | "open" | "gone" | "refused" | "closed";
  /** When it was found gone. */
  readonly goneSinceMs?: number;
  readonly progress?: Progress | undefined;
  readonly headMoved?: HeadMoved | undefined;
  /** The server is of another version than this page. */
  readonly isOtherBuild: boolean;
  /** The server shows another snapshot of the change than this page. */
  readonly isReadAnew: boolean;
}

export interface Events {
  readonly connection: Store<Connection>;
  /** Runs until `stop`; calls `onEvent` for what the page must read again. */
  start(onEvent: (event: ServerEvent) => void, onReturn: () => void): void;
  /** Tries at once instead of waiting. */
  retry(): void;
  stop(): void;
}

/**
 * Keeps the stream of events open and resumes it after the last event seen. A lost server is told after
 * the first failure; nothing that the reader did is lost by it.
 */
export function createEvents(api: Api): Events {
  const connection = createStore<Connection>({ state: "opening", isOtherBuild: false, isReadAnew: false });
  const aborter = new AbortController();
  let seq = 0;
  let failures = 0;
  let wake = () => {};

  const note = (event: ServerEvent) => {
    seq = event.seq;
    if (event.type === "progress") {
      connection.update((now) => ({ ...now, progress: event.data as Progress }));
    } else if (event.type === "head-moved") {
      const moved = event.data as HeadMoved;
      // The head may come back to what is shown, as when an edit is undone.
      const isBack = moved.head === event.head;
      connection.update((now) => ({ ...now, headMoved: isBack ? undefined : moved }));
    } else if (event.type === "closing") {
      connection.update((now) => ({ ...now, state: "closed" }));
    }
  };

  async function readStream(onEvent: (event: ServerEvent) => void, onReturn: () => void): Promise<void> {
    const stream = await api.events(seq, aborter.signal);
    const wasGone = failures > 0;
    failures = 0;
    connection.update(({ goneSinceMs: _, ...now }) => ({ ...now, state: "open" }));
    if (wasGone) onReturn();
    const cut = createLineCutter();
    const reader = stream
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const line of cut(part.value)) {
        const event = JSON.parse(line) as ServerEvent;
        // A restarted server counts from the beginning.
        if (event.type === "hello" && event.seq < seq) seq = 0;
        note(event);
        onEvent(event);
      }
    }
  }

  async function run(onEvent: (event: ServerEvent) => void, onReturn: () => void): Promise<void> {
    while (!aborter.signal.aborted) {
      try {
        await readStream(onEvent, onReturn);
      } catch (error) {
        if (aborter.signal.aborted) return;
        if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) {
          connection.update((now) => ({ ...now, state: "refused" }));
          return;
        }
      }
      api.doubt();
      failures += 1;
      connection.update((now) => ({ ...now, state: "gone", goneSinceMs: now.goneSinceMs ?? Date.now() }));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryDelayMs(failures));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    connection,
    start: (onEvent, onReturn) => void run(onEvent, onReturn),
    retry: () => wake(),
    stop: () => aborter.abort(),
  };
}
