import type { DiffLine, Hunk } from "./file-diff.ts";

/** Which blanks have a meaning in a file, as far as its name tells. */
export interface BlankRules {
  /** Any blank may mean something: the file is laid out by indentation, or is data or text to be printed. */
  readonly blanksMatter: boolean;
  /** A CR at the end of a line does. */
  readonly lineEndsMatter: boolean;
}

/** Lines of a file from 0, both ends included. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The rules for a path.
 *
 * @param indentationMatters  what the language that reads the file says; `undefined` when none reads it
 */
export function blankRulesOf(path: string, indentationMatters: boolean | undefined): BlankRules {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const blanksMatter = indentationMatters === true || meaningfulBlanks.test(name);
  return { blanksMatter, lineEndsMatter: blanksMatter || shellLike.test(name) };
}

/**
 * Whether all that a hunk does is to change blanks that mean nothing: line by line the removed and the added
 * text differ in indentation, trailing blanks or the CR at the end. Blanks are space and tab; a byte order
 * mark, a no-break space and an added empty line are not. Strings are another matter: see `touchesLines`.
 */
export function changesOnlyBlanks(hunk: Hunk, rules: BlankRules): boolean {
  if (rules.blanksMatter) return false;
  const { lines } = hunk;
  let at = 0;
  let pairs = 0;
  while (at < lines.length) {
    if (lines[at]?.kind === " ") {
      at++;
      continue;
    }
    const removed = runOf(lines, at, "-");
    const added = runOf(lines, at + removed, "+");
    if (removed === 0 || removed !== added) return false;
    for (let i = 0; i < removed; i++) {
      if (!isBlankChange(lines[at + i] as DiffLine, lines[at + removed + i] as DiffLine, rules)) return false;
    }
    pairs += removed;
    at += removed + added;
  }
  return pairs > 0;
}

/** Whether a changed line of the hunk lies in one of the ranges, which are of the old and the new file. */
export function touchesLines(hunk: Hunk, old: readonly LineRange[], now: readonly LineRange[]): boolean {
  const isIn = (ranges: readonly LineRange[], line: number) =>
    ranges.some((range) => range.startLine <= line - 1 && line - 1 <= range.endLine);
  return hunk.lines.some(
    (line) =>
      (line.kind === "-" && isIn(old, line.old as number)) ||
      (line.kind === "+" && isIn(now, line.new as number)),
  );
}

/**
 * Whether a file of a language that nobody reads here could hold a string or other literal text that runs
 * over a line end. Says yes too often rather than too seldom.
 */
export function mayHoldLongStrings(text: string): boolean {
  if (/`|"""|'''|<<|\[=*\[|\bR"|<pre|<textarea|<script|CDATA|=begin|%[qQwWr]?[[({]|\$\$/i.test(text))
    return true;
  return text.split("\n").some((line) => {
    const withoutEscapes = line.replace(/\\./g, "");
    return count(withoutEscapes, '"') % 2 === 1 || count(withoutEscapes, "'") % 2 === 1;
  });
}

function runOf(lines: readonly DiffLine[], start: number, kind: DiffLine["kind"]): number {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return end - start;
}

function isBlankChange(removed: DiffLine, added: DiffLine, rules: BlankRules): boolean {
  if (removed.noNewline !== added.noNewline) return false;
  const old = partsOf(removed.text);
  const now = partsOf(added.text);
  if (old.content !== now.content) return false;
  if (rules.lineEndsMatter && old.hasCr !== now.hasCr) return false;
  // Behind a backslash, a blank or a CR ends what would have been a continued line.
  return old.tail === now.tail || !old.content.endsWith("\\");
}

interface LineParts {
  readonly content: string;
  /** The blanks at the end, CR and all. */
  readonly tail: string;
  readonly hasCr: boolean;
}

function partsOf(text: string): LineParts {
  const hasCr = text.endsWith("\r");
  let end = hasCr ? text.length - 1 : text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  let start = 0;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  return { content: text.slice(start, end), tail: text.slice(end), hasCr };
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

const meaningfulBlanks = new RegExp(
  [
    String.raw`\.(?:ya?ml|mk|mak|make|haml|slim|pug|jade|sass|styl|coffee|litcoffee|cson|nims?|l?hs|fsx?|fsi)$`,
    String.raw`\.(?:elm|purs|idr|agda|gd|gdshader|bzl|star|bazel|pyx|pxd|pxi|rpy|ls|emblem|opal)$`,
    String.raw`\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|textile|creole|wiki|csv|tsv|tab|psv|diff|patch|rej)$`,
    String.raw`\.(?:j2|jinja2?|tmpl|tpl|erb|ejs|hbs|handlebars|mustache|liquid|njk|twig|vm|ftl|gotmpl)$`,
    String.raw`\.(?:f|for|f77|cob|cbl|cpy|po|pot|golden|approved|expected|out|eml|http|properties|env|ws|bf|asm)$`,
    String.raw`^(?:GNU|BSD)?[Mm]akefile(?:\..*)?$`,
    "^(?:BUILD|WORKSPACE|SConstruct|SConscript|wscript|Snakefile|Tiltfile)$",
    String.raw`^\.(?:env(?:\..*)?|gitignore|gitattributes|dockerignore|npmrc|netrc|mailmap)$`,
  ].join("|"),
  "i",
);

/** What an interpreter reads that takes a CR for part of a word, or needs one. */
const shellLike =
  /\.(?:sh|bash|zsh|ksh|fish|bats|command|bat|cmd|awk|sed|pl|tcl)$|^(?:configure|gradlew|mvnw)$/i;
