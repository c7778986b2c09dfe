import type { FileDiff, Hunk } from "../engine/diff/diff.ts";
import type { ChangeInfo, ContextNode, Placement, ReviewGraph, ReviewNode } from "../engine/review/review.ts";
import { UserError } from "../kit/errors.ts";
import { sha1 } from "../kit/hash.ts";
import { type MarkKey, shownNames } from "./marks.ts";

/** A hunk, where it is, and what of it the lists show. */
export interface PlacedHunk {
  readonly hunk: Hunk;
  readonly file: FileDiff;
  readonly added: number;
  readonly removed: number;
  /** The hash as the page knows it. */
  readonly name: string;
  /** The placement whose page holds it; none for a low-signal hunk or before the graph is there. */
  readonly placement?: string;
}

export interface PlacedNode {
  readonly placement: Placement;
  readonly node: ReviewNode;
  /** What a page without hunks is marked by, as the page knows it. */
  readonly markName?: string;
  readonly previous?: string;
  readonly next?: string;
}

/** All that is known of one head at one moment, with the look-ups that answers need. Nothing in it changes. */
export interface Snapshot {
  readonly change?: ChangeInfo;
  /** Whether `files` are those of the diff; before it there are none. */
  readonly isDiffed: boolean;
  readonly files: readonly FileDiff[];
  readonly graph?: ReviewGraph;
  readonly hunks: ReadonlyMap<string, PlacedHunk>;
  readonly filesByPath: ReadonlyMap<string, FileDiff>;
  readonly placements: ReadonlyMap<string, PlacedNode>;
  /** Everything that can be marked, by the name that the page uses. */
  readonly markable: ReadonlyMap<string, MarkKey>;
}

export const emptySnapshot: Snapshot = {
  isDiffed: false,
  files: [],
  hunks: new Map(),
  filesByPath: new Map(),
  placements: new Map(),
  markable: new Map(),
};

/** The snapshot of a diff, or, with a graph, of the whole review. */
export function makeSnapshot(
  change: ChangeInfo,
  files: readonly FileDiff[],
  graph: ReviewGraph | undefined,
): Snapshot {
  const contextKeys = graph ? contextMarkKeys(graph.nodes) : new Map<string, MarkKey>();
  const hunkKeys = files.flatMap((file) => file.hunks.map(({ hash, changeHash }) => ({ hash, changeHash })));
  const names = shownNames([...hunkKeys, ...contextKeys.values()]);
  const pageOf = graph ? pageOfHunk(graph) : new Map<string, string>();
  const hunks = new Map<string, PlacedHunk>();
  for (const file of files) {
    for (const hunk of file.hunks) {
      const placement = pageOf.get(hunk.id);
      const name = names.nameOf(hunk.hash);
      hunks.set(hunk.id, { hunk, file, name, ...countLines(hunk), ...(placement ? { placement } : {}) });
    }
  }
  return {
    change,
    isDiffed: true,
    files,
    ...(graph ? { graph } : {}),
    hunks,
    filesByPath: new Map(files.map((file) => [file.path, file])),
    placements: graph ? placeNodes(graph, contextKeys, names.nameOf) : new Map(),
    markable: names.keys,
  };
}

/** Names the two ends of what is shown: ids of pages and hunks mean something within it only. */
export function snapshotName({ change }: Snapshot): string {
  return change ? `${change.base.slice(0, 16)}-${change.head.slice(0, 16)}` : "";
}

export function hunkOf(snapshot: Snapshot, id: string): PlacedHunk {
  const placed = snapshot.hunks.get(id);
  if (placed === undefined) throw new UserError("not-found", `There is no hunk ${id} in this change.`);
  return placed;
}

function countLines(hunk: Hunk): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of hunk.lines) {
    if (line.kind === "+") added++;
    else if (line.kind === "-") removed++;
  }
  return { added, removed };
}

/** A node that is shown several times has its one page on the walk. */
function pageOfHunk(graph: ReviewGraph): Map<string, string> {
  const pageOfNode = new Map<string, string>();
  for (const placement of graph.placements) {
    if (placement.repeatOf === undefined) pageOfNode.set(placement.node, placement.id);
  }
  const pages = new Map<string, string>();
  for (const node of graph.nodes) {
    const page = pageOfNode.get(node.id);
    if (node.kind !== "change" || page === undefined) continue;
    for (const hunk of node.hunks) pages.set(hunk, page);
  }
  return pages;
}

function placeNodes(
  graph: ReviewGraph,
  contextKeys: ReadonlyMap<string, MarkKey>,
  nameOf: (hash: string) => string,
): Map<string, PlacedNode> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const onWalk = new Set(graph.walk);
  const nextOf = neighbours([...graph.placements].reverse(), onWalk);
  const previousOf = neighbours(graph.placements, onWalk);
  const placed = new Map<string, PlacedNode>();
  for (const placement of graph.placements) {
    const node = nodes.get(placement.node);
    if (node === undefined) continue;
    const key = contextKeys.get(node.id);
    const previous = previousOf.get(placement.id);
    const next = nextOf.get(placement.id);
    placed.set(placement.id, {
      placement,
      node,
      ...(key ? { markName: nameOf(key.hash) } : {}),
      ...(previous ? { previous } : {}),
      ...(next ? { next } : {}),
    });
  }
  return placed;
}

/** For each placement the last one before it that is on the walk: a repeat lies between two pages of it. */
function neighbours(placements: readonly Placement[], onWalk: ReadonlySet<string>): Map<string, string> {
  const before = new Map<string, string>();
  let last: string | undefined;
  for (const { id } of placements) {
    if (last !== undefined) before.set(id, last);
    if (onWalk.has(id)) last = id;
  }
  return before;
}

/** By the text and not by the line number, so that a mark survives what happens above it; twins are counted. */
function contextMarkKeys(nodes: readonly ReviewNode[]): Map<string, MarkKey> {
  const contexts = nodes.filter((node): node is ContextNode => node.kind === "context");
  contexts.sort((a, b) => a.line - b.line);
  const seen = new Map<string, number>();
  const keys = new Map<string, MarkKey>();
  for (const node of contexts) {
    const marked = node.snippet.lines[node.line - node.snippet.startLine] ?? "";
    const text = JSON.stringify(["context", node.path, node.symbol, marked, node.snippet.lines]);
    const twin = (seen.get(text) ?? 0) + 1;
    seen.set(text, twin);
    keys.set(node.id, { hash: sha1(text, String(twin)), changeHash: "" });
  }
  return keys;
}
