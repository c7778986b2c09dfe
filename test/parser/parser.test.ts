import { expect, test } from "vitest";
import { compileGrammars, createSourceParser, MAX_TREE_DEPTH } from "../../src/adapters/parser/parser.ts";
import { kindOf, type SyntaxTree } from "../../src/engine/index/index.ts";
import { samples } from "./samples.ts";

const grammar = "tree-sitter-javascript.wasm";
const kinds = (tree: SyntaxTree) => Array.from({ length: tree.size }, (_, row) => kindOf(tree, row));

test("an empty text and one of only a byte order mark have a root and nothing else", async () => {
  const parser = await createSourceParser([grammar]);
  for (const text of ["", "\ufeff", "\n\n"]) {
    expect(kinds(parser.parse(text, grammar)), JSON.stringify(text)).toEqual(["program"]);
  }
});

test("a byte order mark is a unit of the first line and breaks nothing", async () => {
  const parser = await createSourceParser([]);
  for (const [file, text] of Object.entries(samples)) {
    if (text.startsWith("#!")) continue; // which nothing may stand before
    const plain = kinds(parser.parse(text, file));
    const marked = parser.parse(`\ufeff${text}`, file);
    expect(kinds(marked), file).toEqual(plain);
    expect(marked.start[1], file).toBe(1);
  }
});

test("brackets nested 100,000 deep are cut at the limit, and the tree says where", async () => {
  const parser = await createSourceParser([]);
  const text = `${"[".repeat(100_000)}1${"]".repeat(100_000)}; after()\n`;
  for (const file of [grammar, "tree-sitter-python.wasm", "tree-sitter-typescript.wasm"]) {
    const tree = parser.parse(text, file);
    expect(tree.cut?.length, file).toBe(1);
    const [cut] = tree.cut as [number];
    let depth = 0;
    for (let row = cut; row > 0; row = tree.parent[row] as number) depth++;
    expect(depth, file).toBe(MAX_TREE_DEPTH);
    expect(tree.next[cut]).toBe(cut + 1);
    expect(kinds(tree).includes("identifier"), `${file}: what follows is still read`).toBe(true);
  }
});

test("both readers cut at the same places", async () => {
  const text = samples[grammar] as string;
  const fast = await createSourceParser([], { maxDepth: 5 });
  const slow = await createSourceParser([], { maxDepth: 5, reader: "cursor" });
  const tree = fast.parse(text, grammar);
  const [size, cut, seen] = [tree.size, tree.cut, kinds(tree)];
  const other = slow.parse(text, grammar);
  expect([size, cut, seen]).toEqual([other.size, other.cut, kinds(other)]);
  expect(cut?.length).toBeGreaterThan(3);
});

test("brackets that are never closed end in an error region, not a crash", async () => {
  const parser = await createSourceParser([]);
  const tree = parser.parse("[(".repeat(50_000), grammar);
  expect(kinds(tree)).toContain("ERROR");
});

test("a parse that takes too long is given up, and the next one starts afresh", async () => {
  const parser = await createSourceParser([grammar]);
  const long = "f(a.b[c], `d`);\n".repeat(200_000);
  expect(parser.parseWithin(long, grammar, 5).kind).toBe("timed-out");
  expect(kinds(parser.parse("x", grammar))).toEqual(["program", "expression_statement", "identifier"]);
  expect(parser.parseWithin("y", grammar, 5_000).kind).toBe("tree");
});

test("texts with NULs, odd separators and unpaired surrogates parse", async () => {
  const parser = await createSourceParser([]);
  for (const text of ["a\0b", "\ud800 x = '\udc00'", "a\u2028b\rc\r\nd", "\u0001\ufffe\uffff"]) {
    for (const file of Object.keys(samples)) {
      const tree = parser.parse(text, file);
      expect(tree.size, file).toBeGreaterThan(0);
      expect(tree.end[0]).toBeLessThanOrEqual(text.length);
    }
  }
});

test("the columns are used again by the next parse, and grow when they must", async () => {
  const parser = await createSourceParser([grammar]);
  const first = parser.parse("a", grammar);
  const second = parser.parse("b(c)", grammar);
  expect(second.kind).toBe(first.kind);
  const large = parser.parse("f(a, b, c, d);\n".repeat(20_000), grammar);
  expect(large.size).toBeGreaterThan(200_000);
  expect(large.kind.length).toBeGreaterThanOrEqual(large.size);
});

test("grammars that are already compiled are taken as they are", async () => {
  const compiled = compileGrammars([grammar, grammar, "tree-sitter-go.wasm"]);
  expect([...compiled.grammars.keys()]).toEqual([grammar, "tree-sitter-go.wasm"]);
  const parser = await createSourceParser([grammar], { compiled });
  expect(kinds(parser.parse("x", grammar))[0]).toBe("program");
});

test("memory does not grow with the number of texts parsed", async () => {
  const parser = await createSourceParser([grammar]);
  const text = (samples[grammar] as string).repeat(20);
  for (let i = 0; i < 20; i++) parser.parse(text, grammar);
  const before = parser.memoryBytes;
  for (let i = 0; i < 200; i++) parser.parse(text, grammar);
  expect(parser.memoryBytes).toBe(before);
});
