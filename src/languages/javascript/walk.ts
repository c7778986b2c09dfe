import {
  createIndexBuilder,
  type FlowBuilder,
  type FlowStep,
  type IndexBuilder,
  type NewDeclaration,
  type SourceFile,
  type SyntaxTree,
  type ValueId,
} from "../../engine/index/index.ts";
import type { GrammarCodes } from "./kinds.ts";

/** What a node further up has decided for a row that the walk has still to come to. */
export const Mark = {
  none: 0,
  /** A name that is declared here, or one that counts for nothing. */
  skip: 1,
  call: 2,
  new: 3,
  write: 4,
  base: 5,
  decorator: 6,
  /** The name of a JSX element. */
  element: 7,
  /** A key of a pattern that reads a member of a known value: `const { key } = value`. */
  key: 8,
  /** A value that is named in a type: `x is T`. */
  typeValue: 9,
  /** A namespace, an enum or an import at the start of a type's path. */
  namespace: 10,
  /** A call that has become an import, and needs no other reading. */
  module: 11,
  /** A function's body that has a scope of its own, since a parameter's default must not see into it. */
  ownScope: 12,
  /** A computed name of a member: it is worked out by what stands around the member. */
  outerKey: 13,
} as const;

/** Where the members of a class, an object literal or `module.exports` are put. */
export interface Home {
  /** The declaration that they lie below; -1 for none. */
  readonly parent: number;
  readonly owner?: string;
  /** They are exports of the file, and at its top level. */
  readonly isExports: boolean;
  readonly isStatic: boolean;
  /** The names that it has, with their declarations; -1 for one that the walk has still to come to. */
  readonly names: Map<string, number>;
}

/** What `this` stands for up to a row. */
export interface ThisFrame {
  /** Its place in `allFrames`. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** The frame around it, by its number in `allFrames`; -1 for none. */
  readonly outer: number;
  /** The function that may be used as a class; -1 when `home` is all. */
  readonly declaration: number;
  home: Home | undefined;
}

/** The name that a function or class gets from the place where it stands. */
export interface NamedValue {
  readonly declaration: number;
  /** Instead: to be declared at the value, in a scope that only the value sees. */
  readonly later?: NewDeclaration;
  /** What `this` stands for in it. */
  readonly home?: Home | undefined;
}

/** One pass over one tree. */
export interface Walk {
  readonly file: SourceFile;
  readonly tree: SyntaxTree;
  readonly builder: IndexBuilder;
  readonly kinds: Uint8Array;
  readonly fields: Uint8Array;
  readonly mark: Uint8Array;
  /** By the row of a function or class. */
  readonly named: Map<number, NamedValue>;
  /** By the row of a class body, an object literal, an interface body or an object type. */
  readonly homes: Map<number, Home>;
  /** The path to the value that a pattern's key is read from, by the row of the key. */
  readonly keyPaths: Map<number, Path>;
  /** Imports made of a call in an expression, by the row of the call. */
  readonly inlineImports: Map<number, number>;
  /** Those of them that stand in a type. */
  readonly typeImports: Set<number>;
  /** Patterns that stand for a module: the parameter of `import("x").then((here) => …)`. */
  readonly modulePatterns: Map<number, ModuleValue>;
  /** The first decorator of a class member, by the row of the member. */
  readonly firstDecorators: Map<number, number>;
  readonly frames: ThisFrame[];
  /** Those that are over too, in the order in which they start. */
  readonly allFrames: ThisFrame[];
  /** The declarations of classes, by their rows. */
  readonly classes: Map<number, number>;
  /** The same declarations. */
  readonly classDeclarations: Set<number>;
  /** What names in patterns declare, by the row of the name. */
  readonly patternNames: Map<number, number>;
  /** Getters and setters, by their rows. */
  readonly accessors: Set<number>;
  /** What stands at rows that have no value of their own, as tokens: the callees of calls that are not written. */
  readonly madeValues: Map<number, (flow: FlowBuilder) => ValueId>;
  /** More values that a call gives than its result: its first argument, the function that it binds. By its row. */
  readonly alsoGiven: Map<number, (flow: FlowBuilder) => ValueId>;
  /** What these have been found to give. */
  readonly givenValues: Map<number, ValueId>;
  /** Declarations that get what a call gives, each with the row of the call. */
  readonly heldCalls: number[];
  /** Names of the file that hold symbols. */
  readonly symbols: Set<string>;
  /** The text of constants that are a string or a number, by their declaration. */
  readonly constants: Map<number, string>;
  /** The key of `a[key]` where it is such a constant, by the row of the whole. */
  readonly constantKeys: Map<number, string>;
  /** Names that a list or an assignment further down exports. */
  readonly exportedNames: Set<string>;
  /** The parameters of functions with defaults: a `var` of that name begins with what it has. */
  readonly sameNamed: Set<number>;
  /** The functions that are declared in blocks, by name: a `var` of that name around the block gets them. */
  readonly blockFunctions: Map<string, number[]>;
  /** Declarations of functions and classes, to which members may be assigned. */
  readonly callables: Set<number>;
  /** Where members that are assigned to a function or class are put, by its declaration. */
  readonly assignedHomes: Map<number, Home>;
  /** Variables that stand for `module.exports`, by their declarations. */
  readonly exportsAliases: Set<number>;
  /** The file gives its exports by assignment: its names, and whether it gives a whole value. */
  readonly commonExports: CommonExports;
  /** The members of the object literals that variables hold, by the variable's declaration. */
  readonly objectHomes: Map<number, Home>;
  /** The modules that imports bind as a whole, by the import. */
  readonly namespaceImports: Map<number, string>;
  /** Regions that do not parse, but hold nothing that is not read. */
  readonly understood: number[];
  /** The file has `import` or `export` statements. */
  isModule: boolean;
  /** Names before this row stand in a `typeof` type. */
  typeofEnd: number;
  /** The walk goes on here, when that is further than the next row. */
  skipTo: number;
}

