import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChangeRepository } from "../../src/adapters/git/git.ts";
import { UserError } from "../../src/kit/errors.ts";
import { never, Scratch, type TestRepository } from "./scratch.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

let made: TestRepository;
let repository: ChangeRepository;
let head: string;
const names = Array.from({ length: 1200 }, (_, i) => `symbol_${i}`);

beforeAll(async () => {
  made = scratch.repository("objects");
  made.write("a/one.ts", "const foo = bar;\nfoo_bar();\n$foo();\nbarn\n");
  made.write("a.ts", "foo\n");
  made.write("b.txt", "naïve fooé éfoo été foo-x\nx.y\n");
  made.write("bin", "foo\0foo\n").write("run.sh", "#!/bin/sh\nfoo\n", 0o755);
  made.write("many.txt", `${names.join("\n")}\n`).write("empty", "");
  made.write("attributed.txt", "foo here\n").write(".gitattributes", "attributed.txt -diff\n");
  made.commit("root");
  made.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
  made.git("commit", "-q", "-m", "submodule");
  const change = await scratch.read(made.dir, { change: "HEAD" });
  repository = change.repository;
  head = change.head;
});

describe("listTree", () => {
  test("gives every file by path in byte order", async () => {
    const entries = await repository.listTree(head, never);
    expect(entries.map((entry) => entry.path)).toEqual([
      ".gitattributes",
      "a.ts",
      "a/one.ts",
      "attributed.txt",
      "b.txt",
      "bin",
      "empty",
      "many.txt",
      "run.sh",
      "sub",
    ]);
    expect(entries.find((entry) => entry.path === "run.sh")).toMatchObject({ mode: "100755", sizeBytes: 14 });
    expect(entries.at(-1)).toEqual({ path: "sub", mode: "160000", blob: "1".repeat(40) });
  });
});

describe("readBlobs", () => {
  test("gives bytes in the order asked, and nothing for what is not there", async () => {
    const entries = await repository.listTree(head, never);
    const blobOf = (path: string) => entries.find((entry) => entry.path === path)?.blob as string;
    const ids = [blobOf("bin"), "0".repeat(39).concat("1"), blobOf("empty"), blobOf("a.ts"), blobOf("bin")];
    const contents = await repository.readBlobs(ids, never);
    expect(contents.map((content) => content && Buffer.from(content).toString("latin1"))).toEqual([
      "foo\0foo\n",
      undefined,
      "",
      "foo\n",
      "foo\0foo\n",
    ]);
    expect(await repository.readBlobs([], never)).toEqual([]);
  });

  test("reads large files and many at once, and calls do not mix", async () => {
    const large = Buffer.alloc(3_000_000, "0123456789\n");
    const small = Array.from({ length: 300 }, (_, i) => `content ${i}\n`);
    made.write("large", large);
    for (const [i, text] of small.entries()) made.write(`small/${i}`, text);
    made.commit("large");
    const change = await scratch.read(made.dir, { change: "HEAD" });
    const entries = await change.repository.listTree(change.head, never);
    const expected = new Map([
      ["large", large],
      ...small.map((text, i) => [`small/${i}`, Buffer.from(text)] as const),
    ]);
    const asked = entries.filter((entry) => expected.has(entry.path));
    const calls = [asked, [...asked].reverse(), asked.slice(5, 9)];
    const answers = await Promise.all(
      calls.map((list) =>
        change.repository.readBlobs(
          list.map((entry) => entry.blob),
          never,
        ),
      ),
    );
    for (const [i, list] of calls.entries()) {
      for (const [k, entry] of list.entries()) {
        const want = createHash("sha1")
          .update(expected.get(entry.path) as Buffer)
          .digest("hex");
        const got = createHash("sha1")
          .update(answers[i]?.[k] as Uint8Array)
          .digest("hex");
        expect(got, entry.path).toBe(want);
      }
    }
  });

  test("keeps no more of each than is asked for", async () => {
    const change = await scratch.read(made.dir, { change: "HEAD" });
    const entries = await change.repository.listTree(change.head, never);
    const blobOf = (path: string) => entries.find((entry) => entry.path === path)?.blob as string;
    const ids = [blobOf("large"), blobOf("a.ts"), blobOf("large"), blobOf("empty")];
    const [heads, whole] = await Promise.all([
      change.repository.readBlobs(ids, never, 13),
      change.repository.readBlobs(ids, never),
    ]);
    expect(heads.map((content) => content?.byteLength)).toEqual([13, 4, 13, 0]);
    expect(Buffer.from(heads[2] as Uint8Array).toString()).toBe("0123456789\n01");
    expect(whole.map((content) => content?.byteLength)).toEqual([3_000_000, 4, 3_000_000, 0]);
    expect(heads[0]?.buffer.byteLength).toBe(13);
  });

  test("stops for the one who cancels, and goes on for others", async () => {
    const ids = (await repository.listTree(head, never))
      .map((entry) => entry.blob)
      .filter((id) => id[0] !== "1");
    const stop = new AbortController();
    const stopped = repository.readBlobs(ids, stop.signal);
    const others = repository.readBlobs(ids, never);
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect(await others).toHaveLength(ids.length);
    await expect(repository.readBlobs(ids, AbortSignal.abort())).rejects.toBeInstanceOf(UserError);
  });
});

