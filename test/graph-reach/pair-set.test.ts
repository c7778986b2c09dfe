import fc from "fast-check";
import { expect, test } from "vitest";
import { createPairSet } from "../../src/engine/graph/pair-set.ts";

test("a set of pairs knows each pair that was added, however many there are", () => {
  const number = fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 2 ** 31 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 400 }), (pairs) => {
      const set = createPairSet();
      const known = new Set<string>();
      for (const [left, right] of pairs) {
        const key = `${left} ${right}`;
        expect(set.add(left, right)).toBe(!known.has(key));
        known.add(key);
      }
    }),
    { numRuns: 50 },
  );
});

test("a set of pairs grows", () => {
  const set = createPairSet();
  for (let at = 0; at < 50_000; at++) set.add(at % 997, at);
  for (let at = 0; at < 50_000; at++) expect(set.add(at % 997, at)).toBe(false);
  expect(set.add(997, 0)).toBe(true);
});
