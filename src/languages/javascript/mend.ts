import { MISSING, type SyntaxTree } from "../../engine/index/index.ts";

/**
 * The TypeScript grammar loses its way where a call signature begins a line with its type parameters and the one
 * before has no semicolon:
 *
 *     interface Get {
 *       (name: string): string
 *       <T>(key: Key<T>): T
 *     }
 *
 * Often the rest of the file is lost with it. This writes a semicolon over the blank before such a "<", so that
 * nothing moves. `undefined` where the tree has no errors or the text no such line.
 */
export function mendCallSignatures(tree: SyntaxTree): string | undefined {
  if (!hasErrors(tree)) return undefined;
  const lines = tree.text.split("\n");
  let isMended = false;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] as string;
    const opening = /^([ \t]*)[ \t]<(?=[\w$]|\s*$)/.exec(line);
    if (opening === null || !endsMember(lines, at - 1)) continue;
    const before = (opening[1] as string).length;
    lines[at] = `${line.slice(0, before)};${line.slice(before + 1)}`;
    isMended = true;
  }
  return isMended ? lines.join("\n") : undefined;
}

function hasErrors(tree: SyntaxTree): boolean {
  for (let node = 0; node < tree.size; node++) {
    const isError = tree.kindNames[tree.kind[node] as number] === undefined;
    if (isError || ((tree.flags[node] as number) & MISSING) !== 0) return true;
  }
  return false;
}

/** The last line of code up to `from` ends as a member without a semicolon does: with a type. */
function endsMember(lines: readonly string[], from: number): boolean {
  let isComment = false;
  for (let at = from; at >= 0; at--) {
    const line = (lines[at] as string).trim();
    if (isComment) {
      isComment = !line.includes("/*");
      continue;
    }
    if (line === "" || line.startsWith("//")) continue;
    if (line.endsWith("*/")) {
      isComment = !line.includes("/*");
      if (!isComment && !line.startsWith("/*")) return endsType(line.slice(0, line.lastIndexOf("/*")).trim());
      continue;
    }
    return endsType(line);
  }
  return false;
}

function endsType(code: string): boolean {
  return (
    /[\w$\])}'"`>]$/.test(code) &&
    !code.endsWith("=>") &&
    !/\b(return|extends|keyof|typeof|in|of)$/.test(code)
  );
}
