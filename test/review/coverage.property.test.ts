import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileDiff } from "../../src/engine/diff/diff.ts";
import type { FileIndex, Import } from "../../src/engine/index/index.ts";
import { type Analysis, bands, type ChangeTree, type ReviewGraph } from "../../src/engine/review/review.ts";
import { reviewGraphSchema } from "../../src/wire/review-graph.ts";
import { makeDeclaration, makeDiff, makeHunk, makeRecord, makeReference, review } from "./fixtures.ts";

const names = ["run", "load", "Store", "get", "x"];
const paths = ["a.toy", "b/c.toy", "b/d.toy", "README.md", "e.sh"];
const lineMax = 40;

const anyDeclaration = fc.record({
  name: fc.constantFrom(...names),
  kind: fc.constantFrom("function", "class", "method", "field", "namespace", "constructor", "constant"),
  level: fc.constantFrom("module", "member", "local"),
  startLine: fc.nat(lineMax),
  length: fc.nat(12),
  parent: fc.integer({ min: -1, max: 5 }),
  isExported: fc.boolean(),
});
const anyReference = fc.record({
  name: fc.constantFrom(...names),
  line: fc.nat(lineMax),
  within: fc.integer({ min: -1, max: 5 }),
  declaration: fc.integer({ min: -1, max: 5 }),
  import: fc.integer({ min: -1, max: 2 }),
  through: fc.constantFrom([], ["this"], ["run"], ["Store", "()"], ["?"]),
  role: fc.constantFrom("call", "read", "new", "type", "write"),
});
const anyImport = fc.record({
  specifier: fc.constantFrom(...paths, "outside"),
  kind: fc.constantFrom("named", "default", "namespace", "wildcard", "effect"),
  imported: fc.constantFrom(...names),
  local: fc.constantFrom(...names),
  line: fc.nat(lineMax),
  isReexport: fc.boolean(),
});

function anyRecord(path: string): fc.Arbitrary<FileIndex> {
  return fc
    .tuple(
      fc.array(anyDeclaration, { maxLength: 6 }),
      fc.array(anyReference, { maxLength: 8 }),
      fc.array(anyImport, { maxLength: 3 }),
    )
    .map(([declarations, references, imports]) => {
      const declared = declarations.map(({ length, parent, ...one }, index) =>
        makeDeclaration({ ...one, parent: Math.min(parent, index - 1), endLine: one.startLine + length }),
      );
      const within = (index: number) => Math.min(index, declared.length - 1);
      return makeRecord(path, {
        lineCount: lineMax + 14,
        declarations: declared,
        imports: imports.map(
          (one): Import => ({
            ...one,
            isTypeOnly: false,
            startLine: one.line,
            endLine: one.line,
            column: 0,
            within: -1,
          }),
        ),
        references: references.map((one) => {
          const importIndex = Math.min(one.import, imports.length - 1);
          const declaration = importIndex >= 0 ? -1 : within(one.declaration);
          return makeReference({ ...one, within: within(one.within), declaration, import: importIndex });
        }),
      });
    });
}

const anyLine = fc
  .tuple(fc.constantFrom("+", "-", " "), fc.constantFrom("run()", "function load() {", "import x", ""))
  .map(([kind, text]) => kind + text);
const anyHunk = fc.record({
  gap: fc.nat(8),
  lines: fc.array(anyLine, { maxLength: 8 }),
  noise: fc.option(fc.constantFrom("whitespace", "binary", "renamed"), { nil: undefined, freq: 4 }),
});

interface Scene {
  readonly files: readonly FileDiff[];
  readonly records: readonly FileIndex[];
  readonly oldRecords: ReadonlyMap<string, FileIndex>;
}

