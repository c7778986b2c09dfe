import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { ReviewSession } from "../../src/app/review-session.ts";
import {
  corePagesSchema,
  hunkWindowSchema,
  linePartSchema,
  overviewSchema,
  pageSchema,
} from "../../src/wire/api.ts";
import { scratchFolder, startSession } from "./harness.ts";
import { type MadeOptions, makeReview, makeSource } from "./made-review.ts";

const LIMIT = 200_000;

/** What an answer weighs on the wire, as the server compresses it. */
function weight(answer: unknown): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(JSON.stringify(answer), { params }).byteLength;
}

async function sessionOf(made: MadeOptions): Promise<ReviewSession> {
  const session = startSession({ made });
  await session.finished;
  return session;
}

/** Text that does not compress: 64 letters of pure chance, the same in each run. */
function chance(seed: string, length: number): string {
  let text = "";
  for (let i = 0; text.length < length; i++) {
    text += createHash("sha512").update(`${seed} ${i}`).digest("base64").replace(/=/g, "");
  }
  return text.slice(0, length);
}

async function readSession(made: ReturnType<typeof makeReview>): Promise<ReviewSession> {
  const session = new ReviewSession({
    homeDir: scratchFolder(),
    open: async () => makeSource(made),
    build: "test",
    firstSeq: 1,
  });
  await session.finished;
  return session;
}

describe("3,000 files with 100,000 changed lines", () => {
  let session: ReviewSession;
  beforeAll(async () => {
    session = await readSession(makeReview({ files: 3_000, hunksPerFile: 3, linesPerHunk: 12 }));
    return () => session.close();
  });

  test("the overview is whole and within a page's weight", async () => {
    const overview = overviewSchema.parse(await session.overview());
    expect(overview.counts.files).toBe(3_000);
    expect(overview.counts.added + overview.counts.removed).toBe(108_000);
    expect(overview.files.flatMap((file) => file.hunks)).toHaveLength(9_000);
    expect(weight(overview)).toBeLessThan(LIMIT);
  });

  test("each page is light", async () => {
    const { walk } = await session.overview();
    for (const id of walk.slice(0, 300)) expect(weight(session.page(id))).toBeLessThan(LIMIT);
  });

  test("a search over all lines counts all", () => {
    const found = session.search("compute(", 0);
    expect(found.total).toBe(108_000);
    expect(weight(found)).toBeLessThan(LIMIT);
  });

  test("all of it can be marked, and the marks fit too", async () => {
    const names = (await session.overview()).files.flatMap((file) => file.hunks.map(([, name]) => name));
    const marks = await session.changeMarks({ hashes: names, isReviewed: true });
    expect(marks.reviewed).toHaveLength(9_000);
    expect(weight(marks)).toBeLessThan(LIMIT);
    const fewer = await session.changeMarks({ hashes: names.slice(0, 1), isReviewed: false });
    expect(fewer.reviewed).toHaveLength(8_999);
  });
});

describe("3,000 files with 16,500 pages, of which 13,500 show a place that did not change", () => {
  let session: ReviewSession;
  beforeAll(async () => {
    session = await readSession(
      makeReview({ files: 3_000, hunksPerFile: 1, linesPerHunk: 32, contextsPerCore: 45 }),
    );
    return () => session.close();
  });

  test("the overview is within a page's weight, and names each page in order", async () => {
    const overview = overviewSchema.parse(await session.overview());
    // One page more: the made change shows one again in each further core.
    expect(overview.counts.placements).toBe(16_500 + 299);
    expect(weight(overview)).toBeLessThan(150_000);
    const ids = overview.cores.map((core) =>
      core.placements.map((page) => (typeof page === "string" ? page : page.id)),
    );
    const walk = new Set(overview.walk);
    expect(ids.flat().filter((id) => walk.has(id))).toEqual(overview.walk);
    // The reader begins with a core that is whole.
    expect(overview.cores[0]?.placements.filter((page) => typeof page === "string")).toEqual([]);
    expect(overview.cores[299]?.placements.filter((page) => typeof page === "string")).toHaveLength(45);
  });

  test("the core has the rest, in the same order", async () => {
    const { cores } = await session.overview();
    for (const core of [cores[0], cores[150], cores[299]]) {
      const answer = corePagesSchema.parse(session.corePages(core?.id ?? ""));
      expect(weight(answer)).toBeLessThan(10_000);
      expect(answer.placements).toHaveLength(core?.placements.length ?? 0);
      core?.placements.forEach((page, i) => {
        const full = answer.placements[i];
        if (typeof page !== "string") expect(full).toEqual(page);
        else expect(full).toMatchObject({ id: page, hunks: [], markHash: session.page(page).markHash });
      });
    }
  });

  test("marks of all of them fit into an answer, and name the pages without hunks", async () => {
    const { cores, files } = await session.overview();
    const contexts = cores.flatMap((core) =>
      session.corePages(core.id).placements.flatMap((page) => page.markHash ?? []),
    );
    const hunks = files.flatMap((file) => file.hunks.map(([, name]) => name));
    await session.changeMarks({ hashes: contexts, isReviewed: true });
    const marks = await session.changeMarks({ hashes: hunks, isReviewed: true });
    expect(marks.reviewed).toHaveLength(16_500);
    expect(new Set(marks.pages).size).toBe(13_500);
    expect(weight(marks)).toBeLessThan(LIMIT);
  });
});

