import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileDiff, isValidAnchor, parseDiff } from "../../src/engine/diff/diff.ts";
import { forgePlaces, type Place } from "../../src/engine/discussion/discussion.ts";

const modified = `diff --git a/f.txt b/f.txt
index aaaaaaa..bbbbbbb 100644
--- a/f.txt
+++ b/f.txt
@@ -10,8 +10,8 @@
 line 10
 line 11
 line 12
-old 13
-old 14
+new 13
+new 14
 line 15
 line 16
 line 17
@@ -40,4 +40,3 @@
 line 40
 line 41
 line 42
-last
\\ No newline at end of file
`;
const deleted = `diff --git a/old.txt b/old.txt
deleted file mode 100644
index aaaaaaa..0000000
--- a/old.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
`;
const added = `diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..bbbbbbb
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+one
+2
`;
const binary = `diff --git a/logo.png b/logo.png
index aaaaaaa..bbbbbbb 100644
Binary files a/logo.png and b/logo.png differ
`;
const mode = `diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`;

const filesOf = (text: string) => parseDiff(Buffer.from(text)).files;
const plain = filesOf(binary + modified + added + deleted + mode);
/** What moved here is two files there. */
const pair = {
  path: "new.txt",
  oldPath: "old.txt",
  status: "renamed",
  binary: false,
  hunks: [],
} satisfies FileDiff;
const shown = [...plain.filter((file) => !["new.txt", "old.txt"].includes(file.path)), pair];
const placeOf = forgePlaces({ shown, plain });
const lines = (place: Place) => {
  const to = placeOf(place);
  return to.kind === "lines" ? to.place : to;
};

describe("where a forge takes a comment", () => {
  it("is the line itself, of the side that has it", () => {
    expect(lines({ path: "f.txt", side: "RIGHT", line: 13 })).toEqual({
      path: "f.txt",
      side: "RIGHT",
      line: 13,
    });
    expect(lines({ path: "f.txt", side: "LEFT", line: 14 })).toEqual({
      path: "f.txt",
      side: "LEFT",
      line: 14,
    });
    expect(lines({ path: "f.txt", side: "LEFT", line: 43 })).toEqual({
      path: "f.txt",
      side: "LEFT",
      line: 43,
    });
  });

  it("is the RIGHT for a line that did not change", () => {
    expect(lines({ path: "f.txt", side: "LEFT", line: 42 })).toEqual({
      path: "f.txt",
      side: "RIGHT",
      line: 42,
    });
    expect(lines({ path: "f.txt", side: "LEFT", startLine: 10, line: 11 })).toEqual({
      path: "f.txt",
      side: "RIGHT",
      startLine: 10,
      line: 11,
    });
  });

  it("is the removed lines of a range on the LEFT, and says so", () => {
    expect(placeOf({ path: "f.txt", side: "LEFT", startLine: 11, line: 16 })).toEqual({
      kind: "lines",
      place: { path: "f.txt", side: "LEFT", startLine: 13, line: 14 },
      why: expect.any(String),
    });
  });

  it("keeps a range on the RIGHT, and one that begins on the LEFT where its numbers rise", () => {
    const right = { path: "f.txt", side: "RIGHT", startLine: 11, line: 16 } as const;
    expect(lines(right)).toEqual(right);
    expect(lines({ path: "f.txt", startSide: "LEFT", startLine: 13, side: "RIGHT", line: 14 })).toEqual({
      path: "f.txt",
      startSide: "LEFT",
      startLine: 13,
      side: "RIGHT",
      line: 14,
    });
    expect(lines({ path: "f.txt", startSide: "LEFT", startLine: 14, side: "RIGHT", line: 14 })).toEqual({
      path: "f.txt",
      side: "RIGHT",
      line: 14,
    });
  });

  it("is the file where no hunk has the lines in one piece, or it has no lines", () => {
    const places: Place[] = [
      { path: "f.txt", side: "RIGHT", line: 25 },
      { path: "f.txt", side: "RIGHT", startLine: 16, line: 41 },
      { path: "f.txt", side: "RIGHT", startLine: 13, line: 13 },
      { path: "logo.png", side: "RIGHT", line: 1 },
      { path: "run.sh", side: "RIGHT", line: 1 },
    ];
    for (const place of places) {
      expect(placeOf(place)).toEqual({ kind: "file", path: place.path, why: expect.any(String) });
    }
    expect(placeOf({ path: "logo.png" })).toEqual({ kind: "file", path: "logo.png" });
  });

  it("is on the two files that a moved one is there", () => {
    expect(lines({ path: "new.txt", side: "RIGHT", line: 2 })).toMatchObject({
      path: "new.txt",
      side: "RIGHT",
    });
    expect(lines({ path: "new.txt", side: "LEFT", line: 2 })).toMatchObject({
      path: "old.txt",
      side: "LEFT",
    });
    expect(placeOf({ path: "new.txt" })).toEqual({ kind: "file", path: "new.txt" });
  });

  it("is nowhere for other files, for names that are not UTF-8, and after the first 3,000 files", () => {
    expect(placeOf({ path: "other.txt", side: "RIGHT", line: 1 }).kind).toBe("none");
    const many = Array.from({ length: 3_001 }, (_, i) => ({
      ...(plain[0] as FileDiff),
      path: `f${10_000 + i}`,
    }));
    const of = forgePlaces({ shown: many, plain: many });
    expect(of({ path: "f12999" }).kind).toBe("file");
    expect(of({ path: "f13000" }).kind).toBe("none");
    const odd = [{ ...(plain[0] as FileDiff), path: "\ufffd", pathHex: "ff" }];
    expect(forgePlaces({ shown: odd, plain: odd })({ path: "\ufffd" }).kind).toBe("none");
  });

  it("is always an anchor that is valid there", () => {
    const line = fc.integer({ min: 1, max: 50 });
    const side = fc.constantFrom("LEFT" as const, "RIGHT" as const);
    const place = fc.record(
      { path: fc.constant("f.txt"), side, line, startLine: line, startSide: side },
      { requiredKeys: ["path", "side", "line"] },
    );
    const file = plain.find((one) => one.path === "f.txt") as FileDiff;
    fc.assert(
      fc.property(place, (asked) => {
        const to = placeOf(asked);
        if (to.kind !== "lines") return;
        const { side: end = "RIGHT", line: last = 0, ...rest } = to.place;
        expect(isValidAnchor(file, { ...rest, side: end, line: last })).toBe(true);
        if (rest.startLine !== undefined) expect(rest.startLine).toBeLessThan(last);
        const context = file.hunks.flatMap((hunk) => hunk.lines).filter((entry) => entry.kind === " ");
        if (end === "LEFT") expect(context.some((entry) => entry.old === last)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
