import type { FileHead, OutlinePlacement, Overview } from "../../../src/wire/api.ts";

/** A page with the place of its core in the walk. */
export interface PlacedPage {
  readonly id: string;
  /** What the rail shows of it; missing for a page without a change until its core was read. */
  readonly placement: OutlinePlacement | undefined;
  /** From 0. */
  readonly coreIndex: number;
  /** Its place in the walk from 0, or that of the page before it for a repeat. */
  readonly walkIndex: number;
}

export interface OutlineCore {
  readonly id: string;
  readonly title: string;
  readonly hook: string;
  /** Ids of all its pages, in reading order. */
  readonly pages: readonly string[];
  /** Whether all that the rail shows of them is known. */
  readonly isRead: boolean;
}

/** The overview, prepared for questions that every page asks. */
export interface Outline {
  readonly overview: Overview;
  readonly cores: readonly OutlineCore[];
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
  return {
    overview,
    cores: overview.cores.map(outlineCore),
    placements: placePages(overview),
    hunks,
    files,
    lowSignal,
  };
}

function outlineCore({ id, title, hook, placements }: Overview["cores"][number]): OutlineCore {
  const pages = placements.map(idOf);
  return { id, title, hook, pages, isRead: placements.every((page) => typeof page !== "string") };
}

/** The outline with the pages of cores that were read since, by the ids of the cores. */
export function withPages(outline: Outline, read: ReadonlyMap<string, readonly OutlinePlacement[]>): Outline {
  if (read.size === 0) return outline;
  const placements = new Map(outline.placements);
  for (const placement of [...read.values()].flat()) {
    const page = placements.get(placement.id);
    if (page) placements.set(placement.id, { ...page, placement });
  }
  const cores = outline.cores.map((core) => (read.has(core.id) ? { ...core, isRead: true } : core));
  return { ...outline, cores, placements };
}

function idOf(page: OutlinePlacement | string): string {
  return typeof page === "string" ? page : page.id;
}

function placePages(overview: Overview): Map<string, PlacedPage> {
  const walkIndexes = new Map(overview.walk.map((id, index) => [id, index]));
  const pages = new Map<string, PlacedPage>();
  let last = -1;
  overview.cores.forEach((core, coreIndex) => {
    for (const page of core.placements) {
      const id = idOf(page);
      last = walkIndexes.get(id) ?? last;
      pages.set(id, {
        id,
        placement: typeof page === "string" ? undefined : page,
        coreIndex,
        walkIndex: last,
      });
    }
  });
  return pages;
}

/** The hashes that mark a placement: of its hunks, or its own. */
export function hashesOf(placement: OutlinePlacement, outline: Outline): string[] {
  if (placement.hunks.length === 0) return placement.markHash ? [placement.markHash] : [];
  return placement.hunks.flatMap((id) => outline.hunks.get(id)?.hash ?? []);
}

/** What a page is called, also before its core was read. */
export function pageName(id: string, outline: Outline): string {
  const page = outline.placements.get(id);
  if (page === undefined) return id;
  return page.placement?.title ?? `a page of core ${page.coreIndex + 1}`;
}
