import type { AnalysisInput } from "./analyse.ts";
import { shownLines } from "./definitions.ts";

/**
 * Asks the project for the files that the analysis is most likely to look into: those that imports of changed
 * names lead to. A round of the analysis that only finds out what it lacks costs many times as much. What it
 * leaves out the analysis asks for itself, so it changes no answer.
 */
export function wantImports(
  input: Pick<AnalysisInput, "files" | "found" | "project" | "binder" | "candidates">,
): void {
  const { project, binder } = input;
  const names = new Set(input.found.followed.map((one) => one.name));
  const shown = new Map(input.files.map((file) => [file.path, shownLines(file)]));
  for (const path of new Set([...input.candidates, ...shown.keys()])) {
    const file = project.index(path);
    if (file === undefined) continue;
    const lines = shown.get(path);
    const isFollowed = file.imports.map((entry) => names.has(entry.imported) || entry.kind === "default");
    const imports = new Set<number>();
    for (const reference of file.references) {
      const { name, line } = reference;
      const isAsked = names.has(name) || isFollowed[reference.import] === true || lines?.has(line + 1);
      if (!isAsked) continue;
      if (reference.import >= 0) imports.add(reference.import);
      else if (reference.declaration < 0 && reference.through.length === 0) binder.bind(file, reference);
    }
    for (const at of imports) {
      const entry = file.imports[at];
      const module = entry === undefined ? undefined : binder.parts.resolveImport(file, entry);
      if (module?.kind === "files") for (const one of module.paths) project.index(one);
    }
  }
}
