import { isValidAnchor, parseDiff } from "../engine/diff/diff.ts";
import type { JournalItem } from "./submission-journal.ts";

/**
 * Which comments a forge will not take, and why, by the patches that it shows itself. A file whose patch it does not
 * show, as a large one, tells nothing.
 */
export function findRefused(
  items: readonly JournalItem[],
  patches: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, string> {
  const bad = new Map<string, string>();
  for (const { draft, place } of items) {
    if (place?.line === undefined) continue;
    if (!patches.has(place.path)) {
      bad.set(draft, "The forge does not have the file in this pull request.");
      continue;
    }
    const patch = patches.get(place.path);
    if (patch === undefined) continue;
    const { side = "RIGHT", line, startLine, startSide } = place;
    const anchor = { side, line, ...(startLine ? { startLine } : {}), ...(startSide ? { startSide } : {}) };
    const isThere = fileOf(patch).some((file) => isValidAnchor(file, anchor));
    if (!isThere) bad.set(draft, "The forge's diff does not show this line.");
  }
  return bad;
}

/** A patch comes without the lines that name its file. */
function fileOf(patch: string) {
  const text = `diff --git a/f b/f\nindex 0000000..1111111 100644\n--- a/f\n+++ b/f\n${patch}\n`;
  return parseDiff(Buffer.from(text)).files;
}