/** What a file exports by assignment to `exports` or `module.exports`. */
export interface CommonExports {
  readonly names: Set<string>;
  /** The values that it is as a whole: a name of the file, or a declaration. */
  readonly wholes: { readonly nameNode: number; readonly local: string; readonly declaration: number }[];
  isWhole: boolean;
}

/** What a value is reached through, and the import that the path starts at, if that has no name. */
export interface Path {
  readonly through: readonly string[];
  readonly import: number;
}

/** A module as a value: `require("x")`, `await import("x")`, `require("x").member`. */
export interface ModuleValue {
  readonly call: number;
  readonly specifier: string;
  readonly specifierNode: number;
  /** The member of it that is taken; "" for the module itself. */
  readonly member: string;
}

/** Starts a walk. `readValue` says at its end what an expression gives, `readSteps` in which order a body runs. */
export function createWalk(
  file: SourceFile,
  tree: SyntaxTree,
  codes: GrammarCodes,
  readValue: (walk: Walk, node: number, flow: FlowBuilder) => ValueId,
  readSteps: (walk: Walk, body: number) => readonly FlowStep[],
): Walk {
  const walk: Walk = {
    file,
    tree,
    builder: createIndexBuilder(
      file,
      tree,
      (node, flow) => readValue(walk, node, flow),
      (body) => readSteps(walk, body),
    ),
    kinds: codes.kinds,
    fields: codes.fields,
    mark: new Uint8Array(tree.size),
    named: new Map(),
    homes: new Map(),
    keyPaths: new Map(),
    inlineImports: new Map(),
    typeImports: new Set(),
    modulePatterns: new Map(),
    firstDecorators: new Map(),
    frames: [],
    allFrames: [],
    classes: new Map(),
    classDeclarations: new Set(),
    patternNames: new Map(),
    accessors: new Set(),
    madeValues: new Map(),
    alsoGiven: new Map(),
    givenValues: new Map(),
    heldCalls: [],
    symbols: new Set(),
    constants: new Map(),
    constantKeys: new Map(),
    exportedNames: new Set(),
    sameNamed: new Set(),
    blockFunctions: new Map(),
    callables: new Set(),
    assignedHomes: new Map(),
    exportsAliases: new Set(),
    commonExports: { names: new Set(), wholes: [], isWhole: false },
    objectHomes: new Map(),
    namespaceImports: new Map(),
    understood: [],
    isModule: false,
    typeofEnd: 0,
    skipTo: 0,
  };
  return walk;
}

/** What `this` stands for at a row; `undefined` at the top level. */
export function thisFrame(walk: Walk, node: number): ThisFrame | undefined {
  let frame = walk.frames.at(-1);
  while (frame !== undefined && frame.end <= node) {
    walk.frames.pop();
    frame = walk.frames.at(-1);
  }
  return frame;
}

/** What follows, up to the end of a row, has a `this` of its own. */
export function openFrame(walk: Walk, node: number, declaration: number, home: Home | undefined): void {
  thisFrame(walk, node);
  const { frames, allFrames } = walk;
  const around = frames.at(-1);
  const outer = around === undefined ? -1 : around.number;
  const made = {
    number: allFrames.length,
    start: node,
    end: walk.tree.next[node] as number,
    outer,
    declaration,
    home,
  };
  frames.push(made);
  allFrames.push(made);
}

/** What `this` stands for at a row, once the walk is over. */
export function frameAt(walk: Walk, node: number): ThisFrame | undefined {
  const { allFrames } = walk;
  let low = 0;
  let high = allFrames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((allFrames[middle] as ThisFrame).start <= node) low = middle + 1;
    else high = middle;
  }
  let frame = allFrames[low - 1];
  while (frame !== undefined && frame.end <= node) frame = allFrames[frame.outer];
  return frame;
}
