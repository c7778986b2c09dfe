import { type Binding, NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { newHome } from "./members.ts";
import { child, kind, text, unwrap } from "./nodes.ts";
import { nameRow, targetPath } from "./paths.ts";
import { type Home, Mark, type Walk } from "./walk.ts";

/** The path names the file's exports: `exports`, `module.exports`, or a variable that was set to them. */
export function isExportsPath(walk: Walk, path: readonly string[], node: number): boolean {
  const isLong = path.length === 2 && path[0] === "module" && path[1] === "exports";
  if (path.length !== 1 && !isLong) return false;
  const found = walk.builder.lookup(path[0] as string, node);
  if (isLong || path[0] === "exports") return isUnbound(found);
  return walk.exportsAliases.has(found.declaration);
}

/** Notes that a variable stands for the exports: `const app = exports = module.exports = {}`. */
export function noteExportsAlias(walk: Walk, declaration: number, value: number): void {
  let at = value;
  while (kind(walk, at) === K.assignment_expression) {
    if (isExportsPath(walk, targetPath(walk, at + 1), at)) break;
    at = unwrap(walk, child(walk, at, F.right));
  }
  const isAssigned = kind(walk, at) === K.assignment_expression;
  if (isAssigned || (nameRow(walk, at) >= 0 && isExportsPath(walk, targetPath(walk, at), at))) {
    walk.exportsAliases.add(declaration);
  }
}

export function exportsHome(walk: Walk, path: readonly string[], node: number): Home | undefined {
  return isExportsPath(walk, path, node) ? newHome(NONE, { isExports: true }) : undefined;
}

/** `exports` and `module.exports` are how a file says what it exports, and no uses of anything. */
export function skipExportsObject(walk: Walk, object: number): void {
  const { tree } = walk;
  for (let at = object; at < (tree.next[object] as number); at++) {
    const isName = kind(walk, at) === K.identifier || kind(walk, at) === K.property_identifier;
    const name = isName ? text(walk, at) : "";
    if (name === "module" || name === "exports") walk.mark[at] = Mark.skip;
  }
}

function isUnbound(binding: Binding): boolean {
  return binding.declaration === NONE && binding.import === NONE;
}
