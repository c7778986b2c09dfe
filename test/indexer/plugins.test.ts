import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/adapters/store/store.ts";
import { createIndexer } from "../../src/app/indexer.ts";
import {
  type CachedPlugin,
  type IndexPlugin,
  kindOf,
  type PluginFile,
  type Store,
} from "../../src/engine/index/index.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { memoryFiles, statuses } from "./projects.ts";

const texts = {
  "b.ts": "export const b = [1, 2];\n",
  "a.py": "a = 1\n",
  "c.py": "c = (1, 2)\n",
  "broken.bin.py": new Uint8Array([0, 1]),
};

/** Counts the numbers of a file, and writes down each call. */
function counter(
  version: string,
): CachedPlugin & { readonly calls: string[]; readonly counts: Map<string, number> } {
  const calls: string[] = [];
  const counts = new Map<string, number>();
  return {
    name: "numbers",
    version,
    calls,
    counts,
    analyze(file) {
      calls.push(`analyze ${file.path}`);
      const count = numbersIn(file);
      counts.set(file.path, count);
      return Uint8Array.of(count);
    },
    restore(file, artifact) {
      calls.push(`restore ${file.path}`);
      counts.set(file.path, artifact[0] ?? -1);
    },
  };
}

function numbersIn({ tree }: PluginFile): number {
  return Array.from({ length: tree.size }, (_, row) => kindOf(tree, row)).filter((kind) =>
    ["number", "integer"].includes(kind),
  ).length;
}

const run = (
  plugins: readonly IndexPlugin[],
  store?: Store,
  files = texts as Record<string, string | Uint8Array>,
) =>
  createIndexer({ languages: allLanguages, plugins, ...(store === undefined ? {} : { store }) }).run(
    memoryFiles(files).files,
  );

describe("a plugin", () => {
  test("sees the tree and the record of each file that was read, in the order of the paths, in every run", async () => {
    const store = memoryStore();
    for (const _ of [1, 2]) {
      const seen: string[] = [];
      const result = await run(
        [
          {
            name: "list",
            languages: ["python"],
            visit: (file) =>
              seen.push(`${file.path} ${numbersIn(file)} ${file.record.declarations[0]?.name}`),
          },
        ],
        store,
      );
      expect(seen).toEqual(["a.py 1 a", "c.py 2 c"]);
      expect(result.pluginProblems).toEqual([]);
    }
  });

  test("that throws or hangs costs the file for that plugin, and is said", async () => {
    const seen: string[] = [];
    const store = memoryStore();
    const result = await createIndexer({
      languages: allLanguages,
      store,
      fileTimeMs: 1_000,
      plugins: [
        {
          name: "angry",
          visit: ({ path }) => {
            if (path === "a.py") throw new Error("no");
            if (path === "b.ts") for (;;);
          },
        },
        { name: "calm", visit: ({ path }) => seen.push(path) },
      ],
    }).run(memoryFiles(texts).files);
    expect(seen).toEqual(["a.py", "b.ts", "c.py"]);
    expect(result.pluginProblems).toEqual([
      { plugin: "angry", path: "a.py", detail: "no" },
      { plugin: "angry", path: "b.ts", detail: "It took longer than 1 s." },
    ]);
    expect(statuses(result)).toEqual([
      "a.py indexed",
      "b.ts indexed",
      "broken.bin.py failed",
      "c.py indexed",
    ]);
  });
});

describe("a cached plugin", () => {
  test("gets its artifact back for a file that did not change, and the tree of one that did", async () => {
    const store = memoryStore();
    const first = counter("1");
    await run([first], store);
    expect(first.calls).toEqual(["analyze a.py", "analyze b.ts", "analyze c.py"]);
    const second = counter("1");
    const files = memoryFiles({ ...texts, "c.py": "c = (1, 2, 3)\n" });
    const result = await createIndexer({ languages: allLanguages, plugins: [second], store }).run(
      files.files,
    );
    expect(second.calls).toEqual(["restore a.py", "restore b.ts", "analyze c.py"]);
    expect([...second.counts]).toEqual([
      ["a.py", 1],
      ["b.ts", 2],
      ["c.py", 3],
    ]);
    expect(statuses(result)).toContain("a.py cached");
  });

  test("of another version, or without a store, sees every tree again", async () => {
    const store = memoryStore();
    await run([counter("1")], store);
    const newer = counter("2");
    await run([newer], store);
    expect(newer.calls).toEqual(["analyze a.py", "analyze b.ts", "analyze c.py"]);
    const storeless = counter("2");
    await run([storeless]);
    expect(storeless.calls).toEqual(["analyze a.py", "analyze b.ts", "analyze c.py"]);
  });

  test("loses its artifacts with the records when the store is pruned", async () => {
    const store = memoryStore();
    await run([counter("1")], store);
    expect((await store.stats()).entries).toBe(7);
    await store.prune(Number.POSITIVE_INFINITY);
    const again = counter("1");
    await run([again], store);
    expect(again.calls).toEqual(["analyze a.py", "analyze b.ts", "analyze c.py"]);
  });
});
