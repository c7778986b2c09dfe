import { expect, test } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { newColumns } from "../../src/adapters/parser/columns.ts";
import { compileGrammar, compileLibrary } from "../../src/adapters/parser/compiled-grammars.ts";
import { loadGrammar, type Machine, parseColumns } from "../../src/adapters/parser/grammar.ts";
import { startTreeSitter } from "../../src/adapters/parser/tree-sitter.ts";

const memory = await startTreeSitter(compileLibrary);
const language = Language.loadSync(compileGrammar("tree-sitter-go.wasm"));

/** A library whose structs lie otherwise is, to the reader of the memory, one whose memory holds other bytes. */
function machineWith(fill: (bytes: Uint8Array) => void): Machine {
  const bytes = new Uint8Array(memory.buffer.byteLength);
  fill(bytes);
  return { parser: new Parser(), memory: { buffer: bytes.buffer } as WebAssembly.Memory };
}

test("a grammar is read from the memory where both readers agree", () => {
  expect(loadGrammar({ parser: new Parser(), memory }, language).tables).toBeDefined();
});

test("a grammar keeps the cursor when the memory reads otherwise", () => {
  const real = () => new Uint8Array(memory.buffer);
  const wrong: readonly ((bytes: Uint8Array) => void)[] = [
    () => {},
    (bytes) => bytes.fill(0xff),
    (bytes) => bytes.fill(1),
    (bytes) => bytes.set(real().subarray(0, -4), 4),
    (bytes) => bytes.set(real().subarray(8)),
    ...[1, 2, 3, 4, 5].map((seed) => (bytes: Uint8Array) => fillAtRandom(bytes, seed)),
  ];
  for (const [at, fill] of wrong.entries()) {
    const machine = machineWith(fill);
    const grammar = loadGrammar(machine, language);
    expect(grammar.tables, `memory ${at}`).toBeUndefined();
    const filled = parseColumns(machine, grammar, "package p\n", newColumns(0), 10, Number.POSITIVE_INFINITY);
    expect(filled?.size).toBeGreaterThan(3);
  }
});

function fillAtRandom(bytes: Uint8Array, seed: number): void {
  let state = seed;
  const words = new Uint32Array(bytes.buffer);
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[at] = state;
  }
}
