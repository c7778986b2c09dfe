import { expect, test } from "vitest";
import { decodeGraph, encodeGraph } from "../../src/app/graph-codec.ts";
import { createIndexer } from "../../src/app/indexer.ts";
import { keptProjectGraphs } from "../../src/app/kept-project-graphs.ts";
import { nameFiles } from "../../src/app/named-files.ts";
import { linkProject } from "../../src/app/read-project.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { memoryFiles, never, scratch } from "./projects.ts";

async function graphOf(texts: Readonly<Record<string, string>>) {
  const indexed = await createIndexer({ languages: allLanguages }).run(memoryFiles(texts).files);
  const graph = await linkProject({ indexed, manifests: new Map() }, never);
  // What is no field of a graph is not kept.
  const { edges, nodes, rules, roots, unresolved, truncations, interleaved, packages, keyRules, stats } =
    graph;
  return { edges, nodes, rules, roots, unresolved, truncations, interleaved, packages, keyRules, stats };
}

test("a graph is the same after it was packed, wherever its bytes begin", async () => {
  for (const name of ["a", "ab", "abc", "abcd"]) {
    const graph = await graphOf({
      [`${name}.py`]:
        "import yaml\ndef f(x):\n    return yaml.load(x) + g() + x.h()\ndef g():\n    return eval('1')\nf(1)\n",
    });
    const packed = Buffer.concat(encodeGraph(graph));
    expect(decodeGraph(packed)).toEqual(graph);
    expect(decodeGraph(Buffer.concat([Buffer.from("x"), packed]).subarray(1))).toEqual(graph);
  }
});

test("a graph with nothing in it", async () => {
  const graph = await graphOf({});
  expect(decodeGraph(Buffer.concat(encodeGraph(graph)))).toEqual(graph);
});

test("a graph that was kept is served for the same files", async () => {
  const texts = { "a.py": "import yaml\nyaml.load(1)\n" };
  const { files } = memoryFiles(texts);
  const { listing } = await nameFiles(files, (path) => path.endsWith(".py"), 1_000, never);
  const indexed = await createIndexer({ languages: allLanguages }).run(files);
  const graph = await graphOf(texts);
  const kept = keptProjectGraphs(scratch());
  const input = {
    listing,
    manifests: new Map(),
    languages: allLanguages,
    rules: [],
    maxFileBytes: 1_000,
    builtBy: "x",
  };
  expect(await kept.get(input)).toBeUndefined();
  await kept.put(input, indexed, graph, () => undefined);
  expect(await kept.get(input)).toEqual(graph);
  expect(await kept.get({ ...input, builtBy: "y" })).toBeUndefined();
});

test("bytes that are cut off are no graph", async () => {
  const packed = Buffer.concat(encodeGraph(await graphOf({ "a.py": "print(1)\n" })));
  expect(() => decodeGraph(packed.subarray(0, packed.length - 1))).toThrow();
});
