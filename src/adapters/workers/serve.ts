import { parentPort, type TransferListItem, workerData } from "node:worker_threads";
import { invariant } from "../../kit/errors.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

export interface JobAnswer<Answer> {
  readonly answer: Answer;
  /** What moves to the other thread instead of being copied. */
  readonly transfer?: readonly TransferListItem[];
}

/**
 * Does the jobs of the pool that started this thread, one after the other. `prepare` gets what the pool was
 * told to start its threads with; a job that throws is reported as crashed, and the next one goes on.
 */
export async function serveJobs<Job, Answer>(
  prepare: (startedWith: unknown) => Promise<(job: Job) => JobAnswer<Answer>>,
): Promise<void> {
  const port = parentPort;
  invariant(port !== null, "a thread that serves jobs was started by a pool");
  const send = (message: FromWorker, transfer: readonly TransferListItem[] = []) =>
    port.postMessage(message, transfer);
  const work = await prepare(workerData);
  port.on("message", ({ id, job }: ToWorker) => {
    try {
      const { answer, transfer } = work(job as Job);
      send({ kind: "answered", id, answer }, transfer);
    } catch (error) {
      send({ kind: "failed", id, detail: error instanceof Error ? error.message : String(error) });
    }
  });
  send({ kind: "ready" });
}
