import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { invariant, type UserError } from "../../kit/errors.ts";
import { cancelled, type GitPlace, gitFailure } from "./run-git.ts";

type Content = Uint8Array | undefined;

interface Waiting {
  /** More of the object than this is not kept. */
  readonly keepBytes: number;
  readonly resolve: (content: Content) => void;
  readonly reject: (error: UserError) => void;
}

interface Body {
  readonly kept: Uint8Array;
  /** How many bytes of the object have come, its closing LF among them. */
  came: number;
  readonly sizeBytes: number;
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
  /** The part of a header that has come. */
  private header = "";
  /** The object that is being read. */
  private body: Body | undefined;

  constructor(place: GitPlace) {
    this.place = place;
  }

  /**
   * The objects' bytes in the order asked, of each at most the first `keepBytes`; `undefined` for one that is
   * not there. Ids are hexadecimal.
   */
  async read(
    ids: readonly string[],
    signal: AbortSignal,
    keepBytes = Number.POSITIVE_INFINITY,
  ): Promise<readonly Content[]> {
    if (signal.aborted) throw cancelled(signal);
    if (ids.length === 0) return [];
    const child = this.start();
    const answers = ids.map(
      (id) =>
        new Promise<Content>((resolve, reject) => {
          invariant(/^[0-9a-f]{40,64}$/.test(id), `${id} is an object id`);
          this.waiting.push({ keepBytes, resolve, reject });
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
      this.header = "";
      this.body = undefined;
      const error = gitFailure("cat-file", { exitCode, complaint: this.complaint });
      for (const { reject } of this.waiting.splice(0)) reject(error);
    };
    child.on("error", () => onEnd(-1));
    child.on("close", (code) => onEnd(code ?? -1));
    return child;
  }

  /** What is not kept of a large object is let go as it comes. */
  private take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      at = this.body === undefined ? this.takeHeader(chunk, at) : this.takeBody(chunk, at, this.body);
    }
  }

  private takeHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(LF, at);
    if (end === -1) {
      this.header += chunk.toString("latin1", at);
      return chunk.length;
    }
    const found = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(this.header + chunk.toString("latin1", at, end));
    this.header = "";
    if (found === null) this.answer(undefined);
    else {
      const sizeBytes = Number(found[2]);
      const keepBytes = Math.min(sizeBytes, this.waiting[0]?.keepBytes ?? 0);
      this.body = { kept: new Uint8Array(keepBytes), came: 0, sizeBytes };
    }
    return end + 1;
  }

  private takeBody(chunk: Buffer, at: number, body: Body): number {
    const end = Math.min(chunk.length, at + body.sizeBytes + 1 - body.came);
    const keepEnd = Math.min(end, at + body.kept.length - body.came);
    if (keepEnd > at) body.kept.set(chunk.subarray(at, keepEnd), body.came);
    body.came += end - at;
    if (body.came > body.sizeBytes) {
      this.body = undefined;
      this.answer(body.kept);
    }
    return end;
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
