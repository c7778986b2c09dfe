import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { memoryStore, sqliteStore } from "../../src/adapters/store/store.ts";
import type { Store, StoredValue, StoreEntry, StoreKey } from "../../src/engine/index/index.ts";
import { UserError } from "../../src/kit/errors.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater-store-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let nowMs = 1_000_000;
const clock = () => nowMs;

const kinds: readonly [string, () => Store][] = [
  ["memory", () => memoryStore(clock)],
  ["sqlite", () => sqliteStore(join(scratch(), "a", "b", "index.sqlite"), { nowMs: clock })],
];

function opened(store: Store): Store {
  undo.push(() => store.close());
  return store;
}

const base: StoreKey = { blob: "b", path: "src/a.ts", language: "typescript", grammar: "1", version: 1 };

function entry(key: Partial<StoreKey>, text: string): StoreEntry {
  return { key: { ...base, ...key }, sizeBytes: text.length, bytes: new TextEncoder().encode(text) };
}

async function textOf(store: Store, ...keys: Partial<StoreKey>[]): Promise<(string | undefined)[]> {
  const values = await store.read(keys.map((key) => ({ ...base, ...key })));
  return values.map((value) => value && `${new TextDecoder().decode(value.bytes)} ${value.sizeBytes}`);
}

