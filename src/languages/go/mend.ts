import { MISSING, type SyntaxTree } from "../../engine/index/index.ts";

/**
 * Methods with type parameters of their own, `func (c C) Map[T any](f F)`, are newer than the grammar, which loses the
 * method and often what follows it. Without the brackets it reads the rest; a use of such a parameter is then one
 * of a name that nothing declares.
 */
export function mendGenericMethods(tree: SyntaxTree): string | undefined {
  if (!hasErrors(tree)) return undefined;
  const { text } = tree;
  const mended = text.replace(
    /^(func[ \t]*\([^()\n]*\)[ \t]*[\p{L}_][\p{L}\p{Nd}_]*)(\[(?:[^[\]\n]|\[[^[\]\n]*\])*\])(?=[ \t]*\()/gmu,
    (_, method: string, parameters: string) => method + " ".repeat(parameters.length),
  );
  return mended === text ? undefined : mended;
}

function hasErrors(tree: SyntaxTree): boolean {
  for (let node = 0; node < tree.size; node++) {
    const isError = tree.kindNames[tree.kind[node] as number] === undefined;
    if (isError || ((tree.flags[node] as number) & MISSING) !== 0) return true;
  }
  return false;
}