test("a hunk of 50,000 lines comes in windows that join without gap or overlap", async () => {
  const session = await sessionOf({ files: 1, hunksPerFile: 1, linesPerHunk: 50_000 });
  const [id] = (await session.overview()).walk.slice(1);
  const page = pageSchema.parse(session.page(id ?? ""));
  expect(page.hunks[0]?.lineCount).toBe(50_006);
  expect(page.hunks[0]?.lines).toHaveLength(400);
  expect(weight(page)).toBeLessThan(LIMIT);
  const lines = [...(page.hunks[0]?.lines ?? [])];
  while (lines.length < 50_006) {
    const window = hunkWindowSchema.parse(session.hunkWindow("h1", lines.length, 1_000));
    expect(window.lines.length).toBeGreaterThan(0);
    expect(weight(window)).toBeLessThan(LIMIT);
    lines.push(...window.lines);
  }
  const numbers = lines.flatMap((line) => (line.new === undefined ? [] : [line.new]));
  expect(numbers).toEqual(Array.from({ length: 25_006 }, (_, i) => i + 6));
  expect(session.hunkWindow("h1", 50_006, 10).lines).toEqual([]);
});

test("a file of many hunks shows the head of each, and lines as far as a page can hold", async () => {
  const session = await sessionOf({ files: 1, hunksPerFile: 2_000, linesPerHunk: 10 });
  const { hunks } = session.fileDiff("src/part000/file00000.ts");
  expect(hunks).toHaveLength(2_000);
  expect(hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)).toBe(1_500);
  expect(hunks.at(-1)).toMatchObject({ lines: [], lineCount: 16 });
  expect(weight({ hunks })).toBeLessThan(LIMIT);
});

test("text that does not compress still fits", async () => {
  const lineText = (f: number, h: number, l: number) => chance(`${f} ${h} ${l}`, 900);
  const session = await sessionOf({ files: 1, hunksPerFile: 4, linesPerHunk: 400, lineText });
  const [id] = (await session.overview()).walk.slice(1);
  const page = session.page(id ?? "");
  expect(weight(page)).toBeLessThan(LIMIT);
  expect(page.hunks[0]?.lines.length).toBeGreaterThan(100);
  expect(weight(session.hunkWindow("h2", 0, 1_000))).toBeLessThan(LIMIT);
  const file = await session.lines("src/part000/file00000.ts", "new", 1, 1_000);
  expect(weight(file)).toBeLessThan(LIMIT);
  expect(file.lines.length).toBeLessThan(file.total);
  const next = await session.lines("src/part000/file00000.ts", "new", file.lines.length + 1, 1);
  expect(next.lines).toHaveLength(1);
});

test("a line of 100,000 characters is shortened, says so, and can be read to its end", async () => {
  const long = `${"x".repeat(1_999)}😀${chance("long", 98_000)}`;
  const lineText = (_: number, __: number, l: number) => (l === 1 ? long : "short");
  const session = await sessionOf({ files: 1, hunksPerFile: 1, lineText });
  const [id] = (await session.overview()).walk.slice(1);
  const lines = pageSchema.parse(session.page(id ?? "")).hunks[0]?.lines ?? [];
  const index = lines.findIndex((line) => line.cut !== undefined);
  expect(lines[index]?.cut).toBe(long.length);
  expect(lines[index]?.text).toBe("x".repeat(1_999));
  expect(lines.filter((line) => line.cut !== undefined)).toHaveLength(1);
  let text = "";
  while (text.length < long.length) {
    const part = linePartSchema.parse(session.linePart("h1", index, text.length));
    expect(part.total).toBe(long.length);
    expect(weight(part)).toBeLessThan(LIMIT);
    text += part.text;
  }
  expect(text).toBe(long);
  const file = await session.lines("src/part000/file00000.ts", "new", 1, 1_000);
  expect(file.cuts).toEqual([[file.lines.indexOf("x".repeat(1_999)), long.length]]);
  expect(session.search("short", 0).total).toBe(3);
  expect(session.search(long.slice(-20), 0).hits[0]?.text).toContain(long.slice(-20));
});
