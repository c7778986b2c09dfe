import { randomBytes } from "node:crypto";
import { homeAt, type RunFile, type RunningServer, runFile } from "../adapters/store/store.ts";

export type { LastAddress, RunFile, RunningServer } from "../adapters/store/store.ts";

/** The file that says who serves a review. */
export function runFileOf(homeDir: string, reviewId: string): RunFile {
  return runFile(homeAt(homeDir), reviewId);
}

/** A token that nobody can guess. */
export function newToken(): string {
  return randomBytes(24).toString("base64url");
}

/** How long a server may take to say who it is; it may be in the middle of parsing. */
const PING_MS = 4_000;

/** A pass of a running server; nothing where it gives none. */
export async function askPass(server: RunningServer): Promise<string | undefined> {
  const { pass } = (await ask(server, "POST", "/api/passes")) ?? {};
  return typeof pass === "string" ? pass : undefined;
}

/** What the server that a run file names says of itself; nothing where it does not answer to its token. */
export async function pingServer(
  server: RunningServer,
): Promise<{ build: string; reviewId: string } | undefined> {
  const { build, reviewId } = (await ask(server, "GET", "/api/ping")) ?? {};
  return typeof build === "string" && typeof reviewId === "string" ? { build, reviewId } : undefined;
}

async function ask(
  server: RunningServer,
  method: "GET" | "POST",
  path: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { "x-headwater-token": server.token },
      signal: AbortSignal.timeout(PING_MS),
    });
    return answer.ok ? ((await answer.json()) as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    // Nobody listens there, or somebody else does: then there is no server to join.
    return undefined;
  }
}
