import { MISSING, type SyntaxTree } from "../../engine/index/index.ts";

/** What both mend: see `withoutVariance`. In JSX a line may well begin with "<". */
export function mendTsx(tree: SyntaxTree): string | undefined {
  return hasErrors(tree) ? changed(tree.text, withoutVariance(tree.text)) : undefined;
}

export function mendTypeScript(tree: SyntaxTree): string | undefined {
  return hasErrors(tree) ? changed(tree.text, withSemicolons(withoutVariance(tree.text))) : undefined;
}

function changed(before: string, after: string): string | undefined {
  return after === before ? undefined : after;
}

/** `<in out T>`: the grammar does not know the two words. In no other place do they follow "<" or a comma. */
function withoutVariance(text: string): string {
  return text.replace(
    /([<,]\s*(?:\/\/[^\n]*\n\s*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/\s*){0,8})((?:const\s+)?(?:in\s+out|in|out))(?=\s+[\w$]+\s*(?:[,>=]|extends\b))/g,
    (_, before: string, words: string) => before + " ".repeat(words.length),
  );
}

/**
 * The grammar loses its way where a call signature begins a line with its type parameters and the one before has
 * no semicolon, and often loses the rest of the file:
 *
 *     interface Get {
 *       (name: string): string
 *       <T>(key: Key<T>): T
 *     }
 *
 * A semicolon over the blank before such a "<" helps, and moves nothing.
 */
function withSemicolons(text: string): string {
  const lines = text.split("\n");
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at] as string;
    const opening = /^([ \t]*)[ \t]<(?=[\w$]|\s*$)/.exec(line);
    if (opening === null || !endsMember(lines, at - 1)) continue;
    const before = (opening[1] as string).length;
    lines[at] = `${line.slice(0, before)};${line.slice(before + 1)}`;
  }
  return lines.join("\n");
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
