/** The files of a project at one moment: a working tree, a revision, a folder. */
export interface ProjectFiles {
  /** What they are, as words: "the tracked files of /src/app". */
  readonly title: string;
  /** Lists all paths. Only of those that `isWanted` it is looked up what they are. */
  list(isWanted: (path: string) => boolean, signal: AbortSignal): Promise<FileListing>;
  /** The content of files of the listing, which comes first, by path and in the order asked. */
  read(paths: readonly string[], signal: AbortSignal): Promise<readonly FileContent[]>;
  close(): void;
}

export interface FileListing {
  /** Every path that can be read or looked at, in the order of their bytes. */
  readonly paths: readonly string[];
  /** The wanted ones among them that can be read, in the same order. */
  readonly files: readonly ListedFile[];
  /** Wanted paths that cannot be read, in the same order. */
  readonly unread: readonly UnreadPath[];
  /** What a person should know of what is not among them, a sentence each. */
  readonly notes: readonly string[];
}

export interface ListedFile {
  readonly path: string;
  /** Where it is known. */
  readonly sizeBytes?: number;
  /** The blob id of the bytes, where it is known without reading them. */
  readonly blob?: string;
}

export interface UnreadPath {
  readonly path: string;
  /** `gone`: it was there a moment ago, or should be. */
  readonly kind: "gone" | "unreadable";
  readonly detail: string;
}

export type FileContent =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "gone" | "unreadable"; readonly detail: string };
