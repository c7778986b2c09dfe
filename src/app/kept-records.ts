import {
  decodeFileIndex,
  type FileIndex,
  type IndexStatus,
  type SourceProblem,
  type Store,
  type StoredValue,
  type StoreEntry,
  type StoreKey,
} from "../engine/index/index.ts";
import { Bug, UserError } from "../kit/errors.ts";

/** What is written at once: a process that is killed loses no more than this. */
const WRITE_ENTRIES = 64;
const WRITE_BYTES = 1024 * 1024;
/** What is asked for at once. */
const READ_KEYS = 1_000;

/** The records of a run that a store keeps. A store that fails costs only time, and is said. */
export class KeptRecords {
  private store: Store | undefined;
  private waiting: StoreEntry[] = [];
  private waitingBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  readonly notes: string[] = [];
  /** Records that the store had. */
  served = 0;

  constructor(store: Store | undefined) {
    this.store = store;
  }

  /** The record under each key, where it is one of a file of the given size. */
  async read(
    asked: readonly { readonly key: StoreKey; readonly sizeBytes?: number }[],
  ): Promise<readonly (FileIndex | undefined)[]> {
    const values = await this.readValues(asked.map(({ key }) => key));
    return values.map((value, at) => {
      const { key, sizeBytes } = asked[at] as (typeof asked)[number];
      if (value === undefined || (sizeBytes !== undefined && sizeBytes !== value.sizeBytes)) return undefined;
      const record = readKept(value.bytes, key);
      if (record !== undefined) this.served++;
      return record;
    });
  }

  async readValues(keys: readonly StoreKey[]): Promise<readonly (StoredValue | undefined)[]> {
    const values: (StoredValue | undefined)[] = [];
    for (let at = 0; at < keys.length; at += READ_KEYS) {
      const some = keys.slice(at, at + READ_KEYS);
      const found = await this.guard((store) => store.read(some));
      values.push(...(found ?? some.map(() => undefined)));
    }
    return values;
  }

  /** Keeps a record that will be the same the next time. */
  add(key: StoreKey, sizeBytes: number, bytes: Uint8Array, record: FileIndex): void {
    if (record.problems.some(isPassing)) return;
    this.addEntry({ key, sizeBytes, bytes });
  }

  addEntry(entry: StoreEntry): void {
    if (this.store === undefined) return;
    this.waiting.push(entry);
    this.waitingBytes += entry.bytes.byteLength;
    if (this.waiting.length >= WRITE_ENTRIES || this.waitingBytes >= WRITE_BYTES) this.write();
  }

  /** Ends when all that was handed to the store is written. */
  async settled(): Promise<void> {
    await this.writing;
  }

  async flush(): Promise<void> {
    this.write();
    await this.writing;
  }

  private write(): void {
    const entries = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    if (entries.length === 0) return;
    this.writing = this.writing.then(async () => {
      await this.guard((store) => store.write(entries));
    });
  }

  private async guard<T>(work: (store: Store) => Promise<T>): Promise<T | undefined> {
    if (this.store === undefined) return undefined;
    try {
      return await work(this.store);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.store = undefined;
      this.notes.push(`${error.message.replace(/\.$/, "")}. What is read now is not kept for the next run.`);
      return undefined;
    }
  }
}

/** The record of packed bytes that this program has just made. */
export function readRecord(packed: Uint8Array): FileIndex {
  return decodeFileIndex(packed);
}

/** The record that a store kept; nothing where its bytes are not what was put in. */
function readKept(bytes: Uint8Array, key: StoreKey): FileIndex | undefined {
  try {
    const record = decodeFileIndex(bytes);
    const isIt = record.path === key.path && record.blob === key.blob && record.language === key.language;
    return isIt ? record : undefined;
  } catch (error) {
    // Torn bytes fail in many ways, and every one of them means that there is no record.
    if (error instanceof Bug || error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** It says nothing lasting about the file. */
export function isPassing({ kind }: SourceProblem): boolean {
  return kind === "timed-out" || kind === "failed";
}

const emptying: ReadonlySet<SourceProblem["kind"]> = new Set([
  "too-large",
  "timed-out",
  "not-text",
  "failed",
]);

/** What a record says of its file, when it was made or served so. */
export function statusOf(
  record: FileIndex,
  how: "indexed" | "cached",
): { readonly status: IndexStatus; readonly detail?: string } {
  const failure = record.problems.find(({ kind }) => emptying.has(kind));
  if (failure !== undefined) return { status: "failed", detail: failure.detail };
  const cut = record.problems.find(({ kind }) => kind === "too-deep");
  if (cut !== undefined) return { status: "truncated", detail: cut.detail };
  return { status: how };
}
