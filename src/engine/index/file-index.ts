import type { ValueFlow } from "./value-flow.ts";

/**
 * Goes into the key of every stored record. Bump it when a field of the record or a rule that fills it
 * changes, in any language.
 */
export const INDEX_VERSION = 6;

/**
 * What Headwater knows of one source file: the only thing that later stages read of it. It holds no syntax
 * node and no source text but names and short import specifiers. Lines and columns count from 0, columns
 * in UTF-16 units. All lists are in the order of the text.
 */
export interface FileIndex {
  readonly version: number;
  readonly path: string;
  /** The `id` of the language that read it. */
  readonly language: string;
  /** The git blob id of the bytes. */
  readonly blob: string;
  readonly lineCount: number;
  /** The package that the file says it belongs to, as written: a Go package clause, a Java package. */
  readonly packageName?: string;
  readonly declarations: readonly Declaration[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly assignments: readonly Assignment[];
  /** Names that hold a part of a value, where types are written that tell what that is. Absent where there are none. */
  readonly taken?: readonly TakenPart[];
  readonly flags: readonly DynamicFlag[];
  /** Literals that run over a line end: blanks inside them mean something. */
  readonly multilineStrings: readonly LineSpan[];
  readonly problems: readonly SourceProblem[];
  /** Where functions, classes and instances go as values. Absent where there is nothing of it. */
  readonly flow?: ValueFlow;
}

/** Both lines belong to it. */
export interface LineSpan {
  readonly startLine: number;
  readonly endLine: number;
}

export type DeclarationKind =
  | "function"
  | "method"
  | "constructor"
  | "class"
  | "interface"
  | "trait"
  | "struct"
  | "enum"
  | "enum-member"
  | "type"
  | "variable"
  | "constant"
  | "field"
  | "namespace"
  | "macro"
  | "parameter"
  | "type-parameter";

/**
 * Where a declaration can be seen from. `module`: at the top level of its file (or of a namespace or inline
 * module at the top level). `member`: of a class, struct, trait, interface, enum or object literal that has
 * a name. `local`: inside a function or block.
 */
export type DeclarationLevel = "module" | "member" | "local";

export interface Declaration extends LineSpan {
  /** "" for a class without a name. Its members count as those of the declaration around it in keys. */
  readonly name: string;
  readonly kind: DeclarationKind;
  readonly level: DeclarationLevel;
  /** The index of the declaration around it in `declarations`; -1 for none. A parent comes before its children. */
  readonly parent: number;
  /**
   * The type that a member belongs to, where the text names it elsewhere than in a parent: the receiver of
   * a Go method, the type of a Rust `impl`, the target of `F.prototype.x = …`. One name, or several with "."
   * between them.
   */
  readonly owner?: string;
  /** The trait that a Rust `impl` block is for, as written without type arguments. */
  readonly ofTrait?: string;
  readonly line: number;
  readonly column: number;
  /** The start and end of the whole declaration with its decorators and attributes. `endColumn` is exclusive. */
  readonly startColumn: number;
  readonly endColumn: number;
  /** Other files can name it: by `export`, `pub`, a capital, no `private`, or because the language hides nothing. */
  readonly isExported: boolean;
  /** Other files can, but only those of its own package or crate: no `public`, or `pub(crate)`. */
  readonly isInternal?: true;
  readonly isStatic: boolean;
  /** It has no body of its own: an interface member, an abstract method, an overload, a `declare`. */
  readonly isAbstract: boolean;
  /** A parameter that takes any number of arguments, none included. */
  readonly isRest?: true;
  /** What a class extends or implements, embeds, or derives from, in order. */
  readonly bases: readonly TypeName[];
  /** The declared type of a variable, field or parameter. */
  readonly type?: TypeName;
  /** The declared types of a function's results, by position. */
  readonly results: readonly TypeName[];
}

/** A type as written: its last name, what stands before it, and its arguments. `Map<K, a.V>` has two arguments. */
export interface TypeName {
  readonly name: string;
  readonly through: readonly string[];
  readonly typeArguments: readonly TypeName[];
}

export type ReferenceRole =
  /** The callee of a call, a macro's name, a JSX element, a decorator that is called. */
  | "call"
  /** The class of `new C()` or of a struct literal. */
  | "new"
  /** Any use of a value: passed, stored, compared, returned. */
  | "read"
  /** The target of an assignment. */
  | "write"
  | "type"
  /** In a list of bases. */
  | "base"
  /** A decorator or attribute that is not itself a call. */
  | "decorator";

/** One use of a name in code: never in a comment, a string, an import or where the name is declared. */
export interface Reference {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly role: ReferenceRole;
  /**
   * What the name is reached through, outermost first: `a.b.c` gives `c` through ["a", "b"], and `a` and `b`
   * are references of their own. A part that is no plain name stands as "()" for the result of a call, "[]"
   * for an element, "<>" for a value of the type before it, as a cast gives it, "!" for what a value wraps, "!!" for what
   * it wraps where that failed, "[..]" for what a loop over it gives, "?" for any other value: `a.b().c` gives `c` through
   * ["a", "b", "()"]. Plain names: [].
   */
  readonly through: readonly string[];
  /** The innermost declaration of a function, method or class around it; -1 at the top level. */
  readonly within: number;
  /**
   * What the first name of the path (`name` itself when `through` is empty) is bound to in this file, by the
   * language's scopes: a declaration or an import, by index. Both -1: not bound in this file's text.
   */
  readonly declaration: number;
  readonly import: number;
  /** The number of arguments of a call or `new`; -1 otherwise. */
  readonly argumentCount: number;
}

/** One name that an import binds; or one import that binds none. */
export interface Import {
  /** The module as written, without quotes: "./x", "..pkg.mod", "os/exec", "crate::a::b", "java.util". */
  readonly specifier: string;
  /**
   * `named`: one exported name. `default`: the default export. `namespace`: the module itself as a value.
   * `wildcard`: all its names. `effect`: run only. `dynamic`: an `import()` or `require` in an expression.
   */
  readonly kind: "named" | "default" | "namespace" | "wildcard" | "effect" | "dynamic";
  /** The name in this file; "" when none is bound. */
  readonly local: string;
  /** The name in the module; "" for all kinds but `named`, "default" for `default`. */
  readonly imported: string;
  readonly isTypeOnly: boolean;
  /** The lines of the whole statement. */
  readonly startLine: number;
  readonly endLine: number;
  /** Where the bound name stands (or the specifier, when none is bound). */
  readonly line: number;
  readonly column: number;
  /** The declaration around it; -1 at the top level. */
  readonly within: number;
  /** The import is also an export of this file (`pub use`, a Python import at the top level). */
  readonly isReexport: boolean;
  /** It is one only for code of its own package or crate. */
  readonly isInternal?: true;
}

/** A name that other files can import from this one, where the language lists exports. */
export interface Export {
  /**
   * The exported name; "default"; "*" for all names of `specifier`; "export=" for the one value that the file is
   * as a whole, as with `module.exports = f`. `export * as ns` has the name "ns".
   */
  readonly name: string;
  /** The name in this file or, with `specifier`, in that module; "" for the module itself or for all. */
  readonly local: string;
  /** The module that a re-export takes it from; absent for a name of this file. */
  readonly specifier?: string;
  /** The declaration or import that it stands for, by index; -1 when not in this file or not known. */
  readonly declaration: number;
  readonly import: number;
  readonly isTypeOnly: boolean;
  readonly line: number;
  readonly column: number;
}

/** A value that gets a name: a variable's first value, an assignment, a default, an entry of an object literal. */
export interface Assignment {
  /** The target as a path: ["load"], ["this", "x"], ["exports", "y"], ["F", "prototype", "z"]. */
  readonly target: readonly string[];
  /** The declaration that the target names, by index; -1 when not known. */
  readonly declaration: number;
  /** `name`: another name or path. `call`: the result of a call or `new`. `function`: a function or class. */
  readonly value: "name" | "call" | "function" | "object" | "list" | "other";
  /** The reference that `name` reads or `call` calls, by index; -1 for the other values. */
  readonly reference: number;
  /** The position in the results of the call that the target takes: `_, err := f()` has 1 for `err`. */
  readonly position: number;
  readonly within: number;
  readonly line: number;
  readonly column: number;
}

/** What a name of a pattern or a loop, or a name set by what unwraps a value, holds: a part of a value. */
export interface TakenPart {
  readonly declaration: number;
  /** What the whole value is read from or called by, by index; -1 for the value of the type around. */
  readonly reference: number;
  readonly isCall: boolean;
  /** The way from the value to the part, outermost first: names of members, and parts as in `Reference.through`. */
  readonly steps: readonly string[];
}

/** A feature whose target is decided at run time, so that nothing read from the text can name it. */
export interface DynamicFlag {
  readonly kind: "eval" | "computed-member" | "computed-import" | "reflection" | "native" | "code-generation";
  /** The name of the feature as written: "eval", "getattr", "reflect.ValueOf". */
  readonly name: string;
  /** A part of the target that is known: the literal start of a computed import. */
  readonly prefix?: string;
  readonly within: number;
  readonly line: number;
  readonly column: number;
}

/** What could not be read. The rest of the record holds. */
export interface SourceProblem extends LineSpan {
  /** `failed`: a mistake of Headwater. Like `timed-out` it says nothing lasting about the file, and is not stored. */
  readonly kind: "syntax-error" | "too-deep" | "too-large" | "timed-out" | "not-text" | "failed";
  readonly detail: string;
}

/** The path of names from the top level of the file to the declaration, as in a key: ["Class", "method"]. */
export function declarationPath(file: FileIndex, declaration: number): string[] {
  const names: string[] = [];
  for (let at = declaration; at >= 0; ) {
    const found = file.declarations[at] as Declaration;
    if (found.name !== "") names.unshift(found.name);
    if (found.owner !== undefined) names.unshift(...found.owner.split("."));
    at = found.parent;
  }
  return names;
}

/** The key of a declaration, or of the file's top level for -1: `path/file.py//Class//method`. */
export function declarationKey(file: FileIndex, declaration: number): string {
  return [file.path, ...declarationPath(file, declaration)].join("//");
}
