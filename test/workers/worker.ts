import { serveJobs } from "../../src/adapters/workers/serve.ts";

interface Job {
  readonly does: "double" | "throw" | "hang" | "exit" | "crash" | "sleep";
  readonly value: number;
  readonly bytes?: Uint8Array;
}

/** Does what it is told, for the tests of the pool. */
await serveJobs<Job, unknown>(async (startedWith) => {
  if ((startedWith as { isBroken?: boolean } | undefined)?.isBroken) throw new Error("this one never starts");
  return ({ does, value, bytes }) => {
    switch (does) {
      case "double":
        return { answer: { value: value * 2, size: bytes?.length, startedWith } };
      case "throw":
        throw new Error("no such value");
      case "hang":
        for (;;);
      case "exit":
        process.exit(7);
        break;
      case "crash":
        queueMicrotask(() => {
          throw new Error("out of the blue");
        });
        return { answer: { value } };
      case "sleep":
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, value);
        return { answer: { value } };
    }
  };
});
