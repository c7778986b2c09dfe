/** `headwater/index`: from source text to records, in every language that Headwater reads. */
export { memoryStore, type SqliteStoreOptions, sqliteStore } from "../adapters/store/store.ts";
export { createIndexer, type Indexer, type IndexerOptions, type RunOptions } from "../app/indexer.ts";
export { type OpenedProject, openProject, type ProjectOptions } from "../app/project-files.ts";
export { createSourceReader, type SourceReader, type SourceReaderOptions } from "../app/source-reader.ts";
export * from "../engine/index/index.ts";
export * from "../languages/registry.ts";
