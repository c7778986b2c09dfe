import { afterEach, expect, test } from "vitest";
import {
  createWorkerPool,
  type JobOutcome,
  type PoolOptions,
  type WorkerPool,
} from "../../src/adapters/workers/pool.ts";

type Job = { does: string; value: number; bytes?: Uint8Array };
type Answer = { value: number; size?: number; startedWith?: unknown };

const open: WorkerPool<Job, Answer>[] = [];

function poolOf(options: Partial<PoolOptions<Answer>> = {}): WorkerPool<Job, Answer> {
  const entry = new URL("./worker.ts", import.meta.url);
  const pool = createWorkerPool<Job, Answer>({ entry, size: 2, jobTimeoutMs: 20_000, ...options });
  open.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

/** Runs the jobs and gives their outcomes in the order of the jobs. */
async function outcomes(
  pool: WorkerPool<Job, Answer>,
  jobs: readonly Job[],
  signal = new AbortController().signal,
): Promise<JobOutcome<Answer>[]> {
  const found: JobOutcome<Answer>[] = [];
  let count = 0;
  const receive = (index: number, outcome: JobOutcome<Answer>) => {
    expect(found[index], "each job has one outcome").toBeUndefined();
    found[index] = outcome;
    count++;
  };
  await pool.run({ count: jobs.length, make: (index) => ({ job: jobs[index] as Job }), receive }, signal);
  expect(count).toBe(jobs.length);
  return found;
}

const double = (value: number): Job => ({ does: "double", value });
const values = (found: readonly JobOutcome<Answer>[]) =>
  found.map((one) => (one.kind === "answered" ? one.answer.value : one.kind));

test("each job is answered, whatever the number of threads", async () => {
  const jobs = Array.from({ length: 50 }, (_, at) => double(at));
  for (const size of [1, 3]) {
    expect(values(await outcomes(poolOf({ size }), jobs))).toEqual(jobs.map((job) => job.value * 2));
  }
});

test("what this thread takes is done by no other, is none of the first ones, and is waited for", async () => {
  const taken: number[] = [];
  const received: number[] = [];
  const help = async (claim: (first: number) => number | undefined) => {
    for (let index = claim(3); index !== undefined; index = claim(3)) {
      taken.push(index);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    taken.push(-1);
  };
  const make = (value: number) => ({ job: double(value) });
  const receive = (index: number) => void received.push(index);
  await poolOf().run({ count: 40, make, receive, help }, new AbortController().signal);
  expect(taken.slice(0, 2)).toEqual([39, 38]);
  expect(taken.at(-1)).toBe(-1);
  const all = [...received, ...taken.slice(0, -1)].sort((one, other) => one - other);
  expect(all).toEqual(Array.from({ length: 40 }, (_, at) => at));
  expect(received).toEqual(expect.arrayContaining([0, 1, 2]));
});

test("all may be done on this thread before another one has started, and what fails here ends the run", async () => {
  const make = (value: number) => ({ job: double(value) });
  const receive = () => expect.unreachable("no thread gets a job");
  const { signal } = new AbortController();
  const takeAll = async (claim: (first: number) => number | undefined) => {
    while (claim(0) !== undefined);
  };
  await poolOf().run({ count: 5, make, receive, help: takeAll }, signal);
  const fail = async () => Promise.reject(new Error("no more"));
  await expect(poolOf().run({ count: 5, make, receive, help: fail }, signal)).rejects.toThrow("no more");
});

test("no job is no work, and a pool can be used again", async () => {
  const pool = poolOf();
  expect(await outcomes(pool, [])).toEqual([]);
  expect(values(await outcomes(pool, [double(1)]))).toEqual([2]);
  expect(values(await outcomes(pool, [double(2), double(3)]))).toEqual([4, 6]);
});

test("two lists at the same time are both worked off", async () => {
  const pool = poolOf();
  const lists = await Promise.all([
    outcomes(pool, [1, 2, 3, 4, 5, 6].map(double)),
    outcomes(pool, [10, 20].map(double)),
  ]);
  expect(lists.map(values)).toEqual([
    [2, 4, 6, 8, 10, 12],
    [20, 40],
  ]);
});

test("a job that throws is its own loss", async () => {
  const found = await outcomes(poolOf({ size: 1 }), [double(1), { does: "throw", value: 0 }, double(2)]);
  expect(values(found)).toEqual([2, "crashed", 4]);
  expect(found[1]).toEqual({ kind: "crashed", detail: "no such value" });
});

test("a thread that does not answer is replaced, and only the job that it hung on is lost", async () => {
  const pool = poolOf({ size: 1, jobTimeoutMs: 300 });
  const found = await outcomes(pool, [double(1), { does: "hang", value: 0 }, double(2), double(3)]);
  expect(values(found)).toEqual([2, "timed-out", 4, 6]);
});

test("every job may hang", async () => {
  const pool = poolOf({ size: 2, jobTimeoutMs: 100 });
  const found = await outcomes(
    pool,
    [1, 2, 3].map((value) => ({ does: "hang", value })),
  );
  expect(values(found)).toEqual(["timed-out", "timed-out", "timed-out"]);
});

test("a thread that ends on its own is replaced", async () => {
  const pool = poolOf({ size: 1 });
  const found = await outcomes(pool, [double(1), { does: "exit", value: 0 }, double(2), double(3)]);
  expect(values(found)).toEqual([2, "crashed", 4, 6]);
  expect(values(await outcomes(pool, [double(4)]))).toEqual([8]);
});

test("an error outside of any job ends the thread, and the jobs that it held are done by another", async () => {
  const pool = poolOf({ size: 1 });
  const found = await outcomes(pool, [{ does: "crash", value: 1 }, double(2), double(3), double(4)]);
  expect(values(found).slice(2)).toEqual([6, 8]);
});

test("a busy main thread does not make answers late", async () => {
  const pool = poolOf({ size: 1, jobTimeoutMs: 200 });
  await outcomes(pool, [double(0)]);
  const found = outcomes(pool, [double(1), double(2)]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  expect(values(await found)).toEqual([2, 4]);
});

test("threads that cannot start end the work with an error that says why", async () => {
  const pool = poolOf({ workerData: { isBroken: true } });
  const error = await outcomes(pool, [double(1)]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(String((error as Error).cause)).toContain("this one never starts");
});

test("an abort ends work that would go on for an hour, and the pool goes on with other work", async () => {
  const pool = poolOf({ size: 1 });
  await outcomes(pool, [double(0)]);
  const controller = new AbortController();
  const sleepers = Array.from({ length: 20 }, () => ({ does: "sleep", value: 3_600_000 }));
  const ended = outcomes(pool, sleepers, controller.signal).catch((reason: unknown) => reason);
  controller.abort(new Error("enough"));
  expect(String(await ended)).toContain("enough");
  await expect(outcomes(pool, [double(1)], controller.signal)).rejects.toThrow("enough");
  expect(values(await outcomes(pool, [double(5)]))).toEqual([10]);
});

test("closing ends work that is under way", async () => {
  const pool = poolOf({ size: 1 });
  const ended = outcomes(pool, [{ does: "hang", value: 0 }]).catch((reason: unknown) => reason);
  await pool.close();
  expect(String(await ended)).toContain("stays open");
  await expect(outcomes(pool, [double(1)])).rejects.toThrow("is open");
});

test("a thread that is worn out is replaced between jobs", async () => {
  const pool = poolOf({ size: 1, isWornOut: (answer) => answer.value >= 4 });
  expect(values(await outcomes(pool, [1, 2, 3, 4, 5, 6, 7, 8].map(double)))).toEqual([
    2, 4, 6, 8, 10, 12, 14, 16,
  ]);
});

test("buffers move to the thread, and threads get what they were started with", async () => {
  const pool = poolOf({ workerData: { greeting: "hello" } });
  const bytes = new Uint8Array(1_000);
  let answer: Answer | undefined;
  await pool.run(
    {
      count: 1,
      make: () => ({ job: { ...double(1), bytes }, transfer: [bytes.buffer] }),
      receive: (_, outcome) => {
        if (outcome.kind === "answered") answer = outcome.answer;
      },
    },
    new AbortController().signal,
  );
  expect(answer).toEqual({ value: 2, size: 1_000, startedWith: { greeting: "hello" } });
  expect(bytes.length).toBe(0);
});
