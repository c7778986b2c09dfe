import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { invariant, type UserError } from "../../kit/errors.ts";
import { cancelled, type GitPlace, gitFailure } from "./run-git.ts";

type Content = Uint8Array | undefined;

interface Waiting {
  readonly resolve: (content: Content) => void;
  readonly reject: (error: UserError) => void;
}

const LF = 0x0a;

/**
 * One `git cat-file` that answers for as long as the repository is open. It starts with the first question,
 * keeps no process of this program alive while it waits, and is started again should it end.
 */
export class ObjectReader {
  private readonly place: GitPlace;
  private child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  private complaint = "";
  private readonly waiting: Waiting[] = [];
  /** Bytes that came and are not yet an answer. */
  private pending: Buffer[] = [];
  private pendingSize = 0;
  /** The size of the object that is being read, -1 while its header is. */
  private wanted = -1;

  constructor(place: GitPlace) {
    this.place = place;
  }

  /** The objects' bytes in the order asked; `undefined` for one that is not there. Ids are hexadecimal. */
  async read(ids: readonly string[], signal: AbortSignal): Promise<readonly Content[]> {
    if (signal.aborted) throw cancelled(signal);
    if (ids.length === 0) return [];
    const child = this.start();
    const answers = ids.map(
      (id) =>
        new Promise<Content>((resolve, reject) => {
          invariant(/^[0-9a-f]{40,64}$/.test(id), `${id} is an object id`);
          this.waiting.push({ resolve, reject });
        }),
    );
    this.holdProcess(child);
    child.stdin.write(`${ids.map((id) => `contents ${id}\n`).join("")}flush\n`);
    let onAbort = () => {};
    // What was asked is still answered, and dropped: the process serves other callers too.
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(cancelled(signal));
      signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([Promise.all(answers), aborted]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  close(): void {
    this.child?.stdin.end();
    this.child?.kill("SIGKILL");
  }

  private start(): ChildProcessByStdio<Writable, Readable, Readable> {
    if (this.child !== undefined) return this.child;
    const { place } = this;
    const child = spawn(place.program, [...place.options, "cat-file", "--batch-command", "--buffer"], {
      cwd: place.folder,
      env: place.variables,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child = child;
    this.complaint = "";
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.take(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (this.complaint.length < 65_536) this.complaint += text;
    });
    const onEnd = (exitCode: number) => {
      if (this.child !== child) return;
      this.child = undefined;
      this.pending = [];
      this.pendingSize = 0;
      this.wanted = -1;
      const error = gitFailure("cat-file", { exitCode, complaint: this.complaint });
      for (const { reject } of this.waiting.splice(0)) reject(error);
    };
    child.on("error", () => onEnd(-1));
    child.on("close", (code) => onEnd(code ?? -1));
    return child;
  }

  private take(chunk: Buffer): void {
    this.pending.push(chunk);
    this.pendingSize += chunk.length;
    // The body of a large object comes in many chunks: they are joined once, when the last one is there.
    if (this.wanted >= 0 && this.pendingSize < this.wanted + 1) return;
    let bytes = this.pending.length === 1 ? chunk : Buffer.concat(this.pending, this.pendingSize);
    for (;;) {
      if (this.wanted < 0) {
        const end = bytes.indexOf(LF);
        if (end === -1) break;
        const header = bytes.toString("latin1", 0, end);
        bytes = bytes.subarray(end + 1);
        const found = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(header);
        if (found === null) this.answer(undefined);
        else this.wanted = Number(found[2]);
      } else if (bytes.length > this.wanted) {
        // A copy, so that a small file does not keep the whole chunk alive.
        this.answer(Uint8Array.prototype.slice.call(bytes, 0, this.wanted));
        bytes = bytes.subarray(this.wanted + 1);
        this.wanted = -1;
      } else break;
    }
    this.pending = bytes.length === 0 ? [] : [bytes];
    this.pendingSize = bytes.length;
  }

  private answer(content: Content): void {
    this.waiting.shift()?.resolve(content);
    if (this.waiting.length === 0 && this.child !== undefined) this.letProcessEnd(this.child);
  }

  private holdProcess(child: ChildProcessByStdio<Writable, Readable, Readable>): void {
    child.ref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as Socket).ref();
  }

  private letProcessEnd(child: ChildProcessByStdio<Writable, Readable, Readable>): void {
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as Socket).unref();
  }
}
