import { constants } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf, type Home, makePrivateFolder, unwritable } from "./home.ts";
import { isAlive, withLock } from "./lock.ts";
import { writeBeside } from "./write-beside.ts";

/** The server of a review: how every door finds and joins it. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  readonly build: string;
  /** What it reads, in words; several changes of one branch and base are one review. */
  readonly reads?: string;
}

/** Where a server listened, and what let its pages in. */
export type LastAddress = Pick<RunningServer, "port" | "token">;

/** A page that nobody came back to for so long is not waited for; nor does its key open anything any more. */
const ADDRESS_MS = 12 * 60 * 60 * 1_000;

/** The file that names the server of a review. */
export interface RunFile {
  /** The server that the file names, if its process lives. Whether it answers is for the caller to ask. */
  read(): Promise<RunningServer | undefined>;
  /**
   * Puts `server` into the file unless `isJoinable` says yes to the one that is there, which is then the
   * answer. Two processes that start at the same moment agree on one.
   */
  claim(
    server: RunningServer,
    isJoinable: (other: RunningServer) => Promise<boolean>,
  ): Promise<RunningServer | undefined>;
  /** The address of the server before, if that is not long ago: a page that is still open waits there. */
  last(): Promise<LastAddress | undefined>;
  /** Removes the file if it still names this server. */
  release(server: RunningServer): Promise<void>;
}

export function runFile(home: Home, reviewId: string): RunFile {
  const path = join(home.run, `${fileNameOf(reviewId)}.json`);
  const addressPath = join(home.run, `${fileNameOf(reviewId)}.address`);
  return {
    read: () => readRunning(path),
    async claim(server, isJoinable) {
      await makePrivateFolder(home.run);
      return withLock(`${path}.lock`, async () => {
        const other = await readRunning(path);
        if (other !== undefined && (await isJoinable(other))) return other;
        const { port, token } = server;
        try {
          await writeBeside(path, [`${JSON.stringify(server)}\n`], { isDurable: false });
          await writeBeside(addressPath, [`${JSON.stringify({ port, token })}\n`], { isDurable: false });
        } catch (error) {
          throw unwritable(path, error);
        }
        return undefined;
      });
    },
    last: () => readAddress(addressPath),
    async release(server) {
      const named = await readRunning(path);
      if (named?.pid === server.pid && named.token === server.token) await rm(path, { force: true });
    },
  };
}

async function readAddress(path: string): Promise<LastAddress | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ADDRESS_MS) return undefined;
    const { port, token } = JSON.parse(await readOwn(path)) as Partial<Record<string, unknown>>;
    const isPort = typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
    return isPort && typeof token === "string" && /^[\w-]{32}$/.test(token) ? { port, token } : undefined;
  } catch {
    // No file, or a torn one: then there is no page to wait for.
    return undefined;
  }
}

async function readRunning(path: string): Promise<RunningServer | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(await readOwn(path));
  } catch {
    // No file, or one that is not ours: then there is no server to join.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, port, token, build, reads } = value as Partial<Record<keyof RunningServer, unknown>>;
  if (typeof pid !== "number" || typeof port !== "number") return undefined;
  if (typeof token !== "string" || typeof build !== "string") return undefined;
  if (!isAlive(pid)) return undefined;
  return { pid, port, token, build, ...(typeof reads === "string" ? { reads } : {}) };
}

/** In a home that others may write to, a file of theirs would lead to a page of theirs. */
async function readOwn(path: string): Promise<string> {
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const found = await file.stat();
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    if (!found.isFile() || !isOwn) throw new Error(`${path} was not written by this user`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
