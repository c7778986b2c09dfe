import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FileDiff, parseDiff } from "../../src/engine/diff/diff.ts";
import { isLastOfItsSide, type MadeFile, type MadeHunk, type MadeLine, printDiff } from "./print-diff.ts";

const parse = (text: string) => parseDiff(Buffer.from(text, "latin1"));

describe("parseDiff", () => {
  test("reads nothing from nothing", () => {
    expect(parse("")).toEqual({ files: [], problems: [] });
  });

  test("reads one file", () => {
    const { files, problems } = parse(
      "diff --git a/x.c b/x.c\nindex aaaa..bbbb 100644\n--- a/x.c\n+++ b/x.c\n@@ -3,2 +3,2 @@ int main(void)\n-old\n+new\n same\n",
    );
    expect(problems).toEqual([]);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      path: "x.c",
      status: "modified",
      oldMode: "100644",
      newMode: "100644",
      oldBlob: "aaaa",
      newBlob: "bbbb",
    });
    expect(files[0]?.hunks[0]).toMatchObject({
      id: "h1",
      section: "int main(void)",
      oldStart: 3,
      lines: [
        { kind: "-", old: 3, text: "old" },
        { kind: "+", new: 3, text: "new" },
        { kind: " ", old: 4, new: 4, text: "same" },
      ],
    });
  });

  test("raw lines give blobs and modes of files without an index line", () => {
    const { files, problems } = parse(
      `:100644 100644 ${"1".repeat(40)} ${"1".repeat(40)} R100\t"a\\tb"\tnew name\n\n` +
        'diff --git "a/a\\tb" b/new name\nsimilarity index 100%\nrename from "a\\tb"\nrename to new name\n',
    );
    expect(problems).toEqual([]);
    expect(files[0]).toMatchObject({
      path: "new name",
      oldPath: "a\tb",
      status: "renamed",
      oldBlob: "1".repeat(40),
      newMode: "100644",
    });
  });

  test("a hunk that is cut short gives what is there, and says so", () => {
    const { files, problems } = parse("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n");
    expect(files[0]?.hunks[0]).toMatchObject({ oldLines: 2, newLines: 1 });
    expect(problems.map((problem) => problem.kind)).toEqual(["cut-short"]);
  });

  test("a context line that lost its blank is still one", () => {
    const { files, problems } = parse(
      "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n",
    );
    expect(problems).toEqual([]);
    expect(files[0]?.hunks[0]?.lines[1]).toEqual({ kind: " ", old: 2, new: 2, text: "" });
  });

  test("a binary patch belongs to its file, whatever its lines look like", () => {
    const { files } = parse(
      "diff --git a/x b/x\nindex a1..b2 100644\nGIT binary patch\nliteral 3\n@@ -1 +1 @@\n-x\n\ndiff --git a/y b/y\nold mode 100644\nnew mode 100755\n",
    );
    expect(files.map((file) => [file.path, file.binary, file.hunks.length])).toEqual([
      ["x", true, 0],
      ["y", false, 0],
    ]);
  });

  test("bytes that are not UTF-8 show as U+FFFD and tell hunks apart", () => {
    const diff = (byte: string) => parse(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+${byte}\n`);
    const [one, two] = [diff("\xe9").files[0]?.hunks[0], diff("\xea").files[0]?.hunks[0]];
    expect(one?.lines).toEqual(two?.lines);
    expect(one?.lines[1]?.text).toBe("\ufffd");
    expect(one?.hash).not.toBe(two?.hash);
  });

  test("a byte order mark is kept", () => {
    const { files } = parse("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+\xef\xbb\xbfa\n");
    expect(files[0]?.hunks[0]?.lines[1]?.text).toBe("\ufeffa");
  });
});

describe("hashes", () => {
  const fileOf = (hunks: readonly MadeHunk[], path = "f") =>
    parseDiff(printDiff([{ path, status: "modified", hunks }])).files[0] as FileDiff;
  const hunkOf = (gap: number, before: string, changed: string): MadeHunk => ({
    gap,
    section: "",
    lines: [
      { kind: " ", text: before },
      { kind: "-", text: "old" },
      { kind: "+", text: changed },
    ],
  });

  test("do not depend on line numbers, sections or neighbours", () => {
    const [one] = fileOf([hunkOf(0, "a", "x")]).hunks;
    const [first, second] = fileOf([hunkOf(3, "z", "z"), { ...hunkOf(9, "a", "x"), section: "fn()" }]).hunks;
    expect(second?.hash).toBe(one?.hash);
    expect(second?.changeHash).toBe(one?.changeHash);
    expect(first?.hash).not.toBe(one?.hash);
  });

  test("changeHash leaves out the context, hash does not", () => {
    const [one] = fileOf([hunkOf(0, "a", "x")]).hunks;
    const [two] = fileOf([hunkOf(0, "b", "x")]).hunks;
    expect(two?.hash).not.toBe(one?.hash);
    expect(two?.changeHash).toBe(one?.changeHash);
    expect(fileOf([hunkOf(0, "a", "y")]).hunks[0]?.changeHash).not.toBe(one?.changeHash);
    expect(fileOf([hunkOf(0, "a", "x")], "g").hunks[0]?.changeHash).not.toBe(one?.changeHash);
  });

  test("tell twins apart, by their whole lines and by their changes alone", () => {
    const twins = fileOf([hunkOf(0, "a", "x"), hunkOf(9, "a", "x"), hunkOf(9, "b", "x")]).hunks;
    expect(new Set(twins.map((hunk) => hunk.hash)).size).toBe(3);
    expect(new Set(twins.map((hunk) => hunk.changeHash)).size).toBe(3);
    const alone = fileOf([hunkOf(0, "a", "x")]).hunks[0];
    expect(twins.map((hunk) => hunk.hash)).not.toContain(alone?.hash);
    expect(twins[2]?.hash).toBe(fileOf([hunkOf(0, "b", "x")]).hunks[0]?.hash);
  });
});

// Bytes one a character: what a line or a name may hold, and what would end it if a parser were careless.
const byte = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
const trap = fc.constantFrom(
  "diff --git a/x b/x",
  "@@ -1,2 +3,4 @@",
  "-- a/x",
  "++ b/x",
  "\\ No newline at end of file",
  "\r",
  "",
);
const lineText = fc
  .oneof(trap, fc.string({ unit: byte, maxLength: 12 }))
  .map((text) => text.replaceAll("\n", ""));
const nameText = fc
  .string({ unit: byte, minLength: 1, maxLength: 10 })
  .filter((text) => text !== "" && !text.includes("/"));
const madeLine: fc.Arbitrary<MadeLine> = fc.record({ kind: fc.constantFrom(" ", "+", "-"), text: lineText });
const madeHunk: fc.Arbitrary<MadeHunk> = fc
  .record({
    gap: fc.nat(20),
    section: lineText.map((text) => text.replaceAll("\r", "").trim()),
    lines: fc.array(madeLine, { minLength: 1, maxLength: 12 }),
  })
  .filter((hunk) => hunk.lines.some((line) => line.kind !== " "));
const madeFile: fc.Arbitrary<MadeFile> = fc
  .record({
    path: nameText,
    oldPath: nameText,
    kind: fc.constantFrom("added", "deleted", "modified", "renamed"),
    hunks: fc.array(madeHunk, { minLength: 1, maxLength: 4 }),
  })
  .map(({ path, oldPath, kind, hunks }): MadeFile => {
    if (kind === "renamed") return { path, oldPath, status: kind, hunks };
    if (kind === "modified") return { path, status: kind, hunks };
    const mark = kind === "added" ? "+" : "-";
    const lines = hunks.flatMap((hunk) => hunk.lines).map(({ text }): MadeLine => ({ kind: mark, text }));
    return { path, status: kind as "added" | "deleted", hunks: [{ gap: 0, section: "", lines }] };
  });
const madeDiff = fc.uniqueArray(madeFile, { selector: (file) => file.path, maxLength: 5 });
const decode = (text: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(text, "latin1"));

describe("whatever lines and names hold", () => {
  test("a printed diff parses back to what was printed", () => {
    fc.assert(
      fc.property(madeDiff, fc.boolean(), (made, endsOpen) => {
        const { files, problems } = parseDiff(printDiff(made, { endsOpen }));
        expect(problems).toEqual([]);
        const read = files.map((file) => ({
          path: file.path,
          oldPath: file.oldPath,
          status: file.status,
          hunks: file.hunks.map((hunk) => ({
            section: hunk.section,
            lines: hunk.lines.map((line) => [line.kind, line.text, line.noNewline ?? false]),
          })),
        }));
        const printed = made.map((file) => ({
          path: decode(file.path),
          oldPath: file.oldPath === undefined ? undefined : decode(file.oldPath),
          status: file.status,
          hunks: file.hunks.map((hunk, i) => ({
            section: decode(hunk.section),
            lines: hunk.lines.map((line, k) => [
              line.kind,
              decode(line.text),
              endsOpen && i === file.hunks.length - 1 && isLastOfItsSide(hunk.lines, k),
            ]),
          })),
        }));
        expect(read).toEqual(printed);
      }),
      { numRuns: 300 },
    );
  });

  test("counts add up, numbers run on, ids run on and hashes differ", () => {
    fc.assert(
      fc.property(madeDiff, (made) => {
        const { files } = parseDiff(printDiff(made));
        const hunks = files.flatMap((file) => file.hunks);
        expect(hunks.map((hunk) => hunk.id)).toEqual(hunks.map((_, i) => `h${i + 1}`));
        expect(new Set(hunks.map((hunk) => hunk.hash)).size).toBe(hunks.length);
        expect(new Set(hunks.map((hunk) => hunk.changeHash)).size).toBe(hunks.length);
        for (const hunk of hunks) {
          const old = hunk.lines.filter((line) => line.old !== undefined).map((line) => line.old);
          const now = hunk.lines.filter((line) => line.new !== undefined).map((line) => line.new);
          expect(old).toEqual(Array.from({ length: hunk.oldLines }, (_, i) => hunk.oldStart + i));
          expect(now).toEqual(Array.from({ length: hunk.newLines }, (_, i) => hunk.newStart + i));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("broken text never crashes, and loses nothing in silence", () => {
    const cut = fc.record({
      made: madeDiff,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      noise: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(cut, ({ made, at, noise }) => {
        const whole = printDiff(made);
        const place = Math.floor(whole.length * at);
        const broken = Buffer.concat([whole.subarray(0, place), noise, whole.subarray(place)]);
        const { files } = parseDiff(broken);
        for (const hunk of files.flatMap((file) => file.hunks)) {
          expect(hunk.lines.filter((line) => line.kind !== "+")).toHaveLength(hunk.oldLines);
          expect(hunk.lines.filter((line) => line.kind !== "-")).toHaveLength(hunk.newLines);
        }
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => {
        const { files, problems } = parseDiff(garbage);
        expect(files).toEqual([]);
        if (garbage.some((value) => value !== 0x0a && value !== 0x3a)) {
          expect(problems.length + Number(garbage[0] === 0x3a)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
