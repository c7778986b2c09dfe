import { rmSync } from "node:fs";
import { listTree } from "./list-tree.ts";
import type { AttributeValues } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** The attributes that Headwater asks for. */
const names = ["linguist-generated", "diff", "binary", "filter"] as const;

/**
 * Fills the index of `place` with the `.gitattributes` files of a tree and nothing else, so that git takes
 * attributes from that tree alone. Answers whether there are any.
 */
export async function indexAttributeFiles(
  place: GitPlace,
  indexFile: string,
  tree: string,
  signal: AbortSignal,
): Promise<boolean> {
  rmSync(indexFile, { force: true });
  const entries = (await listTree(place, tree, false, signal)).filter(
    (entry) => entry.mode.startsWith("100") && /(^|\/)\.gitattributes$/.test(entry.path),
  );
  // A path that is not UTF-8 is left out: it would name another folder.
  const known = entries.filter((entry) => !entry.path.includes("\ufffd"));
  if (known.length === 0) return false;
  const input = known.map((entry) => `${entry.mode} ${entry.blob}\t${entry.path}\0`).join("");
  await runGit(place, ["update-index", "-z", "--index-info"], { input }, signal);
  return true;
}

/** The attributes of each path, raw bytes, in the order asked. One process. */
export async function readAttributes(
  place: GitPlace,
  paths: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<readonly AttributeValues[]> {
  const asked = paths.filter(mayStandInTree);
  if (asked.length === 0) return paths.map(() => unspecified);
  const input = Buffer.concat(asked.flatMap((path) => [path, Buffer.from([0])]));
  const words = ["check-attr", "--cached", "-z", "--stdin", ...names];
  const { output } = await runGit(place, words, { input }, signal);
  // For each path and name: path NUL name NUL value NUL.
  const fields = output.toString("utf8").split("\0");
  let next = 0;
  return paths.map((path) => {
    if (!mayStandInTree(path)) return unspecified;
    const first = names.length * next++;
    const values = names.map((_, k) => fields[(first + k) * 3 + 2] ?? "unspecified");
    const [linguistGenerated, diff, binary, filter] = values as [string, string, string, string];
    return { linguistGenerated, diff, binary, filter };
  });
}

const unspecified: AttributeValues = {
  linguistGenerated: "unspecified",
  diff: "unspecified",
  binary: "unspecified",
  filter: "unspecified",
};

/** A tree that was made by hand may hold names that lead out of it; git refuses to be asked about these. */
function mayStandInTree(path: Uint8Array): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(Buffer.from(path).toString("latin1"));
}
