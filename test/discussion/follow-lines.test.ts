import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followLines, quoteLines } from "../../src/engine/discussion/discussion.ts";

/** A line with a name of its own, so that a test knows which of two equal lines it looks at. */
interface Named {
  readonly text: string;
  readonly name: number;
}

let lastName = 0;
const named = (text: string): Named => ({ text, name: ++lastName });
const texts = (lines: readonly Named[]) => lines.map((line) => line.text);
/** Few words, so that lines are alike in many places. */
const fewWords = fc.constantFrom("", "}", "a", "b", "return x;");
const document = fc.array(fewWords, { minLength: 1, maxLength: 25 }).map((lines) => lines.map(named));
const edit = fc.record({ at: fc.nat(30), removed: fc.nat(4), added: fc.array(fewWords, { maxLength: 5 }) });
type Edit = { readonly at: number; readonly removed: number; readonly added: readonly string[] };

function apply(lines: readonly Named[], { at, removed, added }: Edit): readonly Named[] {
  const start = Math.min(at, lines.length);
  return [...lines.slice(0, start), ...added.map(named), ...lines.slice(start + removed)];
}

function range(lines: readonly Named[], from: number, count: number): readonly [number, number] {
  const start = from % lines.length;
  return [start, Math.min(lines.length, start + 1 + count)];
}

describe("lines that are followed", () => {
  it("are found where nothing changed, whatever their twins", () => {
    fc.assert(
      fc.property(document, fc.nat(40), fc.nat(3), (lines, from, count) => {
        const [start, end] = range(lines, from, count);
        const quoted = quoteLines(texts(lines), start, end);
        expect(followLines(quoted, texts(lines), texts(lines))).toEqual({ kind: "found", start });
      }),
    );
  });

  it("never land on another line that was there before, after one edit anywhere", () => {
    fc.assert(
      fc.property(
        document,
        edit,
        fc.nat(40),
        fc.nat(3),
        fc.boolean(),
        (lines, change, from, count, keepsThen) => {
          const [start, end] = range(lines, from, count);
          const now = apply(lines, change);
          const quoted = quoteLines(texts(lines), start, end);
          const found = followLines(quoted, keepsThen ? texts(lines) : undefined, texts(now));
          if (found.kind === "gone") return;
          const landed = now.slice(found.start, found.start + quoted.lines.length);
          expect(texts(landed)).toEqual(quoted.lines);
          const before = new Map(lines.map((line, index) => [line.name, index]));
          const was = landed.map((line) => before.get(line.name) ?? -1);
          // Lines that the edit wrote anew with the same text may take over; other lines that were there before may not.
          const isOneOfThen = was.every((index, offset) => index >= 0 && index === (was[0] ?? 0) + offset);
          if (keepsThen && isOneOfThen) expect(was[0]).toBe(start);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("are found after any edits that leave them alone, where lines differ", () => {
    const unique = fc
      .nat(25)
      .map((length) => Array.from({ length: length + 1 }, (_, i) => named(`line ${i}`)));
    fc.assert(
      fc.property(
        unique,
        fc.array(edit, { maxLength: 6 }),
        fc.nat(40),
        fc.nat(3),
        (lines, edits, from, count) => {
          const [start, end] = range(lines, from, count);
          const now = edits.reduce<readonly Named[]>((state, one, i) => {
            const added = one.added.map((_, k) => `new ${i} ${k} ${lastName}`);
            return apply(state, { ...one, added });
          }, lines);
          const wanted = lines.slice(start, end).map((line) => line.name);
          const at = now.findIndex((_, i) => wanted.every((name, k) => now[i + k]?.name === name));
          const quoted = quoteLines(texts(lines), start, end);
          for (const then of [texts(lines), undefined]) {
            const found = followLines(quoted, then, texts(now));
            expect(found).toEqual(
              at === -1 ? { kind: "gone", why: "lines-gone" } : { kind: "found", start: at },
            );
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("are told from a twin by what stands around, also when the edit is next to them", () => {
    const then = ["a", "x", "b", "a", "x", "b"];
    const now = ["a", "x", "new", "b", "a", "x", "b"];
    expect(followLines(quoteLines(then, 1, 2), then, now)).toEqual({ kind: "found", start: 1 });
    expect(followLines(quoteLines(then, 4, 5), then, now)).toEqual({ kind: "found", start: 5 });
  });

  it("say that they stand in several places where the text does not decide", () => {
    const then = ["a", "x", "x", "b"];
    for (const start of [1, 2]) {
      expect(followLines(quoteLines(then, start, start + 1), then, ["a", "x", "b"])).toEqual({
        kind: "gone",
        why: "several-places",
      });
    }
    expect(followLines(quoteLines(["a", "b"], 1, 2), ["a", "b"], ["a", "b", "a", "b"]).kind).toBe("gone");
  });

  it("do not take minutes in a file of equal lines", () => {
    const then = Array.from({ length: 20_000 }, () => "}");
    expect(followLines(quoteLines(then, 500, 501), then, [...then, "x"])).toEqual({
      kind: "gone",
      why: "several-places",
    });
  });
});