describe("grepNames", () => {
  const found = async (...wanted: readonly string[]) =>
    (await repository.grepNames(head, wanted, never)).map(
      ({ path, line, text }) => `${path}:${line}:${text}`,
    );

  test("leaves out the files that it is told to, whatever they are called", async () => {
    const odd = scratch.repository("odd-names");
    const names = [":(glob)**", "-e", "*.ts", 'quo"te', "line\nend", "a:b", "é"];
    for (const name of [...names, "plain.ts"]) odd.write(name, "foo\n");
    odd.commit("odd names");
    const { repository: of, head: at } = await scratch.read(odd.dir, { change: "HEAD" });
    const paths = async (without: readonly string[]) =>
      (await of.grepNames(at, ["foo"], never, without)).map((match) => match.path);
    expect(await paths([])).toHaveLength(8);
    expect(await paths(names)).toEqual(["plain.ts"]);
    expect(await paths(["*.ts"])).toHaveLength(7);
  });

  test("of a line that nobody wrote its beginning is given", async () => {
    const long = scratch.repository("long-line");
    long.write("min.js", `short foo\n${"é bar ".repeat(20_000)}foo\nfoo`).commit("long");
    const { repository: of, head: at } = await scratch.read(long.dir, { change: "HEAD" });
    const matches = await of.grepNames(at, ["foo"], never);
    expect(matches.map(({ line, isCut }) => [line, isCut])).toEqual([
      [1, undefined],
      [2, true],
      [3, undefined],
    ]);
    expect(matches[1]?.text.length).toBeLessThanOrEqual(4096);
  });

  test("finds whole words in text files, whatever attributes say", async () => {
    expect(await found("foo")).toEqual([
      "a.ts:1:foo",
      "a/one.ts:1:const foo = bar;",
      "a/one.ts:3:$foo();",
      "attributed.txt:1:foo here",
      "b.txt:1:naïve fooé éfoo été foo-x",
      "run.sh:2:foo",
    ]);
    expect(await found("bar")).toEqual(["a/one.ts:1:const foo = bar;"]);
  });

  test("takes names literally", async () => {
    expect(await found("$foo")).toEqual(["a/one.ts:3:$foo();"]);
    expect(await found("x.y")).toEqual(["b.txt:2:x.y"]);
    expect(await found("été")).toEqual(["b.txt:1:naïve fooé éfoo été foo-x"]);
    expect(await found("na")).toEqual([]);
    expect(await found("x*", "f.o", "", "a\nb", "--help", "-e")).toEqual([]);
  });

  test("goes in chunks and misses nothing", async () => {
    expect(await repository.grepNames(head, names, never)).toHaveLength(1200);
    expect(await repository.grepNames(head, [], never)).toEqual([]);
  });
});

test("a signal ends what git is doing", async () => {
  await expect(repository.listTree(head, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  const stop = new AbortController();
  const diffing = repository.diffTrees(repository.emptyTree, head, { findCopies: false }, stop.signal);
  stop.abort();
  await expect(diffing).rejects.toMatchObject({ code: "cancelled" });
});

test("an object that is not there is an error with git's own words", async () => {
  const absent = "1".repeat(40);
  await expect(repository.listTree(absent, never)).rejects.toMatchObject({ code: "git-failed" });
});
