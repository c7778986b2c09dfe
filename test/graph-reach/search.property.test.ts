import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph, GraphNode, UnresolvedSite } from "../../src/engine/graph/graph.ts";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";

interface Drawn {
  readonly count: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly roots: readonly number[];
  readonly doubts: readonly { readonly caller: number; readonly name: number | undefined }[];
}

const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 25 }).chain((count) => {
  const node = fc.integer({ min: 0, max: count - 1 });
  return fc.record({
    count: fc.constant(count),
    edges: fc.array(fc.tuple(node, node), { maxLength: 60 }),
    roots: fc.array(node, { minLength: 1, maxLength: 3 }),
    doubts: fc.array(fc.record({ caller: node, name: fc.option(node, { nil: undefined }) }), {
      maxLength: 4,
    }),
  });
});

const keyOf = (node: number) => `a.py//f${node}`;

function graphOf({ count, edges, roots, doubts }: Drawn): Graph {
  const sorted = [...edges].sort(([a, b], [c, d]) => a - c || b - d);
  const first = new Int32Array(count + 1);
  for (const [from] of sorted)
    for (let at = from + 1; at <= count; at++) first[at] = (first[at] as number) + 1;
  const nodes: GraphNode[] = Array.from({ length: count }, (_, at) => ({
    key: keyOf(at),
    kind: "function",
    language: "python",
    file: "a.py",
  }));
  const unresolved: UnresolvedSite[] = doubts.map(({ caller, name }) => ({
    caller,
    line: 0,
    column: 0,
    reason: "unknown-receiver",
    isDynamic: false,
    text: "x",
    scope: name === undefined ? { kind: "any" } : { kind: "names", names: [`f${name}`] },
  }));
  return {
    nodes,
    edges: {
      count: sorted.length,
      from: Int32Array.from(sorted, ([from]) => from),
      to: Int32Array.from(sorted, ([, to]) => to),
      kind: new Uint8Array(sorted.length),
      rule: new Uint8Array(sorted.length),
      line: new Int32Array(sorted.length),
      column: new Int32Array(sorted.length),
      first,
    },
    rules: ["call"],
    roots: roots.map((node) => ({ node, kind: "main", rule: "test" })),
    unresolved,
    truncations: [],
    interleaved: [],
    packages: [],
    keyRules: { python: { separator: ".", hasScopes: false } },
    stats: { version: 1, files: 1, nodes: count, edges: sorted.length, byKind: {}, rootFallback: false },
  };
}

/** The fewest hops to each node by trying all edges again and again; undefined for none. */
function distances({ edges }: Drawn, starts: readonly number[]): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  for (const start of starts) found[start] = 0;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [from, to] of edges) {
      const via = found[from];
      if (via === undefined || (found[to] ?? Number.POSITIVE_INFINITY) <= via + 1) continue;
      found[to] = via + 1;
      isMore = true;
    }
  }
  return found;
}

describe("over random graphs", () => {
  it("a path is one of the graph, and none is shorter; what is not reached is not found", () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const graph = graphOf(one);
        const naive = distances(one, one.roots);
        const results = reach(graph, { targets: graph.nodes.map((node) => targetByKey(node.key)) });
        const edges = new Set(one.edges.map(([from, to]) => `${keyOf(from)} ${keyOf(to)}`));
        results.forEach((result, node) => {
          const wanted = naive[node];
          expect(result.status === "found").toBe(wanted !== undefined);
          if (wanted === undefined) return;
          const path = (result.path ?? []).map((hop) => hop.key);
          expect(path).toHaveLength(wanted + 1);
          expect(one.roots.map(keyOf)).toContain(path[0]);
          for (const [at, key] of path.slice(1).entries()) expect(edges).toContain(`${path[at]} ${key}`);
        });
      }),
    );
  });

  it("never not-found where something unknown that runs concerns the target", () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const graph = graphOf(one);
        const reached = distances(one, one.roots);
        reach(graph, { targets: graph.nodes.map((node) => targetByKey(node.key)) }).forEach(
          (result, node) => {
            const concerns = one.doubts.some(({ caller, name }) => {
              if (reached[caller] === undefined) return false;
              return name === undefined || distances(one, [name])[node] !== undefined;
            });
            if (concerns) expect(result.status).not.toBe("not-found");
            else expect(result.status).not.toBe("uncertain");
          },
        );
      }),
    );
  });
});
