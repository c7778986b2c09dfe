import type { TransferListItem } from "node:worker_threads";
import { Bug, invariant } from "../../kit/errors.ts";
import { Thread, type ThreadOptions } from "./thread.ts";

/** What became of one job. */
export type JobOutcome<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  /** It took longer than the limit; its thread was ended. */
  | { readonly kind: "timed-out" }
  /** Its thread ended, or the work threw. */
  | { readonly kind: "crashed"; readonly detail: string };

export interface JobMessage<Job> {
  readonly job: Job;
  readonly transfer?: readonly TransferListItem[];
}

export interface JobList<Job, Answer> {
  readonly count: number;
  /** Makes the message of a job when a thread has room for it; again when that thread ended before it came to it. */
  readonly make: (index: number) => JobMessage<Job>;
  /** Called once for each job, in any order. */
  readonly receive: (index: number, outcome: JobOutcome<Answer>) => void;
  /**
   * Does jobs on this thread, while the others start and work: `claim` takes one from them, the last first, and none
   * before `first`; it has no outcome then. The run ends when this has ended too.
   */
  readonly help?: (claim: (first: number) => number | undefined) => Promise<void>;
}

/** Threads that do jobs of one kind. They start when there is work, and do not keep the process alive without. */
export interface WorkerPool<Job, Answer> {
  /** Ends when each job has its outcome. Lists given at the same time are worked off one after the other. */
  run(jobs: JobList<Job, Answer>, signal: AbortSignal): Promise<void>;
  /** Ends all threads at once, and every run with an error. */
  close(): Promise<void>;
}

export interface PoolOptions<Answer> extends ThreadOptions {
  /** At least 1. */
  readonly size: number;
  /** The thread that gave this answer is worn out: it gets no more jobs. */
  readonly isWornOut?: (answer: Answer) => boolean;
}

/** A thread gets its next jobs before it has answered, so that it never waits for the pool. */
const JOBS_AHEAD = 4;

export function createWorkerPool<Job, Answer>(options: PoolOptions<Answer>): WorkerPool<Job, Answer> {
  invariant(options.size >= 1, "a pool has at least one thread");
  return new Pool<Job, Answer>(options);
}

interface Run<Job, Answer> {
  readonly jobs: JobList<Job, Answer>;
  /** The first job that no thread has got yet. */
  next: number;
  /** The first of the last jobs, which this thread took. */
  last: number;
  /** Jobs that came back from a thread that ended. */
  readonly returned: number[];
  open: number;
  /** Without an error: all is done. */
  readonly end: (error?: unknown) => void;
}

interface Task<Job, Answer> {
  readonly index: number;
  readonly run: Run<Job, Answer>;
}

interface Seat<Job, Answer> {
  readonly thread: Thread;
  /** In the order in which the thread works on them. */
  readonly tasks: Task<Job, Answer>[];
  /** It has started. Until then it gets no jobs, which this thread may do sooner. */
  isReady: boolean;
  isWornOut: boolean;
}

class Pool<Job, Answer> implements WorkerPool<Job, Answer> {
  private readonly options: PoolOptions<Answer>;
  private readonly seats = new Set<Seat<Job, Answer>>();
  private readonly runs: Run<Job, Answer>[] = [];
  private lastId = 0;
  private isClosed = false;

  constructor(options: PoolOptions<Answer>) {
    this.options = options;
  }

  async run(jobs: JobList<Job, Answer>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    invariant(!this.isClosed, "a pool is open while it gets work");
    if (jobs.count === 0) return;
    let stop = () => {};
    let helped: Promise<void> | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const run: Run<Job, Answer> = {
          jobs,
          next: 0,
          last: jobs.count,
          returned: [],
          open: jobs.count,
          end: (error) => (error === undefined ? resolve() : reject(error)),
        };
        stop = () => this.endRun(run, signal.reason);
        signal.addEventListener("abort", stop, { once: true });
        this.runs.push(run);
        this.feed();
        helped = jobs.help?.((first) => this.claim(run, first));
        helped?.catch((error: unknown) => this.endRun(run, error));
      });
      await helped;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.endAllRuns(new Bug("a pool stays open until its work is done"));
    const seats = [...this.seats];
    this.seats.clear();
    await Promise.all(seats.map(({ thread }) => thread.dismiss()));
  }

  private claim(run: Run<Job, Answer>, first: number): number | undefined {
    if (!this.runs.includes(run) || run.last <= Math.max(run.next, first)) return undefined;
    if (--run.open === 0) this.endRun(run);
    return --run.last;
  }

  /** Gives out jobs: one to each thread, then a second to each, and so on, so that the last ones are spread. */
  private feed(): void {
    while (this.seats.size < this.options.size && this.countWaiting() > this.countIdle()) this.openSeat();
    for (let depth = 1; depth <= JOBS_AHEAD; depth++) {
      for (const seat of this.seats)
        if (seat.isReady && !seat.isWornOut && seat.tasks.length < depth) this.give(seat);
    }
  }

  private countWaiting(): number {
    return this.runs.reduce((sum, run) => sum + run.returned.length + run.last - run.next, 0);
  }

  /** Those that start are idle too. */
  private countIdle(): number {
    let count = 0;
    for (const seat of this.seats) if (seat.tasks.length === 0 && !seat.isWornOut) count++;
    return count;
  }

  private openSeat(): void {
    const seat: Seat<Job, Answer> = {
      thread: new Thread(this.options, {
        ready: () => {
          seat.isReady = true;
          this.feed();
        },
        outcome: (outcome) => this.settle(seat, outcome as JobOutcome<Answer>),
        lost: (didStart, cause) => this.clear(seat, didStart, cause),
      }),
      tasks: [],
      isReady: false,
      isWornOut: false,
    };
    this.seats.add(seat);
  }

  private give(seat: Seat<Job, Answer>): void {
    for (const run of this.runs) {
      const index = run.returned.shift() ?? (run.next < run.last ? run.next++ : undefined);
      if (index === undefined) continue;
      const { job, transfer = [] } = run.jobs.make(index);
      seat.tasks.push({ index, run });
      seat.thread.give(++this.lastId, job, transfer);
      return;
    }
  }

  private settle(seat: Seat<Job, Answer>, outcome: JobOutcome<Answer>): void {
    const task = seat.tasks.shift();
    invariant(task !== undefined, "a thread answers jobs that it was given");
    const isWornOut = outcome.kind === "answered" && this.options.isWornOut?.(outcome.answer) === true;
    if (isWornOut || outcome.kind === "timed-out") seat.isWornOut = true;
    if (seat.isWornOut && seat.tasks.length === 0) {
      this.seats.delete(seat);
      void seat.thread.dismiss();
    }
    const { run, index } = task;
    if (this.runs.includes(run)) {
      run.open--;
      try {
        run.jobs.receive(index, outcome);
        if (run.open === 0) this.endRun(run);
      } catch (error) {
        this.endRun(run, error);
      }
    }
    this.feed();
  }

  private clear(seat: Seat<Job, Answer>, didStart: boolean, cause: unknown): void {
    this.seats.delete(seat);
    for (const { run, index } of seat.tasks) run.returned.push(index);
    if (didStart) this.feed();
    // Another thread would fail in the same way.
    else this.endAllRuns(new Error("a worker thread could not be started", { cause }));
  }

  private endAllRuns(error: unknown): void {
    for (const run of [...this.runs]) this.endRun(run, error);
  }

  private endRun(run: Run<Job, Answer>, error?: unknown): void {
    const at = this.runs.indexOf(run);
    if (at < 0) return;
    this.runs.splice(at, 1);
    run.end(error);
  }
}
