import type { ReferenceRole } from "../../engine/index/index.ts";
import { flagDynamicName } from "./dynamic.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { MARK, MEMBER, markChildren, memberName, pathOf, pathUpTo, type Walk } from "./walk.ts";

/** A name that is used, bare or after a dot. */
export function referToName(walk: Walk, row: number, mark: number): void {
  const { tree, builder } = walk;
  const isMember = ((walk.marks[row] as number) & MEMBER) !== 0;
  const role = roleOf(walk, row, mark);
  const through = isMember ? pathOf(tree, (tree.parent[row] as number) + 1) : undefined;
  const isCalled = role === "call" || mark === MARK.instantiated;
  builder.refer(row, role, through, isCalled ? { argumentCount: argumentCount(walk, row) } : undefined);
  if (role === "read" || role === "decorator") flagDynamicName(walk, row, isMember);
}

function roleOf(walk: Walk, row: number, mark: number): ReferenceRole {
  switch (mark) {
    case MARK.callee:
      return "call";
    case MARK.instantiated:
      return "new";
    case MARK.decorator:
      return "decorator";
    case MARK.base:
      return "base";
    case MARK.written:
      return "write";
  }
  if (row >= walk.typeEnd || row < walk.valueEnd) return "read";
  if (row < walk.notesFrom || row >= walk.notesEnd) return "type";
  leaveHead(walk, row);
  return "read";
}

/** `a.b`: the mark of the whole is that of its last name; what stands before the dot is read. */
export function referToAttribute(walk: Walk, row: number, mark: number): void {
  const { tree, marks } = walk;
  const name = memberName(tree, row);
  if (name >= 0) marks[name] = MEMBER | mark;
}

export function markCallee(walk: Walk, row: number): void {
  const { tree, marks } = walk;
  const callee = row + 1;
  const code = codeOf(tree, callee);
  if (code === KIND.identifier || code === KIND.attribute) marks[callee] = MARK.callee;
  // A call inside an annotation, as in `Annotated[int, Field(gt=x)]`, is no type.
  leaveHead(walk, row);
  if (row < walk.typeEnd) walk.valueEnd = Math.max(walk.valueEnd, tree.next[row] as number);
}

/** What is worked out in the head of a function is no part of its body. */
export function leaveHead(walk: Walk, row: number): void {
  if (row >= walk.headEnd || row < walk.leftEnd) return;
  walk.leftEnd = walk.tree.next[row] as number;
  walk.builder.leaveDeclaration(row);
}

function argumentCount(walk: Walk, callee: number): number {
  const { tree } = walk;
  let at = tree.parent[callee] as number;
  if (codeOf(tree, at) === KIND.attribute) at = tree.parent[at] as number;
  if (codeOf(tree, at) !== KIND.call) return 0;
  const given = childIn(tree, at, tree.fields.arguments);
  if (codeOf(tree, given) !== KIND.argument_list) return given < 0 ? 0 : 1;
  let count = 0;
  for (let child = firstNamed(tree, given); child >= 0; child = nextNamed(tree, child)) count++;
  return count;
}

/** In a pattern a bare name is bound and a dotted one is read; before parentheses it names a class. */
export function visitPattern(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  const first = firstNamed(tree, row);
  if (first < 0) return;
  const parent = codeOf(tree, tree.parent[row] as number);
  if (parent === KIND.ERROR) {
    // The rest of an import that does not parse, most likely.
    markChildren(walk, row, MARK.done);
    return;
  }
  const isClass = parent === KIND.class_pattern;
  if (nextNamed(tree, first) < 0) {
    if (!isClass) marks[first] = MARK.target;
    return;
  }
  const path: string[] = [];
  for (let child = first; child >= 0; child = nextNamed(tree, child)) {
    marks[child] = MARK.done;
    builder.refer(child, "read", pathUpTo(path, path.length));
    path.push(textAt(tree, child));
  }
}
