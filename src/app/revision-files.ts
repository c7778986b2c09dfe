import type { Repository, TreeEntry } from "../adapters/git/repository.ts";
import { joinPath } from "../engine/graph/graph.ts";
import type { FileListing, ListedFile, ProjectFiles, UnreadPath } from "../engine/index/index.ts";
import { invariant } from "../kit/errors.ts";
import { linkNote, notUtf8, submoduleNote } from "./file-words.ts";
import { contentOf } from "./working-tree-files.ts";

/** The files of one tree of a repository, read through git. Links count as the files of the tree that they lead to. */
export function revisionFiles(
  repository: Pick<Repository, "readBlobs" | "close">,
  entries: readonly TreeEntry[],
  title: string,
): ProjectFiles {
  let blobOf: ReadonlyMap<string, string> = new Map();
  return {
    title,
    async list(isWanted, signal) {
      const links = entries.filter((entry) => entry.mode === "120000");
      const texts = await repository.readBlobs(
        links.map((entry) => entry.blob),
        signal,
      );
      const targets = new Map(links.map(({ path }, at) => [path, new TextDecoder().decode(texts[at])]));
      const found = listEntries(entries, targets, isWanted);
      blobOf = found.blobOf;
      return found.listing;
    },
    async read(paths, signal) {
      const asked = paths.map((path) => blobOf.get(path));
      invariant(!asked.includes(undefined), "what is read was listed");
      const blobs = await repository.readBlobs(asked as string[], signal);
      return blobs.map(contentOf);
    },
    close: () => repository.close(),
  };
}

function listEntries(
  entries: readonly TreeEntry[],
  targets: ReadonlyMap<string, string>,
  isWanted: (path: string) => boolean,
): { readonly listing: FileListing; readonly blobOf: ReadonlyMap<string, string> } {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const paths: string[] = [];
  const files: ListedFile[] = [];
  const unread: UnreadPath[] = [];
  const links: string[] = [];
  const blobOf = new Map<string, string>();
  let submodules = 0;
  for (const entry of entries) {
    const { path } = entry;
    if (entry.mode === "160000") {
      submodules++;
      continue;
    }
    const found = follow(entry, targets, byPath);
    if (found === undefined || path.includes("\ufffd")) {
      const detail = found === undefined ? "It is a link to no file of the project." : notUtf8;
      if (isWanted(path) || found !== undefined) unread.push({ path, kind: "unreadable", detail });
      else links.push(path);
      continue;
    }
    paths.push(path);
    blobOf.set(path, found.blob);
    const size = found.sizeBytes === undefined ? {} : { sizeBytes: found.sizeBytes };
    if (isWanted(path)) files.push({ path, blob: found.blob, ...size });
  }
  const notes = [...linkNote(links), ...submoduleNote(submodules)];
  return { listing: { paths, files, unread, notes }, blobOf };
}

/** Links in a row; more are a circle. */
const MAX_LINKS = 8;

/** The file that an entry is, or as a link leads to. */
function follow(
  entry: TreeEntry,
  targets: ReadonlyMap<string, string>,
  byPath: ReadonlyMap<string, TreeEntry>,
): TreeEntry | undefined {
  let at: TreeEntry | undefined = entry;
  for (let count = 0; at?.mode === "120000" && count < MAX_LINKS; count++) {
    at = byPath.get(targetOf(at.path, targets.get(at.path) ?? "") ?? "");
  }
  return at?.mode.startsWith("100") ? at : undefined;
}

function targetOf(link: string, target: string): string | undefined {
  if (target === "" || target.startsWith("/")) return undefined;
  return joinPath(link.slice(0, Math.max(0, link.lastIndexOf("/"))), target);
}
