import { createHash } from "node:crypto";
import { readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sha1 } from "../../kit/hash.ts";
import { compareBytes } from "../../kit/order.ts";
import { type Home, makePrivateFolder, namesIn, unwritable } from "./home.ts";
import { writeBeside } from "./write-beside.ts";

/** All of the cached graphs together; the oldest used go first. */
export const CACHE_LIMIT_BYTES = 512 * 1024 * 1024;
/** A graph that nobody asked for in this long is of a branch that is done with. */
export const CACHE_LIMIT_DAYS = 30;
/** A file left beside by a process that was killed is litter after an hour. */
const LITTER_MS = 60 * 60 * 1000;
const MAGIC = "headwater-cache-1";

export interface CacheStats {
  readonly folder: string;
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Texts kept under a key that names all they depend on. A hit is byte for byte what was put in: an entry
 * with another length or checksum is no entry. Losing the folder loses only time.
 */
export interface GraphCache {
  get(key: string): Promise<Uint8Array | undefined>;
  /** Throws `home-unwritable`. */
  put(key: string, chunks: Iterable<string | Uint8Array>): Promise<void>;
  stats(): Promise<CacheStats>;
  /** Removes what is over the limits, or all; gives what was removed. Throws `home-unwritable`. */
  prune(options: { readonly all: boolean; readonly now: Date }): Promise<CacheStats>;
}

/** The key for a graph: the parts that it depends on, in a fixed order. */
export function cacheKey(parts: readonly string[]): string {
  return sha1(JSON.stringify(parts));
}

export function graphCache(home: Home): GraphCache {
  const folder = join(home.cache, "graphs");
  const pathOf = (key: string) => join(folder, `${key}.graph`);
  return {
    async get(key) {
      const path = pathOf(key);
      const bytes = await readFile(path).catch(() => undefined);
      const body = bytes && validBody(bytes, key);
      // The time of use decides what is pruned first. A read-only cache serves as well.
      if (body) await utimes(path, new Date(), new Date()).catch(() => undefined);
      return body;
    },
    async put(key, chunks) {
      await makePrivateFolder(folder);
      const body = [...chunks].map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk));
      try {
        await writeBeside(pathOf(key), [headerOf(key, body), ...body], { isDurable: false });
      } catch (error) {
        throw unwritable(pathOf(key), error);
      }
    },
    async stats() {
      return { folder, ...total(await listEntries(folder)) };
    },
    async prune({ all, now }) {
      const doomed = chooseDoomed(await listEntries(folder), all, now);
      for (const entry of doomed) {
        await rm(join(folder, entry.name), { force: true }).catch((error) => {
          throw unwritable(join(folder, entry.name), error);
        });
      }
      return { folder, ...total(doomed) };
    },
  };
}

function headerOf(key: string, body: readonly Uint8Array[]): string {
  const checksum = createHash("sha1");
  let length = 0;
  for (const chunk of body) {
    checksum.update(chunk);
    length += chunk.byteLength;
  }
  return `${MAGIC} ${key} ${length} ${checksum.digest("hex")}\n`;
}

function validBody(bytes: Uint8Array, key: string): Uint8Array | undefined {
  const end = bytes.indexOf(10);
  if (end < 0 || end > 200) return undefined;
  const [magic, named, length, checksum] = Buffer.from(bytes.subarray(0, end)).toString("latin1").split(" ");
  const body = bytes.subarray(end + 1);
  if (magic !== MAGIC || named !== key || Number(length) !== body.byteLength) return undefined;
  return sha1(body) === checksum ? body : undefined;
}

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly usedMs: number;
}

async function listEntries(folder: string): Promise<readonly Entry[]> {
  const names = await namesIn(folder);
  const entries: Entry[] = [];
  for (const name of names) {
    const info = await stat(join(folder, name)).catch(() => undefined);
    if (info?.isFile()) entries.push({ name, bytes: info.size, usedMs: info.mtimeMs });
  }
  return entries.sort((a, b) => b.usedMs - a.usedMs || compareBytes(a.name, b.name));
}

function chooseDoomed(newestFirst: readonly Entry[], all: boolean, now: Date): readonly Entry[] {
  if (all) return newestFirst;
  const oldestMs = now.getTime() - CACHE_LIMIT_DAYS * 24 * 60 * 60 * 1000;
  let kept = 0;
  return newestFirst.filter((entry) => {
    const isLitter = entry.name.endsWith(".tmp") && now.getTime() - entry.usedMs > LITTER_MS;
    if (isLitter || entry.usedMs < oldestMs || kept + entry.bytes > CACHE_LIMIT_BYTES) return true;
    kept += entry.bytes;
    return false;
  });
}

function total(entries: readonly Entry[]): { entries: number; bytes: number } {
  return { entries: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0) };
}
