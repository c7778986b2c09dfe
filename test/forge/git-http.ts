import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { environment } from "./git-store.ts";

export interface GitRequest {
  readonly dir: string;
  readonly method: string;
  /** `/info/refs` or `/git-upload-pack`. */
  readonly service: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Answers a clone or fetch by `git http-backend`, which is what GitHub's protocol is made from. */
export async function serveGit(request: GitRequest): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? "";
  const child = spawn("git", ["http-backend"], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: request.dir,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: header("git-protocol"),
      PATH_INFO: request.service,
      REQUEST_METHOD: request.method,
      QUERY_STRING: request.query,
      CONTENT_TYPE: header("content-type"),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      CONTENT_LENGTH: String(request.body.length),
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stderr.resume();
  // A client that goes away ends git's reading of what it sent.
  child.stdin.on("error", () => child.kill());
  child.stdin.end(request.body);
  const { head, rest } = await readHead(child.stdout);
  const headers = new Headers();
  let status = 200;
  for (const line of head.split("\r\n").filter(Boolean)) {
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else headers.append(name, value);
  }
  const stream = Readable.from(bodyOf(rest, child.stdout));
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });
}

async function readHead(output: Readable): Promise<{ readonly head: string; readonly rest: Buffer }> {
  let read = Buffer.alloc(0);
  for (;;) {
    const end = read.indexOf("\r\n\r\n");
    if (end >= 0) return { head: read.subarray(0, end).toString("latin1"), rest: read.subarray(end + 4) };
    const chunk = output.read() as Buffer | null;
    if (chunk !== null) read = Buffer.concat([read, chunk]);
    else if (output.readableEnded) throw new Error(`git http-backend gave no header: ${read.toString()}`);
    else await Promise.race([once(output, "readable"), once(output, "end")]);
  }
}

async function* bodyOf(rest: Buffer, output: Readable): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for await (const chunk of output) yield chunk as Buffer;
}
