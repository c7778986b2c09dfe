/** What a stored value depends on. Another byte, path, version or grammar is another key, so no old rule is served. */
export interface StoreKey {
  /** The git blob id of the file's bytes. */
  readonly blob: string;
  readonly path: string;
  readonly language: string;
  readonly grammar: string;
  /** `INDEX_VERSION`. */
  readonly version: number;
  /** Of an artifact: whose it is. */
  readonly plugin?: { readonly name: string; readonly version: string };
}

export interface StoredValue {
  /** The length of the file whose bytes have the blob id: a file of another length is not that file. */
  readonly sizeBytes: number;
  readonly bytes: Uint8Array;
}

export interface StoreEntry extends StoredValue {
  readonly key: StoreKey;
}

export interface StoreStats {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Keeps what was read of files between runs. Losing it loses only time. Several processes may share one; an
 * entry is there whole or not at all.
 */
export interface Store {
  /** The value of each key, in the order asked; `undefined` for one that is not there. Marks them as read. */
  read(keys: readonly StoreKey[]): Promise<readonly (StoredValue | undefined)[]>;
  /** Keeps all or none. */
  write(entries: readonly StoreEntry[]): Promise<void>;
  stats(): Promise<StoreStats>;
  /** Removes what was neither written nor read since a time, in milliseconds since 1970; gives what was removed. */
  prune(sinceMs: number): Promise<StoreStats>;
  close(): Promise<void>;
}

/** The key as one text. Parts cannot run into each other. */
export function storeKeyText({ blob, path, language, grammar, version, plugin }: StoreKey): string {
  return JSON.stringify([blob, path, language, grammar, version, plugin?.name ?? "", plugin?.version ?? ""]);
}
