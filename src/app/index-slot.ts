import {
  type FileIndex,
  INDEX_VERSION,
  type IndexStatus,
  type LanguageSyntax,
  type ListedFile,
  type StoreKey,
} from "../engine/index/index.ts";

/** A file on its way to a record. */
export interface Slot {
  readonly file: ListedFile;
  readonly language: LanguageSyntax;
  /** The blob id of its bytes, once they were read or where it was known. */
  blob?: string;
  sizeBytes?: number;
  record?: FileIndex;
  status?: IndexStatus;
  detail?: string;
  isPassing?: boolean;
  isFromStore: boolean;
}

/** What its record is kept under. */
export function keyOf({ file, language, blob = "" }: Slot): StoreKey {
  return {
    blob,
    path: file.path,
    language: language.id,
    grammar: language.grammar.version,
    version: INDEX_VERSION,
  };
}