const anyScene: fc.Arbitrary<Scene> = fc
  .tuple(
    fc.array(fc.record({ path: fc.constantFrom(...paths), hunks: fc.array(anyHunk, { maxLength: 4 }) }), {
      maxLength: 4,
    }),
    fc.subarray(paths.slice(0, 3)).chain((kept) => fc.tuple(...kept.map(anyRecord))),
    fc.subarray(paths.slice(0, 3)).chain((kept) => fc.tuple(...kept.map(anyRecord))),
  )
  .map(([diffs, records, old]) => {
    let count = 0;
    const seen = new Set<string>();
    const files = diffs.flatMap(({ path, hunks }) => {
      if (seen.has(path)) return [];
      seen.add(path);
      let at = 1;
      const made = hunks.map(({ gap, lines, noise }) => {
        const hunk = makeHunk(`h${++count}`, at + gap, at + gap, lines);
        at += gap + lines.length;
        return noise === undefined ? hunk : { ...hunk, noise };
      });
      return [makeDiff(path, made)];
    });
    return { files, records, oldRecords: new Map(old.map((record) => [record.path, record])) };
  });

/** A tree as a careless model may write it: ids of nothing, ids in wrong bands, the same thing twice. */
const anyTree: fc.Arbitrary<ChangeTree> = fc
  .array(
    fc.record({
      bands: fc.record(
        Object.fromEntries(
          bands.map((band) => [
            band,
            fc.array(
              fc.record({
                id: fc.oneof(
                  fc.nat(8).map((number) => `u${number}`),
                  fc.nat(8).map((number) => `r${number}`),
                  fc.constant("nothing"),
                ),
                attachTo: fc.oneof(fc.constant("u1"), fc.constant("nothing")),
              }),
              { maxLength: 4 },
            ),
          ]),
        ),
      ),
    }),
    { maxLength: 4 },
  )
  .map((cores) => ({ producer: "model", cores }));

describe("every hunk has exactly one page of its own, or is low-signal", () => {
  it("with the static tree", () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        checkGraph(review(scene).graph, scene);
      }),
      { numRuns: 300 },
    );
  });

  it("with any tree", () => {
    fc.assert(
      fc.property(anyScene, anyTree, (scene, tree) => {
        const makeTree = (_: Analysis) => tree;
        checkGraph(review({ ...scene, makeTree }).graph, scene);
      }),
      { numRuns: 300 },
    );
  });

  it("and the order in which files are given changes nothing", () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const turned = { ...scene, files: [...scene.files].reverse(), records: [...scene.records].reverse() };
        expect(JSON.stringify(review(turned).graph)).toBe(JSON.stringify(review(scene).graph));
      }),
      { numRuns: 100 },
    );
  });
});

function checkGraph(graph: ReviewGraph, scene: Scene): void {
  reviewGraphSchema.parse(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const placements = new Map(graph.placements.map((one) => [one.id, one]));
  const pages = graph.walk.flatMap((id) => {
    const node = nodes.get(placements.get(id)?.node ?? "");
    return node?.kind === "change" ? node.hunks : [];
  });
  const all = scene.files.flatMap((file) => file.hunks.map((hunk) => hunk.id));
  expect([...pages, ...graph.lowSignal].sort()).toEqual([...all].sort());
  const noisy = scene.files.flatMap((file) => file.hunks.filter((hunk) => hunk.noise !== undefined));
  expect([...graph.lowSignal].sort()).toEqual(noisy.map((hunk) => hunk.id).sort());
  for (const one of graph.placements) {
    expect(graph.walk.includes(one.id)).toBe(one.repeatOf === undefined);
    const shown = one.repeatOf === undefined ? one : placements.get(one.repeatOf);
    expect(shown?.node).toBe(one.node);
    expect(shown?.repeatOf).toBeUndefined();
  }
  for (const edge of graph.edges) {
    const from = placements.get(edge.from);
    const to = placements.get(edge.to);
    expect([from?.core, to?.core]).toEqual([edge.core, edge.core]);
    const order = bands.indexOf(from?.band ?? "core") < bands.indexOf(to?.band ?? "core");
    expect(order).toBe(true);
    expect(edge.label.split(" ").length).toBeLessThanOrEqual(4);
  }
}
