import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edgeKinds } from "../../src/engine/graph/graph.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { graphSchema, reachResultSchema, rootKindSchema, scopeSchema } from "../../src/wire/graph.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/reach.md"), "utf8");
const missing = (names: readonly string[]): string[] => names.filter((name) => !text.includes(`\`${name}\``));

describe("docs/reach.md names", () => {
  it("each root rule and kind of root", () => {
    expect(
      missing(allLanguages.flatMap((language) => (language.roots ?? []).map((rule) => rule.id))),
    ).toEqual([]);
    expect(missing(rootKindSchema.options)).toEqual([]);
  });

  it("each kind of edge, with its confidence", () => {
    const rows = edgeKinds.map(({ kind, confidence }) => `| \`${kind}\` | ${confidence} |`);
    expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  });

  it("each limit, reason, uncertainty and scope", () => {
    const { truncations, unresolved } = graphSchema.shape;
    expect(missing(truncations.element.shape.limit.options)).toEqual([]);
    expect(missing(unresolved.element.shape.reason.options)).toEqual([]);
    expect(missing(reachResultSchema.shape.uncertainties.element.shape.kind.options)).toEqual([]);
    expect(missing(scopeSchema.options.map((option) => option.shape.kind.value))).toEqual([]);
  });
});
