import type { DiffLine, Hunk } from "../diff/diff.ts";
import { PATTERN_LINE_LENGTH } from "./review-limits.ts";
import { isRemark } from "./text-patterns.ts";

/** What a hunk in a test is about, in the words of the test. */
export interface TestNamed {
  readonly title: string;
  /** Titles of further tests that the hunk adds or removes beside it. */
  readonly others: readonly string[];
  readonly isNew: boolean;
  readonly isRemoved: boolean;
}

const quoted =
  /^\s*(?:(?:await|return)\s+)?(?:[\w$]+\.)*(?:describe|context|suite|test|it|specify|scenario|bench)(?:\.\w+)*(?:\([^'"`()]{0,80}\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.){1,200})\1/;
/** A macro that makes a test, with the name of the test first. */
const macro = /^\s*\w*test\w*!\s*[({[]\s*(\w+)\s*,/;

/**
 * The outermost tests that the hunk adds, else those that it removes, else the one that its changes stand in
 * as far as the hunk and its heading show it. For tests that have a sentence and no name of a declaration.
 */
export function testNamed(hunk: Hunk): TestNamed | undefined {
  const ofKind = (kind: DiffLine["kind"]) => outermost(hunk.lines.filter((line) => line.kind === kind));
  const added = ofKind("+");
  const [title, ...others] = added;
  if (title !== undefined) return { title, others, isNew: true, isRemoved: false };
  const addsCode = hunk.lines.some((line) => line.kind === "+" && !isRemark(line.text));
  const [gone, ...othersGone] = addsCode ? [] : ofKind("-");
  if (gone !== undefined) return { title: gone, others: othersGone, isNew: false, isRemoved: true };
  const [around = titleOf(hunk.section), ...beside] = titlesAround(hunk);
  return around === undefined ? undefined : { title: around, others: beside, isNew: false, isRemoved: false };
}

function outermost(lines: readonly DiffLine[]): string[] {
  const titled = lines.flatMap((line) => {
    const title = titleOf(line.text);
    return title === undefined ? [] : [{ title, indent: indentOf(line.text) }];
  });
  const least = Math.min(...titled.map((one) => one.indent));
  return [...new Set(titled.filter((one) => one.indent === least).map((one) => one.title))];
}

/** The innermost tests that changes stand in, seen by how far lines are set in; that with most of them first. */
function titlesAround(hunk: Hunk): string[] {
  const open: { readonly title: string; readonly indent: number }[] = [];
  const counts = new Map<string, number>();
  for (const line of hunk.lines) {
    if (line.text.trim() === "") continue;
    const indent = indentOf(line.text);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const title = titleOf(line.text);
    if (title !== undefined) open.push({ title, indent });
    const around = open.at(-1)?.title;
    if (around !== undefined && line.kind !== " ") counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([title]) => title);
}

function titleOf(text: string): string | undefined {
  const start = text.slice(0, PATTERN_LINE_LENGTH);
  return quoted.exec(start)?.[2] ?? macro.exec(start)?.[1];
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
