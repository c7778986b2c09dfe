import type {
  FlowBuilder,
  IndexBuilder,
  ReferenceRole,
  TypeName,
  ValueId,
} from "../../engine/index/index.ts";
import { codeOf, KIND, type PythonTree, textAt } from "./grammar.ts";

/** What a node above said about a row below it. Rows come after their parents, so it is always said in time. */
export const MARK = {
  none: 0,
  /** Dealt with where it was met, or no use of a name at all. */
  done: 1,
  /** Bound by an assignment, a loop, a `with`, a pattern. */
  target: 2,
  /** Bound in the comprehension around it. */
  comprehensionTarget: 3,
  parameter: 4,
  /** Written, and bound nowhere: `del x`. */
  written: 5,
  callee: 6,
  decorator: 7,
  base: 8,
  /** Called without parentheses: a class that is raised, a metaclass. */
  instantiated: 9,
  /** A block that only type checkers read. */
  typeOnly: 10,
  typeParameters: 11,
} as const;

/** Flags beside a mark. */
export const MEMBER = 0x10;
export const LEAVES_SCOPE = 0x20;
export const LEAVES_DECLARATION = 0x40;
export const MARK_BITS = 0x0f;

export interface ClassInfo {
  readonly declaration: number;
  /** The type as code at the top level would write it. */
  readonly type: TypeName;
  /** Names that the class body itself binds: an attribute of self with such a name is no new member. */
  readonly bodyNames: ReadonlySet<string>;
  /** Members that are variables, by name. */
  readonly fields: Map<string, number>;
}

export interface Frame {
  readonly kind: "module" | "class" | "function" | "comprehension";
  /** The first row after it. */
  readonly end: number;
  /** What is declared here can be named by other files. */
  readonly isPublic: boolean;
  readonly class: ClassInfo | undefined;
  /** The names that a `global` statement gives to the module. */
  globals: Set<string> | undefined;
  /** The class whose value or type the first parameter stands for, until that is declared. */
  selfClass: ClassInfo | undefined;
  /** The row of the function, when it is made a context manager by what it yields; -1 else. */
  readonly enteredRow: number;
}

/** What a target gets. */
export interface Binding {
  /** The statement that binds it; -1 where that is the name itself. */
  readonly statement: number;
  /** -1 when no single value is known. */
  readonly value: number;
  readonly type: TypeName | undefined;
  /** What gives the value where `value` does not: an element of what a loop runs over. The assignment is not noted. */
  readonly source?: number;
}

export interface KnownImport {
  readonly specifier: string;
  readonly imported: string;
}

export interface NameInString {
  readonly content: number;
  readonly role: ReferenceRole;
  readonly through: readonly string[];
  readonly argumentCount: number;
}

/** The state of one walk over one file. */
export interface Walk {
  readonly tree: PythonTree;
  readonly builder: IndexBuilder;
  readonly isStub: boolean;
  /** A `MARK` and flags for each row. */
  readonly marks: Uint8Array;
  readonly frames: Frame[];
  /** What targets get, by row. */
  readonly bindings: Map<number, Binding>;
  /** Parameters that stand for the value or the class around, by declaration. */
  readonly selves: Map<number, ClassInfo>;
  /** Strings that name an attribute, by row. */
  readonly namesInStrings: Map<number, NameInString>;
  /** Calls that import and whose result is bound by an assignment. */
  readonly boundImports: Set<number>;
  readonly imports: KnownImport[];
  /** Local names of imported things whose use makes the rest of the program unknowable. */
  readonly dynamicNames: Set<string>;
  /** The row up to which names are types, and inside that the one up to which they are values again. */
  typeEnd: number;
  valueEnd: number;
  /** The row up to which an annotation is one of a function's head. */
  headEnd: number;
  /** The row up to which what stands in it has been put outside. */
  leftEnd: number;
  /** In `Annotated[T, …]` the rows of what is said of T, which are values. */
  notesFrom: number;
  notesEnd: number;
  /** Such annotations. */
  readonly headTypes: Set<number>;
  /** Inside a type, the row up to which strings are just strings. */
  literalEnd: number;
  /** How many tables are open around the entries being read. */
  tableDepth: number;
  /** The row up to which imports are for type checkers only. */
  typeOnlyEnd: number;
  /** What nodes were found to give, once the walk is over. */
  readonly values: Map<number, ValueId>;
  /** Values that no node of the text gives. */
  readonly made: ((flow: FlowBuilder) => ValueId)[];
  /** What a call, an operator or a subscript gives besides what is returned to it, by its row. */
  readonly callValues: Map<number, (flow: FlowBuilder) => ValueId>;
  /** Parameters that are given by name alone, by row. */
  readonly keywordOnly: Set<number>;
  /** The declarations of decorated classes, by the row of the class. */
  readonly classes: Map<number, number>;
}

