/**
 * Puts a suggestion of these lines at the end of a text, fenced by more back-ticks than any run in it: a fence within
 * would end it.
 */
export function insertSuggestion(text: string, lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.map((line) => longestRun(line)));
  const fence = "`".repeat(longest + 1);
  const before = text === "" ? "" : text.endsWith("\n") ? text : `${text}\n`;
  return `${before}${fence}suggestion\n${lines.map((line) => `${line}\n`).join("")}${fence}\n`;
}

function longestRun(line: string): number {
  return Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
}
