import {
  type FileIndex,
  type FileListing,
  type IndexedFile,
  type IndexResult,
  type IndexStatus,
  type LanguageSyntax,
  languageFinder,
  type PluginProblem,
  type ProjectFiles,
  reportOf,
} from "../engine/index/index.ts";
import { blobId } from "../kit/hash.ts";
import { compareBytes } from "../kit/order.ts";
import { runPlugins } from "./index-plugins.ts";
import { keyOf, type Slot } from "./index-slot.ts";
import type { IndexerOptions } from "./indexer-options.ts";
import { isPassing, KeptRecords, readRecord, statusOf } from "./kept-records.ts";
import { sourceLimits } from "./source-limits.ts";
import type { SourceBytes, SourceReader } from "./source-reader.ts";

/** What is read at once, so that memory does not grow with the project. */
const BATCH_BYTES = 32 * 1024 * 1024;
const BATCH_FILES = 2_000;
/** Of a file whose size is not known before it is read. */
const LIKELY_BYTES = 16 * 1024;

/** One run of an indexer. */
export class IndexRun {
  private readonly options: IndexerOptions;
  private readonly files: ProjectFiles;
  private readonly signal: AbortSignal;
  private readonly onProgress: (done: number, total: number) => void;
  private readonly kept: KeptRecords;
  private readonly maxFileBytes: number;
  private reader: SourceReader | undefined;
  private slots: readonly Slot[] = [];
  private done = 0;
  private parsed = 0;

  constructor(
    options: IndexerOptions,
    files: ProjectFiles,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ) {
    this.options = options;
    this.files = files;
    this.signal = signal;
    this.onProgress = onProgress;
    this.kept = new KeptRecords(options.store);
    this.maxFileBytes = options.maxFileBytes || sourceLimits.fileBytes;
  }

  async result(): Promise<IndexResult> {
    const languageOf = languageFinder(this.options.languages);
    let listing: FileListing = { paths: [], files: [], unread: [], notes: [] };
    let pluginProblems: readonly PluginProblem[] = [];
    let hasStopped = false;
    try {
      listing = await this.files.list((path) => languageOf(path) !== undefined, this.signal);
      this.slots = listing.files.map((file) => ({
        file,
        language: languageOf(file.path) as LanguageSyntax,
        ...(file.blob === undefined ? {} : { blob: file.blob }),
        ...(file.sizeBytes === undefined ? {} : { sizeBytes: file.sizeBytes }),
        isFromStore: false,
      }));
      await this.fill();
      pluginProblems = await this.runPlugins();
    } catch (error) {
      // What breaks because of the stop is the stop.
      if (!this.signal.aborted) throw error;
      hasStopped = true;
    }
    await this.kept.flush();
    return this.assemble(listing, pluginProblems, languageOf, hasStopped);
  }

  async close(): Promise<void> {
    await this.reader?.close();
  }

  private async fill(): Promise<void> {
    for (const slot of this.slots) {
      const { sizeBytes } = slot;
      if (sizeBytes !== undefined && sizeBytes > this.maxFileBytes) this.settleTooLarge(slot, sizeBytes);
    }
    await this.serve(this.slots.filter((slot) => slot.status === undefined && slot.blob !== undefined));
    const open = this.slots.filter((slot) => slot.status === undefined);
    for (const batch of batchesOf(open)) {
      this.signal.throwIfAborted();
      await this.readBatch(batch);
    }
  }

  /** Takes what the store has. */
  private async serve(slots: readonly Slot[]): Promise<void> {
    const found = await this.kept.read(slots.map((slot) => ({ key: keyOf(slot), ...sizeOf(slot) })));
    this.signal.throwIfAborted();
    slots.forEach((slot, at) => {
      const record = found[at];
      if (record === undefined) return;
      slot.isFromStore = true;
      this.settle(slot, record, "cached");
    });
  }

  private async readBatch(batch: readonly Slot[]): Promise<void> {
    const contents = await this.files.read(
      batch.map((slot) => slot.file.path),
      this.signal,
    );
    const found = new Map<Slot, Uint8Array>();
    const unknown: Slot[] = [];
    batch.forEach((slot, at) => {
      const content = contents[at];
      if (content?.kind !== "bytes") {
        this.fail(
          slot,
          content?.kind === "gone" ? "missing" : "failed",
          content?.detail ?? "It was not read.",
        );
        return;
      }
      const blob = this.blobOf(slot, content.bytes);
      if (blob !== slot.blob) unknown.push(slot);
      slot.blob = blob;
      slot.sizeBytes = content.bytes.byteLength;
      if (slot.sizeBytes > this.maxFileBytes) this.settleTooLarge(slot, slot.sizeBytes);
      else found.set(slot, content.bytes);
    });
    await this.serve(unknown.filter((slot) => slot.status === undefined));
    await this.parse([...found].filter(([slot]) => slot.status === undefined));
  }

