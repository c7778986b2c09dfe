import type { FileHead } from "../../../src/wire/api.ts";
import { hashesOf, type Outline } from "./outline.ts";

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How much of a review is read. All counts are of hunks, but for `pages`, which are placements. */
export interface ReviewProgress {
  readonly all: Progress;
  readonly lowSignal: Progress;
  readonly byCore: readonly Progress[];
  /** A page without hunks counts as one thing to mark. */
  readonly byPlacement: ReadonlyMap<string, Progress>;
  /** The hashes that it was measured by. */
  readonly reviewed: ReadonlySet<string>;
}

export function isDone(progress: Progress | undefined): boolean {
  return progress !== undefined && progress.total > 0 && progress.done >= progress.total;
}

/**
 * Linear in hunks and placements; run at every mark.
 *
 * @param reviewedPages  ids of pages without hunks; they count where the hash of the page is not known yet
 */
export function measureProgress(
  outline: Outline,
  reviewed: ReadonlySet<string>,
  reviewedPages: ReadonlySet<string> = new Set(),
): ReviewProgress {
  const all = new Set<string>();
  for (const hunk of outline.hunks.values()) all.add(hunk.hash);
  const byPlacement = new Map<string, Progress>();
  const byCore = outline.cores.map((core) => {
    let done = 0;
    let total = 0;
    for (const id of core.pages) {
      const placement = outline.placements.get(id)?.placement;
      if (placement === undefined) {
        byPlacement.set(id, { done: reviewedPages.has(id) ? 1 : 0, total: 1 });
        continue;
      }
      const progress = countReviewed(hashesOf(placement, outline), reviewed);
      byPlacement.set(id, progress);
      if (placement.repeatOf !== undefined || placement.hunks.length === 0) continue;
      done += progress.done;
      total += progress.total;
    }
    return { done, total };
  });
  return {
    all: countReviewed(all, reviewed),
    lowSignal: countReviewed(outline.lowSignal, reviewed),
    byCore,
    byPlacement,
    reviewed,
  };
}

export function fileProgress(file: FileHead, reviewed: ReadonlySet<string>): Progress {
  return countReviewed(
    file.hunks.map(([, hash]) => hash),
    reviewed,
  );
}

export function countReviewed(hashes: Iterable<string>, reviewed: ReadonlySet<string>): Progress {
  let done = 0;
  let total = 0;
  for (const hash of hashes) {
    total += 1;
    if (reviewed.has(hash)) done += 1;
  }
  return { done, total };
}
