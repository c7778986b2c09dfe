import { randomBytes } from "node:crypto";
import { open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../kit/errors.ts";
import { codeOf, unwritable } from "./home.ts";

/** How long to wait for another process; a holder needs a few milliseconds. */
const WAIT_MS = 5_000;
/** A lock whose holder cannot be asked (another machine, or unreadable) is taken over after this. */
const STALE_MS = 10_000;
/** No holder needs this long: its process id was given to another program since. */
const DEAD_MS = 60_000;

/**
 * Runs `work` while no other process that asks for the same lock does. A lock that its holder left behind
 * when it was killed is taken over.
 *
 * Throws `home-unwritable` when the lock cannot be made or is held for too long.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomBytes(8).toString("hex") });
  await acquire(path, mine);
  try {
    return await work();
  } finally {
    const held = await readFile(path, "utf8").catch(() => undefined);
    if (held === mine) await rm(path, { force: true });
  }
}

async function acquire(path: string, mine: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 25)) {
    if (await create(path, mine)) return;
    await takeAwayIfStale(path);
    if (Date.now() > deadline) {
      throw new UserError("home-unwritable", `Another process holds ${path} and does not let go.`);
    }
    await sleep(waitMs * (0.5 + Math.random()));
  }
}

async function create(path: string, content: string): Promise<boolean> {
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    if (codeOf(error) === "EEXIST") return undefined;
    throw unwritable(path, error);
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(content);
    return true;
  } catch (error) {
    // A full disk makes the file and refuses its content: a lock that names no holder stops all for a while.
    await rm(path, { force: true });
    throw unwritable(path, error);
  } finally {
    await file.close();
  }
}

/** Only one process at a time may take a stale lock away, and only after a second look: else two would hold it. */
async function takeAwayIfStale(path: string): Promise<void> {
  if (!(await isStale(path))) return;
  const guard = `${path}.steal`;
  if (!(await create(guard, "").catch(() => false))) {
    const ageMs = await ageOf(guard);
    if (ageMs !== undefined && ageMs > STALE_MS) await rm(guard, { force: true });
    return;
  }
  try {
    if (await isStale(path)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function isStale(path: string): Promise<boolean> {
  const ageMs = await ageOf(path);
  if (ageMs === undefined) return false;
  if (ageMs > DEAD_MS) return true;
  const holder = await holderOf(path);
  if (holder === undefined || holder.host !== hostname()) return ageMs > STALE_MS;
  return !isAlive(holder.pid);
}

async function ageOf(path: string): Promise<number | undefined> {
  const info = await stat(path).catch(() => undefined);
  return info && Date.now() - info.mtimeMs;
}

async function holderOf(path: string): Promise<{ pid: number; host: string } | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    if (typeof value !== "object" || value === null) return undefined;
    const { pid, host } = value as { pid?: unknown; host?: unknown };
    return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    // Gone, or being written this very moment: its age decides.
    return undefined;
  }
}

/** Whether a process of this machine runs. One of another user counts as running. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
