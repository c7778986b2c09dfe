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
}

export function isDone(progress: Progress | undefined): boolean {
  return progress !== undefined && progress.total > 0 && progress.done >= progress.total;
}

/** Linear in hunks and placements; run at every mark. */
export function measureProgress(outline: Outline, reviewed: ReadonlySet<string>): ReviewProgress {
  const all = new Set<string>();
  for (const hunk of outline.hunks.values()) all.add(hunk.hash);
  const byPlacement = new Map<string, Progress>();
  const byCore = outline.overview.cores.map((core) => {
    let done = 0;
    let total = 0;
    for (const placement of core.placements) {
      const progress = countReviewed(hashesOf(placement, outline), reviewed);
      byPlacement.set(placement.id, progress);
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
