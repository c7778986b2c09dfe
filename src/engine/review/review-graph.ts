import type { FileDiff, Noise } from "../diff/diff.ts";
import type { PlacedThread, SentReview, ThreadComment } from "../discussion/discussion.ts";

/** The version of the ReviewGraph's form. */
export const REVIEW_GRAPH_VERSION = 1;
/** Bump it whenever extraction gives another graph for the same input: cached graphs of another one are rebuilt. */
export const EXTRACTION_VERSION = 1;

/**
 * A change as it is reviewed: what changed, what it hangs together with, and the order to read it in. All
 * lines and columns count from 1, columns in UTF-16 units; paths are relative to the top of the repository.
 * Equal input gives equal bytes.
 */
export interface ReviewGraph {
  readonly version: typeof REVIEW_GRAPH_VERSION;
  readonly generator: { readonly name: "headwater"; readonly version: string; readonly extraction: number };
  readonly change: ChangeInfo;
  /** Every changed file, a moved-and-rewritten pair as one, sorted by path. Their hunks hold the diff. */
  readonly files: readonly FileDiff[];
  /** What changed and what it touches; `placements` show them. Sorted by id. */
  readonly nodes: readonly ReviewNode[];
  readonly cores: readonly Core[];
  /** Every appearance of a node in a band of a core, by id, in walk order with repeats in between. */
  readonly placements: readonly Placement[];
  /** Within one core, from a placement to one further downstream. */
  readonly edges: readonly ReviewEdge[];
  /** The ids of the placements in the order to read them; repeats are left out. */
  readonly walk: readonly string[];
  /** Hunks that are folded onto one page, each with its `noise`. */
  readonly lowSignal: readonly string[];
  /** For each file, names on new-side hunk lines and where they are declared. */
  readonly definitions: readonly FileDefinitions[];
  /** Which producer made the cores. */
  readonly tree: "static" | "model";
  /** Files that could not be read by their syntax, and why. They are reviewed as text. */
  readonly problems: readonly ReviewProblem[];
  /** Every limit that cut something, with how much. */
  readonly limits: readonly ReachedLimit[];
  /** Conversations at places of the change; empty for a local review, and in a graph that is kept. */
  readonly discussion: readonly PlacedThread[];
  /** What else was said of a pull request; absent for a local review. */
  readonly conversation?: Conversation;
}

export interface Conversation {
  readonly reviews: readonly SentReview[];
  readonly comments: readonly ThreadComment[];
  /** What could not be read, or is not known, a sentence each. */
  readonly notes: readonly string[];
}

export interface ChangeInfo {
  /** Known by repository, branch and base, never by its head. Marks belong to it. */
  readonly reviewId: string;
  readonly title: string;
  readonly body: string;
  readonly provider: "local" | "github";
  /** 0 for a local review. */
  readonly number: number;
  readonly url: string;
  readonly author: string;
  readonly branch: string;
  /** The base as the user or detection named it. */
  readonly baseRef: string;
  /** The commit or tree that the diff starts from. */
  readonly base: string;
  /** A commit, or the tree of a snapshot of the working copy. */
  readonly head: string;
  readonly isWorkingCopy: boolean;
  readonly commits: readonly CommitInfo[];
  /** Files that are not tracked and not ignored, and are not part of this change. */
  readonly untrackedCount: number;
  /** What the reader should know of how the change was made up, a sentence each. */
  readonly notes: readonly string[];
}

export interface CommitInfo {
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
}

export type Band = "upstream" | "upstream-changed" | "core" | "downstream-changed" | "downstream";
/** In reading order. */
export const bands: readonly Band[] = [
  "upstream",
  "upstream-changed",
  "core",
  "downstream-changed",
  "downstream",
];

export type ReviewNode = ChangeNode | ContextNode;

/** A unit: hunks of one file around one symbol. */
export interface ChangeNode {
  readonly kind: "change";
  /** `chg:<file>#<symbol>`. */
  readonly id: string;
  readonly path: string;
  readonly symbol: string;
  /** What the symbol is, as "function"; "file" when the unit is named after its file. */
  readonly symbolKind: string;
  readonly hunks: readonly string[];
  readonly added: number;
  readonly removed: number;
  /** It was found by text search: its language is not read, or the file did not parse. */
  readonly byText: boolean;
}

/** A place in code that did not change. */
export interface ContextNode {
  readonly kind: "context";
  /** `ctx:<path>:<line>`. */
  readonly id: string;
  readonly path: string;
  readonly line: number;
  /** The declaration around the line, or the file name. */
  readonly symbol: string;
  readonly snippet: Snippet;
  readonly byText: boolean;
}

/** Lines of a file at the reviewed head: ten before and ten after `line`, fewer at the file's ends. */
export interface Snippet {
  readonly startLine: number;
  readonly lines: readonly string[];
}

export interface Core {
  /** c1, c2, … */
  readonly id: string;
  readonly title: string;
  /** One question to lead with. */
  readonly hook: string;
  /** The ids of its placements, by band. */
  readonly placements: Readonly<Record<Band, readonly string[]>>;
}

export interface Placement {
  /** p1, p2, … */
  readonly id: string;
  readonly core: string;
  readonly band: Band;
  readonly node: string;
  readonly title: string;
  /** Why it stands here, one sentence. */
  readonly why: string;
  readonly risk?: "low" | "med" | "high";
  /** The placement where the same node is shown on the walk. */
  readonly repeatOf?: string;
}

export interface ReviewEdge {
  readonly core: string;
  readonly from: string;
  readonly to: string;
  /** One to four words. */
  readonly label: string;
}

export interface FileDefinitions {
  readonly path: string;
  readonly names: readonly NameDefinition[];
}

export interface NameDefinition {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** Where it is declared; absent when only a language server could tell. */
  readonly to?: { readonly path: string; readonly line: number; readonly endLine: number };
  /** The package it comes from, when it is not of this project. */
  readonly ext?: string;
}

export interface ReviewProblem {
  readonly path: string;
  readonly kind: "syntax-error" | "too-deep" | "too-large" | "timed-out" | "not-text" | "unreadable";
  readonly detail: string;
}

/**
 * A file that hit the clock, or that Headwater or git failed on, may well be read the next time: a graph with
 * such a problem holds for this time only.
 */
export function isPassing(problem: ReviewProblem): boolean {
  return problem.kind === "timed-out" || problem.kind === "unreadable";
}

export interface ReachedLimit {
  /** Which limit, as a stable word. */
  readonly name: string;
  readonly limit: number;
  /** How many there were. */
  readonly count: number;
  /** What was left out, a sentence. */
  readonly detail: string;
}

export type NoiseReason = Noise;
