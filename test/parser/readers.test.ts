import { expect, test } from "vitest";
import { createSourceParser, type SourceParser } from "../../src/adapters/parser/parser.ts";
import { EXTRA, kindOf, MISSING, NAMED, type SyntaxTree } from "../../src/engine/index/index.ts";
import { samples } from "./samples.ts";

const fast = await createSourceParser([]);
const slow = await createSourceParser([], { reader: "cursor" });

/** The tree as text, a node a line, so that a difference can be read. */
function outline(parser: SourceParser, text: string, grammar: string): string[] {
  const tree = parser.parse(text, grammar);
  return Array.from({ length: tree.size }, (_, row) => rowOf(tree, row));
}

function rowOf(tree: SyntaxTree, row: number): string {
  const flags = tree.flags[row] as number;
  const marks = [
    (flags & NAMED) !== 0 ? "named" : "",
    (flags & MISSING) !== 0 ? "missing" : "",
    (flags & EXTRA) !== 0 ? "extra" : "",
  ];
  return [
    `${row} ${tree.kind[row]} ${kindOf(tree, row)}`,
    tree.fieldNames[tree.field[row] as number],
    marks.join(" "),
    `${tree.start[row]}-${tree.end[row]}`,
    `next ${tree.next[row]} parent ${tree.parent[row]}`,
  ].join(" | ");
}

/** What people have on screen while they type: the text cut off, a line gone, a bracket gone, noise in the middle. */
function broken(text: string): string[] {
  const third = Math.floor(text.length / 3);
  const lines = text.split("\n");
  return [
    text.slice(0, third),
    text.slice(third),
    lines.filter((_, at) => at % 5 !== 3).join("\n"),
    text.replaceAll(")", ""),
    text.replaceAll("{", ""),
    `${text.slice(0, third)} @@ )} \u0001 "… ${text.slice(third)}`,
    [...text].reverse().join(""),
  ];
}

for (const [grammar, text] of Object.entries(samples)) {
  test(`both readers see the same nodes: ${grammar}`, () => {
    expect(fast.readerOf(grammar)).toBe("memory");
    expect(slow.readerOf(grammar)).toBe("cursor");
    const rows = outline(fast, text, grammar);
    expect(rows).toEqual(outline(slow, text, grammar));
    // The comparison is worth something only where the text shows what can go wrong.
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.some((row) => row.includes("| extra") || row.includes("named  extra"))).toBe(true);
  });

  test(`both readers see the same nodes where the text is broken: ${grammar}`, () => {
    let errors = 0;
    let missing = 0;
    for (const variant of broken(text)) {
      const rows = outline(fast, variant, grammar);
      expect(rows).toEqual(outline(slow, variant, grammar));
      errors += rows.filter((row) => row.includes(" 65535 ERROR ")).length;
      missing += rows.filter((row) => row.includes("missing")).length;
    }
    expect(errors).toBeGreaterThan(5);
    expect(missing).toBeGreaterThan(0);
  });
}

test("columns point at UTF-16 units of the text, also behind wide characters", () => {
  const text = 'const 𝒳 = "𝒳é"; f(𝒳);\n';
  const tree = fast.parse(text, "tree-sitter-typescript.wasm");
  const names = Array.from({ length: tree.size }, (_, row) => row)
    .filter((row) => kindOf(tree, row) === "identifier")
    .map((row) => [tree.start[row], text.slice(tree.start[row], tree.end[row])]);
  expect(names).toEqual([
    [6, "𝒳"],
    [18, "f"],
    [20, "𝒳"],
  ]);
});

test("a field is known through hidden nodes, and an alias is the kind that is shown", () => {
  const tree = fast.parse("const f = (a?: B) => ({ a });\n", "tree-sitter-typescript.wasm");
  const rows = Array.from({ length: tree.size }, (_, row) => rowOf(tree, row));
  // `parameters` comes from the hidden `_call_signature`; the shorthand is an aliased identifier.
  expect(rows.some((row) => row.includes("formal_parameters | parameters"))).toBe(true);
  expect(rows.some((row) => row.includes("shorthand_property_identifier |"))).toBe(true);
});

test("the row after a node is where its last descendant ends", () => {
  const tree = fast.parse(samples["tree-sitter-go.wasm"] as string, "tree-sitter-go.wasm");
  expect(tree.next[0]).toBe(tree.size);
  for (let row = 1; row < tree.size; row++) {
    const parent = tree.parent[row] as number;
    expect(parent).toBeLessThan(row);
    expect(tree.next[row]).toBeLessThanOrEqual(tree.next[parent] as number);
  }
});
