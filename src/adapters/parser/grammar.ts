import type { Language, Parser, Tree } from "web-tree-sitter";
import { Bug, invariant } from "../../kit/errors.ts";
import { type Columns, type FilledColumns, newColumns } from "./columns.ts";
import { readWithCursor } from "./cursor-reader.ts";
import { type GrammarTables, readFromMemory, readGrammarTables } from "./memory-reader.ts";

/** One grammar, loaded in this thread. */
export interface Grammar {
  readonly language: Language;
  readonly kindNames: readonly string[];
  readonly fieldNames: readonly string[];
  /** For the reader of the memory; absent where the cursor reads. */
  readonly tables: GrammarTables | undefined;
}

/** The parser of a thread, and the memory that it keeps its trees in. */
export interface Machine {
  readonly parser: Parser;
  readonly memory: WebAssembly.Memory;
}

/**
 * A text that is right in no language, and so gives in each of them names, calls, strings, comments, hidden
 * nodes, fields, what is missing, and regions that do not parse. Both readers must see the same in it. It is
 * short, since the first parse of a process is slow, and getting over errors slower.
 */
const PROBE = `// é
func f(a, b int) { return a.b(c) }
fn f(a: B) { a.b(c, "s") }
class A { f(x) { return g(𝒳)[0]; } }
def f(a, b=1): return a.b(c) # x
(`;

/** The reader of the memory for a grammar on which it agrees with the cursor, and the cursor for any other. */
export function loadGrammar(machine: Machine, language: Language): Grammar {
  const slow = cursorGrammar(language);
  const tables = tablesOf(machine.memory, language);
  if (tables === undefined) return slow;
  const fast = { ...slow, tables };
  return isReadAlike(machine, fast, slow) ? fast : slow;
}

/** A grammar that is read by the cursor alone. */
export function cursorGrammar(language: Language): Grammar {
  return {
    language,
    kindNames: language.types,
    fieldNames: language.fields.map((name) => name ?? ""),
    tables: undefined,
  };
}

/** Parses and reads; `undefined` when the clock passed `deadline` (of `performance.now()`) while parsing. */
export function parseColumns(
  { parser, memory }: Machine,
  grammar: Grammar,
  text: string,
  columns: Columns,
  maxDepth: number,
  deadline: number,
): FilledColumns | undefined {
  parser.setLanguage(grammar.language);
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) {
    // Without this the next parse would go on with the old text.
    parser.reset();
    return undefined;
  }
  try {
    if (grammar.tables === undefined) return withCursor(tree, maxDepth);
    return readFromMemory(memory, addressOf(tree), grammar.tables, columns, maxDepth);
  } finally {
    tree.delete();
  }
}

function withCursor(tree: Tree, maxDepth: number): FilledColumns {
  const cursor = tree.walk();
  try {
    return readWithCursor(cursor, maxDepth);
  } finally {
    cursor.delete();
  }
}

function tablesOf(memory: WebAssembly.Memory, language: Language): GrammarTables | undefined {
  try {
    return readGrammarTables(memory, addressOf(language));
  } catch (error) {
    return asLayoutDiffers(error);
  }
}

function isReadAlike(machine: Machine, one: Grammar, other: Grammar): boolean {
  const read = (grammar: Grammar) =>
    parseColumns(machine, grammar, PROBE, newColumns(1), Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  try {
    const first = read(one);
    const second = read(other);
    invariant(first !== undefined && second !== undefined, "a parse without a limit gives a tree");
    return isSameTree(first, second);
  } catch (error) {
    asLayoutDiffers(error);
    return false;
  }
}

/** With another layout the numbers read are wild: they lead out of the memory, or against a claim about trees. */
function asLayoutDiffers(error: unknown): undefined {
  if (error instanceof RangeError || error instanceof Bug) return undefined;
  throw error;
}

export function isSameTree(one: FilledColumns, other: FilledColumns): boolean {
  if (one.size !== other.size || one.cut.join() !== other.cut.join()) return false;
  return (["kind", "field", "flags", "start", "end", "next", "parent"] as const).every((name) => {
    const [left, right] = [one.columns[name], other.columns[name]];
    for (let row = 0; row < one.size; row++) if (left[row] !== right[row]) return false;
    return true;
  });
}

/** The library keeps the address of what it stands for under the key 0, and declares it private. */
function addressOf(thing: Language | Tree): number {
  return (thing as unknown as { readonly 0: number })[0];
}
