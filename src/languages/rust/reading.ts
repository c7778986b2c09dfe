import {
  firstChild,
  type IndexBuilder,
  kindOf,
  namedChildren,
  nextSibling,
  type SourceFile,
  type SyntaxTree,
  textOf,
  type ValueId,
} from "../../engine/index/index.ts";

/** What stands around the row that is being read. */
export interface Frame {
  readonly kind: "mod" | "impl" | "trait" | "type" | "function";
  /** The first row after it. */
  readonly end: number;
  /** The path of the type that `Self` means in it. */
  readonly selfType?: readonly string[];
  readonly ofTrait?: string;
  /** Names of parameters that stand for something else than those of that name of the type. */
  readonly otherParameters?: ReadonlySet<string>;
}

/** The state of reading one file. */
export interface Reading {
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
  readonly builder: IndexBuilder;
  readonly frames: Frame[];
  /** The names of the inline modules around, outermost first. */
  readonly inlineModules: string[];
  /** The impl blocks directly below a row, by that row. */
  readonly implBlocks: Map<number, readonly number[]>;
  /** The types that are declared directly below a row, by that row and their names. */
  readonly typeRows: Map<number, ReadonlyMap<string, number>>;
  /** The names of the types that `self` is of, by the methods' rows. */
  readonly selves: Map<number, string>;
  /** The name that is called before a list of tokens. */
  readonly tokenCallees: Map<number, number>;
  /** What calls give, by their rows: a chain of them is read once. */
  readonly callValues: Map<number, ValueId>;
  /** The first of the attributes that were read last, and the row after them, which they belong to. */
  readonly attributes: { first: number; next: number };
}

/** What `Self` stands for here; undefined outside of impl blocks, traits and types. */
export function selfTypeOf(reading: Reading): readonly string[] | undefined {
  for (let at = reading.frames.length - 1; at >= 0; at--) {
    const selfType = reading.frames[at]?.selfType;
    if (selfType !== undefined) return selfType;
  }
  return undefined;
}

/** Whether what is declared here belongs to a module, to a type, or to a function. */
export function levelHere(reading: Reading): "module" | "member" | "local" {
  const frame = reading.frames.at(-1);
  if (frame === undefined || frame.kind === "mod") return "module";
  return frame.kind === "function" ? "local" : "member";
}

/** `pub` in any form. */
export function isPublic(tree: SyntaxTree, item: number): boolean {
  for (let child = firstChild(tree, item); child >= 0; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === "visibility_modifier") return true;
  }
  return false;
}

/** `pub(crate)`, `pub(super)`, `pub(in a::b)`. */
export function isForCrate(tree: SyntaxTree, item: number): boolean {
  for (let child = firstChild(tree, item); child >= 0; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === "visibility_modifier") return textOf(tree, child).includes("(");
  }
  return false;
}

/** The attributes written before an item, in reverse. */
export function attributesBefore(tree: SyntaxTree, item: number): number[] {
  const found: number[] = [];
  const siblings = namedChildren(tree, tree.parent[item] as number);
  for (let at = siblings.indexOf(item) - 1; at >= 0; at--) {
    const sibling = siblings[at] as number;
    if (kindOf(tree, sibling) !== "attribute_item") break;
    found.push(sibling);
  }
  return found;
}