const writer = fileURLToPath(new URL("./store-writer.ts", import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

function startWriter(path: string, name: string, count: number) {
  const child = spawn(process.execPath, ["--import", loader, writer, path, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  undo.push(() => child.kill("SIGKILL"));
  const written: number[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written.push(...text.split("\n").filter(Boolean).map(Number));
  });
  return { child, written };
}

const ended = (child: ChildProcess) => once(child, "close");

/** What the writer writes. */
const writtenKey = (name: string, at: number) => ({
  blob: `${name}-${at}`,
  path: "a.ts",
  language: "l",
  grammar: "1",
  version: 1,
});

const isWritten = ({ sizeBytes, bytes }: StoredValue, at: number) =>
  sizeBytes === at && bytes.length === 2_000 && bytes.every((byte) => byte === at % 251);

describe.each(kinds)("a store in %s", (_, make) => {
  test("gives back what was put under exactly that key, in the order asked", async () => {
    const store = opened(make());
    await store.write([entry({}, "one"), entry({ plugin: { name: "p", version: "1" } }, "artifact")]);
    const others: Partial<StoreKey>[] = [
      { blob: "c" },
      { path: "src/b.ts" },
      { language: "tsx" },
      { grammar: "2" },
      { version: 2 },
      { plugin: { name: "p", version: "2" } },
      { plugin: { name: "q", version: "1" } },
    ];
    expect(await textOf(store, ...others)).toEqual(others.map(() => undefined));
    expect(await textOf(store, { blob: "x" }, { plugin: { name: "p", version: "1" } }, {}, {})).toEqual([
      undefined,
      "artifact 8",
      "one 3",
      "one 3",
    ]);
    await store.write([entry({}, "newer")]);
    expect(await textOf(store, {})).toEqual(["newer 5"]);
    expect(await store.stats()).toEqual({ entries: 2, bytes: 13 });
  });

  test("the bytes that it was given stay the caller's", async () => {
    const store = opened(make());
    const one = entry({}, "one");
    await store.write([one]);
    one.bytes.fill(0);
    expect(await textOf(store, {})).toEqual(["one 3"]);
  });

  test("empty values, names of all letters and no entries", async () => {
    const store = opened(make());
    await store.write([]);
    expect(await store.read([])).toEqual([]);
    await store.write([entry({ path: "a\0b'\"\u{1F600}" }, "")]);
    expect(await textOf(store, { path: "a\0b'\"\u{1F600}" })).toEqual([" 0"]);
  });

  test("prune removes what was neither written nor read since, and nothing else", async () => {
    const store = opened(make());
    nowMs = 1_000;
    await store.write([entry({ blob: "old" }, "old"), entry({ blob: "read" }, "read")]);
    nowMs = 2_000;
    await store.write([entry({ blob: "new" }, "new")]);
    nowMs = 3_000;
    await textOf(store, { blob: "read" });
    expect(await store.prune(2_000)).toEqual({ entries: 1, bytes: 3 });
    expect(await textOf(store, { blob: "old" }, { blob: "read" }, { blob: "new" })).toEqual([
      undefined,
      "read 4",
      "new 3",
    ]);
    expect(await store.prune(0)).toEqual({ entries: 0, bytes: 0 });
    expect(await store.prune(Number.POSITIVE_INFINITY)).toEqual({ entries: 2, bytes: 7 });
    expect(await store.stats()).toEqual({ entries: 0, bytes: 0 });
  });
});

describe("the file", () => {
  test("keeps entries for the next process, and a closed store opens again", async () => {
    const path = join(scratch(), "index.sqlite");
    const store = opened(sqliteStore(path));
    await store.write([entry({}, "one")]);
    await store.close();
    expect(await textOf(store, {})).toEqual(["one 3"]);
    expect(await textOf(opened(sqliteStore(path)), {})).toEqual(["one 3"]);
  });

  test.each([
    ["is of another kind", (path: string) => writeFileSync(path, "not a database ".repeat(1_000))],
    ["is cut off", (path: string) => truncateSync(path, 9_000)],
    [
      "is overwritten in part",
      (path: string) => {
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0x55, 4_096));
      },
    ],
  ])("that %s is left alone, and said once", async (_, spoil) => {
    const folder = scratch();
    const path = join(folder, "index.sqlite");
    await ended(startWriter(path, "b", 200).child);
    spoil(path);
    const spoilt = readFileSync(path);
    const problems: string[] = [];
    const store = opened(sqliteStore(path, { onProblem: (problem) => problems.push(problem) }));
    const found = await store.read(Array.from({ length: 200 }, (_, at) => writtenKey("b", at)));
    expect(found.every((value, at) => value === undefined || isWritten(value, at))).toBe(true);
    await store.write([entry({}, "new")]);
    expect(await textOf(store, {})).toEqual(["new 3"]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/index\.sqlite is torn or not of Headwater\./);
    expect(readFileSync(path)).toEqual(spoilt);
    await store.close();
    const later = opened(sqliteStore(path, { onProblem: (problem) => problems.push(problem) }));
    expect(await textOf(later, {})).toEqual(["new 3"]);
    expect(problems).toHaveLength(1);
  });

  test("that is a database of another program stays as it is", async () => {
    const folder = scratch();
    const path = join(folder, "index.sqlite");
    const Libsql = createRequire(import.meta.url)("libsql");
    const other = new Libsql(path);
    other.exec("CREATE TABLE mine (x); INSERT INTO mine VALUES (42)");
    other.close();
    const problems: string[] = [];
    const store = opened(sqliteStore(path, { onProblem: (problem) => problems.push(problem) }));
    await store.write([entry({}, "one")]);
    expect(await textOf(store, {})).toEqual(["one 3"]);
    expect(problems).toHaveLength(1);
    const kept = new Libsql(path);
    expect(kept.prepare("SELECT x FROM mine").raw().all()).toEqual([[42]]);
    kept.close();
  });

  test("whose bytes were changed behind its back serves no such value", async () => {
    const path = join(scratch(), "index.sqlite");
    const store = opened(sqliteStore(path));
    await store.write([entry({}, "one")]);
    const Libsql = createRequire(import.meta.url)("libsql");
    const other = new Libsql(path);
    other.exec("UPDATE entries SET value = CAST('two' AS BLOB)");
    other.close();
    expect(await textOf(store, {})).toEqual([undefined]);
  });

  test("in a place that cannot be written is the user's to mend", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "file"), "");
    const store = opened(sqliteStore(join(folder, "file", "index.sqlite")));
    const error = await store.stats().catch((one: unknown) => one);
    expect(error instanceof UserError && error.code).toBe("home-unwritable");
  });
});

describe("several processes", () => {
  test("write at once and lose nothing", async () => {
    const path = join(scratch(), "index.sqlite");
    const writers = ["a", "b"].map((name) => startWriter(path, name, 60));
    const codes = await Promise.all(writers.map(({ child }) => ended(child)));
    expect(codes.map(([code]) => code)).toEqual([0, 0]);
    const store = opened(sqliteStore(path));
    expect((await store.stats()).entries).toBe(120);
  }, 60_000);

  test("one that is killed in the middle loses no write that it had done", async () => {
    const path = join(scratch(), "index.sqlite");
    const { child, written } = startWriter(path, "k", 1_000_000);
    while (written.length < 40) await once(child.stdout as NodeJS.ReadableStream, "data");
    child.kill("SIGKILL");
    await ended(child);
    const problems: string[] = [];
    const store = opened(sqliteStore(path, { onProblem: (problem) => problems.push(problem) }));
    const values = await store.read(written.map((at) => writtenKey("k", at)));
    expect(values.every((value, at) => value !== undefined && isWritten(value, written[at] as number))).toBe(
      true,
    );
    expect(problems).toEqual([]);
  }, 60_000);
});
