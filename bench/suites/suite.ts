/** A public suite of small programs with known call graphs, as `npm run bench:suites` reads it from a checkout. */
export interface Suite {
  /** The option that names it on the command line: `--pycg DIR`. */
  readonly name: string;
  /** As a person writes it. */
  readonly title: string;
  readonly goals: SuiteGoals;
  /** The cases of a checkout, in the order of their names. */
  read(dir: string): SuiteCase[];
}

/** What the issue asks for, as shares from 0 to 1. A share without a goal is printed all the same. */
export interface SuiteGoals {
  readonly precision?: number;
  readonly recall?: number;
  /** Of the reached functions, those answered `found`. */
  readonly found?: number;
  /** Of the functions that nothing reaches, those answered `not-found`. */
  readonly notFound?: number;
}

export interface SuiteCase {
  readonly name: string;
  /** Sources and manifests, with paths as in keys. */
  readonly files: readonly CaseFile[];
  /** Keys of what runs: a main function, the top level of a file. */
  readonly entries: readonly string[];
  readonly truth: Truth;
  /** What of the suite is not judged in this case, and why. */
  readonly excluded: readonly Exclusion[];
}

export interface CaseFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A known call graph, in the keys of Headwater. */
export interface Truth {
  readonly edges: readonly TruthEdge[];
  /** The functions that are asked for: those that the truth names. */
  readonly functions: readonly string[];
  /** Functions that are known to run, besides what the edges lead to from the entries. */
  readonly runs?: readonly string[];
  /** Functions that are known never to run, of a truth that is not complete. */
  readonly never?: readonly string[];
  /** All calls of the program are in it. Otherwise no function is known to be unreached, and no edge to be wrong. */
  readonly isComplete: boolean;
  /**
   * Which of Headwater's edges the truth speaks of: without it, those between two keys of the program where the
   * callee is no class. An edge that it does not speak of counts neither for nor against.
   */
  readonly speaksOf?: (edge: TruthEdge) => boolean;
}

export interface TruthEdge {
  readonly from: string;
  readonly to: string;
}

export interface Exclusion {
  readonly what: string;
  readonly reason: string;
}
