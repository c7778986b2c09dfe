import { z } from "zod";
import type { FileDiff, MovedPair } from "../engine/diff/diff.ts";
import { fileDiffSchema } from "./review-graph.ts";

/** What `headwater diff --json` prints: the diff with git's own statuses. */
export const diffSchema = z.object({
  /** The commit or tree that the diff starts from: the merge base. */
  base: z.string(),
  /** A commit, or the tree of a snapshot of the working copy. */
  head: z.string(),
  files: z.array(fileDiffSchema),
  /** Deleted and added files that are one file, moved and rewritten. */
  pairs: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type DiffJson = z.infer<typeof diffSchema>;

/**
 * The text that `headwater diff --json` prints, with a line end. The same diff gives the same bytes; files
 * stand one a line, so that two outputs can be compared.
 */
export function printDiffJson(
  change: { readonly diffBase: string; readonly head: string },
  diff: { readonly files: readonly FileDiff[]; readonly pairs: readonly MovedPair[] },
): string {
  const list = (items: readonly unknown[]) =>
    items.length === 0 ? "[]" : `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
  const { diffBase: base, head } = change;
  return `{"base":${JSON.stringify(base)},"head":${JSON.stringify(head)},"files":${list(diff.files)},"pairs":${list(diff.pairs)}}\n`;
}
