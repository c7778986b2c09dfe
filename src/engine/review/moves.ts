import type { FileDiff } from "../diff/diff.ts";
import type { Followed } from "./analysis.ts";
import type { EdgeList } from "./edge-list.ts";
import { isCalledKind, isTypeKind } from "./symbol-kinds.ts";
import type { UnitsFound } from "./units.ts";

/** A smaller piece of code looks like others by chance. */
const LEAST_LINES = 3;
/** The part of the lines that must be the same, of the larger of both. */
const LEAST_SHARE = 0.5;

/**
 * Code that is gone in one place and stands in another under the same name, most of its lines the same: an edge
 * from where it was to where it is, so that both are read together. One move a name, to the likest place.
 */
export function findMoves(
  input: Pick<UnitsFound, "followed"> & { readonly files: readonly FileDiff[] },
  edges: EdgeList,
): void {
  const gone = input.followed.filter((one) => one.isRemoved && isBody(one));
  if (gone.length === 0) return;
  const names = new Set(gone.map((one) => one.name));
  const come = new Map<string, Followed[]>();
  for (const one of input.followed) {
    if (!one.isNew || !names.has(one.name) || !isBody(one)) continue;
    const key = keyOf(one);
    const known = come.get(key);
    if (known === undefined) come.set(key, [one]);
    else known.push(one);
  }
  if (come.size === 0) return;
  const texts = changedTexts(input.files);
  const taken = new Set<Followed>();
  for (const from of gone) {
    const before = bodyOf(from, texts.get(from.path)?.old);
    const places = (come.get(keyOf(from)) ?? [])
      .filter((to) => to.unit !== from.unit && !taken.has(to))
      .map((to) => ({ to, share: likeness(before, bodyOf(to, texts.get(to.path)?.head)) }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .sort((left, right) => right.share - left.share);
    const to = places[0]?.to;
    if (to === undefined) continue;
    taken.add(to);
    const line = (to.file?.declarations[to.declaration]?.line ?? 0) + 1;
    const by = { symbol: to.symbol, kind: to.kind };
    edges.add(from, to.unit, { line, role: "move", certainty: "bound", by });
  }
}

function isBody(one: Followed): boolean {
  return isCalledKind(one.kind) || isTypeKind(one.kind);
}

function keyOf(one: Followed): string {
  return `${one.name}\0${isCalledKind(one.kind)}`;
}

interface ChangedTexts {
  readonly old: ReadonlyMap<number, string>;
  readonly head: ReadonlyMap<number, string>;
}

/** Removed and added lines by their number from 1, by the path at the head. */
function changedTexts(files: readonly FileDiff[]): ReadonlyMap<string, ChangedTexts> {
  return new Map(
    files.map((file) => {
      const old = new Map<number, string>();
      const head = new Map<number, string>();
      for (const hunk of file.hunks) {
        for (const line of hunk.lines) {
          if (line.kind === "-" && line.old !== undefined) old.set(line.old, line.text);
          if (line.kind === "+" && line.new !== undefined) head.set(line.new, line.text);
        }
      }
      return [file.path, { old, head }] as const;
    }),
  );
}

/** The changed lines of a declaration, without blanks; how often each. */
function bodyOf(one: Followed, lines: ReadonlyMap<number, string> | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const declared = one.file?.declarations[one.declaration];
  if (declared === undefined || lines === undefined) return counts;
  for (let line = declared.startLine + 1; line <= declared.endLine + 1; line++) {
    const text = lines.get(line)?.trim() ?? "";
    if (/\w/.test(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

function likeness(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  const size = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((sum, count) => sum + count, 0);
  const larger = Math.max(size(left), size(right));
  if (larger < LEAST_LINES) return 0;
  let same = 0;
  for (const [text, count] of left) same += Math.min(count, right.get(text) ?? 0);
  return same / larger;
}
