import type { FileIndex, Import } from "../index/index.ts";
import type { LinkRules } from "./link-rules.ts";
import type { ProjectView } from "./project.ts";
import type { NamedEntry, RootRule } from "./root-rules.ts";

/** What an import refers to. */
export type ResolvedModule =
  /**
   * Files of the project that together are the module: one for TypeScript, Python and Rust, all of a folder
   * for Go, all of a package for a Java wildcard. `scope` is the path of a declaration in them when the module
   * is an inline one or a class ("a nested class", `mod m { … }`); [] for the files' top level.
   */
  | { readonly kind: "files"; readonly paths: readonly string[]; readonly scope: readonly string[] }
  /** A folder with no file of its own: a Python namespace package, a Java package prefix. */
  | { readonly kind: "folder"; readonly path: string }
  /** Something that is not of this project: a library, the language's own. `name` as in an external key. */
  | { readonly kind: "outside"; readonly name: string }
  /** It should be in this project and is not there: a missing file, a generated one. */
  | { readonly kind: "missing"; readonly reason: string };

/** Answers for one language and one state of a project. It may keep what it worked out. */
export interface Resolver {
  /**
   * Names that stand for the value or the type around: "this", "self", "cls", "Self". They count when they are
   * bound to nothing in the text or to a parameter without a type.
   */
  readonly selfNames?: readonly string[];
  /** Names that stand for the bases of the type around: "super". */
  readonly superNames?: readonly string[];
  /**
   * Names of members of the types that the language has by itself. A use of one through a value of which nothing
   * is told says nothing about the types of the project.
   */
  readonly builtinMembers?: ReadonlySet<string>;
  /** A bare name may be a member of a type around it or of its bases, as with an implicit `this`. */
  readonly hasImplicitSelf?: boolean;
  /** Something outside is known to have a name, so that a wildcard import of it brings it. */
  isInOutside?(module: string, name: string): boolean;
  /** A type that is written for an array is that of its elements. */
  readonly arraysAreElements?: boolean;
  /**
   * What a method of a type outside gives, as far as its name says it: a value of the first or the last of the types
   * that are written as arguments of the type, again a value of the type, or one whose only argument is the first.
   */
  givenOutside?(type: string, method: string, holder: string): GivenOutside | undefined;
  /** The type of the language that a written name means where nothing else is called so. */
  typeOfLanguage?(name: string): SymbolOfLanguage | undefined;
  /** Members of any value by traits of the language, which give the value again: a copy, a reference. */
  readonly givesAgain?: ReadonlyMap<string, SymbolOfLanguage>;
  /** Functions that any type may have by traits of the language, and that make a value of it. */
  readonly makesItself?: ReadonlyMap<string, SymbolOfLanguage>;
  /** A member of an enum that is called makes a value of it. */
  readonly enumMembersMake?: boolean;
  /**
   * The members of types that name the type which a value stands for, by the traits that they are written for: where it has
   * no member of a name, where a loop goes over it, and where an element of it is asked for.
   */
  readonly standsFor?: Readonly<
    Record<"members" | "items" | "elements", readonly { readonly trait: string; readonly name: string }[]>
  >;
  /** Functions of one name in one place are told apart by their parameters: a call's arguments must fit. */
  readonly hasOverloads?: boolean;
  /** The module that an import of `importer` names. For a `named` import this is the module, not the name. */
  resolve(importer: FileIndex, entry: ModuleRequest): ResolvedModule;
  /**
   * The other files whose module-level names `file` sees without an import: those of its Go or Java package
   * (of this build and every other: all operating systems count). [] where a language has none.
   */
  siblings(file: FileIndex): readonly string[];
  /** The module `name` inside a module, where files nest: a Python submodule, a Rust `mod`, a Java package or class. */
  submodule?(parent: ResolvedModule, name: string): ResolvedModule | undefined;
  /**
   * The module that a bare name at the head of a path stands for when the file's text binds it to nothing:
   * Rust's `crate`, `self`, `super` or a child module; a Go package whose clause differs from its path's last
   * part; a Java package or a class of `java.lang`.
   */
  head?(file: FileIndex, name: string): ResolvedModule | undefined;
  /**
   * The other files that may hold members of a class, struct or interface, as declarations whose `owner` names
   * it: those of the Go package, those with an `impl`. Its bases are followed by their names and are not meant.
   */
  membersElsewhere?(file: FileIndex, declaration: number): readonly string[];
  /**
   * A wildcard import of `file` brings the name, given that the file has it. Without this hook it brings every
   * exported name. Python leaves out what `__all__` does not list or, without one, what starts with "_".
   */
  isInWildcard?(file: FileIndex, name: string): boolean;
  /**
   * A wildcard import of `owner` in `importer` also brings names that `owner` hides from others, as for a Rust
   * module inside it. One file always sees its own.
   */
  seesHidden?(importer: FileIndex, owner: FileIndex): boolean;
  /**
   * The other files whose top level runs whenever that of `file` does: the packages around a Python module, the
   * rest of a Go package.
   */
  loadedWith?(file: FileIndex): readonly string[];
}

/** Something that a language gives, as in an external key. */
export interface SymbolOfLanguage {
  readonly name: string;
  readonly names: readonly string[];
}

/**
 * Which of the arguments of a type a member gives a value of, or the type itself again; or a value of another type of the
 * language, with some of the arguments.
 */
export type GivenOutside =
  | "first"
  | "last"
  | "same"
  | "of-first"
  | number
  | (SymbolOfLanguage & { readonly of: readonly number[] });

export type ModuleRequest = Pick<Import, "specifier" | "kind" | "imported"> & {
  readonly isTypeOnly?: boolean;
};

/** What linking the files of one language needs to know of it. */
export interface LanguageLinks {
  /** Files that are not source but say how imports resolve: package.json, tsconfig.json, go.mod. By path. */
  readonly isManifest: (path: string) => boolean;
  readonly createResolver: (project: ProjectView) => Resolver;
  /** What its code runs without a call, and how the keys of what lies outside are written. */
  readonly link?: LinkRules;
  /** What starts its code. */
  readonly roots?: readonly RootRule[];
  /** What the manifests of a project say of where its code starts, and of what it depends on. */
  readonly readEntries?: (project: ProjectView) => ProjectEntries;
}

export interface ProjectEntries {
  readonly entries: readonly NamedEntry[];
  readonly dependencies: readonly string[];
}
