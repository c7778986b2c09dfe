/**
 * The patterns under `packages` of a pnpm-workspace.yaml, as a list of lines or in brackets. No more of YAML is
 * read: its parser takes longer to load than a small review to make, for this one list.
 */
export function workspacePackages(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\r\n]/).map(withoutComment);
  const start = lines.findIndex((line) => /^(?:packages|'packages'|"packages")\s*:(?:\s|$)/.test(line));
  if (start < 0) return [];
  const rest = (lines[start] as string).replace(/^[^:]*:\s*/, "");
  if (rest.startsWith("[")) return bracketed([rest, ...lines.slice(start + 1)].join("\n"));
  if (rest !== "") return [];
  const patterns: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line === "") continue;
    const entry = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (entry === undefined) break;
    const pattern = unquoted(entry);
    if (pattern !== undefined) patterns.push(pattern);
  }
  return patterns;
}

/** Without what follows a "#" that stands outside quotes after a blank, and without blanks at the end. */
function withoutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const unit = line[at] as string;
    if (quote !== "") {
      if (unit === quote) quote = "";
    } else if (unit === "#" && (at === 0 || /\s/.test(line[at - 1] as string))) {
      return line.slice(0, at).trimEnd();
    } else if ((unit === "'" || unit === '"') && /(?:^|[\s[,-])$/.test(line.slice(Math.max(0, at - 1), at))) {
      quote = unit;
    }
  }
  return line.trimEnd();
}

/** `[a, "b"]`; a list that does not end is none. */
function bracketed(text: string): readonly string[] {
  const end = text.indexOf("]");
  if (end < 0) return [];
  return text
    .slice(1, end)
    .split(",")
    .flatMap((entry) => unquoted(entry.trim()) ?? []);
}

/** A plain or quoted text; `undefined` for anything else. */
function unquoted(entry: string): string | undefined {
  const quoted = /^'((?:[^']|'')*)'$/.exec(entry)?.[1] ?? /^"([^"\\]*)"$/.exec(entry)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  return entry === "" || /^[-?:,[\]{}#&*!|>'"%@`]\s|^[[{&|>'"%@`]|:\s/.test(entry) ? undefined : entry;
}
