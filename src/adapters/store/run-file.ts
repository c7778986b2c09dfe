import { readFile, rm } from "node:fs/promises";
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
}

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
  /** Removes the file if it still names this server. */
  release(server: RunningServer): Promise<void>;
}

export function runFile(home: Home, reviewId: string): RunFile {
  const path = join(home.run, `${fileNameOf(reviewId)}.json`);
  return {
    read: () => readRunning(path),
    async claim(server, isJoinable) {
      await makePrivateFolder(home.run);
      return withLock(`${path}.lock`, async () => {
        const other = await readRunning(path);
        if (other !== undefined && (await isJoinable(other))) return other;
        await writeBeside(path, [`${JSON.stringify(server)}\n`], { isDurable: false }).catch((error) => {
          throw unwritable(path, error);
        });
        return undefined;
      });
    },
    async release(server) {
      const named = await readRunning(path);
      if (named?.pid === server.pid && named.token === server.token) await rm(path, { force: true });
    },
  };
}

async function readRunning(path: string): Promise<RunningServer | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch {
    // No file, or one that is not ours: then there is no server to join.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, port, token, build } = value as Partial<Record<keyof RunningServer, unknown>>;
  if (typeof pid !== "number" || typeof port !== "number") return undefined;
  if (typeof token !== "string" || typeof build !== "string") return undefined;
  return isAlive(pid) ? { pid, port, token, build } : undefined;
}
