import { availableParallelism } from "node:os";
import {
  type CompiledGrammars,
  compileGrammars,
  createSourceParser,
  type SourceParser,
} from "../adapters/parser/parser.ts";
import { createWorkerPool, type JobOutcome, type WorkerPool } from "../adapters/workers/pool.ts";
import { withinTime } from "../adapters/workers/within-time.ts";
import {
  decodeFileIndex,
  encodeFileIndex,
  type FileIndex,
  type LanguageSyntax,
} from "../engine/index/index.ts";
import { invariant } from "../kit/errors.ts";
import { readRecord, tooLargeFile, unreadFile, type Watch } from "./source-file.ts";
import {
  MAX_THREADS,
  type SourceLimits,
  sourceLimits,
  THREAD_MEMORY_BYTES,
  TIMES_UNTIL_KILLED,
} from "./source-limits.ts";
import {
  fingerprintOf,
  type SourceAnswer,
  type SourceJob,
  type SourceThreadStart,
  sourceWorkerEntry,
} from "./source-thread.ts";

/** A file with its bytes. `blob` is their git id. */
export interface SourceBytes {
  readonly path: string;
  readonly blob: string;
  readonly bytes: Uint8Array;
}

/** Reads source files into records, on this thread or on others. */
export interface SourceReader {
  /** The language of a file, by the end of its name. */
  languageOf(path: string): LanguageSyntax | undefined;
  /**
   * The record of each file by its path, in the order of `files`. Files of no known language are left out. A
   * file that could not be read has a record with nothing in it but the problem. How many threads read changes
   * nothing but the time, save where the time itself ran out.
   *
   * `onProgress` gets the number of records so far. An abort rejects with its reason.
   */
  read(
    files: readonly SourceBytes[],
    signal: AbortSignal,
    onProgress?: (done: number, total: number) => void,
  ): Promise<ReadonlyMap<string, FileIndex>>;
  /**
   * As `read`, but hands over each packed record as soon as it is made, in any order: what came before an abort
   * is not lost.
   */
  readEach(
    files: readonly SourceBytes[],
    receive: (file: SourceBytes, packed: Uint8Array<ArrayBuffer>) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Gets ready to read such files on this thread, so that it is done while another process works. */
  prepare?(paths: readonly string[]): Promise<void>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export interface SourceReaderOptions {
  readonly languages: readonly LanguageSyntax[];
  /** How many threads read, in small projects this one among them. 0 reads all on this one. Without it: one a core. */
  readonly workerCount?: number;
  readonly limits?: Partial<SourceLimits>;
  /** What the threads run; for tests, whose languages are not those of the product. */
  readonly workerEntry?: URL;
}

export function createSourceReader(options: SourceReaderOptions): SourceReader {
  return new Reader(options);
}

/** Other threads start while this one reads. What is less than this is read before they have. */
const BYTES_WORTH_THREADS = 500_000;
/** From here on this thread only gives out files and takes records, of which it then has many: reading is slower here. */
const BYTES_WORTH_ALL_THREADS = 2_000_000;
/** Once they run, much less is worth it. */
const BYTES_WORTH_RUNNING_THREADS = 200_000;
/** Here a large file would hold up everything else, and memory that it took is never given back. */
const LARGE_FILE_BYTES = 400_000;
/**
 * How long this thread reads before it lets others have a turn. One watch looks after all files of a turn, since
 * starting one takes as long as reading a small file where the machine is busy.
 */
const TURN_MS = 40;
/** What this thread takes at once from the others: about a turn. */
const TAKEN_BYTES = 60_000;
const watchedByTheTurn: Watch = (_limitMs, step) => ({ kind: "done", value: step() });

/** A record as it comes: packed from another thread. */
type Got = FileIndex | Uint8Array<ArrayBuffer>;

interface Read {
  readonly file: SourceBytes;
  readonly language: LanguageSyntax;
}

class Reader implements SourceReader {
  private readonly languages: readonly LanguageSyntax[];
  private readonly byExtension: ReadonlyMap<string, LanguageSyntax>;
  private readonly limits: SourceLimits;
  private readonly workerCount: number;
  private readonly workerEntry: URL | undefined;
  private parser: Promise<SourceParser> | undefined;
  private pool: WorkerPool<SourceJob, SourceAnswer> | undefined;
  private compiled: CompiledGrammars | undefined;
  /** This thread reads too, in place of one of the pool. */
  private isHelping = false;

  constructor({ languages, workerCount, limits, workerEntry }: SourceReaderOptions) {
    this.languages = languages;
    this.byExtension = new Map(
      languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
    );
    this.limits = { ...sourceLimits, ...limits };
    this.workerCount = Math.min(workerCount ?? availableParallelism(), MAX_THREADS);
    this.workerEntry = workerEntry;
  }

  languageOf(path: string): LanguageSyntax | undefined {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    // From the left, so that the longest extension counts.
    for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
      const language = this.byExtension.get(name.slice(dot));
      if (language !== undefined) return language;
    }
    return undefined;
  }

  async read(
    files: readonly SourceBytes[],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<ReadonlyMap<string, FileIndex>> {
    const records = new Map<SourceBytes, FileIndex>();
    const known = files.filter(({ path }) => this.languageOf(path) !== undefined);
    const receive = (file: SourceBytes, record: Got) => {
      records.set(file, record instanceof Uint8Array ? decodeFileIndex(record) : record);
      onProgress(records.size, known.length);
    };
    await this.readAll(known, receive, signal);
    return new Map(
      known.map((file) => {
        const record = records.get(file);
        invariant(record !== undefined, "each file has a record in the end");
        return [file.path, record];
      }),
    );
  }

  async prepare(paths: readonly string[]): Promise<void> {
    const grammars = new Set(paths.flatMap((path) => this.languageOf(path)?.grammar.file ?? []));
    this.parser ??= createSourceParser([...grammars]);
    await this.parser;
  }

  async readEach(
    files: readonly SourceBytes[],
    receive: (file: SourceBytes, packed: Uint8Array<ArrayBuffer>) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const pack = (record: Got) => (record instanceof Uint8Array ? record : encodeFileIndex(record));
    await this.readAll(files, (file, record) => receive(file, pack(record)), signal);
  }

  private async readAll(
    files: readonly SourceBytes[],
    receive: (file: SourceBytes, record: Got) => void,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const give = (read: Read, record: Got) => receive(read.file, record);
    const readable: Read[] = [];
    for (const file of files) {
      const language = this.languageOf(file.path);
      if (language === undefined) continue;
      const read = { file, language };
      if (file.bytes.byteLength <= this.limits.fileBytes) readable.push(read);
      else give(read, tooLargeFile(sourceFileOf(read), file.bytes, this.limits));
    }
    if (this.areThreadsWorthIt(readable)) await this.readWithThreads(readable, give, signal);
    else await this.readHere(readable, give, signal);
    signal.throwIfAborted();
  }

  async close(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    await pool?.close();
  }

  private areThreadsWorthIt(reads: readonly Read[]): boolean {
    if (this.workerCount < 2) return this.workerCount === 1 && reads.some(isLarge);
    const worth = this.pool === undefined ? BYTES_WORTH_THREADS : BYTES_WORTH_RUNNING_THREADS;
    let sum = 0;
    for (const read of reads) {
      sum += read.file.bytes.byteLength;
      if (sum >= worth || isLarge(read)) return true;
    }
    return false;
  }

  private async readHere(
    reads: readonly Read[],
    receive: (read: Read, record: Got) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const grammars = new Set(reads.map(({ language }) => language.grammar.file));
    for (let next = 0; next < reads.length; ) {
      signal.throwIfAborted();
      this.parser ??= createSourceParser([], this.compiled === undefined ? {} : { compiled: this.compiled });
      const parser = await this.parser;
      for (const file of grammars) parser.load(file);
      const done: FileIndex[] = [];
      const turn = withinTime(Math.ceil(this.limits.fileTimeMs * TIMES_UNTIL_KILLED) + TURN_MS, () => {
        const startedMs = performance.now();
        while (next + done.length < reads.length && performance.now() - startedMs < TURN_MS) {
          done.push(this.readOne(parser, reads[next + done.length] as Read));
        }
      });
      for (const record of done) {
        receive(reads[next++] as Read, record);
        signal.throwIfAborted();
      }
      if (turn.kind === "timed-out") {
        // What it was broken off in may have been the parser itself.
        this.parser = undefined;
        const stopped = reads[next++];
        if (stopped !== undefined) receive(stopped, this.unread(stopped, "timed-out", this.tooSlow()));
      }
      if (next < reads.length) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private readOne(parser: SourceParser, { file, language }: Read): FileIndex {
    const source = { ...sourceFileOf({ file, language }), bytes: file.bytes };
    return readRecord(parser, language, source, this.limits, watchedByTheTurn);
  }

  private async readWithThreads(
    reads: readonly Read[],
    receive: (read: Read, record: Got) => void,
    signal: AbortSignal,
  ): Promise<void> {
    this.pool ??= this.startPool(reads);
    // The largest first, so that no thread is left alone with one at the end; this one reads from the other end.
    const ordered = [...reads].sort((one, other) => other.file.bytes.byteLength - one.file.bytes.byteLength);
    const at = (index: number) => ordered[index] as Read;
    const large = ordered.filter(isLarge).length;
    const slow: Read[] = [];
    const help = async (claim: (first: number) => number | undefined) => {
      for (let taken = takeSome(claim); taken.length > 0; taken = takeSome(claim)) {
        await this.readHere(taken, receive, signal);
        // So that the answers of the other threads are heard, and these get more to do.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const takeSome = (claim: (first: number) => number | undefined): Read[] => {
      const taken: Read[] = [];
      for (let bytes = 0; bytes < TAKEN_BYTES; bytes += (taken.at(-1) as Read).file.bytes.byteLength) {
        const index = claim(large);
        if (index === undefined) break;
        taken.push(at(index));
      }
      return taken;
    };
    await this.pool.run(
      {
        count: ordered.length,
        make: (index) => {
          // A copy, for what goes to a thread is gone here, and may be a part of a larger buffer.
          const bytes = Uint8Array.from(at(index).file.bytes);
          return { job: { ...sourceFileOf(at(index)), bytes }, transfer: [bytes.buffer] };
        },
        receive: (index, outcome) => {
          if (isTimedOut(outcome)) slow.push(at(index));
          else receive(at(index), this.recordOf(at(index), outcome));
        },
        ...(this.isHelping ? { help } : {}),
      },
      signal,
    );
    // A thread that has just started may be slow where the machine is busy: now there is time for what it gave up.
    await this.readHere(slow, receive, signal);
  }

  private startPool(reads: readonly Read[]): WorkerPool<SourceJob, SourceAnswer> {
    // Only what is needed now; a thread that meets another grammar loads it as this one does.
    const bytes = reads.reduce((sum, { file }) => sum + file.bytes.byteLength, 0);
    this.isHelping = this.workerCount > 1 && bytes < BYTES_WORTH_ALL_THREADS;
    this.compiled ??= compileGrammars(reads.map(({ language }) => language.grammar.file));
    const workerData: SourceThreadStart = {
      compiled: this.compiled,
      limits: this.limits,
      languages: fingerprintOf(this.languages),
    };
    return createWorkerPool({
      entry: this.workerEntry ?? sourceWorkerEntry(),
      workerData,
      size: this.isHelping ? this.workerCount - 1 : this.workerCount,
      jobTimeoutMs: this.limits.fileTimeMs * TIMES_UNTIL_KILLED,
      isWornOut: ({ memoryBytes }) => memoryBytes > THREAD_MEMORY_BYTES,
    });
  }

  private recordOf(read: Read, outcome: JobOutcome<SourceAnswer>): Got {
    switch (outcome.kind) {
      case "answered":
        return outcome.answer.record;
      case "timed-out":
        return this.unread(read, "timed-out", this.tooSlow());
      case "crashed":
        return this.unread(read, "failed", `Headwater failed on it: ${outcome.detail}`);
    }
  }

  private unread(read: Read, kind: "timed-out" | "failed", detail: string): FileIndex {
    return unreadFile(sourceFileOf(read), read.file.bytes, kind, detail);
  }

  private tooSlow(): string {
    return `Reading it took longer than ${this.limits.fileTimeMs / 1000} s.`;
  }
}

function isTimedOut(outcome: JobOutcome<SourceAnswer>): boolean {
  return outcome.kind === "timed-out" || (outcome.kind === "answered" && outcome.answer.isTimedOut);
}

function isLarge({ file }: Read): boolean {
  return file.bytes.byteLength >= LARGE_FILE_BYTES;
}

function sourceFileOf({ file, language }: Read) {
  return { path: file.path, blob: file.blob, language: language.id };
}
