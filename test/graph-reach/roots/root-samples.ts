import { describe, expect, it } from "vitest";
import type { Graph, RootKind } from "../../../src/engine/graph/graph.ts";
import { linkProject, readProject } from "../case-project.ts";

/** A small project, what a rule finds in it, and what switches the rule off. */
export interface RootSample {
  readonly files: Readonly<Record<string, string>>;
  /** The id of the rule, and the kind of what it finds. */
  readonly rule: string;
  readonly kind: RootKind;
  /** The keys that the rule marks: these and no others. Where a file is loaded with it, that is not said. */
  readonly marks: readonly string[];
  /** The words that name the package or the file; with other words in their place the rule marks nothing. */
  readonly needs?: string | readonly string[];
}

export function testRoots(language: string, samples: Readonly<Record<string, RootSample>>): void {
  describe(`roots of ${language}`, () => {
    for (const [name, sample] of Object.entries(samples)) {
      it(name, async () => {
        const { rule, kind, marks } = sample;
        expect(marked(await linked(sample.files), rule)).toEqual(
          [...marks].sort().map((key) => `${kind} ${key}`),
        );
      });
      if (sample.needs === undefined) continue;
      it(`${name}: not without ${[sample.needs].flat().join(", ")}`, async () => {
        expect(marked(await linked(without(sample)), sample.rule)).toEqual([]);
      });
    }
  });
}

async function linked(files: Readonly<Record<string, string>>): Promise<Graph> {
  const all = new Map(Object.entries(files));
  return linkProject(await readProject(all), all);
}

/** What a rule marks by itself, without what is loaded because of it. */
function marked(graph: Graph, rule: string): string[] {
  return graph.roots
    .filter((root) => root.rule === rule)
    .map((root) => `${root.kind} ${graph.nodes[root.node]?.key}`)
    .sort();
}

function without({ files, needs }: RootSample): Record<string, string> {
  const replaced = (text: string) =>
    [needs ?? []].flat().reduce((all, word) => all.replaceAll(word, "another"), text);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [replaced(path), replaced(text)]));
}
