import { expect, test } from "vitest";
import { createSourceParser } from "../../src/adapters/parser/parser.ts";
import { decodeFileIndex, encodeFileIndex, type FileIndex } from "../../src/engine/index/index.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { samples } from "./samples.ts";

const fast = await createSourceParser([]);
const slow = await createSourceParser([], { reader: "cursor" });

for (const language of allLanguages) {
  const { file: grammar } = language.grammar;
  const text = samples[grammar] as string;
  const extract = (parser: typeof fast, source: string): FileIndex =>
    language.extract(
      { path: `a${language.extensions[0]}`, language: language.id, blob: "b" },
      parser.parse(source, grammar),
    );

  test(`${language.name}: the record is the same with either reader of trees`, () => {
    const record = extract(fast, text);
    expect(record).toEqual(extract(slow, text));
    expect(record.references.length).toBeGreaterThan(10);
    expect(record.declarations.length).toBeGreaterThan(5);
  });

  test(`${language.name}: packing changes nothing in a record`, () => {
    for (const source of [text, text.replaceAll(")", ""), ""]) {
      const record = extract(fast, source);
      expect(decodeFileIndex(encodeFileIndex(record))).toStrictEqual(record);
    }
  });

  test(`${language.name}: code that nests 100,000 deep ends in a record`, () => {
    for (const [open, inner, close] of nests) {
      const record = extract(fast, `${open.repeat(100_000)}${inner}${close.repeat(100_000)}`);
      expect(record.problems.length, open).toBeGreaterThan(0);
    }
  });
}

/** Few, and such that the parser itself stays quick on them in every grammar. */
const nests = [
  ["[", "a", "]"],
  ["(", "a", ")"],
] as const;
