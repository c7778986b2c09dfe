import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Graph } from "../../src/engine/graph/graph.ts";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { readCase } from "../graph/memory-project.ts";
import { type GraphExpectation, linkProject, readProject } from "./case-project.ts";
import { wrongToday } from "./wrong-today.ts";

const folder = join(import.meta.dirname, "../cases/graph");

describe("edges, roots and answers of the graph cases", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".txtar"));
  for (const name of names) {
    const { files, expect: expected } = readCase(readFileSync(join(folder, name), "utf8"));
    it(name.replace(".txtar", ""), async () => {
      const graph = linkProject(await readProject(files), files);
      const known = (wrongToday[name.replace(".txtar", "")] ?? []).map((one) => one.answer);
      expect(wrongAnswers(graph, expected as GraphExpectation)).toEqual(known);
    });
  }

  it("reads every case", () => {
    expect(names.length).toBeGreaterThanOrEqual(69);
  });
});

function wrongAnswers(graph: Graph, expected: GraphExpectation): string[] {
  const keys = graph.nodes.map((node) => node.key);
  const { from, to, count } = graph.edges;
  const edges = new Set<string>();
  for (let edge = 0; edge < count; edge++) {
    edges.add(`${keys[from[edge] as number]} -> ${keys[to[edge] as number]}`);
  }
  const has = (one: { from: string; to: string }) => edges.has(`${one.from} -> ${one.to}`);
  const text = (one: { from: string; to: string }) => `${one.from} -> ${one.to}`;
  const missing = (expected.edges ?? []).filter((one) => !has(one)).map((one) => `no edge ${text(one)}`);
  const invented = (expected.absentEdges ?? []).filter(has).map((one) => `invented edge ${text(one)}`);
  return [...missing, ...invented, ...wrongRoots(graph, expected), ...wrongReach(graph, expected)];
}

/** A fallback root stands for the lack of roots. */
function wrongRoots(graph: Graph, expected: GraphExpectation): string[] {
  if (expected.roots === undefined) return [];
  const roots = new Set(
    graph.roots.filter((root) => root.kind !== "fallback").map((root) => graph.nodes[root.node]?.key),
  );
  if (expected.roots.length === 0) return [...roots].map((key) => `${key} is no root`);
  return expected.roots
    .filter((key) => !roots.has(key) && !isHandedOver(graph, key))
    .map((key) => `no root ${key}`);
}

/** A handler may be joined to the place that hands it over instead. */
function isHandedOver(graph: Graph, key: string): boolean {
  const roots = new Set(graph.roots.map((root) => root.node));
  const { from, to, count } = graph.edges;
  for (let edge = 0; edge < count; edge++) {
    if (graph.nodes[to[edge] as number]?.key === key && roots.has(from[edge] as number)) return true;
  }
  return false;
}

function wrongReach(graph: Graph, expected: GraphExpectation): string[] {
  return (expected.reach ?? []).flatMap((asked) => {
    const results = reach(graph, { targets: [targetByKey(asked.target)] });
    return results.flatMap((result) => {
      const allowed = asked.status.split("|");
      const kinds = result.uncertainties.map((one) => one.kind);
      if (!allowed.includes(result.status)) {
        const why = result.uncertainties[0]?.detail ?? "";
        return [`${asked.target} is ${result.status}, not ${asked.status} ${why}`.trim()];
      }
      const wanted = asked.uncertainty?.split("|");
      if (
        result.status === "uncertain" &&
        wanted !== undefined &&
        !kinds.some((kind) => wanted.includes(kind))
      ) {
        return [`${asked.target} is uncertain by ${kinds.join(", ")}, not ${asked.uncertainty}`];
      }
      // The cases write a package as its import does.
      const path = result.path?.map((hop) => hop.key);
      const flat = (keys: readonly string[] | undefined) => keys?.join(" ").replaceAll("//", "/");
      if (asked.path !== undefined && flat(path) !== flat(asked.path)) {
        return [`${asked.target} by ${path?.join(" ")}, not ${asked.path.join(" ")}`];
      }
      return [];
    });
  });
}
