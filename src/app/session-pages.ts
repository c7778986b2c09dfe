import type { FileDiff } from "../engine/diff/diff.ts";
import type { ChangeInfo } from "../engine/review/review.ts";
import { UserError } from "../kit/errors.ts";
import { compareBytes } from "../kit/order.ts";
import type {
  ApiError,
  FileDiffPage,
  FileHead,
  HunkBody,
  HunkHead,
  LowSignal,
  Overview,
  Page,
  Stage,
} from "../wire/api.ts";
import { PAGE_HUNK_LINES, PAGE_LINES, SHOWN_COMMITS } from "./session-limits.ts";
import { shortenAll, showLines, type TextBudget, textBudget } from "./session-lines.ts";
import { outlineOf } from "./session-outline.ts";
import { hunkOf, type PlacedHunk, type PlacedNode, type Snapshot } from "./session-snapshot.ts";

/** What the session knows beside the snapshot. */
export interface SessionState {
  readonly build: string;
  readonly stage: Stage;
  readonly error?: ApiError;
  readonly notices: readonly ApiError[];
}

export function overviewOf(snapshot: Snapshot, state: SessionState): Overview {
  const { change, files, graph, hunks } = snapshot;
  const sums = sumUp(snapshot);
  return {
    build: state.build,
    stage: state.stage,
    ...(state.error ? { error: state.error } : {}),
    ...(change ? { change: shownChange(change) } : {}),
    counts: {
      files: files.length,
      hunks: hunks.size,
      added: sums.added,
      removed: sums.removed,
      lowSignal: sums.lowSignal,
      cores: graph?.cores.length ?? 0,
      placements: graph?.placements.length ?? 0,
    },
    folded: sums.folded,
    files: files.map((file) => fileHead(snapshot, file)),
    cores: outlineOf(snapshot),
    walk: [...(graph?.walk ?? [])],
    problems: [...(graph?.problems ?? [])],
    limits: [...(graph?.limits ?? [])],
    tree: graph?.tree ?? "static",
    ...(state.notices.length > 0 ? { notices: [...state.notices] } : {}),
  };
}

/** The newest commits, with a note of how many more there are. */
function shownChange(change: ChangeInfo): NonNullable<Overview["change"]> {
  const unshown = change.commits.length - SHOWN_COMMITS;
  const more = unshown > 0 ? [`${unshown} older commits are not shown here; \`git log\` lists them.`] : [];
  return { ...change, commits: change.commits.slice(-SHOWN_COMMITS), notes: [...change.notes, ...more] };
}

function sumUp(snapshot: Snapshot) {
  const byReason = new Map<Overview["folded"][number]["reason"], number>();
  let added = 0;
  let removed = 0;
  let lowSignal = 0;
  for (const placed of snapshot.hunks.values()) {
    added += placed.added;
    removed += placed.removed;
    const reason = placed.hunk.noise;
    if (reason === undefined) continue;
    lowSignal++;
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  const folded = [...byReason].map(([reason, hunks]) => ({ reason, hunks }));
  folded.sort((a, b) => b.hunks - a.hunks || compareBytes(a.reason, b.reason));
  return { added, removed, lowSignal, folded };
}

export function fileHead(snapshot: Snapshot, file: FileDiff): FileHead {
  let added = 0;
  let removed = 0;
  const hunks: FileHead["hunks"] = file.hunks.map(({ id }) => {
    const placed = hunkOf(snapshot, id);
    added += placed.added;
    removed += placed.removed;
    return [id, placed.name, placed.placement ?? ""];
  });
  const { path, oldPath, status, binary, noise, oldMode, newMode } = file;
  return {
    path,
    ...(oldPath === undefined ? {} : { oldPath }),
    status,
    binary,
    ...(noise === undefined ? {} : { noise }),
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    added,
    removed,
    hunks,
  };
}

function hunkHead(placed: PlacedHunk): HunkHead {
  const { hunk, file, name, added, removed, placement } = placed;
  const { id, oldStart, oldLines, newStart, newLines, section, noise } = hunk;
  return {
    id,
    hash: name,
    path: file.path,
    oldStart,
    oldLines,
    newStart,
    newLines,
    section,
    added,
    removed,
    lineCount: hunk.lines.length,
    ...(noise === undefined ? {} : { noise }),
    ...(placement === undefined ? {} : { placement }),
  };
}

/** The hunks with their first lines: all of them have their head, and lines as far as the page can hold. */
function hunkBodies(hunks: readonly PlacedHunk[]): HunkBody[] {
  const budget = textBudget();
  let linesLeft = PAGE_LINES;
  return hunks.map((placed) => {
    const lines = firstLines(placed, linesLeft, budget);
    linesLeft -= lines.length;
    return { ...hunkHead(placed), lines };
  });
}

function firstLines(placed: PlacedHunk, linesLeft: number, budget: TextBudget) {
  return showLines(placed.hunk.lines, 0, Math.min(PAGE_HUNK_LINES, linesLeft), budget);
}

/** Throws `not-found`. */
export function pageOf(snapshot: Snapshot, id: string): Page {
  const placed = snapshot.placements.get(id);
  const core = snapshot.graph?.cores.find((other) => other.id === placed?.placement.core);
  if (placed === undefined || core === undefined) {
    throw new UserError("not-found", `There is no page ${id} in this change.`);
  }
  const { placement, node, markName, previous, next } = placed;
  const file = snapshot.filesByPath.get(node.path);
  const { node: _, ...shown } = placement;
  return {
    placement: shown,
    ...shownNode(node),
    ...(markName ? { markHash: markName } : {}),
    core: structuredClone(core) as Page["core"],
    picture: pictureOf(snapshot, core.id),
    edges: (snapshot.graph?.edges ?? []).filter((edge) => edge.core === core.id),
    hunks: node.kind === "change" ? hunkBodies(node.hunks.map((hunk) => hunkOf(snapshot, hunk))) : [],
    ...(file ? { file: fileHead(snapshot, file) } : {}),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

function shownNode(node: PlacedNode["node"]): Pick<Page, "node" | "snippetCuts"> {
  if (node.kind === "change") return { node: { ...node, hunks: [...node.hunks] } };
  const { lines, cuts } = shortenAll(node.snippet.lines);
  const snippet = { startLine: node.snippet.startLine, lines };
  return { node: { ...node, snippet }, ...(cuts.length > 0 ? { snippetCuts: cuts } : {}) };
}

function pictureOf(snapshot: Snapshot, core: string): Page["picture"] {
  const picture: Page["picture"] = [];
  for (const { placement, node } of snapshot.placements.values()) {
    if (placement.core !== core) continue;
    picture.push({
      id: placement.id,
      band: placement.band,
      title: placement.title,
      path: node.path,
      kind: node.kind,
      ...(placement.repeatOf ? { repeatOf: placement.repeatOf } : {}),
    });
  }
  return picture;
}

/** Throws `not-found`. */
export function fileDiffOf(snapshot: Snapshot, path: string): FileDiffPage {
  const file = snapshot.filesByPath.get(path);
  if (file === undefined) throw new UserError("not-found", `${path} is not among the changed files.`);
  const hunks = file.hunks.map((hunk) => hunkOf(snapshot, hunk.id));
  return { file: fileHead(snapshot, file), hunks: hunkBodies(hunks) };
}

export function lowSignalOf(snapshot: Snapshot): LowSignal {
  const hunks: HunkHead[] = [];
  for (const placed of snapshot.hunks.values()) {
    if (placed.hunk.noise !== undefined) hunks.push(hunkHead(placed));
  }
  return { hunks, total: hunks.length };
}
