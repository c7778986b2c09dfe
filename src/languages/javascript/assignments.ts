import { NONE } from "../../engine/index/index.ts";
import { declareByAssignment } from "./assigned-members.ts";
import { notePattern } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { child, kind, text, tokenKind, unwrap } from "./nodes.ts";
import { nameRow, targetPath } from "./paths.ts";
import { declarePattern, markWritten } from "./patterns.ts";
import { noteAssignment } from "./values.ts";
import { Mark, thisFrame, type Walk } from "./walk.ts";

export function visitAssignment(walk: Walk, node: number): void {
  const left = child(walk, node, F.left);
  const right = child(walk, node, F.right);
  if (left < 0 || right < 0) return;
  if (tokenKind(walk, node + 1) === K.using) {
    declareUsing(walk, node, left, right);
    return;
  }
  if (declareByAssignment(walk, node, left, unwrap(walk, right))) return;
  const target = markTarget(walk, left);
  if (target >= 0) noteWrite(walk, node, target, right);
  else notePattern(walk, unwrap(walk, left), right);
}

/** The TypeScript grammar reads `using a = b` as an assignment. */
function declareUsing(walk: Walk, node: number, left: number, right: number): void {
  declarePattern(walk, left, {
    whole: node,
    kind: "constant",
    level: "local",
    isFunctionWide: false,
    isExported: false,
    isFileExport: false,
    isAbstract: false,
    type: undefined,
    value: right,
    path: undefined,
  });
}

/** `a ||= b` may give `a` a value; `a += b` makes a new one, which has no name. */
export function visitAugmentedAssignment(walk: Walk, node: number): void {
  const left = child(walk, node, F.left);
  if (left < 0) return;
  const target = markTarget(walk, left);
  const operator = tokenKind(walk, child(walk, node, F.operator));
  const mayAssign = operator === K["||="] || operator === K["??="] || operator === K["&&="];
  const right = child(walk, node, F.right);
  if (mayAssign && target >= 0 && right >= 0) noteWrite(walk, node, target, right);
}

/** `a++`. */
export function visitUpdate(walk: Walk, node: number): void {
  for (let at = node + 1; at < (walk.tree.next[node] as number); at = walk.tree.next[at] as number) {
    if (kind(walk, at) !== 0) markTarget(walk, at);
  }
}

/** Marks what is written; gives the node of the one name or member that is, or `NONE` for a pattern. */
function markTarget(walk: Walk, left: number): number {
  const target = unwrap(walk, left);
  const row = nameRow(walk, target);
  if (row >= 0) walk.mark[row] = Mark.write;
  else markWritten(walk, target);
  return row < 0 ? NONE : target;
}

function noteWrite(walk: Walk, node: number, target: number, right: number): void {
  const path = targetPath(walk, target);
  const declaration = targetDeclaration(walk, target, path);
  const isTold = noteAssignment(walk, node, path, declaration, right);
  if (!isTold || declaration < 0) walk.builder.flow.store(target, right);
}

function targetDeclaration(walk: Walk, target: number, path: readonly string[]): number {
  if (kind(walk, target) === K.identifier) {
    return walk.builder.lookup(text(walk, target), target, ["value"]).declaration;
  }
  if (path.length !== 2 || path[0] !== "this") return NONE;
  return thisFrame(walk, target)?.home?.names.get(path[1] as string) ?? NONE;
}
