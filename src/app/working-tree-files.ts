import { lookAt, readRegularFile } from "../adapters/files/files.ts";
import type { ChangeRepository, TrackedEntry, TrackedFiles } from "../adapters/git/repository.ts";
import type {
  FileContent,
  FileListing,
  ListedFile,
  ProjectFiles,
  UnreadPath,
} from "../engine/index/index.ts";
import { compareBytes } from "../kit/order.ts";
import { counted, linkNote, listedPaths, notUtf8, onDisk, submoduleNote } from "./file-words.ts";

/**
 * The files that git tracks, as they are on disk: what was deleted there is none. Of those that git knows to be
 * unchanged the blob is known. What a sparse checkout leaves out is read from git.
 */
export function workingTreeFiles(
  repository: Pick<ChangeRepository, "root" | "readBlobs" | "close">,
  tracked: TrackedFiles,
  options: { readonly includeUntracked: boolean; readonly maxFileBytes: number },
): ProjectFiles {
  const { root } = repository;
  const entries = options.includeUntracked ? withUntracked(tracked) : tracked.entries;
  const untracked = options.includeUntracked ? [] : tracked.untracked;
  const fromGit = new Map(entries.flatMap((one) => (isInGitOnly(one) ? [[one.path, one.blob]] : [])));
  return {
    title: `the ${options.includeUntracked ? "tracked and untracked" : "tracked"} files of ${root}`,
    async list(isWanted, signal) {
      signal.throwIfAborted();
      const listing = listEntries(root, entries, isWanted);
      return { ...listing, notes: [...untrackedNote(untracked.filter(isWanted)), ...listing.notes] };
    },
    async read(paths, signal) {
      signal.throwIfAborted();
      const asked = paths.filter((path) => fromGit.has(path));
      const blobs = await repository.readBlobs(
        asked.map((path) => fromGit.get(path) as string),
        signal,
      );
      const contents = new Map(asked.map((path, at) => [path, contentOf(blobs[at])]));
      return paths.map(
        (path) => contents.get(path) ?? readRegularFile(onDisk(root, path), options.maxFileBytes),
      );
    },
    close: () => repository.close(),
  };
}

/** The content of an object that git was asked for. */
export function contentOf(bytes: Uint8Array | undefined): FileContent {
  if (bytes === undefined) return { kind: "unreadable", detail: "Git has no such object here." };
  return { kind: "bytes", bytes };
}

function withUntracked({ entries, untracked }: TrackedFiles): readonly TrackedEntry[] {
  const more = untracked.map((path): TrackedEntry => ({ path, mode: "100644", isOnDisk: true }));
  return [...entries, ...more].sort((one, other) => compareBytes(one.path, other.path));
}

function listEntries(
  root: string,
  entries: readonly TrackedEntry[],
  isWanted: (path: string) => boolean,
): FileListing {
  const paths: string[] = [];
  const files: ListedFile[] = [];
  const unread: UnreadPath[] = [];
  const links: string[] = [];
  let submodules = 0;
  for (const entry of entries) {
    const { path, mode } = entry;
    const isLink = mode === "120000";
    if (mode === "160000") submodules++;
    else if (path.includes("\ufffd")) unread.push({ path, kind: "unreadable", detail: notUtf8 });
    else if (!isWanted(path) && !isLink) paths.push(path);
    else if (isInGitOnly(entry)) {
      paths.push(path);
      files.push({ path, blob: entry.blob });
    } else {
      const look = lookAt(root, onDisk(root, path));
      if (look.kind === "gone" || look.kind === "folder") continue;
      if (look.kind === "unreadable") {
        if (isWanted(path)) unread.push({ path, kind: "unreadable", detail: look.detail });
        else links.push(path);
        continue;
      }
      paths.push(path);
      if (isWanted(path)) {
        files.push({ path, sizeBytes: look.sizeBytes, ...knownBlob(entry, look.isLink) });
      }
    }
  }
  return { paths, files, unread, notes: [...linkNote(links), ...submoduleNote(submodules)] };
}

/** A sparse checkout leaves the file out. A link that it leaves out leads nowhere on disk. */
function isInGitOnly(entry: TrackedEntry): entry is TrackedEntry & { readonly blob: string } {
  return !entry.isOnDisk && entry.mode !== "120000" && entry.blob !== undefined;
}

/** The blob of a link is where it leads. */
function knownBlob({ blob }: TrackedEntry, isLink: boolean): { readonly blob?: string } {
  return blob === undefined || isLink ? {} : { blob };
}

function untrackedNote(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const were = paths.length === 1 ? "was" : "were";
  const files = counted(paths.length, "source file");
  return [`${files} that git does not track ${were} not read: ${listedPaths(paths)}. --untracked adds them.`];
}
