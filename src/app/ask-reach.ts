import type { Graph } from "../engine/graph/graph.ts";
import {
  BadQueryError,
  BadTargetError,
  type Query,
  type ReachResult,
  type ReachStatus,
  reach,
  resultText,
  sourcesByKey,
  targetsByKey,
  UnknownSourceError,
} from "../engine/reach/reach.ts";
import { UserError } from "../kit/errors.ts";
import { isNear } from "../kit/near.ts";
import { compareBytes } from "../kit/order.ts";
import { allLanguages } from "../languages/registry.ts";

/** A query as it is typed. */
export interface AskedReach {
  readonly targets: readonly string[];
  readonly sources: readonly string[];
  readonly sourcesOnly: boolean;
  /** The id, name or family of a language. */
  readonly language?: string;
  readonly maxDepth?: number;
  /** How long the search may take, in milliseconds. */
  readonly deadlineMs?: number;
}

/**
 * One result for each target; for a key of several languages, one each.
 *
 * @throws UserError  `bad-target`, `unknown-source` (with the names that are near), `bad-option`
 */
export function askReach(graph: Graph, asked: AskedReach): ReachResult[] {
  try {
    return reach(graph, queryOf(asked));
  } catch (error) {
    throw asUserError(error, graph);
  }
}

/** Checks what can be checked before anything is read. Throws as `askReach` does. */
export function checkReach(asked: AskedReach): void {
  try {
    queryOf(asked);
    if (asked.sourcesOnly && asked.sources.length === 0) {
      throw new BadQueryError("--sources-only needs at least one --source");
    }
  } catch (error) {
    throw asUserError(error, undefined);
  }
}

function queryOf(asked: AskedReach): Query {
  const family = asked.language === undefined ? undefined : familyOf(asked.language);
  const endMs = asked.deadlineMs === undefined ? undefined : performance.now() + asked.deadlineMs;
  return {
    targets: targetsByKey(asked.targets, family),
    sources: sourcesByKey(asked.sources),
    sourceMode: asked.sourcesOnly ? "sources-only" : "sources-and-roots",
    ...(asked.maxDepth === undefined ? {} : { maxDepth: asked.maxDepth }),
    ...(endMs === undefined ? {} : { isLate: () => performance.now() >= endMs }),
  };
}

function familyOf(typed: string): string {
  const name = typed.toLowerCase();
  const found = allLanguages.find(
    (language) => language.id === name || language.family === name || language.name.toLowerCase() === name,
  );
  if (found !== undefined) return found.family;
  const known = allLanguages.map((language) => language.id).join(", ");
  throw new UserError("bad-option", `There is no language "${typed}". It is one of ${known}.`);
}

function asUserError(error: unknown, graph: Graph | undefined): unknown {
  if (error instanceof BadTargetError)
    return new UserError("bad-target", capital(error.message), { cause: error });
  if (error instanceof BadQueryError)
    return new UserError("bad-option", capital(error.message), { cause: error });
  if (!(error instanceof UnknownSourceError)) return error;
  const near =
    graph === undefined ? [] : nearKeys(graph, error.keys[0] ?? "", (node) => node.kind !== "external");
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  return new UserError("unknown-source", `${error.message}.${hint}`, { cause: error });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Keys of the graph that a mistyped key may mean, the nearest first: at most three. */
export function nearKeys(
  graph: Graph,
  key: string,
  isMeant: (node: Graph["nodes"][number]) => boolean,
): readonly string[] {
  const typed = key.toLowerCase().split("//");
  const last = typed.at(-1) ?? "";
  const ranked = new Map<string, number>();
  for (const node of graph.nodes) {
    if (!isMeant(node)) continue;
    const parts = node.key.toLowerCase().split("//");
    const ending = parts.at(-1) ?? "";
    if (!isNear(ending, last)) continue;
    const isOfPlace = parts[0] === typed[0] || node.key.toLowerCase().includes(typed[0] ?? "");
    ranked.set(node.key, (ending === last ? 0 : 2) + (isOfPlace ? 0 : 1));
  }
  const sorted = [...ranked].sort((one, other) => one[1] - other[1] || compareBytes(one[0], other[0]));
  return sorted.slice(0, 3).map(([near]) => near);
}

/** Whether some node has the key of a target; below one it is enough that it begins so. */
export function isNamed(graph: Graph, { target, status, sites }: ReachResult): boolean {
  if (status === "no-such-target") return false;
  if (status === "found" || status === "not-found" || sites.length > 0 || target.endsWith("//*")) return true;
  const [head = "", ...rest] = target.split("//");
  return graph.nodes.some(({ key, language, kind }) => {
    const rules = kind === "external" ? graph.keyRules[language] : undefined;
    const parts = rules === undefined ? [head] : head.split(rules.separator);
    return key === target || key === [...parts, ...rest].join("//");
  });
}

/** What may have been meant by a target that nothing names. */
export function likelyTargets(graph: Graph, { target }: ReachResult): readonly string[] {
  // Who does not know how keys are written puts a dot between a package and a name.
  const dot = target.lastIndexOf(".");
  const key =
    target.includes("//") || dot <= 0 ? target : `${target.slice(0, dot)}//${target.slice(dot + 1)}`;
  return nearKeys(graph, key, (node) => node.kind !== "module");
}

/** Outside packages that the searches entered and whose code was not read. */
export function unreadPackages(results: readonly ReachResult[]): readonly string[] {
  return [...new Set(results.flatMap((result) => result.searched.unreadPackages))].sort(compareBytes);
}

/** The results whose status is one that the user does not want to see. */
export function failing(
  results: readonly ReachResult[],
  statuses: readonly ReachStatus[],
): readonly ReachResult[] {
  return results.filter((result) => statuses.includes(result.status));
}

export type { Graph };
export { resultText };
