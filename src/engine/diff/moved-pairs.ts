import { compareBytes } from "../../kit/order.ts";
import type { FileDiff, MovedPair } from "./file-diff.ts";
import { linesBelowHeader } from "./generated-header.ts";
import { isSpecial } from "./noise.ts";

/**
 * Deleted and added files that are one file, moved and rewritten so far that git no longer says so: the only
 * two of the same name, or of the same name but for an extension of the same family, and alike in what is
 * their own. Files that merely have the same name and boilerplate are not paired. Sorted by `to`.
 *
 * @param familyOf  the family of languages that a path's extension belongs to; `undefined` for none
 */
export function pairMoves(
  files: readonly FileDiff[],
  familyOf: (path: string) => string | undefined,
): readonly MovedPair[] {
  const deleted = files.filter((file) => file.status === "deleted" && hasText(file));
  const added = files.filter((file) => file.status === "added" && hasText(file));
  const pairs: { readonly from: FileDiff; readonly to: FileDiff }[] = [];
  const taken = new Set<FileDiff>();
  for (const keyOf of [fileName, (path: string) => stemInFamily(path, familyOf)]) {
    const free = (file: FileDiff) => !taken.has(file);
    for (const [from, to] of onlyTwoOfAKind(deleted.filter(free), added.filter(free), keyOf)) {
      if (!areAlike(from, to)) continue;
      pairs.push({ from, to });
      taken.add(from).add(to);
    }
  }
  return pairs
    .map(({ from, to }) => ({ from: from.path, to: to.path }))
    .sort((left, right) => compareBytes(left.to, right.to));
}

function hasText(file: FileDiff): boolean {
  return file.hunks.length > 0 && file.noise === undefined && !isSpecial(file) && file.pathHex === undefined;
}

function onlyTwoOfAKind(
  deleted: readonly FileDiff[],
  added: readonly FileDiff[],
  keyOf: (path: string) => string | undefined,
): readonly (readonly [FileDiff, FileDiff])[] {
  const groups = new Map<string, { from: FileDiff[]; to: FileDiff[] }>();
  const collect = (file: FileDiff, side: "from" | "to") => {
    const key = keyOf(file.path);
    if (key === undefined) return;
    const group = groups.get(key) ?? { from: [], to: [] };
    groups.set(key, group);
    group[side].push(file);
  };
  for (const file of deleted) collect(file, "from");
  for (const file of added) collect(file, "to");
  return [...groups.values()].flatMap(({ from: [from, ...moreFrom], to: [to, ...moreTo] }) =>
    from !== undefined && to !== undefined && moreFrom.length === 0 && moreTo.length === 0
      ? [[from, to] as const]
      : [],
  );
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function stemInFamily(path: string, familyOf: (path: string) => string | undefined): string | undefined {
  const family = familyOf(path);
  return family === undefined ? undefined : `${family}\0${fileName(path).replace(/\.[^.]*$/, "")}`;
}

/** Of the larger file so much has to stand in the other one too: of its text by whole lines, or of its words. */
const minLikeness = { lines: 0.2, words: 0.25 };
/** The same for files whose name says nothing, since each folder may have one. */
const minLikenessOfCommonName = { lines: 0.4, words: 0.5 };
/** And so many words that are long enough to be names. */
const minSharedWords = 4;
const minWordLength = 5;

const commonName =
  /^(?:index|main|mod|lib|init|__init__|__main__|setup|conftest|package|tsconfig|readme|makefile|dockerfile|config|types|constants|utils?|helpers?|app|test|styles?|doc|package-info|cargo|pyproject|build)(?:\.|$)/i;

function areAlike(from: FileDiff, to: FileDiff): boolean {
  const old = linesBelowHeader(textLines(from));
  const now = linesBelowHeader(textLines(to));
  const least = commonName.test(fileName(to.path)) ? minLikenessOfCommonName : minLikeness;
  const oldWords = wordsOf(old);
  const newWords = wordsOf(now);
  const shared = [...oldWords].filter((word) => newWords.has(word));
  if (shared.length < minSharedWords) return false;
  const wordLikeness = shared.length / Math.max(oldWords.size, newWords.size);
  return wordLikeness >= least.words || lineLikeness(old, now) >= least.lines;
}

function textLines(file: FileDiff): readonly string[] {
  return file.hunks.flatMap((hunk) => hunk.lines.map((line) => line.text));
}

function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
      if (word.length >= minWordLength) words.add(word);
    }
  }
  return words;
}

/** The share of the larger file's characters that stand in lines which both have, indentation aside. */
function lineLikeness(old: readonly string[], now: readonly string[]): number {
  const counts = new Map<string, number>();
  let oldSize = 0;
  for (const line of old.map((text) => text.trim())) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
    oldSize += line.length;
  }
  let newSize = 0;
  let shared = 0;
  for (const line of now.map((text) => text.trim())) {
    newSize += line.length;
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    shared += line.length;
  }
  return shared / Math.max(oldSize, newSize, 1);
}
