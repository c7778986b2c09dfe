import { open, realpath, stat } from "node:fs/promises";
import { codeOf, reasonOf, writeBeside } from "../adapters/store/store.ts";
import type { FileDiff } from "../engine/diff/diff.ts";
import { placeThreads } from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import { parseGraph } from "./cache-graphs.ts";
import { withChange, withDiscussion } from "./graph-text.ts";
import type { PullOfChange } from "./pull-of-change.ts";
import type { StageProgress } from "./session-input.ts";
import type { OpenedChange } from "./session-source.ts";

/**
 * The ReviewGraph of a change as the text of a JSON file, in pieces: kept, or made now and then kept. Of a pull request
 * it holds what is said of it now.
 */
export async function extractGraph(
  opened: OpenedChange,
  report: (progress: StageProgress) => void,
  signal: AbortSignal,
): Promise<Iterable<string | Uint8Array>> {
  const { change, text } = await opened.text(report, signal);
  if (opened.pull === undefined) return withChange(text, change);
  const { files } = parseGraph(text, change);
  return withChange(withDiscussion(text, await readSaid(opened.pull, files, signal)), change);
}

/** A discussion that cannot be read costs itself alone, and that is said in its place. */
async function readSaid({ forge, request }: PullOfChange, files: readonly FileDiff[], signal: AbortSignal) {
  try {
    const { threads, reviews, comments, notes } = await forge.discussion(request, undefined, signal);
    return { discussion: placeThreads(threads, files), conversation: { reviews, comments, notes } };
  } catch (error) {
    if (!(error instanceof UserError) || error.code === "cancelled") throw error;
    const notes = [`The discussion could not be read: ${error.message}`];
    return { discussion: [], conversation: { reviews: [], comments: [], notes } };
  }
}

/**
 * Writes what the user named: a file whole or not at all, through a link to where it leads, and anything that
 * is no file (a pipe, a terminal, `/dev/null`) as it comes, for it must never be replaced by a file.
 *
 * @throws UserError  `output-failed` where the disk is at fault, `bad-option` where the name is
 */
export async function writeOut(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  try {
    const there = await stat(path).catch(() => undefined);
    if (there === undefined || there.isFile()) {
      const target = there === undefined ? path : await realpath(path);
      await writeBeside(target, pieces, {
        isDurable: false,
        mode: there === undefined ? 0o666 : there.mode & 0o777,
      });
    } else await writeThrough(path, pieces);
  } catch (cause) {
    const code = outOfOrder.has(codeOf(cause) ?? "") ? "output-failed" : "bad-option";
    throw new UserError(code, `Cannot write ${path}: ${reasonOf(cause)}.`, { cause });
  }
}

/** What no other name on the same disk would mend. */
const outOfOrder: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

async function writeThrough(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}
