/**
 * What starts code, as data: one rule a line. A rule of the same id given with a query replaces it. In names a star
 * stands for any letters, and a name that starts with "^" is a regular expression.
 */
export interface RootRule {
  readonly id: string;
  readonly kind: "main" | "manifest" | "framework" | "test";
  /** The rule counts only where a manifest depends on one of these packages, or the file imports one. */
  readonly packages?: readonly string[];
  /** That a manifest depends on one of the packages is not enough: the file itself must import one. */
  readonly isImported?: true;
  /** What it finds builds or checks the project: that it is there does not say where the program starts. */
  readonly isTooling?: true;
  readonly match: RootMatch;
}

export type RootMatch =
  /** Functions of these names at the top level of a file, or static or other members of classes. */
  | {
      readonly by: "name";
      readonly names: readonly string[];
      readonly level: "module" | "member" | "static";
      /** Only in a file that says it belongs to this package. */
      readonly inPackage?: string;
      /** Only in files whose path this matches. */
      readonly inPath?: string;
      /** Only members of classes of such a name. */
      readonly inClass?: readonly string[];
    }
  /** The top level of a file that reads this name there: `if __name__ == "__main__"`. */
  | { readonly by: "guard"; readonly name: string }
  /**
   * The top level of a file that calls functions of the project and that no other file imports. `isLast`: only
   * where no other rule finds where the project starts.
   */
  | { readonly by: "script"; readonly isLast?: true }
  /** The top level of a file that calls something of such a name there, be it a macro. */
  | { readonly by: "call"; readonly names: readonly string[] }
  /** The top level of a file that uses a macro there or in a type or namespace: it may make functions that run. */
  | { readonly by: "macro" }
  /** The top level of files whose path matches, and what they export under these names ("*": everything). */
  | { readonly by: "path"; readonly path: string; readonly exports?: readonly string[] }
  /** Functions and classes with a decorator, annotation or attribute of such a name. */
  | {
      readonly by: "decorator";
      readonly names: readonly string[];
      /** What of a class it starts: the class, its constructors too, or all that it shows. Default "self". */
      readonly starts?: "self" | "constructors" | "members";
    }
  /** Members of classes that derive from an outside class of such a name. */
  | { readonly by: "base"; readonly bases: readonly string[]; readonly members: string }
  /**
   * Functions that are handed to a call of such a name, by themselves, in a list, or in an object under one of
   * `keys`. The call is one of the packages, or of a value of which the text tells nothing. A function without a
   * name counts as the code around it.
   */
  | {
      readonly by: "argument";
      readonly calls: readonly string[];
      readonly keys?: readonly string[];
      /** In a file that imports none of the packages, only calls on a value of such a name. */
      readonly receivers?: readonly string[];
    }
  /** Functions that are put into a field of such a name, where an object is written or later. */
  | { readonly by: "field"; readonly names: readonly string[] };

/** A start that a manifest or another file of the project names. */
export interface NamedEntry {
  /** The id of the rule that it stands for, as "package.json main". */
  readonly rule: string;
  readonly path: string;
  /** The definition; [] for the top level of the file. */
  readonly names: readonly string[];
  /** Who uses the project may call all that the definition shows, or all that the file exports. */
  readonly isPublic?: boolean;
  /** As in a rule. */
  readonly isTooling?: boolean;
}
