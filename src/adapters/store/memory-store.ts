import {
  type Store,
  type StoredValue,
  type StoreEntry,
  type StoreStats,
  storeKeyText,
} from "../../engine/index/index.ts";

interface Kept {
  readonly value: StoredValue;
  usedMs: number;
}

/** A store that lasts as long as the process. `nowMs` is the clock that marks are made by. */
export function memoryStore(nowMs: () => number = Date.now): Store {
  const kept = new Map<string, Kept>();
  return {
    async read(keys) {
      const now = nowMs();
      return keys.map((key) => {
        const found = kept.get(storeKeyText(key));
        if (found !== undefined) found.usedMs = now;
        return found?.value;
      });
    },
    async write(entries) {
      for (const entry of entries)
        kept.set(storeKeyText(entry.key), { value: copied(entry), usedMs: nowMs() });
    },
    async stats() {
      return total([...kept.values()]);
    },
    async prune(sinceMs) {
      const doomed = [...kept].filter(([, { usedMs }]) => usedMs < sinceMs);
      for (const [key] of doomed) kept.delete(key);
      return total(doomed.map(([, one]) => one));
    },
    async close() {
      kept.clear();
    },
  };
}

/** A copy: the bytes of an entry stay the caller's. */
function copied({ sizeBytes, bytes }: StoreEntry): StoredValue {
  return { sizeBytes, bytes: bytes.slice() };
}

function total(kept: readonly Kept[]): StoreStats {
  return {
    entries: kept.length,
    bytes: kept.reduce((sum, { value }) => sum + value.bytes.byteLength, 0),
  };
}
