import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/adapters/store/store.ts";
import { graphJson } from "../../src/app/graph-json.ts";
import { createIndexer } from "../../src/app/indexer.ts";
import { linkProject, readManifests } from "../../src/app/read-project.ts";
import type { Graph } from "../../src/engine/graph/graph.ts";
import type { Store } from "../../src/engine/index/index.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { readCase } from "../graph/memory-project.ts";
import { memoryFiles, never } from "../indexer/projects.ts";
import { edgeLines } from "./case-project.ts";

type Texts = Readonly<Record<string, string>>;

const folder = join(import.meta.dirname, "golden");
const projects = readdirSync(folder)
  .filter((name) => name.endsWith(".txtar"))
  .map((name): [string, Texts] => {
    const { files } = readCase(readFileSync(join(folder, name), "utf8"));
    return [name.replace(".txtar", ""), Object.fromEntries(files)];
  });

async function graphOf(texts: Texts, options: { workers?: number; store?: Store } = {}): Promise<Graph> {
  const { files } = memoryFiles(texts);
  const indexed = await createIndexer({ languages: allLanguages, workers: 1, ...options }).run(files);
  return linkProject(
    { indexed, manifests: await readManifests(files, indexed.paths, allLanguages, never) },
    never,
  );
}

const written = (graph: Graph): string => [...graphJson(graph)].join("");

/** All of a graph that does not depend on where a line stands. */
function shape(graph: Graph): unknown {
  const key = (node: number) => graph.nodes[node]?.key;
  return {
    nodes: graph.nodes.map((node) => `${node.key} ${node.kind} ${node.status ?? ""}`),
    edges: edgeLines(graph).map((line) => line.replace(/ \d+$/u, "")),
    roots: graph.roots.map((root) => `${key(root.node)} ${root.kind} ${root.rule}`),
    unresolved: graph.unresolved.map((one) => [key(one.caller), one.reason, one.text, one.scope]),
    packages: graph.packages,
  };
}

/** A comment behind each line and one below it. */
function commented(path: string, text: string): string {
  if (/\.py$/u.test(path)) return text.replaceAll("\n", " # load(x)\n# eval(y)\n");
  if (/\.(?:[jt]sx?|go|java|rs)$/u.test(path)) return text.replaceAll("\n", " // load(x)\n/* eval(y) */\n");
  return text;
}

describe("the graph of a project is the same", () => {
  for (const [language, texts] of projects) {
    it(`${language}: whatever the order of the files`, async () => {
      const plain = written(await graphOf(texts));
      const entries = Object.entries(texts);
      expect(written(await graphOf(Object.fromEntries([...entries].reverse())))).toBe(plain);
      const odd = entries.filter((_, at) => at % 2 === 1);
      const even = entries.filter((_, at) => at % 2 === 0);
      expect(written(await graphOf(Object.fromEntries([...odd, ...even])))).toBe(plain);
    });

    it(`${language}: whatever the number of workers`, async () => {
      expect(written(await graphOf(texts, { workers: 3 }))).toBe(written(await graphOf(texts)));
    });

    it(`${language}: with comments, but for the lines`, async () => {
      const more = Object.fromEntries(
        Object.entries(texts).map(([path, text]) => [path, commented(path, text)]),
      );
      expect(shape(await graphOf(more))).toEqual(shape(await graphOf(texts)));
    });

    it(`${language}: when only what changed is read again`, async () => {
      const store = memoryStore();
      await graphOf(texts, { store });
      for (const [path, text] of Object.entries(texts)) {
        const edited = { ...texts, [path]: text.replaceAll("read", "fetch") };
        expect([path, written(await graphOf(edited, { store }))]).toEqual([
          path,
          written(await graphOf(edited)),
        ]);
      }
    });
  }
});
