import type { NamedEntry, ProjectEntries, ProjectView } from "../../engine/graph/graph.ts";
import { readCrates } from "./crates.ts";

/** The `main` of each target that Cargo builds. */
export function readEntries(project: ProjectView): ProjectEntries {
  const crates = [...readCrates(project).values()];
  const entries: NamedEntry[] = crates.flatMap((crate) =>
    crate.roots
      .filter((path) => path !== crate.library)
      .map((path) => ({ rule: "Cargo target", path, names: ["main"] })),
  );
  const dependencies = crates.flatMap((crate) => [...crate.dependencies.values()].map((one) => one.realName));
  return { entries, dependencies };
}
