import type { DynamicFlag, FileIndex, SourceProblem } from "../index/index.ts";
import { type LinkContext, ownerNode } from "./link-context.ts";
import type { NamedClasses } from "./link-named-classes.ts";
import type { Scope, UnresolvedReason } from "./project-graph.ts";

/** What the text of a file cannot tell: features that decide at run time, and regions that do not parse. */
export function linkFlags(context: LinkContext, named: NamedClasses, file: FileIndex): void {
  const { classFlag } = context.rulesFor(file.language);
  for (const flag of file.flags) {
    if (flag.name === classFlag) {
      const scope = named.scopeOf(file, flag);
      if (scope !== undefined) noteNamed(context, file, flag, scope);
      continue;
    }
    context.table.unresolved({
      caller: ownerNode(context, file, flag.within),
      line: flag.line,
      column: flag.column,
      reason: reasonOf(flag),
      isDynamic: true,
      name: flag.name,
      text: flag.prefix === undefined ? flag.name : `${flag.name} ${flag.prefix}…`,
      scope: scopeOf(flag, context.rulesFor(file.language).reflectsMethods === true),
    });
  }
  for (const problem of file.problems) {
    if (problem.kind !== "syntax-error" && problem.kind !== "too-deep") continue;
    context.table.unresolved({
      caller: ownerNode(context, file, declarationAround(file, problem)),
      line: problem.startLine,
      column: 0,
      reason: "syntax-error",
      isDynamic: false,
      text: problem.detail,
      scope: { kind: "names", names: namesIn(file, problem) },
    });
  }
}

function noteNamed(context: LinkContext, file: FileIndex, flag: DynamicFlag, scope: Scope): void {
  context.table.unresolved({
    caller: ownerNode(context, file, flag.within),
    line: flag.line,
    column: flag.column,
    reason: "interface-receiver",
    isDynamic: false,
    text: `what ${flag.prefix} shows`,
    scope,
  });
}

function reasonOf(flag: DynamicFlag): UnresolvedReason {
  return flag.kind === "computed-import" ? "dynamic-import" : "computed-name";
}

function scopeOf({ kind, prefix }: DynamicFlag, reflectsMethods: boolean): Scope {
  switch (kind) {
    case "eval":
    case "code-generation":
      return { kind: "any" };
    // Code that is not of this language calls back what it was handed.
    case "native":
      return { kind: "values" };
    case "computed-import":
      return prefix === undefined ? { kind: "any" } : { kind: "prefix", prefix };
    case "reflection":
      if (reflectsMethods) return { kind: "methods", prefix: prefix ?? "" };
      return prefix === undefined ? { kind: "any" } : { kind: "members", prefix };
    case "computed-member":
      return prefix === undefined ? { kind: "any" } : { kind: "members", prefix };
  }
}

/** The innermost declaration with code around the start of a region. */
function declarationAround(file: FileIndex, { startLine }: SourceProblem): number {
  let found = -1;
  file.declarations.forEach((one, declaration) => {
    if (one.startLine <= startLine && startLine <= one.endLine) found = declaration;
  });
  return found;
}

function namesIn(file: FileIndex, { startLine, endLine }: SourceProblem): readonly string[] {
  const names = file.references
    .filter((one) => one.line >= startLine && one.line <= endLine)
    .map((one) => one.name);
  return [...new Set(names)].sort();
}