export function frameOf(walk: Walk): Frame {
  return walk.frames.at(-1) as Frame;
}

/** The innermost frame that an assignment binds in: comprehensions are passed by. */
export function bindingFrame(walk: Walk): Frame {
  for (let at = walk.frames.length - 1; at > 0; at--) {
    const frame = walk.frames[at] as Frame;
    if (frame.kind !== "comprehension") return frame;
  }
  return walk.frames[0] as Frame;
}

/** An annotation in the head of a function, which is read outside of it; what it calls is called there. */
export function markHeadType(walk: Walk, row: number): void {
  walk.marks[row] = LEAVES_SCOPE;
  walk.headTypes.add(row);
}

export function markChildren(walk: Walk, node: number, mark: number): void {
  const { tree, marks } = walk;
  const end = tree.next[node] as number;
  for (let child = node + 1; child < end; child = tree.next[child] as number) {
    if (((tree.flags[child] as number) & 7) === 1) marks[child] = mark;
  }
}

const maxPathParts = 32;
const unknownPath: readonly string[] = ["?"];

/** The first parts of a path that is known part by part, under the same limit. */
export function pathUpTo(parts: readonly string[], count: number): readonly string[] {
  return count < maxPathParts ? parts.slice(0, count) : unknownPath;
}

/**
 * The path of names that a value is reached by, as in `Reference.through`. A path of more parts than anybody
 * writes counts as unknown, so that a chain of thousands of calls does not cost the square of its length.
 */
export function pathOf(tree: PythonTree, node: number): readonly string[] {
  const parts: string[] = [];
  for (let at = node; at >= 0 && parts.length < maxPathParts; ) {
    const first = at + 1;
    switch (codeOf(tree, at)) {
      case KIND.identifier:
        parts.push(textAt(tree, at));
        return parts.reverse();
      case KIND.attribute:
        parts.push(textAt(tree, memberName(tree, at)));
        at = first;
        break;
      case KIND.call:
        parts.push("()");
        at = first;
        break;
      case KIND.subscript:
        parts.push("[]");
        at = first;
        break;
      case KIND.parenthesized_expression:
      case KIND.await:
        at = unwrap(tree, at);
        break;
      default:
        parts.push("?");
        return parts.reverse();
    }
  }
  return unknownPath;
}

/** The identifier after the last dot of an attribute; -1 where the text ends before it. */
export function memberName(tree: PythonTree, attribute: number): number {
  let last = -1;
  const end = tree.next[attribute] as number;
  for (let child = tree.next[attribute + 1] as number; child < end; child = tree.next[child] as number) {
    if (codeOf(tree, child) === KIND.identifier && tree.start[child] !== tree.end[child]) last = child;
  }
  return last;
}

/** The expression inside parentheses and behind `await`. */
export function unwrap(tree: PythonTree, node: number): number {
  let at = node;
  for (;;) {
    const code = codeOf(tree, at);
    if (code !== KIND.parenthesized_expression && code !== KIND.await) return at;
    let inner = -1;
    const end = tree.next[at] as number;
    for (let child = at + 1; child < end; child = tree.next[child] as number) {
      if (((tree.flags[child] as number) & 7) === 1) {
        inner = child;
        break;
      }
    }
    if (inner < 0) return at;
    at = inner;
  }
}

/** The identifier that names what an expression reads: its own, or that after the last dot; -1 for none. */
export function namingNode(tree: PythonTree, node: number): number {
  const at = unwrap(tree, node);
  const code = codeOf(tree, at);
  if (code === KIND.identifier) return at;
  return code === KIND.attribute ? memberName(tree, at) : -1;
}
