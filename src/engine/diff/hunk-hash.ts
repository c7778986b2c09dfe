import { sha1 } from "../../kit/hash.ts";

/** What one hunk is known by, before its twins are told apart. All of it raw bytes. */
export interface HunkBytes {
  /** The lines as git prints them, mark and all. */
  readonly body: Uint8Array;
  /** `body` without its context lines. */
  readonly changes: Uint8Array;
}

export interface HunkHashes {
  readonly hash: string;
  readonly changeHash: string;
}

const separator = "\0";

/**
 * The two hashes of each hunk of one file, in order. Hunks with equal bytes get different hashes, by which
 * of how many they are, so that a mark never covers a twin; another twin in the file therefore gives all of
 * them new hashes, since nobody can tell which of them was read.
 */
export function hashHunks(path: Uint8Array, hunks: readonly HunkBytes[]): readonly HunkHashes[] {
  const hashes = distinctHashes(
    "hunk",
    path,
    hunks.map((hunk) => hunk.body),
  );
  const changeHashes = distinctHashes(
    "change",
    path,
    hunks.map((hunk) => hunk.changes),
  );
  return hashes.map((hash, i) => ({ hash, changeHash: changeHashes[i] as string }));
}

function distinctHashes(kind: string, path: Uint8Array, contents: readonly Uint8Array[]): readonly string[] {
  const plain = contents.map((content) => sha1(kind, separator, path, separator, content));
  if (plain.length < 2) return plain;
  const counts = new Map<string, number>();
  for (const hash of plain) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  if (counts.size === plain.length) return plain;
  const seen = new Map<string, number>();
  return plain.map((hash) => {
    const count = counts.get(hash) as number;
    if (count === 1) return hash;
    const place = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, place);
    return sha1(hash, separator, `${place} of ${count}`);
  });
}