  /** Git knows its objects by other ids in some repositories: there the id that it gave is the one that counts. */
  private blobOf(slot: Slot, bytes: Uint8Array): string {
    const isOtherFormat = slot.blob !== undefined && slot.blob.length !== 40;
    return isOtherFormat && slot.file.sizeBytes === bytes.byteLength ? (slot.blob as string) : blobId(bytes);
  }

  private async parse(slots: readonly (readonly [Slot, Uint8Array])[]): Promise<void> {
    if (slots.length === 0) return;
    const reader = await this.openReader();
    const slotOf = new Map<SourceBytes, Slot>();
    const sources = slots.map(([slot, bytes]) => {
      const source = { path: slot.file.path, blob: slot.blob as string, bytes };
      slotOf.set(source, slot);
      return source;
    });
    const receive = (source: SourceBytes, packed: Uint8Array) => {
      const slot = slotOf.get(source) as Slot;
      const record = readRecord(packed);
      this.parsed++;
      this.kept.add(keyOf(slot), source.bytes.byteLength, packed, record);
      this.settle(slot, record, "indexed");
    };
    await reader.readEach(sources, receive, this.signal);
    await this.kept.settled();
  }

  /** Loaded when there is something to parse: a run with nothing new needs no parser. */
  private async openReader(): Promise<SourceReader> {
    const { createSourceReader } = await import("./source-reader.ts");
    const { languages, workers, workerEntry, fileTimeMs } = this.options;
    this.reader ??= createSourceReader({
      languages,
      limits: { fileBytes: this.maxFileBytes, ...(fileTimeMs === undefined ? {} : { fileTimeMs }) },
      ...(workers ? { workerCount: workers } : {}),
      ...(workerEntry === undefined ? {} : { workerEntry }),
    });
    return this.reader;
  }

  private runPlugins(): Promise<readonly PluginProblem[]> {
    return runPlugins(
      {
        plugins: this.options.plugins ?? [],
        slots: this.slots,
        files: this.files,
        kept: this.kept,
        fileTimeMs: this.options.fileTimeMs ?? sourceLimits.fileTimeMs,
      },
      this.signal,
    );
  }

  private settle(slot: Slot, record: FileIndex, how: "indexed" | "cached"): void {
    const { status, detail } = statusOf(record, how);
    slot.status = status;
    slot.isPassing = record.problems.some(isPassing);
    if (detail !== undefined) slot.detail = detail;
    if (status !== "failed") slot.record = record;
    this.onProgress(++this.done, this.slots.length);
  }

  private fail(slot: Slot, status: IndexStatus, detail: string): void {
    slot.status = status;
    slot.detail = detail;
    slot.isPassing = true;
    this.onProgress(++this.done, this.slots.length);
  }

  private settleTooLarge(slot: Slot, sizeBytes: number): void {
    const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
    const limit = mebibytes(this.maxFileBytes);
    this.fail(slot, "failed", `It has ${mebibytes(sizeBytes)} MiB, over the limit of ${limit} MiB.`);
    slot.isPassing = false;
  }

  private assemble(
    listing: FileListing,
    pluginProblems: readonly PluginProblem[],
    languageOf: (path: string) => LanguageSyntax | undefined,
    hasStopped: boolean,
  ): IndexResult {
    const files = [
      ...this.slots.map(describe),
      ...listing.unread.map(
        ({ path, kind, detail }): IndexedFile => ({
          path,
          language: languageOf(path)?.id ?? "",
          status: kind === "gone" ? "missing" : "failed",
          lineCount: 0,
          detail,
        }),
      ),
    ].sort((one, other) => compareBytes(one.path, other.path));
    return {
      indexes: this.slots.flatMap((slot) => slot.record ?? []),
      files,
      paths: listing.paths,
      report: reportOf(files, this.parsed, this.kept.served),
      pluginProblems,
      notes: [...listing.notes, ...this.kept.notes],
      isStoreUsable: this.kept.notes.length === 0,
      ...(hasStopped ? { stopped: { reason: this.signal.reason } } : {}),
    };
  }
}

function describe(slot: Slot): IndexedFile {
  const detail = slot.status === undefined ? "The run was stopped before it." : slot.detail;
  return {
    path: slot.file.path,
    language: slot.language.id,
    status: slot.status ?? "missing",
    lineCount: slot.record?.lineCount ?? 0,
    ...(detail === undefined ? {} : { detail }),
    ...(slot.isPassing === true || slot.status === undefined ? { isPassing: true } : {}),
  };
}

function sizeOf({ sizeBytes }: Slot): { readonly sizeBytes?: number } {
  return sizeBytes === undefined ? {} : { sizeBytes };
}

function* batchesOf(slots: readonly Slot[]): Generator<readonly Slot[]> {
  let batch: Slot[] = [];
  let bytes = 0;
  for (const slot of slots) {
    batch.push(slot);
    bytes += slot.sizeBytes ?? LIKELY_BYTES;
    if (bytes < BATCH_BYTES && batch.length < BATCH_FILES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
