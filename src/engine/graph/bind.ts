import type { FileIndex, Reference } from "../index/index.ts";
import type { ProjectView } from "./project.ts";
import type { ResolvedModule, Resolver } from "./resolver.ts";

/** What a use of a name stands for. */
export type Target =
  | { readonly kind: "declaration"; readonly path: string; readonly declaration: number }
  | { readonly kind: "module"; readonly module: ResolvedModule }
  /** A symbol of something outside the project, with the names under it. */
  | { readonly kind: "outside"; readonly name: string; readonly names: readonly string[] }
  /**
   * Nothing that can be named from the text. `member`: it is a member of a value whose type is not known.
   * `unbound`: no declaration or import of that name is in sight. `missing`: the module is not there.
   */
  | { readonly kind: "unknown"; readonly reason: "member" | "unbound" | "missing" };

/** Names what references stand for, over one state of a project. */
export interface Binder {
  /**
   * All declarations that the reference may stand for: more than one only where several stand for one name
   * (overloads, files of several platforms). Never a namesake: a name that only looks the same is "unknown".
   */
  bind(file: FileIndex, reference: Reference): readonly Target[];
  /** Where an exported name of a module is really declared, through re-exports. */
  findExport(module: ResolvedModule, name: string): readonly Target[];
}

export interface BinderOptions {
  readonly project: ProjectView;
  /** The resolver of a file's language; `undefined` for a language that has none. */
  readonly resolverFor: (language: string) => Resolver | undefined;
  /** The most re-exports that are followed from one name. */
  readonly maxExportHops: number;
}
