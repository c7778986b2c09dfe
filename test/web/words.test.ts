import fc from "fast-check";
import { expect, test } from "vitest";
import { pairBySpace, pairLines } from "../../web/src/diff/pair-lines.ts";
import { spansOf } from "../../web/src/diff/spans.ts";
import { changedWords, type Range } from "../../web/src/diff/words.ts";

const cut = (text: string, ranges: readonly Range[]) =>
  ranges.map(({ start, end }) => text.slice(start, end));
const words = (before: string, after: string) => {
  const found = changedWords(before, after);
  return found && { old: cut(before, found.old), new: cut(after, found.new) };
};

test("one line and what became of it are a pair, however much they share", () => {
  // Shares of 25/33 and the like have no exact form in binary.
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 }), (kept, gone) => {
      const shared = Array.from({ length: kept }, (_, at) => `kept${at}`).join(" ");
      const removed = `${shared} ${Array.from({ length: gone }, (_, at) => `gone${at}`).join(" ")}`;
      if (gone <= kept) expect(pairLines([removed], [shared])).toEqual([[0, 0]]);
    }),
  );
});

test("only the words that differ are marked", () => {
  expect(words("const total = price * 2;", "const total = price * count;")).toEqual({
    old: ["2"],
    new: ["count"],
  });
  expect(words("f(a, b)", "f(a, b, c)")).toEqual({ old: [], new: [", c"] });
  expect(words("same", "same")).toEqual({ old: [], new: [] });
});

test("lines with little in common are not compared word by word", () => {
  expect(words("return json({ error }, 401);", "sessions.open(token);")).toBeUndefined();
});

test("a line over the budget is left unmarked", () => {
  expect(words("a ".repeat(2000), "b ".repeat(2000))).toBeUndefined();
});

test("what is not marked is the same on both sides", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", " ", "(", "é"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = changedWords(before, after);
      if (!found) return;
      const rest = (line: string, ranges: readonly Range[]) => {
        let kept = "";
        let at = 0;
        for (const range of ranges) {
          kept += line.slice(at, range.start);
          at = range.end;
        }
        return (kept + line.slice(at)).replace(/\s/g, "");
      };
      // Blanks between two marks are marked with them, so only ink is compared.
      expect(rest(before, found.old)).toBe(rest(after, found.new));
    }),
  );
});

test("a line is paired with the line it became, also where another was put before it", () => {
  const pairs = pairLines(
    ["const user = find(id);", "return user.name;"],
    ["check(id);", "const user = find(id, now);", "return user.fullName;"],
  );
  expect(pairs).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test("a huge block is paired from its top, and not compared line by line", () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
  expect(pairLines(["one more", ...lines], lines)).toEqual(lines.map((_, i) => [i, i]));
});

test("pairs that differ in blanks alone are found; a no-break space is no blank", () => {
  expect(pairBySpace(["  a", "b"], ["a", "c"])).toEqual([[0, 0]]);
  expect(pairBySpace(["a b"], ["a\u00a0b"])).toEqual([]);
});

test("a line is cut where colour, change or a hidden character begins, and nothing is lost", () => {
  const text = "if (a\u202e) {";
  const spans = spansOf(text, [2, 4, 12, 0], [{ start: 4, end: 5 }]);
  expect(spans.map((span) => span.text).join("")).toBe(text);
  expect(spans[0]).toMatchObject({ text: "if", colour: 4, isChanged: false });
  expect(spans.find((span) => span.text === "a")).toMatchObject({ isChanged: true });
  expect(spans.find((span) => span.odd)).toMatchObject({ text: "\u202e", odd: "U+202E" });
});

test("spans hold the whole text whatever tokens say", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(40), { maxLength: 6 }), (text, ends) => {
      const tokens = [...ends].sort((a, b) => a - b).flatMap((end) => [end, 1]);
      expect(
        spansOf(text, tokens, [])
          .map((span) => span.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
