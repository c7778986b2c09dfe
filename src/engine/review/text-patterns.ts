import { PATTERN_LINE_LENGTH } from "./review-limits.ts";

/*
 * What can be told of code without its syntax. It is right for most declarations of most languages and wrong
 * for some, so whatever rests on it is marked as found by text.
 */

const declaring =
  /(?:^|[\s(;])(?:function|func|fun|fn|def|defp|defn|sub|proc|class|struct|enum|trait|interface|protocol|object|module|namespace|type|typedef|union|macro|message|service|rpc|table|view|procedure|record|contract|event|mixin|extension)\s+(?:\([^()]{0,80}\)\s*)?([A-Za-z_$][\w$]*)/;
const assigning =
  /^(?:export\s+)?(?:pub\s+)?(?:local\s+)?(?:const|let|var|val|static|final)\s+(?:[\w<>[\]]+\s+)?([A-Za-z_$][\w$]*)\s*[:=]/;
const defining = /^\s*#\s*define\s+([A-Za-z_]\w*)/;
const shellFunction = /^\s{0,4}([A-Za-z_][\w-]*)\s*\(\)\s*\{/;
const typedFunction = /^[A-Za-z_][\w:<>,*&\s]{0,120}[\s*&]([A-Za-z_]\w*)\s*\([^;]*\)?[^;]*$/;
const importing =
  /^\s*(?:import|from|use|using|require|require_once|include|#\s*include|source|\.|@import|@use|open|package|export\s+\{|export\s+\*)\b/;
const requiring = /\brequire\s*\(|\bimport\s*\(/;
const notNames = new Set([
  "if",
  "for",
  "while",
  "switch",
  "return",
  "else",
  "catch",
  "new",
  "in",
  "of",
  "is",
  "as",
  "extends",
  "implements",
]);

/** The name that the line declares, as far as its words say. */
export function declaredName(line: string): string | undefined {
  if (line.length > PATTERN_LINE_LENGTH) return undefined;
  for (const pattern of [declaring, assigning, defining, shellFunction, typedFunction]) {
    const name = pattern.exec(line)?.[1];
    if (name !== undefined && !notNames.has(name) && !notNames.has(firstWord(line))) return name;
  }
  return undefined;
}

/** The line brings names from elsewhere and uses none. */
export function isImportLine(line: string): boolean {
  const start = line.slice(0, PATTERN_LINE_LENGTH);
  return importing.test(start) || requiring.test(start);
}

/** The line holds a comment or nothing, as far as its start says; the inside of a long string may look so too. */
export function isRemark(line: string): boolean {
  const text = line.trim();
  return text === "" || /^(?:\/\/|\/\*|\*\/|\*\s|\*$|#\s|#$|<!--|--\s)/.test(text);
}

/** The words of a line that may be names, each once. */
export function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
}

function firstWord(line: string): string {
  return /^\s*([A-Za-z]+)/.exec(line)?.[1] ?? "";
}
