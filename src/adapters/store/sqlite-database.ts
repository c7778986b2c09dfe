import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type Database from "libsql";
import { UserError } from "../../kit/errors.ts";
import { makePrivateFolder, reasonOf, unwritable } from "./home.ts";
import { withLock } from "./lock.ts";

/** How long to wait for another process that writes; one write takes milliseconds. */
const BUSY_MS = 5_000;
/** "hdwt": marks a database as ours. */
const APPLICATION_ID = 0x68647774;
/** Of the tables. Of another format, ours are emptied: they are a cache. */
const FORMAT = 1;

const tables = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, checksum TEXT NOT NULL, value BLOB NOT NULL
  );
  CREATE TABLE uses (id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
`;

/** A row as a list of its columns. */
export type Row = readonly unknown[];

/**
 * An SQLite file that several processes share, with what is odd about libsql kept in here: statements are made
 * for every call, rows come as lists, and one value that is an object (a buffer too) must never be bound alone, for
 * it is taken for named values and ends the process.
 */
export class SqliteDatabase {
  private readonly database: Database.Database;

  private constructor(database: Database.Database) {
    this.database = database;
  }

  /**
   * Opens a file, or makes it. One that is torn or of another program is kept aside, and `onProblem` hears of it.
   *
   * @throws UserError  `home-unwritable`
   */
  static async open(path: string, onProblem: (message: string) => void): Promise<SqliteDatabase> {
    await makePrivateFolder(dirname(path));
    try {
      return await openOurs(path);
    } catch (error) {
      if (!isUnusable(error)) throw asUserError(path, error);
    }
    return SqliteDatabase.replace(path, onProblem);
  }

  /** Keeps the file aside, unless another process has done so, and makes a new one. */
  static async replace(path: string, onProblem: (message: string) => void): Promise<SqliteDatabase> {
    try {
      return await withLock(`${path}.lock`, async () => {
        const there = await openOurs(path).catch((error: unknown) => {
          if (isUnusable(error)) return undefined;
          throw error;
        });
        if (there?.isSound()) return there;
        there?.close();
        const aside = `${path}.aside-${new Date().toISOString().replace(/[^0-9]/g, "")}`;
        for (const part of ["-wal", "-shm", ""]) {
          if (existsSync(path + part)) await rename(path + part, aside + part);
        }
        onProblem(`${path} is torn or not of Headwater. It was kept as ${aside}.`);
        return openOurs(path);
      });
    } catch (error) {
      throw asUserError(path, error);
    }
  }

  static async make(database: Database.Database): Promise<SqliteDatabase> {
    const made = new SqliteDatabase(database);
    await made.prepareFile();
    return made;
  }

  rows(sql: string, ...values: readonly (string | number)[]): readonly Row[] {
    return this.database
      .prepare(sql)
      .raw()
      .all(...values) as Row[];
  }

  run(sql: string, ...values: readonly unknown[]): void {
    this.database.prepare(sql).run(...values);
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** All of `work` or nothing. */
  transaction<T>(work: () => T): T {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.database.close();
  }

  private isSound(): boolean {
    try {
      return this.rows("PRAGMA quick_check(1)")[0]?.[0] === "ok";
    } catch (error) {
      if (isUnusable(error)) return false;
      throw error;
    }
  }

  private number(sql: string): number {
    return Number(this.rows(sql)[0]?.[0]);
  }

  private async prepareFile(): Promise<void> {
    const id = this.number("PRAGMA application_id");
    const isEmpty = this.number("SELECT count(*) FROM sqlite_master") === 0;
    if (id !== APPLICATION_ID && !(isEmpty && id === 0)) throw new ForeignFile();
    if (isEmpty) this.exec("PRAGMA auto_vacuum = INCREMENTAL");
    await this.switchToWal();
    this.exec("PRAGMA synchronous = NORMAL");
    if (this.number("PRAGMA user_version") === FORMAT) return;
    this.transaction(() => {
      // Another process may have been quicker.
      if (this.number("PRAGMA user_version") === FORMAT) return;
      this.exec(`DROP TABLE IF EXISTS entries; DROP TABLE IF EXISTS uses; ${tables}`);
      this.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}`);
    });
  }

  /** The switch answers "busy" at once, whatever the time to wait is. */
  private async switchToWal(): Promise<void> {
    for (const deadline = Date.now() + BUSY_MS; ; await sleep(5 + Math.random() * 20)) {
      try {
        this.rows("PRAGMA journal_mode = WAL");
        return;
      } catch (error) {
        if (codeOf(error) !== "SQLITE_BUSY" || Date.now() > deadline) throw error;
      }
    }
  }
}

async function openOurs(path: string): Promise<SqliteDatabase> {
  const { default: Libsql } = await import("libsql");
  const database = new Libsql(path, { timeout: BUSY_MS } as Database.Options);
  try {
    return await SqliteDatabase.make(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The file is a database of another program. */
class ForeignFile extends Error {}

/** What is in the file cannot be used; a new file would do. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ForeignFile || ["SQLITE_NOTADB", "SQLITE_CORRUPT"].includes(codeOf(error) ?? "");
}

/** What a failed call means to the user. */
export function asUserError(path: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  const code = codeOf(error);
  if (code?.startsWith("SQLITE_BUSY") || code?.startsWith("SQLITE_LOCKED")) {
    return new UserError("home-unwritable", `Another process holds ${path} and does not let go.`, {
      cause: error,
    });
  }
  const isOfSqlite =
    code?.startsWith("SQLITE_") || (error instanceof Error && /ConnectionFailed/.test(error.message));
  if (isOfSqlite) {
    return new UserError("home-unwritable", `Cannot use ${path}: ${reasonOf(error)}`, { cause: error });
  }
  return code === undefined ? error : unwritable(path, error);
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
