import { EXTRA, MISSING, NAMED } from "../../engine/index/index.ts";
import { invariant } from "../../kit/errors.ts";
import { type Columns, type FilledColumns, withRoom } from "./columns.ts";

// The layout of tree-sitter's own structs in 32-bit WebAssembly: subtree.h, tree.h and parser.h of the release
// that package.json pins. It is private to tree-sitter, so parser.ts compares this reader with the cursor for each
// grammar that it loads. All numbers are offsets in bytes.
const TREE = { root: 0 };
/** A subtree is 8 bytes: a pointer to a node, or, when its lowest bit is set, a small leaf itself. */
const SUBTREE_SIZE = 8;
const IS_LEAF = 1;
const LEAF = { visible: 2, named: 4, extra: 8, missing: 32 };
const NODE = { padding: 4, size: 16, childCount: 36, symbol: 40, bits: 44, visibleChildren: 48 };
const NODE_INNER = { visibleDescendants: 56, production: 66 };
const BITS = { visible: 1, named: 2, extra: 4, missing: 512 };
const LANGUAGE = {
  symbolCount: 4,
  aliasCount: 8,
  productionCount: 28,
  fieldCount: 32,
  maxAliasLength: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  symbolMetadata: 72,
  publicSymbols: 76,
  aliasSequences: 84,
};
const FIELD_ENTRY_SIZE = 4;
const SLICE_SIZE = 4;
const METADATA_SIZE = 3;
const ERROR_SYMBOL = 0xffff;

/** What a grammar says of its nodes, copied out of the memory once. */
export interface GrammarTables {
  /** The kind that is shown for each symbol. */
  readonly kindOfSymbol: Uint16Array;
  readonly isNamedAlias: Uint8Array;
  /** The alias of the n-th child in a production, at `production * width + n`; 0 for none. */
  readonly aliases: Uint16Array;
  /** Its field likewise. */
  readonly fields: Uint16Array;
  readonly width: number;
}

export function readGrammarTables(memory: WebAssembly.Memory, language: number): GrammarTables {
  const bytes = new DataView(memory.buffer);
  const u16 = (at: number) => bytes.getUint16(at, true);
  const u32 = (at: number) => bytes.getUint32(at, true);
  const symbolCount = u32(language + LANGUAGE.symbolCount) + u32(language + LANGUAGE.aliasCount);
  const productionCount = u32(language + LANGUAGE.productionCount);
  invariant(symbolCount <= ERROR_SYMBOL && productionCount <= ERROR_SYMBOL, "a grammar has a sane size");

  const kindOfSymbol = new Uint16Array(ERROR_SYMBOL + 1);
  const isNamedAlias = new Uint8Array(ERROR_SYMBOL + 1);
  const publicSymbols = u32(language + LANGUAGE.publicSymbols);
  const metadata = u32(language + LANGUAGE.symbolMetadata);
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    kindOfSymbol[symbol] = u16(publicSymbols + symbol * 2);
    isNamedAlias[symbol] = bytes.getUint8(metadata + symbol * METADATA_SIZE + 1);
  }
  kindOfSymbol[ERROR_SYMBOL] = ERROR_SYMBOL;

  const maxAliasLength = u16(language + LANGUAGE.maxAliasLength);
  // A field entry names its child in one byte.
  const width = Math.max(maxAliasLength, 256);
  const aliases = new Uint16Array(productionCount * width);
  const fields = new Uint16Array(productionCount * width);
  const sequences = u32(language + LANGUAGE.aliasSequences);
  const slices = u32(language + LANGUAGE.fieldSlices);
  const entries = u32(language + LANGUAGE.fieldEntries);
  const hasFields = u32(language + LANGUAGE.fieldCount) > 0;
  for (let production = 0; production < productionCount; production++) {
    for (let child = 0; production > 0 && child < maxAliasLength; child++) {
      aliases[production * width + child] = u16(sequences + (production * maxAliasLength + child) * 2);
    }
    const slice = slices + production * SLICE_SIZE;
    const end = hasFields ? u16(slice + 2) : 0;
    // Backwards, since the first entry of a child counts.
    for (let i = end - 1; i >= 0; i--) {
      const entry = entries + (u16(slice) + i) * FIELD_ENTRY_SIZE;
      const isInherited = bytes.getUint8(entry + 3) !== 0;
      if (!isInherited) fields[production * width + bytes.getUint8(entry + 2)] = u16(entry);
    }
  }
  return { kindOfSymbol, isNamedAlias, aliases, fields, width };
}

/** A list of children on the way down, in `open`: one number each. */
const FRAME_SIZE = 8;
const INITIAL_FRAMES = 512;

/**
 * Copies the visible nodes of a tree into columns without one call into WebAssembly, in a loop: trees nest
 * deeper than the call stack. What lies more than `maxDepth` visible levels down is left out.
 */
