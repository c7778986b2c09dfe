import type { ServerEvent } from "../wire/api.ts";

/** What a client that was away may still catch up on. Older events are answered by a fresh `hello`. */
const KEPT = 500;

/** A numbered story of what happens, that any number of clients read at their own pace. */
export class EventLog {
  private readonly kept: ServerEvent[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly onEvent: (event: ServerEvent) => void;
  private lastSeq: number;
  private isClosed = false;
  private clients = 0;

  /** @param firstSeq  larger than any seq of an earlier server, so that its clients are told to begin anew */
  constructor(firstSeq: number, onEvent: (event: ServerEvent) => void = () => undefined) {
    this.lastSeq = firstSeq;
    this.onEvent = onEvent;
  }

  /** How many read along now. */
  get listeners(): number {
    return this.clients;
  }

  emit(type: ServerEvent["type"], head: string, data: unknown): void {
    if (this.isClosed) return;
    const event: ServerEvent = { seq: ++this.lastSeq, type, head, data };
    // Of progress only the latest matters; a long analysis must not push out what does.
    if (type === "progress" && this.kept.at(-1)?.type === "progress") this.kept.pop();
    this.kept.push(event);
    if (this.kept.length > KEPT) this.kept.shift();
    this.onEvent(event);
    this.wake();
  }

  /** Ends every reader once it has read all. */
  close(): void {
    this.isClosed = true;
    this.wake();
  }

  /**
   * All events after `after`, and each further one as it comes, until the signal or `close`. Where `after` is
   * 0, unknown, or too long ago, a `hello` of the present seq stands for what is missed; `hello` gives its data.
   */
  async *follow(after: number, hello: () => { head: string; data: unknown }, signal: AbortSignal) {
    const onAbort = () => this.wake();
    signal.addEventListener("abort", onAbort, { once: true });
    this.clients++;
    try {
      let at = after;
      while (!signal.aborted) {
        if (!this.canResume(at)) {
          at = this.lastSeq;
          yield { seq: at, type: "hello", ...hello() } satisfies ServerEvent;
        }
        const next = this.kept.find((event) => event.seq > at);
        if (next !== undefined) {
          at = next.seq;
          yield next;
        } else if (this.isClosed) return;
        else await this.more();
      }
    } finally {
      this.clients--;
      signal.removeEventListener("abort", onAbort);
    }
  }

  private canResume(after: number): boolean {
    const oldestKept = this.kept[0]?.seq ?? this.lastSeq + 1;
    return after <= this.lastSeq && after >= oldestKept - 1;
  }

  private more(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private wake(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
