/*
 * Suggestions: a fenced block of the language "suggestion" in a comment, which takes the place of the commented lines
 * when its author accepts it.
 */

/** A block of a comment's Markdown that suggests lines. */
export interface SuggestionBlock {
  readonly lines: readonly string[];
  /** The index of the fence's line in the body, and of its end; the body's length where it does not end. */
  readonly startLine: number;
  readonly endLine: number;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;

/** The suggestions in a comment, in order. Blocks within other blocks are text. */
export function suggestionsIn(body: string): readonly SuggestionBlock[] {
  return fencedBlocks(body).filter(({ language }) => language === "suggestion");
}

interface FencedBlock extends SuggestionBlock {
  readonly language: string;
}

function fencedBlocks(body: string): readonly FencedBlock[] {
  const lines = body.split(/\r?\n/);
  const blocks: FencedBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, fence, info] = OPENING.exec(lines[at] ?? "") ?? [];
    if (fence === undefined || info === undefined) continue;
    const end = closingLine(lines, at + 1, fence);
    const language = info.trim().split(/\s/)[0]?.toLowerCase() ?? "";
    blocks.push({ language, lines: lines.slice(at + 1, end), startLine: at, endLine: end });
    at = end;
  }
  return blocks;
}

function closingLine(lines: readonly string[], from: number, fence: string): number {
  const sign = fence[0] === "~" ? "~" : "`";
  const closing = new RegExp(`^ {0,3}${sign}{${fence.length},}[ \\t]*$`);
  for (let at = from; at < lines.length; at++) if (closing.test(lines[at] ?? "")) return at;
  return lines.length;
}

/** A suggestion as Markdown: its fence is longer than any within. Without lines it suggests to delete. */
export function suggestionBlock(lines: readonly string[]): string {
  const fence = fenceFor(lines);
  return [`${fence}suggestion`, ...lines, fence].join("\n");
}

/** A fence that no line within can end. */
export function fenceFor(lines: readonly string[]): string {
  const longest = lines.reduce(
    (most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run) => run.length)),
    2,
  );
  return "`".repeat(longest + 1);
}

/** The body with its suggestions as plain code, for where none can be accepted. */
export function withoutSuggestions(body: string): string {
  const starts = new Set(suggestionsIn(body).map((block) => block.startLine));
  if (starts.size === 0) return body;
  const lines = body.split("\n");
  return lines
    .map((line, index) => (starts.has(index) ? line.replace(/suggestion/i, "").trimEnd() : line))
    .join("\n");
}

/** Why the suggestions of a comment would not be accepted by the forge, given the lines that it stands on. */
export function suggestionProblem(body: string, lines: readonly string[]): string | undefined {
  const blocks = suggestionsIn(body);
  if (blocks.some((block) => sameLines(block.lines, lines))) {
    return "A suggestion is the same as the lines that it is about.";
  }
  if (blocks.length > 1)
    return "Of several suggestions on the same lines only one can be accepted at a time.";
  return undefined;
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  const plain = (line: string | undefined) => line?.replace(/\r$/, "");
  return a.length === b.length && a.every((line, index) => plain(line) === plain(b[index]));
}
