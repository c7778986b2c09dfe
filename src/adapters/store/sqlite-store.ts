import {
  type Store,
  type StoredValue,
  type StoreEntry,
  type StoreKey,
  type StoreStats,
  storeKeyText,
} from "../../engine/index/index.ts";
import { sha1 } from "../../kit/hash.ts";
import { asUserError, codeOf, isUnusable, type Row, SqliteDatabase } from "./sqlite-database.ts";

export interface SqliteStoreOptions {
  /** The clock that marks are made by. */
  readonly nowMs?: () => number;
  /** Hears, as a sentence, of a file that cannot be used. */
  readonly onProblem?: (message: string) => void;
}

/**
 * A store in one SQLite file, which several processes may use at once; it is opened with the first question. A
 * process that is killed loses only the write that it was at. A file that is torn or of another program is left alone, and
 * another one beside it is used.
 *
 * Its methods throw `home-unwritable` where the file cannot be used.
 */
export function sqliteStore(path: string, options: SqliteStoreOptions = {}): Store {
  return new SqliteStore(path, options.nowMs ?? Date.now, options.onProblem ?? (() => {}));
}

class SqliteStore implements Store {
  private readonly path: string;
  private readonly nowMs: () => number;
  private readonly onProblem: (message: string) => void;
  private opened: Promise<SqliteDatabase> | undefined;

  constructor(path: string, nowMs: () => number, onProblem: (message: string) => void) {
    this.path = path;
    this.nowMs = nowMs;
    this.onProblem = onProblem;
  }

  read(keys: readonly StoreKey[]): Promise<readonly (StoredValue | undefined)[]> {
    if (keys.length === 0) return Promise.resolve([]);
    const names = keys.map(nameOf);
    return this.use((database) => {
      const rows = database.rows(
        "SELECT e.key, e.id, e.size, e.checksum, e.value FROM json_each(?) j JOIN entries e ON e.key = j.value",
        JSON.stringify(names),
      );
      mark(database, rows, this.nowMs());
      const found = new Map(rows.map((row) => [row[0] as string, valueOfRow(row)]));
      return names.map((name) => found.get(name));
    });
  }

  write(entries: readonly StoreEntry[]): Promise<void> {
    if (entries.length === 0) return Promise.resolve();
    return this.use((database) =>
      database.transaction(() => {
        const now = this.nowMs();
        for (const { key, sizeBytes, bytes } of entries) {
          const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
          database.run(insertEntry, nameOf(key), sizeBytes, sha1(bytes), value);
        }
        const names = JSON.stringify(entries.map(({ key }) => nameOf(key)));
        database.run(
          "INSERT OR REPLACE INTO uses SELECT e.id, ? FROM json_each(?) j JOIN entries e ON e.key = j.value",
          now,
          names,
        );
      }),
    );
  }

  stats(): Promise<StoreStats> {
    return this.use((database) => statsOf(database, "SELECT count(*), sum(length(value)) FROM entries"));
  }

  prune(sinceMs: number): Promise<StoreStats> {
    // Numbers that are not finite mean something else in SQL.
    const since = Math.min(Math.max(sinceMs, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
    return this.use((database) => {
      const removed = database.transaction(() => {
        const doomed = "SELECT id FROM entries WHERE id NOT IN (SELECT id FROM uses WHERE at >= ?)";
        const stats = statsOf(
          database,
          `SELECT count(*), sum(length(value)) FROM entries WHERE id IN (${doomed})`,
          since,
        );
        database.run(`DELETE FROM entries WHERE id IN (${doomed})`, since);
        database.run("DELETE FROM uses WHERE at < ?", since);
        return stats;
      });
      if (removed.entries > 0) database.exec("PRAGMA incremental_vacuum");
      return removed;
    });
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (opened !== undefined) (await opened.catch(() => undefined))?.close();
  }

  /** Does something with the database, and once more with a new one where it turns out to be torn. */
  private async use<T>(work: (database: SqliteDatabase) => T): Promise<T> {
    try {
      const database = await this.open();
      try {
        return work(database);
      } catch (error) {
        if (!isUnusable(error)) throw error;
        database.giveUp(this.onProblem);
        this.opened = undefined;
      }
      return work(await this.open());
    } catch (error) {
      throw asUserError(this.path, error);
    }
  }

  private open(): Promise<SqliteDatabase> {
    this.opened ??= SqliteDatabase.open(this.path, this.onProblem);
    return this.opened;
  }
}

const insertEntry = `
  INSERT INTO entries (key, size, checksum, value) VALUES (?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET size = excluded.size, checksum = excluded.checksum, value = excluded.value
`;

/** As text: a short key keeps the index small. */
function nameOf(key: StoreKey): string {
  return sha1(storeKeyText(key));
}

/** Bytes that are not those that were put in are no value. */
function valueOfRow([, , size, checksum, value]: Row): StoredValue | undefined {
  const bytes = value instanceof Uint8Array ? value : new Uint8Array(value as ArrayBuffer);
  return sha1(bytes) === checksum ? { sizeBytes: Number(size), bytes } : undefined;
}

/** Marks rows as used. A store that cannot be written serves as well. */
function mark(database: SqliteDatabase, rows: readonly Row[], nowMs: number): void {
  if (rows.length === 0) return;
  try {
    const ids = JSON.stringify(rows.map((row) => row[1]));
    database.run("INSERT OR REPLACE INTO uses SELECT value, ? FROM json_each(?)", nowMs, ids);
  } catch (error) {
    if (!["SQLITE_BUSY", "SQLITE_READONLY", "SQLITE_FULL"].includes(codeOf(error) ?? "")) throw error;
  }
}

function statsOf(database: SqliteDatabase, sql: string, ...values: readonly number[]): StoreStats {
  const [row] = database.rows(sql, ...values);
  return { entries: Number(row?.[0] ?? 0), bytes: Number(row?.[1] ?? 0) };
}
