import type { Route } from "../address/route.ts";
import type { Outline } from "./outline.ts";
import { fileProgress, isDone, type ReviewProgress } from "./progress.ts";

export interface Neighbours {
  readonly previous: Route;
  readonly next: Route;
}

/**
 * The pages before and after one: overview, the walk, low-signal when there is any, and the overview
 * again. In the files view they are the files before and after. The last page leads on to the overview.
 */
export function neighbours(route: Route, outline: Outline): Neighbours {
  if (route.kind === "file") return fileNeighbours(route.path, outline);
  const pages = pagesInOrder(outline);
  const at = placeInOrder(route, outline);
  const isRepeat = route.kind === "page" && !outline.overview.walk.includes(route.placement);
  const previous = pages[isRepeat ? at : at - 1];
  return { previous: previous ?? { kind: "overview" }, next: pages[at + 1] ?? { kind: "overview" } };
}

/**
 * The next page that holds something not reviewed: first after `route`, then from the start. Undefined
 * when everything is reviewed; `route` itself comes last. In the files view it is the next such file.
 */
export function nextUnreviewed(route: Route, outline: Outline, progress: ReviewProgress): Route | undefined {
  if (route.kind === "file" || route.kind === "files") return nextUnreviewedFile(route, outline, progress);
  const pages = pagesInOrder(outline);
  const from = placeInOrder(route, outline);
  for (let step = 1; step <= pages.length; step++) {
    const page = pages[(from + step + pages.length) % pages.length]!;
    if (hasUnreviewed(page, progress)) return page;
  }
  return undefined;
}

function nextUnreviewedFile(
  route: Extract<Route, { kind: "file" | "files" }>,
  outline: Outline,
  progress: ReviewProgress,
): Route | undefined {
  const { files } = outline.overview;
  const at = route.kind === "file" ? files.findIndex((file) => file.path === route.path) : -1;
  const inOrder = [...files.slice(at + 1), ...files.slice(0, at + 1)];
  const next = inOrder.find((file) => {
    const own = fileProgress(file, progress.reviewed);
    return own.total > 0 && !isDone(own);
  });
  return next && { kind: "file", path: next.path };
}

/** The first page of a core, counted from 1 as its key is. */
export function firstPageOfCore(number: number, outline: Outline): Route | undefined {
  const pages = outline.cores[number - 1]?.pages ?? [];
  const walk = new Set(outline.overview.walk);
  const first = pages.find((id) => walk.has(id)) ?? pages[0];
  return first ? { kind: "page", placement: first } : undefined;
}

function pagesInOrder(outline: Outline): Route[] {
  const pages: Route[] = [{ kind: "overview" }];
  for (const placement of outline.overview.walk) pages.push({ kind: "page", placement });
  if (outline.lowSignal.length > 0) pages.push({ kind: "low-signal" });
  return pages;
}

/** A page outside the walk stands where the walk begins. */
function placeInOrder(route: Route, outline: Outline): number {
  if (route.kind === "page") return (outline.placements.get(route.placement)?.walkIndex ?? -1) + 1;
  if (route.kind === "low-signal") return outline.overview.walk.length + 1;
  return 0;
}

function hasUnreviewed(page: Route, progress: ReviewProgress): boolean {
  if (page.kind === "page") {
    const own = progress.byPlacement.get(page.placement);
    return own !== undefined && own.total > 0 && !isDone(own);
  }
  return page.kind === "low-signal" && !isDone(progress.lowSignal);
}

function fileNeighbours(path: string, outline: Outline): Neighbours {
  const { files } = outline.overview;
  const at = files.findIndex((file) => file.path === path);
  const route = (index: number): Route => {
    const file = files[index];
    return file ? { kind: "file", path: file.path } : { kind: "files" };
  };
  return { previous: route(at - 1), next: at < 0 ? { kind: "files" } : route(at + 1) };
}
