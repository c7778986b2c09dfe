/** `headwater/index`: from source text to records, in every language that Headwater reads. */
export { createSourceReader, type SourceReader, type SourceReaderOptions } from "../app/source-reader.ts";
export * from "../engine/index/index.ts";
export * from "../languages/registry.ts";
