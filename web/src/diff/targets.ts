import type { RowIndex } from "./row-index.ts";

/** Something that can be marked: a hunk, or the hunks of a folded file. */
export interface Target {
  readonly key: string;
  /** The row of its head. */
  readonly row: number;
  readonly hashes: readonly string[];
  readonly hunk?: string;
}

/** What can be marked on a page, in order. */
export function markTargets(index: RowIndex): Target[] {
  const targets: Target[] = [];
  index.segments.forEach((segment, i) => {
    if (segment.kind !== "block") return;
    const row = index.starts[i]!;
    const { block, key } = segment;
    if (block.kind === "hunk") targets.push({ key, row, hashes: [block.head.hash], hunk: block.head.id });
    else if (block.kind === "file" && block.fold && isMarkedByHead(block.fold.isOpen, block.hunks)) {
      targets.push({ key, row, hashes: block.hunks.map((hunk) => hunk.hash) });
    }
  });
  return targets;
}

/** Hunks without lines have no head of their own, also when the file is open. */
function isMarkedByHead(isOpen: boolean, hunks: readonly { readonly lineCount: number }[]): boolean {
  return !isOpen || hunks.every((hunk) => hunk.lineCount === 0);
}

/** The target that a row belongs to: the last that begins at or before it, else the first. */
export function targetAt(targets: readonly Target[], row: number): Target | undefined {
  let found = targets[0];
  for (const target of targets) {
    if (target.row > row) break;
    found = target;
  }
  return found;
}

/** The first target after one (then before it) of which something is not reviewed. */
export function nextOpenTarget(
  targets: readonly Target[],
  from: Target,
  reviewed: ReadonlySet<string>,
): Target | undefined {
  const at = targets.findIndex((target) => target.key === from.key);
  const inOrder = [...targets.slice(at + 1), ...targets.slice(0, Math.max(0, at))];
  return inOrder.find((target) => target.hashes.some((hash) => !reviewed.has(hash)));
}
