import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type Database from "libsql";
import { UserError } from "../../kit/errors.ts";
import { makePrivateFolder, reasonOf, unwritable } from "./home.ts";

/** How long to wait for another process that writes; one write takes milliseconds. */
const BUSY_MS = 5_000;
/** "hdwt": marks a database as ours. */
const APPLICATION_ID = 0x68647774;
/** One after the other is used as those before are torn. */
const MAX_FILES = 20;
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
  private readonly file: string;
  private readonly database: Database.Database;
  private isOpen = true;

  private constructor(file: string, database: Database.Database) {
    this.file = file;
    this.database = database;
  }

  /**
   * Opens a file, or makes it. One that is torn or of another program is left as it is and never used again:
   * another one beside it is, and `onProblem` hears of it once. It is not renamed, for a process that still has it
   * open would later take away the log of whatever file has its name then.
   *
   * @throws UserError  `home-unwritable`
   */
  static async open(path: string, onProblem: (message: string) => void): Promise<SqliteDatabase> {
    await makePrivateFolder(dirname(path));
    for (let number = 1; number <= MAX_FILES; number++) {
      const file = fileOf(path, number);
      if (isGivenUp(file)) continue;
      const database = new (await import("libsql")).default(file, { timeout: BUSY_MS } as Database.Options);
      const opened = new SqliteDatabase(file, database);
      try {
        await opened.prepareFile();
        return opened;
      } catch (error) {
        opened.close();
        if (!isUnusable(error)) throw error;
        opened.giveUp(onProblem);
      }
    }
    throw new UserError("home-unwritable", `${path} and ${MAX_FILES - 1} files after it are torn.`);
  }

  /** Makes this file one that is never used again. */
  giveUp(onProblem: (message: string) => void): void {
    this.close();
    try {
      closeSync(openSync(markOf(this.file), "wx", 0o600));
    } catch (error) {
      // Another process has said so already.
      if (codeOf(error) === "EEXIST") return;
      throw error;
    }
    onProblem(
      `${this.file} is torn or not of Headwater. It is left as it is, and another file is used instead.`,
    );
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
    if (this.isOpen) this.database.close();
    this.isOpen = false;
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

/** The first file has the name that was asked for, the second one "-2" in it. */
function fileOf(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return number === 1 ? path : join(dir, `${name}-${number}${ext}`);
}

function markOf(file: string): string {
  return `${file}.unusable`;
}

/** Once the file is gone its mark means nothing. */
function isGivenUp(file: string): boolean {
  if (!existsSync(markOf(file))) return false;
  if (existsSync(file)) return true;
  rmSync(markOf(file), { force: true });
  return false;
}

/** The file is a database of another program. */
class ForeignFile extends Error {}

const unusable: ReadonlySet<string> = new Set(["SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_IOERR_SHORT_READ"]);

/** What is in the file cannot be used; a new file would do. */
export function isUnusable(error: unknown): boolean {
  return error instanceof ForeignFile || unusable.has(codeOf(error) ?? "");
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