export function readFromMemory(
  memory: WebAssembly.Memory,
  tree: number,
  tables: GrammarTables,
  reused: Columns,
  maxDepth: number,
): FilledColumns {
  // Growing detaches the old buffer, so the views live for one read.
  const u32 = new Uint32Array(memory.buffer);
  const u16 = new Uint16Array(memory.buffer);
  const { kindOfSymbol, isNamedAlias, aliases, fields, width } = tables;
  const rowCount = countRows(u32, tree);
  const columns = withRoom(reused, rowCount);
  const { kind, field, flags, start, end, next, parent } = columns;
  const cut: number[] = [];
  let open = new Int32Array(INITIAL_FRAMES * FRAME_SIZE);
  let top = 0;
  let size = 0;
  /** Where the text read so far ends, in bytes: before the blanks in front of the next node. */
  let position = 0;

  // The children being read. The root is the only child of a list of its own.
  let child = tree + TREE.root;
  let lastChild = child + SUBTREE_SIZE;
  let production = 0;
  let structural = width; // in no production
  let inheritedField = 0;
  let row = -1;
  let isHiddenList = 1;
  let depth = 0;

  for (;;) {
    if (child === lastChild) {
      if (isHiddenList === 0) {
        next[row] = size;
        depth--;
      }
      if (top === 0) break;
      top -= FRAME_SIZE;
      child = open[top] as number;
      lastChild = open[top + 1] as number;
      production = open[top + 2] as number;
      structural = open[top + 3] as number;
      inheritedField = open[top + 4] as number;
      row = open[top + 5] as number;
      isHiddenList = open[top + 6] as number;
      position = open[top + 7] as number;
      continue;
    }

    const word = u32[child >> 2] as number;
    let symbol: number;
    let bits: number;
    let startByte: number;
    let endByte: number;
    let childCount = 0;
    const node = word >> 2;
    if ((word & IS_LEAF) !== 0) {
      const sizes = u32[(child >> 2) + 1] as number;
      symbol = (word >> 8) & 0xff;
      bits =
        ((word & (LEAF.visible | LEAF.named | LEAF.extra)) >> 1) |
        ((word & LEAF.missing) !== 0 ? BITS.missing : 0);
      startByte = position + ((sizes >> 16) & 0xff);
      endByte = startByte + (sizes >>> 24);
    } else {
      symbol = u16[(word + NODE.symbol) >> 1] as number;
      bits = u16[(word + NODE.bits) >> 1] as number;
      startByte = position + (u32[node + NODE.padding / 4] as number);
      endByte = startByte + (u32[node + NODE.size / 4] as number);
      childCount = u32[node + NODE.childCount / 4] as number;
    }
    child += SUBTREE_SIZE;

    let alias = 0;
    let ownField = 0;
    if ((bits & BITS.extra) === 0) {
      if (structural < width) {
        const at = production * width + structural;
        alias = aliases[at] as number;
        ownField = fields[at] as number;
      }
      if (ownField === 0) ownField = inheritedField;
      structural++;
    }

    const isVisible = alias !== 0 || (bits & BITS.visible) !== 0 || row < 0;
    const hasVisibleChildren = childCount > 0 && u32[node + NODE.visibleChildren / 4] !== 0;
    const parentRow = row;
    let listRow = row;
    if (isVisible) {
      invariant(size < rowCount, "a tree has as many nodes as it says");
      listRow = size++;
      kind[listRow] = kindOfSymbol[alias !== 0 ? alias : symbol] as number;
      field[listRow] = ownField;
      const isNamed = alias !== 0 ? isNamedAlias[alias] !== 0 : (bits & BITS.named) !== 0;
      flags[listRow] =
        (isNamed ? NAMED : 0) |
        ((bits & BITS.missing) !== 0 ? MISSING : 0) |
        ((bits & BITS.extra) !== 0 ? EXTRA : 0);
      start[listRow] = startByte >>> 1;
      end[listRow] = endByte >>> 1;
      parent[listRow] = parentRow;
      next[listRow] = size;
    }
    if (!hasVisibleChildren) {
      position = endByte;
      continue;
    }
    if (isVisible && depth >= maxDepth) {
      cut.push(listRow);
      position = endByte;
      continue;
    }

    if (top + FRAME_SIZE > open.length) open = grown(open);
    open[top] = child;
    open[top + 1] = lastChild;
    open[top + 2] = production;
    open[top + 3] = structural;
    open[top + 4] = inheritedField;
    open[top + 5] = row;
    open[top + 6] = isHiddenList;
    open[top + 7] = endByte;
    top += FRAME_SIZE;
    lastChild = word;
    child = word - childCount * SUBTREE_SIZE;
    invariant(child > 0 && word >> 2 < u32.length, "the children of a node lie in the memory");
    production = u16[(word + NODE_INNER.production) >> 1] as number;
    structural = 0;
    inheritedField = isVisible ? 0 : ownField;
    row = listRow;
    isHiddenList = isVisible ? 0 : 1;
    if (isVisible) depth++;
  }
  return { columns, size, cut };
}

function countRows(u32: Uint32Array, tree: number): number {
  const root = u32[(tree + TREE.root) >> 2] as number;
  const hasInside = (root & IS_LEAF) === 0 && u32[(root + NODE.childCount) >> 2] !== 0;
  return 1 + (hasInside ? (u32[(root + NODE_INNER.visibleDescendants) >> 2] as number) : 0);
}

function grown(open: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(open.length * 2);
  larger.set(open);
  return larger;
}
