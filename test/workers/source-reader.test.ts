import { afterEach, expect, test } from "vitest";
import {
  createSourceReader,
  type SourceBytes,
  type SourceReader,
  type SourceReaderOptions,
} from "../../src/app/source-reader.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { blobId } from "../../src/kit/hash.ts";
import { tinyLanguages } from "./tiny-languages.ts";

const open: SourceReader[] = [];
const never = new AbortController().signal;
const patient = { fileTimeMs: 30_000 };

function readerOf(options: Partial<SourceReaderOptions> = {}): SourceReader {
  const workerEntry = new URL("./tiny-worker.ts", import.meta.url);
  const reader = createSourceReader({
    languages: tinyLanguages,
    workerEntry,
    limits: patient,
    ...options,
  });
  open.push(reader);
  return reader;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()));
});

function fileOf(path: string, content: string | Uint8Array): SourceBytes {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path, blob: blobId(bytes), bytes };
}

async function readOne(
  content: string | Uint8Array,
  options: Partial<SourceReaderOptions> = { workerCount: 0 },
): Promise<FileIndex> {
  const records = await readerOf(options).read([fileOf("a.tiny", content)], never);
  return records.get("a.tiny") as FileIndex;
}

const names = (file: FileIndex | undefined) => file?.references.map(({ name }) => name);
const problems = (file: FileIndex | undefined) => file?.problems.map(({ kind }) => kind);

/** Files of many sizes, and a large one with nothing in it, for which threads are started. */
function manyFiles(): SourceBytes[] {
  const files = Array.from({ length: 60 }, (_, at) =>
    fileOf(`dir/${at}.${at % 3 === 0 ? "teeny" : "tiny"}`, `f${at}(a, b)\n`.repeat(((at * 37) % 50) + 1)),
  );
  return [...files, fileOf("large.tiny", "\n".repeat(500_000))];
}

test("a record for each file of a known language, in the order of the files", async () => {
  const records = await readerOf({ workerCount: 0 }).read(
    [
      fileOf("z.tiny", "one(two)"),
      fileOf("notes.md", "# none"),
      fileOf("a/B.TINY", "three"),
      fileOf("tiny", "x"),
      fileOf("m.teeny", "four"),
    ],
    never,
  );
  expect([...records.keys()]).toEqual(["z.tiny", "a/B.TINY", "m.teeny"]);
  expect([...records.values()].map(names)).toEqual([["one", "two"], ["three"], ["four"]]);
  expect(records.get("m.teeny")).toMatchObject({
    path: "m.teeny",
    language: "teeny",
    blob: blobId(new TextEncoder().encode("four")),
    lineCount: 1,
  });
});

test("the language of a file is that of its longest known ending", () => {
  const reader = readerOf();
  expect(reader.languageOf("dir.tiny/a.x.tiny")?.id).toBe("tiny");
  expect(reader.languageOf("a.b.c.teeny")?.id).toBe("teeny");
  for (const path of ["dir.tiny/a", "a.tiny.md", "tiny", "", "a."]) {
    expect(reader.languageOf(path), path).toBeUndefined();
  }
});

test("no files are no records", async () => {
  expect(await readerOf().read([], never)).toEqual(new Map());
});

test("the result is the same whatever the number of threads", async () => {
  const files = [...manyFiles(), fileOf("broken.tiny", "f(((".repeat(3_000)), fileOf("odd.tiny", "throw_up")];
  const results: string[] = [];
  for (const workerCount of [0, 1, 3]) {
    const seen: number[] = [];
    const records = await readerOf({ workerCount }).read(files, never, (done, total) => {
      expect(total).toBe(files.length);
      seen.push(done);
    });
    expect(seen).toEqual(files.map((_, at) => at + 1));
    results.push(JSON.stringify([...records]));
  }
  // So much that this thread does not read itself.
  const more = [1, 2, 3].map((at) => fileOf(`more${at}.tiny`, "\n".repeat(600_000)));
  const ofMore = await readerOf({ workerCount: 2 }).read([...files, ...more], never);
  expect(JSON.stringify([...ofMore].slice(0, files.length))).toBe(results[0]);
  expect(results[0]).toContain("f59");
  expect(results[1]).toBe(results[0]);
  expect(results[2]).toBe(results[0]);
});

test("bytes that are handed in stay as they are, also when they are a part of a larger buffer", async () => {
  const whole = new TextEncoder().encode(`before ${"name(x)\n".repeat(80_000)} after`);
  const bytes = whole.subarray(7, whole.length - 6);
  const records = await readerOf({ workerCount: 1 }).read([{ path: "a.tiny", blob: "b", bytes }], never);
  expect(records.get("a.tiny")?.references.length).toBe(160_000);
  expect(whole.length).toBe(7 + 640_000 + 6);
  expect(whole.slice(0, 6)).toEqual(new TextEncoder().encode("before"));
});

test("an empty file, and one of only a byte order mark, have empty records without problems", async () => {
  for (const content of ["", "\ufeff"]) {
    const record = await readOne(content);
    expect(record).toMatchObject({ lineCount: 1, references: [], problems: [] });
  }
});

test("a byte order mark counts as a column of the first line, as it does in a diff", async () => {
  const record = await readOne("\ufeffab; cd\nef");
  expect(record.references.map(({ line, column }) => [line, column])).toEqual([
    [0, 1],
    [0, 5],
    [1, 0],
  ]);
  expect(record.problems).toEqual([]);
});

