import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { ReviewSession, type SessionOptions } from "../../src/app/review-session.ts";
import type { OpenChange } from "../../src/app/session-input.ts";
import { type ReviewServer, serveReview } from "../../src/doors/server/server.ts";
import { type MadeOptions, makeReview, makeSource } from "./made-review.ts";

const undo: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater-test-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Started {
  readonly session: ReviewSession;
  readonly server: ReviewServer;
  readonly token: string;
  readonly bugs: unknown[];
  /** A request as the page makes it. */
  api(path: string, init?: RequestInit): Promise<Response>;
  get<T>(path: string): Promise<T>;
  send<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T>;
}

export interface StartOptions extends Partial<SessionOptions> {
  readonly made?: MadeOptions;
  readonly port?: number;
  readonly webFolder?: string;
}

export function startSession(options: StartOptions = {}): ReviewSession {
  const made = makeReview(options.made);
  const open: OpenChange = options.open ?? (async () => makeSource(made));
  const homeDir = options.homeDir ?? scratchFolder();
  const session = new ReviewSession({ build: "test", firstSeq: Date.now(), ...options, homeDir, open });
  undo.push(() => session.close());
  return session;
}

export async function start(options: StartOptions = {}): Promise<Started> {
  const session = startSession(options);
  const token = "t".repeat(32);
  const bugs: unknown[] = [];
  const server = await serveReview({
    session,
    token,
    build: "test",
    port: options.port ?? 0,
    ...(options.webFolder ? { webFolder: options.webFolder } : {}),
    onBug: (error) => bugs.push(error),
  });
  undo.push(() => server.close());
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...init,
      headers: { "x-headwater-token": token, ...(init.headers as Record<string, string>) },
    });
  await session.finished;
  return {
    session,
    server,
    token,
    bugs,
    api,
    get: async <T>(path: string) => (await (await api(path)).json()) as T,
    send: async <T>(method: "POST" | "PUT", path: string, body: unknown) =>
      (
        await api(path, {
          method,
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        })
      ).json() as Promise<T>,
  };
}

/** Reads events until `enough` says so. */
export async function readEvents(
  events: AsyncIterable<{ type: string; seq: number; data: unknown; head: string }>,
  enough: (type: string) => boolean,
) {
  const seen: { type: string; seq: number; data: unknown; head: string }[] = [];
  for await (const event of events) {
    seen.push(event);
    if (enough(event.type)) break;
  }
  return seen;
}
