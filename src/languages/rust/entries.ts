import type { NamedEntry, ProjectEntries, ProjectView } from "../../engine/graph/graph.ts";
import { type Crate, isProgramRoot, readCrates } from "./crates.ts";

/** The `main` of each target that Cargo builds, and what a library shows that no other crate of the project uses. */
export function readEntries(project: ProjectView): ProjectEntries {
  const crates = [...readCrates(project).values()];
  const dependencies = crates.flatMap((crate) => [...crate.dependencies.values()]);
  const used = new Set(dependencies.flatMap((one) => one.folder ?? []));
  const entries = crates.flatMap((crate) => [
    ...crate.roots.filter((path) => path !== crate.library).map((path) => target(crate, path)),
    ...(crate.library === undefined || !crate.isLibrary || used.has(crate.folder)
      ? []
      : [{ rule: "Cargo library", path: crate.library, names: [], isPublic: true }]),
  ]);
  return { entries, dependencies: dependencies.map((one) => one.realName) };
}

function target({ folder }: Crate, path: string): NamedEntry {
  if (isProgramRoot(folder, path)) return { rule: "Cargo target", path, names: ["main"] };
  const isBuild = path.endsWith("build.rs");
  return {
    rule: isBuild ? "Cargo build script" : "Cargo example or test",
    path,
    names: ["main"],
    isTooling: true,
  };
}
