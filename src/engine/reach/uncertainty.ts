import type { Graph, GraphNode, UnresolvedSite } from "../graph/graph.ts";
import { namesOf, namesStarting } from "./graph-names.ts";
import { createLeading, type Leading } from "./leading.ts";
import type { Uncertainty, UncertaintyKind } from "./reach-result.ts";
import { UNREACHED, type Walked } from "./search.ts";
import { canonicalKey, lastSegment, type Target } from "./target.ts";

/** What kept the search from knowing all, as far as it concerns one target. */
export interface Doubts {
  readonly listed: readonly Uncertainty[];
  readonly counts: Readonly<Partial<Record<UncertaintyKind, number>>>;
  readonly total: number;
  /** One of them says which targets it concerns, and names this one. */
  readonly couldName: boolean;
}

/** The most that a result lists of one kind. */
const maxListed = 3;

export interface DoubtReader {
  /** For a target that was found only what concerns every answer is listed. */
  about(target: Target, nodes: readonly number[], isFound: boolean): Doubts;
}

/** Gathers what is unknown on the way from the roots, once for all targets of a query. */
export function createDoubtReader(
  graph: Graph,
  walked: Walked,
  options: {
    readonly sourcesOnly: boolean;
    readonly budget: readonly Uncertainty[];
    readonly fallback: boolean;
  },
): DoubtReader {
  const reached = graph.unresolved.filter((site) => walked.via[site.caller] !== UNREACHED);
  const names = namesOf(graph);
  const byPrefix = new Map<string, readonly [number, number]>();
  /** The keys of packages: what is directly below one is a function or a type, and below that a method. */
  const packages = new Set(
    graph.packages.flatMap(({ language, name }) => {
      const rules = graph.keyRules[language];
      return rules === undefined ? [] : [`${language}\0${canonicalKey(name, rules)}`];
    }),
  );
  return { about };

  function about(target: Target, nodes: readonly number[], isFound: boolean): Doubts {
    const counts: Partial<Record<UncertaintyKind, number>> = {};
    const listed: Uncertainty[] = [];
    let total = 0;
    let couldName = false;
    const add = (doubt: Uncertainty, names: boolean): void => {
      const count = (counts[doubt.kind] ?? 0) + 1;
      counts[doubt.kind] = count;
      total++;
      couldName ||= names;
      if (count <= maxListed) listed.push(doubt);
    };
    // What is in a file that was not read may be anything.
    for (const doubt of options.budget) add(doubt, doubt.site !== undefined);
    if (options.fallback) add(fallbackDoubt, false);
    let leading: Leading | undefined;
    const leadingTo = (): Leading => {
      leading ??= createLeading(graph, nodes);
      return leading;
    };
    for (const site of isFound ? [] : reached) {
      if (!concerns(site, target, leadingTo)) continue;
      add(toUncertainty(graph, site), site.scope.kind !== "values");
    }
    const order: readonly UncertaintyKind[] = ["unresolved-call", "dynamic-flag", "budget", "root-fallback"];
    listed.sort((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind));
    return { listed, counts, total, couldName };
  }

  function concerns({ scope, caller }: UnresolvedSite, target: Target, leadingTo: () => Leading): boolean {
    switch (scope.kind) {
      case "any":
        return true;
      case "values":
        return options.sourcesOnly && isValueElsewhere(leadingTo());
      case "names":
        return scope.names.some((name) => isOf(name, target, leadingTo));
      case "definitions":
        return scope.keys.some((key) =>
          (names.byKey.get(key) ?? []).some((node) => leadingTo().nodes[node] === 1),
        );
      case "members":
        return (
          lastSegment(target.key).startsWith(scope.prefix) ||
          leadingTo().hasDefinition(...named(scope.prefix))
        );
      case "methods":
        return isMethod(scope.prefix, target, caller) || leadingTo().hasMethod(...named(scope.prefix));
      case "prefix":
        return isBelow(scope.prefix, target) || isFileBelow(scope.prefix, leadingTo());
    }
  }

  /** A symbol outside that stands below a type of its package. */
  function isMethod(prefix: string, target: Target, caller: number): boolean {
    const language = graph.nodes[caller]?.language ?? "";
    const rules = graph.keyRules[language];
    if (rules === undefined || !lastSegment(target.key).startsWith(prefix)) return false;
    const key = canonicalKey(target.key, rules);
    const type = key.slice(0, Math.max(0, key.lastIndexOf("//")));
    const above = type.slice(0, Math.max(0, type.lastIndexOf("//")));
    return packages.has(`${language}\0${above}`);
  }

  function named(prefix: string): readonly [number, number] {
    let range = byPrefix.get(prefix);
    if (range === undefined) {
      range = namesStarting(names, prefix);
      byPrefix.set(prefix, range);
    }
    return range;
  }

  function isOf(name: string, target: Target, leadingTo: () => Leading): boolean {
    if (lastSegment(target.key) === name || target.key.endsWith("//*")) return true;
    const number = names.numberOf.get(name);
    return number !== undefined && leadingTo().hasDefinition(number, number + 1);
  }

  /** A function that code outside of the search uses as a value may be what is called here. */
  function isValueElsewhere({ nodes }: Leading): boolean {
    const { from, to, count } = graph.edges;
    for (let edge = 0; edge < count; edge++) {
      if (nodes[to[edge] as number] !== 1 || walked.via[from[edge] as number] !== UNREACHED) continue;
      if (walked.via[to[edge] as number] === UNREACHED) return true;
    }
    return false;
  }

  function isBelow(prefix: string, target: Target): boolean {
    return Object.values(graph.keyRules).some((rules) =>
      canonicalKey(target.key, rules).startsWith(canonicalKey(prefix, rules)),
    );
  }

  /** A first-party file whose path fits the known start of a computed import. */
  function isFileBelow(prefix: string, leading: Leading): boolean {
    const written = prefix.replace(/^[./]+/u, "").replaceAll(/\.(?=\w)|::/gu, "/");
    return graph.nodes.some(
      (node, index) =>
        leading.nodes[index] === 1 && node.kind === "module" && `/${node.key}`.includes(`/${written}`),
    );
  }
}

const fallbackDoubt: Uncertainty = {
  kind: "root-fallback",
  scope: { kind: "any" },
  detail: "no rule found where the program starts, so every exported definition counts as a start",
};

function toUncertainty(graph: Graph, site: UnresolvedSite): Uncertainty {
  const caller = graph.nodes[site.caller] as GraphNode;
  return {
    kind: site.isDynamic ? "dynamic-flag" : "unresolved-call",
    site: {
      caller: caller.key,
      line: site.line + 1,
      column: site.column + 1,
      ...(caller.file === undefined ? {} : { file: caller.file }),
    },
    scope: site.scope,
    detail: detailOf(site),
  };
}

function detailOf(site: UnresolvedSite): string {
  switch (site.reason) {
    case "computed-name":
      return `${site.text} decides when it runs what is called`;
    case "dynamic-import":
      return `${site.text} decides when it runs what is loaded`;
    case "unknown-receiver":
      return `the value that ${site.text} is called on is not known`;
    case "no-definition":
      return `nothing in the project defines ${site.text}`;
    case "ambiguous":
      return `${site.text} has several definitions`;
    case "limit":
      return `a limit cut the search for ${site.text}`;
    case "interface-receiver":
    case "trait-receiver":
      return `${site.text} may run without a line that says so`;
    case "no-dependency-source":
      return `${site.text} is called on a result of code that was not read`;
    case "syntax-error":
      return `a part of the file could not be parsed: ${site.text}`;
  }
}