test("bytes that are no UTF-8 are replaced, and the rest is read", async () => {
  const record = await readOne(
    Uint8Array.from([...Buffer.from("a; '"), 0xff, 0xed, 0xa0, 0x80, ...Buffer.from("'; b")]),
  );
  expect(names(record)).toEqual(["a", "b"]);
  expect(record.references[1]?.column).toBe(11);
});

test("a file with NUL bytes is not text", async () => {
  const record = await readOne("a\nb\0c\n");
  expect(record).toMatchObject({ lineCount: 3, references: [] });
  expect(record.problems).toMatchObject([{ kind: "not-text", startLine: 0, endLine: 2 }]);
});

test("a file over the size limit has the problem in its record, and reaches no parser", async () => {
  const oneLine = new Uint8Array(5 * 1024 * 1024).fill(0x61);
  const reader = readerOf();
  const records = await reader.read([fileOf("big.tiny", oneLine), fileOf("a.tiny", "b")], never);
  expect(records.get("big.tiny")?.problems).toEqual([
    { kind: "too-large", detail: "It has 5.0 MiB, over the limit of 4.0 MiB.", startLine: 0, endLine: 0 },
  ]);
  expect(names(records.get("a.tiny"))).toEqual(["b"]);
});

test("a minified file of one line is read", async () => {
  const record = await readOne("function f(a){return a?b(c):d}".repeat(30_000), { workerCount: 1 });
  expect(record.problems).toEqual([]);
  expect(record.references.at(-1)).toMatchObject({ name: "d", line: 0, column: 30 * 30_000 - 2 });
});

test("100,000 nested brackets are read to the limit, and the rest of the file is read", async () => {
  const record = await readOne(`${"[".repeat(100_000)}${"]".repeat(100_000)};\nafter`);
  expect(problems(record)).toEqual(["too-deep"]);
  expect(names(record)).toEqual(["after"]);
});

test("broken code is read as far as it goes, and its record says where it breaks", async () => {
  const record = await readOne("good(a)\nfunction ((( {\n");
  expect(names(record)).toContain("good");
  expect(problems(record)).toContain("syntax-error");
});

for (const workerCount of [0, 2]) {
  const padding = workerCount === 0 ? [] : manyFiles();
  const options = { workerCount, limits: { fileTimeMs: 1_500 } };

  test(`a file on which a language hangs times out alone, with ${workerCount} threads`, async () => {
    const hanging = fileOf("bad.tiny", "a; hang_forever; b");
    const records = await readerOf(options).read([...padding, hanging, fileOf("good.tiny", "c")], never);
    expect(records.get("bad.tiny")).toMatchObject({ references: [], problems: [{ kind: "timed-out" }] });
    expect(records.get("bad.tiny")?.problems[0]?.detail).toBe("Reading it took longer than 1.5 s.");
    expect(names(records.get("good.tiny"))).toEqual(["c"]);
    expect([...records.values()].flatMap((record) => problems(record) as string[])).toEqual(["timed-out"]);
  });

  test(`a file on which a language throws fails alone, with ${workerCount} threads`, async () => {
    const records = await readerOf(options).read(
      [
        fileOf("bad.tiny", "a; throw_up"),
        ...padding,
        fileOf("deep.tiny", "recurse"),
        fileOf("good.tiny", "c"),
      ],
      never,
    );
    expect(records.get("bad.tiny")?.problems).toEqual([
      { kind: "failed", detail: "Headwater failed on it: I cannot read this", startLine: 0, endLine: 0 },
    ]);
    expect(problems(records.get("deep.tiny"))).toEqual(["too-deep"]);
    expect(names(records.get("good.tiny"))).toEqual(["c"]);
  });

  test(`an abort ends the reading, with ${workerCount} threads`, async () => {
    const controller = new AbortController();
    const reader = readerOf({ workerCount });
    const reading = reader.read(manyFiles(), controller.signal, (done) => {
      if (done === 3) controller.abort(new Error("enough"));
    });
    await expect(reading).rejects.toThrow("enough");
    const last = new AbortController();
    const toTheLast = reader.read([fileOf("a.tiny", "b")], last.signal, () => last.abort(new Error("late")));
    await expect(toTheLast).rejects.toThrow("late");
    await expect(reader.read([], controller.signal)).rejects.toThrow("enough");
    expect((await reader.read([fileOf("a.tiny", "b")], never)).size).toBe(1);
  });
}

test("a parse that takes too long is given up", async () => {
  const record = await readOne("f(a.b[c], `d`);\n".repeat(20_000), {
    workerCount: 0,
    limits: { fileTimeMs: 3 },
  });
  expect(problems(record)).toEqual(["timed-out"]);
});

test("threads that know other languages are refused", async () => {
  const reader = readerOf({ languages: tinyLanguages.slice(0, 1), workerCount: 1 });
  const error = await reader.read(manyFiles(), never).catch((reason: unknown) => reason);
  expect(String((error as Error).cause)).toContain("a thread reads the languages of its process");
});

test("two readings at the same time both end", async () => {
  const reader = readerOf({ workerCount: 2 });
  const [one, other] = await Promise.all([reader.read(manyFiles(), never), reader.read(manyFiles(), never)]);
  expect(JSON.stringify([...(one as Map<string, FileIndex>)])).toBe(
    JSON.stringify([...(other as Map<string, FileIndex>)]),
  );
});

test("a reader can be closed before it read, and twice", async () => {
  const reader = readerOf();
  await reader.close();
  await reader.close();
});
