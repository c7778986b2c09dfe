import { type TransferListItem, Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./messages.ts";

export interface ThreadOptions {
  /** The file that the thread runs; it calls `serveJobs`. In TypeScript where there is no build. */
  readonly entry: URL;
  /** What the thread is started with. */
  readonly workerData?: unknown;
  readonly jobTimeoutMs: number;
}

/** What became of the job that a thread worked on. */
export type ThreadOutcome =
  | { readonly kind: "answered"; readonly answer: unknown }
  | { readonly kind: "timed-out" }
  | { readonly kind: "crashed"; readonly detail: string };

export interface ThreadEvents {
  /** It has started. */
  readonly ready: () => void;
  /** The first of the thread's jobs has its outcome. After `timed-out` the thread is over, and `lost` follows. */
  readonly outcome: (outcome: ThreadOutcome) => void;
  /** The thread is over; jobs that it had not come to are open again. `didStart` is false when it never worked. */
  readonly lost: (didStart: boolean, cause: unknown) => void;
}

/** A thread that has not started by then never will; on a busy machine it may take seconds. */
const START_TIMEOUT_MS = 60_000;

/** One thread with the jobs that it was given: it works on the first, for at most the time that a job may take. */
export class Thread {
  private readonly worker: Worker;
  private readonly options: ThreadOptions;
  private readonly events: ThreadEvents;
  private jobCount = 0;
  private isReady = false;
  private isOver = false;
  private error: unknown;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions, events: ThreadEvents) {
    this.options = options;
    this.events = events;
    this.worker = startWorker(options.entry, options.workerData);
    this.worker.on("message", (message: FromWorker) => this.hear(message));
    this.worker.on("error", (error) => {
      this.error = error;
    });
    this.worker.on("exit", (code) => this.leave(this.error ?? new Error(`it ended with code ${code}`)));
    this.startClock();
  }

  /** What is given to a thread that is over comes back with `lost`. */
  give(id: number, job: unknown, transfer: readonly TransferListItem[]): void {
    if (this.isOver) return;
    this.worker.postMessage({ id, job } satisfies ToWorker, transfer);
    if (this.jobCount++ > 0) return;
    this.worker.ref();
    this.startClock();
  }

  /** Ends the thread without a word to the pool. */
  async dismiss(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.worker.terminate();
  }

  private hear(message: FromWorker): void {
    if (this.isOver) return;
    if (message.kind === "ready") {
      this.isReady = true;
      // Only a thread that starts or has work keeps the process alive.
      this.worker.unref();
      this.startClock();
      this.events.ready();
      return;
    }
    this.jobCount--;
    if (this.jobCount === 0) this.worker.unref();
    this.startClock();
    this.events.outcome(
      message.kind === "answered"
        ? { kind: "answered", answer: message.answer }
        : { kind: "crashed", detail: message.detail },
    );
  }

  private startClock(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isReady && this.jobCount === 0) return;
    const limitMs = this.isReady ? this.options.jobTimeoutMs : START_TIMEOUT_MS;
    // When this thread was busy itself, the answer may lie there already: it is heard before the second step.
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (this.timer === timer) this.expire();
      });
    }, limitMs);
    this.timer = timer;
    timer.unref();
  }

  private expire(): void {
    const { isReady } = this;
    if (isReady) this.events.outcome({ kind: "timed-out" });
    this.leave(new Error(isReady ? "a job took too long" : "it did not start in time"), true);
    void this.worker.terminate();
  }

  private leave(cause: unknown, wasAnswered = false): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    const hadJob = this.jobCount > 0;
    const detail = cause instanceof Error ? cause.message : String(cause);
    if (this.isReady && hadJob && !wasAnswered) this.events.outcome({ kind: "crashed", detail });
    this.events.lost(this.isReady, cause);
  }
}

/** Without the flags of this process, which may be those of a test runner or a loader. */
function startWorker(entry: URL, workerData: unknown): Worker {
  if (!entry.pathname.endsWith(".ts")) return new Worker(entry, { workerData, execArgv: [] });
  const loader = new URL("./from-sources.mjs", import.meta.url);
  return new Worker(loader, { workerData, execArgv: [], argv: [entry.href] });
}
