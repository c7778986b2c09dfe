import { expect, test } from "vitest";
import { linearize } from "../../src/engine/graph/linearize.ts";

function lineOf(type: string, bases: Readonly<Record<string, string>>, most = 200): string {
  const basesOf = (name: string) => [...(bases[name] ?? "")];
  return linearize(type, (name) => name, basesOf, most).join("");
}

test("a shared base comes after all that derive from it", () => {
  expect(lineOf("D", { D: "BC", B: "A", C: "A" })).toBe("DBCA");
});

test("the order is Python's where depth first would differ", () => {
  // As Python's own documentation has it: class A(B, C), B(D, E), C(D, F).
  expect(lineOf("A", { A: "BC", B: "DE", C: "DF", D: "O", E: "O", F: "O" })).toBe("ABCDEFO");
  expect(lineOf("A", { A: "BC", B: "ED", C: "DF", D: "O", E: "O", F: "O" })).toBe("ABECDFO");
  // X comes after V, which derives from it, though Z names it first.
  expect(lineOf("W", { W: "ZV", Z: "YX", V: "X", Y: "T", X: "T" })).toBe("WZYVXT");
});

test("a circle and a contradiction still give every base once", () => {
  expect(lineOf("A", { A: "B", B: "A" })).toBe("AB");
  expect(lineOf("A", { A: "A" })).toBe("A");
  expect([...lineOf("C", { C: "AB", A: "XY", B: "YX" })].sort().join("")).toBe("ABCXY");
});

test("a line of more types than the limit is cut", () => {
  const bases = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [
      String.fromCodePoint(0x4e00 + at),
      String.fromCodePoint(0x4e01 + at),
    ]),
  );
  expect([...lineOf(String.fromCodePoint(0x4e00), bases, 200)]).toHaveLength(200);
});

test("lines that are worked out one after another are those worked out alone, and each base is asked for once a type", () => {
  // A chain longer than the limit, with a circle and a second base on the way.
  const bases: Record<string, string[]> = { "0": [], "7": ["6", "20"], "20": ["21"], "21": ["20"] };
  for (let at = 1; at < 40; at++) bases[at] ??= [`${at - 1}`];
  let asked = 0;
  const basesIn = (all: Readonly<Record<string, string[]>>, name: string) => {
    asked++;
    return all[name] ?? [];
  };
  const alone = (name: string) => linearize(name, String, (one) => bases[one] ?? [], 10);
  const names = Object.keys(bases);
  for (const order of [names, [...names].reverse()]) {
    const lines = new Map<string, readonly string[] | undefined>();
    for (const name of order)
      expect(linearize(name, String, (one) => basesIn(bases, one), 10, lines)).toEqual(alone(name));
  }
  const chain = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`${at}`, at === 0 ? [] : [`${at - 1}`]]),
  );
  asked = 0;
  const lines = new Map<string, readonly string[] | undefined>();
  for (const name of Object.keys(chain).reverse()) {
    linearize(name, String, (one) => basesIn(chain, one), 200, lines);
  }
  expect(asked).toBe(150);
});
