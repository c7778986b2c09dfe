import { describe, expect, it } from "vitest";
import type { FileIndex } from "../../../src/engine/index/index.ts";
import { read } from "./read.ts";

const sample = `
from . import helper as h, other
import os.path

@h.decorate(limit=3)
class Store(h.Base, metaclass=Meta):
    kind: "h.Kind" = h.KIND
    def __init__(self, *items, key=lambda x: x.size):
        self.items = [key(i) for i in items if (n := i)]
    async def load(self, name: str | None = None) -> list[Item]:
        with open(f"{name!r:>{self.width}}") as file, h.lock():
            try:
                return await getattr(self, "read_" + name)(file)
            except (KeyError, h.Error) as error:
                raise h.Bad(error) from error

def run(a, b=1):
    global state
    match a:
        case {"x": Point(y=z), **rest} | [z, *rest]:
            state = z
        case _:
            del rest
type Pair[T] = tuple[T, T]
`;

const pieces = [
  "(",
  ")",
  "[",
  "{",
  "'",
  '"""',
  ":",
  "=",
  "\n",
  "\n    ",
  "def ",
  "class ",
  "import ",
  "*",
  "@",
  "\\",
];

/** A small generator of its own, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

function broken(seed: number): string {
  const next = numbers(seed);
  let text = sample;
  for (let left = 1 + next(4); left > 0; left--) {
    const at = next(text.length + 1);
    const piece = pieces[next(pieces.length)] as string;
    const changes = [
      () => text.slice(0, at),
      () => text.slice(0, at) + text.slice(at + next(30)),
      () => text.slice(0, at) + piece + text.slice(at),
      () => text.slice(at) + text.slice(0, at),
    ];
    text = (changes[next(changes.length)] as () => string)();
  }
  return text;
}

/** What holds of every record, whatever the text. */
function faults(file: FileIndex): string[] {
  const found: string[] = [];
  const { declarations, references, imports } = file;
  const isIndex = (index: number, list: readonly unknown[]) => index >= -1 && index < list.length;
  declarations.forEach((one, at) => {
    if (one.parent >= at) found.push(`${one.name} comes before its parent`);
    if (one.name === "") found.push("a declaration has no name");
    if (one.line < one.startLine || one.line > one.endLine) found.push(`${one.name} stands outside itself`);
  });
  const places = new Set(declarations.map((one) => `${one.line}:${one.column}`));
  for (const one of references) {
    if (one.name === "") found.push("a reference has no name");
    if (places.has(`${one.line}:${one.column}`)) found.push(`${one.name} is declared and used in one place`);
    const isInRange =
      isIndex(one.declaration, declarations) &&
      isIndex(one.import, imports) &&
      isIndex(one.within, declarations);
    if (!isInRange) found.push(`${one.name} points out of the record`);
  }
  for (const one of file.assignments) {
    if (!isIndex(one.reference, references)) found.push(`${one.target.join(".")} points out of the record`);
  }
  return found;
}

describe("broken Python", () => {
  it("is read without a throw, into a record that holds, the same each time", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const text = broken(seed);
      const file = await read(text);
      expect({ seed, faults: faults(file) }).toEqual({ seed, faults: [] });
      expect(await read(text)).toEqual(file);
    }
  });

  it("gives what can be read around the break", async () => {
    const file = await read(
      "import a\n\ndef good():\n    return a.b()\n\ndef bad(:\n\ndef after():\n    good()\n",
    );
    expect(file.problems.length).toBeGreaterThan(0);
    expect(file.references.map((one) => one.name)).toEqual(expect.arrayContaining(["b", "good"]));
    expect(file.declarations.map((one) => one.name)).toEqual(expect.arrayContaining(["good", "after"]));
  });

  it("of Python 2 keeps its calls", async () => {
    const file = await read(
      'def f(s):\n    try:\n        print "x", g(s)\n    except ValueError, e:\n        raise\n',
    );
    expect(file.references.map((one) => `${one.role} ${one.name}`)).toEqual([
      "call g",
      "read s",
      "read ValueError",
    ]);
  });

  it("that is empty, deep or no code at all costs nothing and breaks nothing", async () => {
    const texts = ["", "\0\0", "(".repeat(3000), `x${".a()".repeat(3000)}`, `x: '${"A.".repeat(20_000)}B'`];
    for (const text of texts) expect(faults(await read(text))).toEqual([]);
  });
});
