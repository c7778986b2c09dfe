import type { FileListing, ListedFile, ProjectFiles } from "../engine/index/index.ts";
import { blobId } from "../kit/hash.ts";

/** What is read at once. */
const BATCH_FILES = 500;

/** The files of a project, listed once, and the blob id of each that can be read. */
export interface NamedFiles {
  /** The same files; listing them again costs nothing. */
  readonly files: ProjectFiles;
  readonly listing: FileListing;
}

/**
 * Lists files and names the content of each that is not too large, by reading those of which git does not know
 * it. A file that cannot be read keeps no name.
 */
export async function nameFiles(
  files: ProjectFiles,
  isWanted: (path: string) => boolean,
  maxFileBytes: number,
  signal: AbortSignal,
): Promise<NamedFiles> {
  const listing = await files.list(isWanted, signal);
  const isOpen = ({ blob, sizeBytes = 0 }: ListedFile) => blob === undefined && sizeBytes <= maxFileBytes;
  const open = listing.files.filter(isOpen).map((file) => file.path);
  const blobs = new Map<string, string>();
  for (let at = 0; at < open.length; at += BATCH_FILES) {
    const paths = open.slice(at, at + BATCH_FILES);
    const contents = await files.read(paths, signal);
    contents.forEach((content, index) => {
      if (content.kind === "bytes") blobs.set(paths[index] as string, blobId(content.bytes));
    });
  }
  const named: FileListing = {
    ...listing,
    files: listing.files.map((file) => {
      const blob = blobs.get(file.path);
      return blob === undefined ? file : { ...file, blob };
    }),
  };
  return { files: { ...files, list: async () => named }, listing: named };
}
