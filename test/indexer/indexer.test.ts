import { afterEach, describe, expect, test } from "vitest";
import { memoryStore } from "../../src/adapters/store/store.ts";
import { createIndexer, type IndexerOptions } from "../../src/app/indexer.ts";
import type { ProjectFiles, Store } from "../../src/engine/index/index.ts";
import { UserError } from "../../src/kit/errors.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { tinyLanguages } from "../workers/tiny-languages.ts";
import { memoryFiles, statuses } from "./projects.ts";

const tiny = {
  languages: tinyLanguages,
  workerEntry: new URL("../workers/tiny-worker.ts", import.meta.url),
  fileTimeMs: 30_000,
};
const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

function refusal(options: IndexerOptions): string {
  try {
    createIndexer(options);
  } catch (error) {
    if (error instanceof UserError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "none";
}

describe("options", () => {
  test("an indexer that could not work is refused with a reason", () => {
    const [language] = allLanguages;
    if (language === undefined) throw new Error("there is a language");
    const twin = { ...language, id: "twin" };
    const plugin = { name: "p", visit: () => undefined };
    expect([
      refusal({ languages: [] }),
      refusal({ languages: [language, twin] }),
      refusal({ languages: allLanguages, maxFileBytes: -1 }),
      refusal({ languages: allLanguages, workers: -1 }),
      refusal({ languages: allLanguages, workers: 1.5 }),
      refusal({ languages: allLanguages, plugins: [plugin, plugin] }),
      refusal({ languages: allLanguages, maxFileBytes: 0, workers: 0 }),
    ]).toMatchInlineSnapshot(`
      [
        "bad-option: An indexer needs at least one language.",
        "bad-option: The languages typescript and twin share the extension .ts.",
        "bad-option: maxFileBytes is -1; it must be 0 or a whole number above.",
        "bad-option: workers is -1; it must be 0 or a whole number above.",
        "bad-option: workers is 1.5; it must be 0 or a whole number above.",
        "bad-option: Two plugins have the name p.",
        "none",
      ]
    `);
  });
});

describe("what became of a file", () => {
  const texts = {
    "b.ts": "export const b = 1;\n",
    "a.py": "def a():\n    return 1\n",
    "broken.go": "package p\nfunc (",
    "empty.rs": "",
    "binary.js": new Uint8Array([65, 0, 66]),
    "large.java": `class Large {}\n${"// \n".repeat(100)}`,
    "deep.js": `${"(".repeat(30_000)}1${")".repeat(30_000)}`,
    "notes.md": "# No source\n",
  };

  test("each file has one status, in the order of the paths", async () => {
    const result = await createIndexer({ languages: allLanguages, maxFileBytes: 70_000, workers: 1 }).run(
      memoryFiles({ ...texts, "large.java": `class Large {}\n${"// \n".repeat(20_000)}` }).files,
    );
    expect(statuses(result)).toMatchInlineSnapshot(`
      [
        "a.py indexed",
        "b.ts indexed",
        "binary.js failed",
        "broken.go indexed",
        "deep.js truncated",
        "empty.rs indexed",
        "large.java failed",
      ]
    `);
    expect(
      result.files.filter(({ detail }) => detail).map(({ path, detail }) => [path, detail]),
    ).toMatchInlineSnapshot(`
      [
        [
          "binary.js",
          "It holds NUL bytes, which no source file does.",
        ],
        [
          "deep.js",
          "what nests deeper than this is not read",
        ],
        [
          "large.java",
          "It has 0.1 MiB, over the limit of 0.1 MiB.",
        ],
      ]
    `);
    expect(result.paths).toContain("notes.md");
    expect(result.indexes.map(({ path }) => path)).toEqual([
      "a.py",
      "b.ts",
      "broken.go",
      "deep.js",
      "empty.rs",
    ]);
    expect(result.report).toMatchInlineSnapshot(`
      {
        "byLanguage": [
          {
            "files": 1,
            "language": "go",
            "lines": 2,
          },
          {
            "files": 1,
            "language": "java",
            "lines": 0,
          },
          {
            "files": 2,
            "language": "javascript",
            "lines": 1,
          },
          {
            "files": 1,
            "language": "python",
            "lines": 3,
          },
          {
            "files": 1,
            "language": "rust",
            "lines": 1,
          },
          {
            "files": 1,
            "language": "typescript",
            "lines": 2,
          },
        ],
        "byStatus": {
          "cached": 0,
          "failed": 2,
          "indexed": 4,
          "missing": 0,
          "truncated": 1,
        },
        "cached": 0,
        "files": 7,
        "lines": 9,
        "parsed": 6,
      }
    `);
  });

  test("a second run is served by the store and reads only what has no blob id yet", async () => {
    const store = memoryStore();
    const indexer = createIndexer({ languages: allLanguages, store });
    const first = await indexer.run(memoryFiles(texts).files);
    const second = await indexer.run(memoryFiles(texts).files);
    expect(second.indexes).toEqual(first.indexes);
    expect(statuses(second)).toMatchInlineSnapshot(`
      [
        "a.py cached",
        "b.ts cached",
        "binary.js failed",
        "broken.go cached",
        "deep.js truncated",
        "empty.rs cached",
        "large.java cached",
      ]
    `);
    expect([second.report.parsed, second.report.cached]).toMatchInlineSnapshot(`
      [
        0,
        7,
      ]
    `);
  });

  test("another byte, path or length is another file", async () => {
    const store = memoryStore();
    const indexer = createIndexer({ languages: allLanguages, store });
    await indexer.run(memoryFiles({ "a.ts": "let a;\n" }).files);
    const changed = await indexer.run(memoryFiles({ "a.ts": "let b;\n", "c.ts": "let a;\n" }).files);
    expect(statuses(changed)).toEqual(["a.ts indexed", "c.ts indexed"]);
    expect(changed.indexes.map(({ path, declarations }) => [path, declarations[0]?.name])).toEqual([
      ["a.ts", "b"],
      ["c.ts", "a"],
    ]);
  });

  test("a file that vanishes is missing, one that cannot be read has failed, and the others are read", async () => {
    const { files } = memoryFiles({ "a.ts": "let a;\n", "b.ts": "let b;\n", "c.ts": "let c;\n" });
    const shaky: ProjectFiles = {
      ...files,
      read: async (paths, signal) => {
        const contents = await files.read(paths, signal);
        return contents.map((content, at) => {
          if (paths[at] === "a.ts") return { kind: "gone", detail: "It is gone." };
          if (paths[at] === "b.ts") return { kind: "unreadable", detail: "It is secret." };
          return content;
        });
      },
    };
    const result = await createIndexer({ languages: allLanguages }).run(shaky);
    expect(statuses(result)).toEqual(["a.ts missing", "b.ts failed", "c.ts indexed"]);
  });
});

describe("the number of workers", () => {
  test("changes nothing of the result", async () => {
    const texts: Record<string, string> = { "large.tiny": "\n".repeat(500_000) };
    for (let at = 0; at < 60; at++) texts[`dir/${at}.tiny`] = `f${at}(a, b)\n`.repeat(((at * 37) % 50) + 1);
    const results = await Promise.all(
      [1, 3].map((workers) => createIndexer({ ...tiny, workers }).run(memoryFiles(texts).files)),
    );
    expect(results[1]).toEqual(results[0]);
    expect(results[0]?.indexes).toHaveLength(61);
  });

  test("a file that hangs or crashes the parser fails alone and is not kept", async () => {
    const store = memoryStore();
    const texts = {
      "hang.tiny": "hang_forever\n",
      "throw.tiny": "throw_up\n",
      "good.tiny": "good()\n",
      "large.tiny": "\n".repeat(500_000),
    };
    const result = await createIndexer({ ...tiny, fileTimeMs: 500, workers: 2, store }).run(
      memoryFiles(texts).files,
    );
    expect(statuses(result)).toEqual([
      "good.tiny indexed",
      "hang.tiny failed",
      "large.tiny indexed",
      "throw.tiny failed",
    ]);
    expect((await store.stats()).entries).toBe(2);
  });
});

describe("a run that is stopped", () => {
  test("gives what it has, and every file that it did not come to is missing", async () => {
    const stop = new AbortController();
    const texts: Record<string, string> = {};
    for (let at = 0; at < 50; at++)
      texts[`f${String(at).padStart(2, "0")}.ts`] = `export const f${at} = 1;\n`.repeat(400);
    const store = memoryStore();
    const onProgress = (done: number) => {
      if (done === 10) stop.abort(new Error("enough"));
    };
    const indexer = createIndexer({ languages: allLanguages, store });
    const result = await indexer.run(memoryFiles(texts).files, { signal: stop.signal, onProgress });
    expect(result.stopped?.reason).toEqual(new Error("enough"));
    expect(result.files).toHaveLength(50);
    const done = result.files.filter(({ status }) => status === "indexed").length;
    expect(done).toBeGreaterThanOrEqual(10);
    expect(result.report.byStatus).toEqual({
      indexed: done,
      cached: 0,
      missing: 50 - done,
      failed: 0,
      truncated: 0,
    });
    expect(result.indexes).toHaveLength(done);
    // What was read before is there for the next run.
    const next = await indexer.run(memoryFiles(texts).files);
    expect(next.report.byStatus).toMatchObject({ cached: done, indexed: 50 - done });
  });

  test("before it began, it gives nothing and does not throw", async () => {
    const result = await createIndexer({ languages: allLanguages }).run(
      memoryFiles({ "a.ts": "let a;" }).files,
      {
        signal: AbortSignal.abort("no"),
      },
    );
    expect(result.stopped).toEqual({ reason: "no" });
  });
});

describe("a store", () => {
  test("that fails costs only time, and is said", async () => {
    const failing: Store = {
      read: async () => {
        throw new UserError("home-unwritable", "The disk is full.");
      },
      write: async () => undefined,
      stats: async () => ({ entries: 0, bytes: 0 }),
      prune: async () => ({ entries: 0, bytes: 0 }),
      close: async () => undefined,
    };
    const result = await createIndexer({ languages: allLanguages, store: failing }).run(
      memoryFiles({ "a.ts": "let a;\n" }).files,
    );
    expect(statuses(result)).toEqual(["a.ts indexed"]);
    expect(result.notes).toEqual(["The disk is full. What is read now is not kept for the next run."]);
  });

  test("with bytes that are no record is as one without them", async () => {
    const inner = memoryStore();
    const indexer = (store: Store) => createIndexer({ languages: allLanguages, store });
    const files = () => memoryFiles({ "a.ts": "export function a() { return b(1); }\n" }).files;
    const first = await indexer(inner).run(files());
    for (const spoil of [
      (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2),
      (bytes: Uint8Array) => Uint8Array.from(bytes, () => 0xff),
      () => new Uint8Array(0),
    ]) {
      const torn: Store = {
        ...inner,
        read: async (keys) =>
          (await inner.read(keys)).map((value) => value && { ...value, bytes: spoil(value.bytes) }),
      };
      const result = await indexer(torn).run(files());
      expect(statuses(result)).toEqual(["a.ts indexed"]);
      expect(result.indexes).toEqual(first.indexes);
    }
  });
});
