import type { RootKind } from "../graph/graph.ts";
import type { Hop, ReachResult } from "./reach-result.ts";

/** A path as one line: `main.py:3 -> handlers.py:12 -> yaml//load`. Hops of low confidence show what made them. */
export function pathString(path: readonly Hop[]): string {
  return path
    .map((hop, at) => {
      const before = path[at - 1];
      const weak = before?.confidence === "low" || before?.confidence === "medium" ? `[${before.edge}] ` : "";
      const isQuery = hop.rootKind === "query";
      const where = hop.site !== undefined && hop.file !== undefined && !isQuery;
      const name = where ? `${hop.file}:${hop.site?.line}` : hop.key;
      return `${weak}${name}${isQuery ? " (query)" : ""}`;
    })
    .join(" -> ");
}

/** A result as lines for a terminal. */
export function resultText(result: ReachResult): string {
  const language = result.language === undefined ? "" : ` (${result.language})`;
  const lines = [`${result.target}${language}: ${result.status}`, `  ${restsOn(result)}`];
  if (result.path !== undefined) lines.push(`  ${pathString(result.path)}`);
  for (const doubt of result.uncertainties) {
    const { site } = doubt;
    const where = site === undefined ? "" : ` at ${site.file ?? site.caller}:${site.line}`;
    lines.push(`  ${doubt.kind}${where}: ${doubt.detail}`);
  }
  const total = Object.values(result.searched.counts).reduce((sum, count) => sum + count, 0);
  const more = total - result.uncertainties.length;
  if (more > 0) lines.push(`  and ${more} more`);
  return lines.join("\n");
}

/** One sentence that says what the answer rests on. */
function restsOn(result: ReachResult): string {
  const { searched } = result;
  const count = searched.unreadPackages.length;
  const unread = count === 0 ? "" : `; the code of ${counted(count, "package")} was not read`;
  return `${basisOf(result)}${unread}.`;
}

function basisOf({ status, path, searched }: ReachResult): string {
  const from = startsOf(searched.roots.map((root) => root.kind));
  const over = `${counted(searched.nodes, "symbol")} and ${counted(searched.edges, "edge")}`;
  const doubts = Object.values(searched.counts).reduce((sum, one) => sum + one, 0);
  switch (status) {
    case "found":
      return pathBasis(path ?? []);
    case "not-found":
      return `no path from ${from} leads to it, over ${over}, and nothing that is unknown on the way concerns it`;
    case "uncertain":
      return `no path from ${from} leads to it, over ${over}, but ${counted(doubts, "unknown thing")} on the way may`;
    case "no-such-target":
      return "nothing in the project names it";
  }
}

const starts: Readonly<Record<RootKind, string>> = {
  main: "the program's own start",
  manifest: "a start that a manifest names",
  framework: "a start that a framework calls",
  test: "a test",
  fallback: "an exported definition (nothing says where the program starts)",
  query: "the source that was asked for",
};

function pathBasis(path: readonly Hop[]): string {
  const kind = path[0]?.rootKind;
  const from = kind === undefined ? "" : ` from ${starts[kind]}`;
  const weak =
    path.find((hop) => hop.confidence === "low") ?? path.find((hop) => hop.confidence === "medium");
  const isOne = path.length === 2;
  const sure =
    weak === undefined
      ? `${isOne ? "which" : "each of which"} is sure`
      : `${isOne ? "which" : "the weakest of which"} is of ${weak.confidence} confidence (${weak.edge})`;
  if (path.length < 2) return `it is itself ${kind === undefined ? "a start" : starts[kind]}`;
  return `it is reached${from} in ${counted(path.length - 1, "step")}, ${sure}`;
}

/** "3 roots (1 main, 2 test)". */
function startsOf(kinds: readonly RootKind[]): string {
  const counts = new Map<RootKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const list = [...counts].map(([kind, count]) => (counts.size === 1 ? kind : `${count} ${kind}`));
  return kinds.length === 0 ? "no root" : `${counted(kinds.length, "root")} (${list.join(", ")})`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
