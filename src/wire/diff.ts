import { z } from "zod";
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
