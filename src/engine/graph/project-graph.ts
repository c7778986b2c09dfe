/** Goes into `Graph.stats`. Bump it when a rule of the link step changes what a graph holds. */
export const GRAPH_VERSION = 3;

/** What made an edge. */
export type EdgeKind =
  | "direct"
  | "import"
  | "export"
  | "member"
  | "assignment"
  | "package"
  | "cha"
  | "field"
  | "name"
  | "wildcard"
  | "reference"
  | "llm";

/** How sure it is that the code of the caller runs the callee. */
export type Confidence = "high" | "medium" | "low";

/** Every kind with its confidence. The order is that of the numbers in `EdgeTable.kind`. */
export const edgeKinds: readonly { readonly kind: EdgeKind; readonly confidence: Confidence }[] = [
  { kind: "direct", confidence: "high" },
  { kind: "member", confidence: "high" },
  { kind: "assignment", confidence: "high" },
  { kind: "import", confidence: "high" },
  { kind: "export", confidence: "high" },
  { kind: "package", confidence: "high" },
  { kind: "cha", confidence: "medium" },
  { kind: "field", confidence: "low" },
  { kind: "name", confidence: "low" },
  { kind: "wildcard", confidence: "low" },
  { kind: "reference", confidence: "low" },
  { kind: "llm", confidence: "low" },
];

export type NodeKind =
  /** The code at the top level of a file. */
  | "module"
  | "function"
  | "method"
  | "constructor"
  /** A class, struct, interface, trait or enum: that values of it may exist, and the code of its body. */
  | "class"
  /** A name that a file gives on from another one. */
  | "export"
  /** A symbol of something outside the project. */
  | "external";

export interface GraphNode {
  readonly key: string;
  readonly kind: NodeKind;
  /** The family of languages that it is written in: npm packages are one for JavaScript and TypeScript. */
  readonly language: string;
  readonly file?: string;
  /** The unit of dependency code that it belongs to. */
  readonly unit?: string;
  /** The external key that the definition of a unit is known by. */
  readonly external?: string;
  /** Lines from 0, both belong to it. */
  readonly span?: { readonly startLine: number; readonly endLine: number };
  /** Of a module whose file has no complete record. */
  readonly status?: FileStatus;
}

/** What became of a file in the index step. */
export type FileStatus = "indexed" | "cached" | "missing" | "failed" | "truncated";

/** Edges in columns, sorted by caller, callee and site. Lines and columns count from 0; a line of -1 is no site. */
export interface EdgeTable {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** An index into `edgeKinds`. */
  readonly kind: Uint8Array;
  /** An index into `Graph.rules`. */
  readonly rule: Uint8Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** The edges of a caller are those from `first[caller]` to before `first[caller + 1]`. */
  readonly first: Int32Array;
}

export type UnresolvedReason =
  | "computed-name"
  | "dynamic-import"
  | "unknown-receiver"
  | "no-definition"
  | "ambiguous"
  | "limit"
  | "interface-receiver"
  | "trait-receiver"
  | "no-dependency-source"
  | "syntax-error";

/**
 * Which targets something unresolved may concern. `name`: those with that last segment, and those that a
 * definition of that name reaches. `prefix`: those below it. `names`: as `name` for several. `values`: those that
 * a function used as a value in code that was not searched reaches. `any`: every target.
 */
export type Scope =
  | { readonly kind: "any" }
  | { readonly kind: "values" }
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "prefix"; readonly prefix: string }
  /** Those that one of these definitions, by key, is or reaches. */
  | { readonly kind: "definitions"; readonly keys: readonly string[] }
  /** Methods whose name starts so, and what they reach. */
  | { readonly kind: "methods"; readonly prefix: string }
  /** Members whose name starts so. */
  | { readonly kind: "members"; readonly prefix: string };

/** A call or import that could not be resolved, or a feature that decides at run time what runs. */
export interface UnresolvedSite {
  /** The index of the node that it stands in. */
  readonly caller: number;
  readonly line: number;
  readonly column: number;
  readonly reason: UnresolvedReason;
  /** It comes from a dynamic flag of the record. */
  readonly isDynamic: boolean;
  /** The name of the method or function, where there is one. */
  readonly name?: string;
  /** As a person would write it, short. */
  readonly text: string;
  readonly scope: Scope;
}

/** `main`, `manifest` and `framework` start the program; `test` starts parts of it; `fallback` stands for them all. */
export type RootKind = "main" | "manifest" | "framework" | "test" | "fallback" | "query";

export interface GraphRoot {
  readonly node: number;
  readonly kind: RootKind;
  /** The id of the rule that found it. */
  readonly rule: string;
}

/** A limit that cut something, and how often. */
export interface Truncation {
  readonly limit: "max-edges" | "max-export-hops" | "max-bases" | "max-flow-steps";
  readonly value: number;
  /** What was left out: edges, names, types whose further bases were not looked at, or values that were not followed further. */
  readonly count: number;
}

export interface GraphStats {
  readonly version: number;
  readonly files: number;
  readonly nodes: number;
  readonly edges: number;
  readonly byKind: Readonly<Partial<Record<EdgeKind, number>>>;
  /** No rule found a root, so every exported definition is one. */
  readonly rootFallback: boolean;
}

/** How the keys of outside symbols of a language family are cut into segments. */
export interface KeyRules {
  /** What stands between the parts of a package's name: "/", ".", "::". */
  readonly separator: string;
  /** "@scope/name" is one segment. */
  readonly hasScopes: boolean;
}

/** The call graph of a project. Equal input gives equal graphs. */
export interface Graph {
  /** Sorted by key, then by language. */
  readonly nodes: readonly GraphNode[];
  readonly edges: EdgeTable;
  /** What made an edge, in words. */
  readonly rules: readonly string[];
  readonly roots: readonly GraphRoot[];
  readonly unresolved: readonly UnresolvedSite[];
  readonly truncations: readonly Truncation[];
  /**
   * Files whose code stands in the graph as a part of code of another file, and the other way: those with a macro
   * that another file uses, and its users. Only in them may the caller of an edge be of another file than its site.
   */
  readonly interleaved: readonly string[];
  /** Outside packages that the project names and whose code was not read, by language family. */
  readonly packages: readonly { readonly language: string; readonly name: string }[];
  readonly keyRules: Readonly<Record<string, KeyRules>>;
  readonly stats: GraphStats;
}
