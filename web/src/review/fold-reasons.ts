import type { HunkHead } from "../../../src/wire/api.ts";

export interface FoldedReason {
  readonly reason: string;
  readonly files: readonly { readonly path: string; readonly hunks: readonly HunkHead[] }[];
}

/**
 * Low-signal hunks by reason and file: reasons in the order of their names, files in the order in which
 * they come. A file that is folded for two reasons stands under both, with the hunks of each.
 */
export function foldByReason(hunks: readonly HunkHead[]): FoldedReason[] {
  const reasons = new Map<string, Map<string, HunkHead[]>>();
  for (const hunk of hunks) {
    const reason = hunk.noise ?? "low signal";
    const files = reasons.get(reason) ?? new Map<string, HunkHead[]>();
    reasons.set(reason, files);
    const known = files.get(hunk.path) ?? [];
    files.set(hunk.path, known);
    known.push(hunk);
  }
  return [...reasons]
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([reason, files]) => ({ reason, files: [...files].map(([path, own]) => ({ path, hunks: own })) }));
}
