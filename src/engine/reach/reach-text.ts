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

const summaries: Readonly<Record<ReachResult["status"], string>> = {
  found: "code that runs reaches it",
  "not-found": "no code that runs reaches it, and nothing that is unknown concerns it",
  uncertain: "no path was found, but something that is unknown may reach it",
  "no-such-target": "nothing in the project names it",
};

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
function restsOn({ status, searched }: ReachResult): string {
  const { roots, nodes, edges, unreadPackages } = searched;
  const packages =
    unreadPackages.length === 0
      ? ""
      : ` The code of ${unreadPackages.length} ${unreadPackages.length === 1 ? "package" : "packages"} was not read.`;
  const from = `${roots.length} ${roots.length === 1 ? "root" : "roots"}`;
  return `${summaries[status]} (from ${from}: ${nodes} nodes, ${edges} edges).${packages}`;
}
