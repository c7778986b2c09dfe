import type { FileHead, OutlinePlacement, Overview } from "../../../src/wire/api.ts";

/** A placement with the place of its core in the walk. */
export interface PlacedPage {
  readonly placement: OutlinePlacement;
  /** From 0. */
  readonly coreIndex: number;
  /** Its place in the walk from 0, or that of the page before it for a repeat. */
  readonly walkIndex: number;
}

/** The overview, prepared for questions that every page asks. */
export interface Outline {
  readonly overview: Overview;
  readonly placements: ReadonlyMap<string, PlacedPage>;
  readonly hunks: ReadonlyMap<string, OutlineHunk>;
  readonly files: ReadonlyMap<string, FileHead>;
  /** Hashes of the hunks that no page of the walk holds. */
  readonly lowSignal: readonly string[];
}

export interface OutlineHunk {
  readonly hash: string;
  readonly path: string;
  /** "" for a low-signal hunk. */
  readonly placement: string;
}

export function makeOutline(overview: Overview): Outline {
  const hunks = new Map<string, OutlineHunk>();
  const files = new Map<string, FileHead>();
  const lowSignal: string[] = [];
  for (const file of overview.files) {
    files.set(file.path, file);
    for (const [id, hash, placement] of file.hunks) {
      hunks.set(id, { hash, path: file.path, placement });
      // While the walk is being made no hunk has a page yet, and none is known to be of low signal.
      if (placement === "" && overview.stage === "ready") lowSignal.push(hash);
    }
  }
  return { overview, placements: placePages(overview), hunks, files, lowSignal };
}

function placePages(overview: Overview): Map<string, PlacedPage> {
  const walkIndexes = new Map(overview.walk.map((id, index) => [id, index]));
  const pages = new Map<string, PlacedPage>();
  let last = -1;
  overview.cores.forEach((core, coreIndex) => {
    for (const placement of core.placements) {
      last = walkIndexes.get(placement.id) ?? last;
      pages.set(placement.id, { placement, coreIndex, walkIndex: last });
    }
  });
  return pages;
}

/** The hashes that mark a placement: of its hunks, or its own. */
export function hashesOf(placement: OutlinePlacement, outline: Outline): string[] {
  if (placement.hunks.length === 0) return placement.markHash ? [placement.markHash] : [];
  return placement.hunks.flatMap((id) => outline.hunks.get(id)?.hash ?? []);
}
