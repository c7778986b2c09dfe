import { compareBytes } from "../../kit/order.ts";
import type { FileDiff } from "../diff/diff.ts";
import type { Binder, ProjectView, Target } from "../graph/graph.ts";
import type { FileDefinitions, NameDefinition } from "./review-graph.ts";
import { DEFINITIONS, DEFINITIONS_PER_FILE } from "./review-limits.ts";
import type { Tallies } from "./tallies.ts";

/**
 * For every name on a new-side hunk line, where it is declared. A name that nothing in the text can place is
 * kept without a target, for a language server to ask. Low-signal hunks have none.
 */
export function findDefinitions(
  files: readonly FileDiff[],
  project: ProjectView,
  binder: Binder,
  tallies: Tallies,
): FileDefinitions[] {
  const found: FileDefinitions[] = [];
  let left = DEFINITIONS;
  for (const diff of [...files].sort((left, right) => compareBytes(left.path, right.path))) {
    const shown = shownLines(diff);
    const file = shown.size === 0 ? undefined : project.index(diff.path);
    if (file === undefined) continue;
    const references = file.references.filter((reference) => shown.has(reference.line + 1));
    const limit = Math.min(left, DEFINITIONS_PER_FILE);
    const isWhole = limit === DEFINITIONS_PER_FILE;
    const detail = "names of the change do not say where they are declared";
    tallies.cut(
      isWhole ? "definitions-per-file" : "definitions",
      isWhole ? DEFINITIONS_PER_FILE : DEFINITIONS,
      references.length - limit,
      detail,
    );
    const names = references.slice(0, limit).map((reference): NameDefinition => {
      const { name, line, column } = reference;
      const place = { name, line: line + 1, column: column + 1 };
      return { ...place, ...definitionOf(binder.bind(file, reference), project) };
    });
    left -= names.length;
    if (names.length > 0) found.push({ path: diff.path, names });
  }
  return found;
}

/** The lines of the head, from 1, that hunks show. */
export function shownLines(diff: FileDiff): ReadonlySet<number> {
  const lines = new Set<number>();
  if (diff.noise !== undefined) return lines;
  for (const hunk of diff.hunks) {
    if (hunk.noise !== undefined) continue;
    for (const line of hunk.lines) if (line.new !== undefined) lines.add(line.new);
  }
  return lines;
}

function definitionOf(targets: readonly Target[], project: ProjectView): Pick<NameDefinition, "to" | "ext"> {
  for (const target of targets) {
    switch (target.kind) {
      case "declaration": {
        const one = project.index(target.path)?.declarations[target.declaration];
        if (one === undefined) break;
        return { to: { path: target.path, line: one.line + 1, endLine: one.endLine + 1 } };
      }
      case "outside":
        return { ext: target.name };
      case "module": {
        const path = target.module.kind === "files" ? target.module.paths[0] : undefined;
        if (path !== undefined) return { to: { path, line: 1, endLine: 1 } };
        break;
      }
      case "unknown":
        break;
    }
  }
  return {};
}
